"""What feeds a socket, by hand: through reroutes, mutes and the walls of groups."""

from __future__ import annotations

import pytest

from addon.frontends.shader.flatten import Scope, Source, Walls, source

from .models import (
    C,
    F,
    V,
    emission,
    entry,
    exit_,
    group,
    math,
    node,
    reroute,
    socket,
    strange,
    tree,
    value,
)


@pytest.fixture
def fed():
    """Return ``fed(tree, walls) -> Source`` of the input Color of the node Emission."""

    def ask(made, walls=Walls.INLINE) -> Source:
        said: list[tuple[str, str, str]] = []
        found = source(
            Scope(made), made.nodes["Emission"], "Color", walls, lambda *told: said.append(told)
        )
        assert not said
        return found

    return ask


def passing(*types, name="G"):
    """A group with one way through per type, In0 to Out0 and so on."""
    ins = [socket(f"In{i}", type) for i, type in enumerate(types)]
    outs = [socket(f"Out{i}", type, hide_value=False) for i, type in enumerate(types)]
    pairs = [f"In.In{i} > Out.Out{i}" for i in range(len(types))]
    return tree([entry(*ins), exit_(*outs)], *pairs, name=name), ins, outs


def test_a_linked_input_is_fed_by_the_node(fed):
    found = fed(tree([strange(), emission()], "Strange.Fac > Emission.Color"))
    assert (found.node.name, found.socket, found.type, found.through) == ("Strange", "Fac", F, (C,))


def test_an_unlinked_input_is_its_own_number(fed):
    found = fed(tree([emission(color=(0.1, 0.2, 0.3, 1.0))]))
    assert (found.node, found.value, found.fixed) == (None, (0.1, 0.2, 0.3, 1.0), False)


def test_reroutes_are_passed(fed):
    pairs = ("Strange.Color > A.Input", "A.Output > B.Input", "B.Output > Emission.Color")
    found = fed(tree([strange(), reroute("A"), reroute("B"), emission()], *pairs))
    assert found.node.name == "Strange"


def test_a_muted_node_is_passed_by_its_bypass(fed):
    muted = math(muted=True, bypass=(("Value_001", "Value"),))
    pairs = ("Strange.Fac > Math.Value_001", "Math.Value > Emission.Color")
    assert fed(tree([strange(), muted, emission()], *pairs)).node.name == "Strange"


def test_a_muted_node_without_a_bypass_leaves_its_reader_unlinked(fed):
    found = fed(tree([math(muted=True), emission()], "Math.Value > Emission.Color"))
    assert (found.node, found.value, found.fixed) == (None, (1.0, 1.0, 1.0, 1.0), False)


@pytest.mark.parametrize("walls", [Walls.INLINE, Walls.CONVERT])
def test_groups_in_groups_are_entered_and_left(fed, walls):
    inner, ins, outs = passing(F)
    middle = tree(
        [entry(socket("In0", V)), group("Inner", inner, ins, outs), exit_(socket("Out0", V))],
        "In.In0 > Inner.In0",
        "Inner.Out0 > Out.Out0",
        name="Middle",
    )
    outer = group("Outer", middle, [socket("In0", V)], [socket("Out0", V)])
    pairs = ("Strange.Color > Outer.In0", "Outer.Out0 > Emission.Color")
    found = fed(tree([strange(), outer, emission()], *pairs), walls)
    assert (found.node.name, found.scope.path) == ("Strange", ())
    assert found.through == (V, F, F, V, C)


def test_a_node_inside_a_group_is_found_in_the_groups_scope(fed):
    inside = tree([strange(), exit_(socket("Out", C))], "Strange.Color > Out.Out", name="G")
    outer = group("Outer", inside, (), [socket("Out", C)])
    found = fed(tree([outer, emission()], "Outer.Out > Emission.Color"))
    assert found.scope.origin(found.node.name) == "Outer/Strange"


def test_two_instances_of_a_group_are_two_scopes_and_one_instance_is_one(fed):
    inside, ins, outs = passing(C, C)
    made = tree(
        [group("A", inside, ins, outs), group("B", inside, ins, outs), emission()],
        "A.Out0 > B.In0",
        "B.Out0 > Emission.Color",
    )
    scope = Scope(made)
    a, b = made.nodes["A"], made.nodes["B"]
    assert scope.inside(a) is scope.inside(a)
    assert scope.inside(a) is not scope.inside(b)


def test_an_unlinked_group_input_is_the_instances_number(fed):
    inside, _, outs = passing(F)
    outer = group("Outer", inside, [socket("In0", F, 0.375)], outs)
    found = fed(tree([outer, emission()], "Outer.Out0 > Emission.Color"))
    assert (found.value, found.fixed, found.through) == (0.375, True, (F, F, C))


def test_a_group_input_that_the_instance_lacks_is_the_interfaces_number(fed):
    inside = tree(
        [entry(socket("In", F)), exit_(socket("Out", F))],
        "In.In > Out.Out",
        name="G",
        interface_inputs=(socket("In", F, 0.625),),
    )
    outer = group("Outer", inside, (), [socket("Out", F)])
    assert fed(tree([outer, emission()], "Outer.Out > Emission.Color")).value == 0.625


def test_a_group_output_that_is_unlinked_inside_is_its_own_number(fed):
    inside = tree([exit_(socket("Out", F, 0.5))], name="G")
    outer = group("Outer", inside, (), [socket("Out", F)])
    assert fed(tree([outer, emission()], "Outer.Out > Emission.Color")).value == 0.5


def test_the_active_group_output_is_the_one_that_is_entered(fed):
    other = node("Other", "NodeGroupOutput", [socket("Out", F, 0.25)])
    inside = tree([exit_(socket("Out", F, 0.5)), other], name="G", active="Other")
    outer = group("Outer", inside, (), [socket("Out", F)])
    assert fed(tree([outer, emission()], "Outer.Out > Emission.Color")).value == 0.25


def test_a_muted_group_is_not_entered(fed):
    inside = tree([strange(), exit_(socket("Out", C))], "Strange.Color > Out.Out", name="G")
    outer = group("Outer", inside, [socket("In", C)], [socket("Out", C)])
    from dataclasses import replace

    muted = replace(outer, muted=True, bypass=(("In", "Out"),))
    pairs = ("Value.Value > Outer.In", "Outer.Out > Emission.Color")
    assert fed(tree([value(), muted, emission()], *pairs)).node.name == "Value"


@pytest.mark.parametrize(
    "walls, number, fixed",
    [(Walls.INLINE, (1.0, 1.0, 1.0, 1.0), False), (Walls.CONVERT, None, True)],
)
def test_an_unlinked_reroute_is_unlinked_from_5_0_and_0_before(fed, walls, number, fixed):
    found = fed(tree([reroute(), emission()], "Reroute.Output > Emission.Color"), walls)
    assert (found.value, found.fixed) == (number, fixed)


def test_an_input_that_a_node_does_not_have_is_an_error_naming_both():
    made = tree([emission()])
    with pytest.raises(KeyError, match=r"'Emission' has no input 'Tint'"):
        source(Scope(made), made.nodes["Emission"], "Tint", Walls.INLINE, lambda *_: None)
