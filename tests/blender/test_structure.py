"""Zones, closures, bundles and switches against Cycles, which never sees them: Blender inlines."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent
from tests.tolerances import CONVERTER

from .agreement import Agreement, kiln_maps
from .oracle import bake_emission, new_material
from .test_groups import group
from .zones import Zones

SIDE = 8
FLOAT = {"x": "FLOAT"}
COLOR = {"c": "RGBA"}
FROM_5_0 = pytest.mark.skipif(bpy.app.version < (5, 0, 0), reason="does not apply: from 5.0")
FROM_5_2 = pytest.mark.skipif(bpy.app.version < (5, 2, 0), reason="does not apply: from 5.2")
FROM_5_3 = pytest.mark.skipif(bpy.app.version < (5, 3, 0), reason="does not apply: from 5.3")


@pytest.fixture
def held(parity, catalog, bake_plan):
    """Return ``held(build, problems=())``: a tree of ``Zones`` against Cycles."""

    def hold(build, problems=(), tolerance=CONVERTER):
        found = parity(lambda nodes: build(Zones(nodes, SIDE)), SIDE, problems=problems)
        found.require(tolerance)
        return found

    def surface(build):
        material = bpy.data.materials.new("Surface")
        nodes = material.node_tree
        nodes.nodes.clear()
        output = nodes.nodes.new("ShaderNodeOutputMaterial")
        nodes.links.new(build(Zones(nodes, SIDE)), output.inputs["Surface"])
        extent = Extent(SIDE, SIDE)
        maps, compiled = kiln_maps(material, ("emission",), extent, catalog, bake_plan)
        cycles = bake_emission(material, extent)
        bpy.data.materials.remove(material)
        Agreement("emission", cycles, maps["emission"], compiled).require(CONVERTER)

    hold.surface = surface
    return hold


def doubled(tree, begin):
    return {"x": tree.math("MULTIPLY_ADD", tree.given(begin, "x"), 2.0, tree.column())}


@FROM_5_0
@pytest.mark.parametrize("count", [0, 1, 2, 5, -3])
def test_a_zone_repeats_what_is_in_it(held, count):
    def build(tree):
        end = tree.repeat(count, FLOAT, {"x": tree.row(1.0)}, lambda b: doubled(tree, b))
        return tree.given(end, "x")

    assert held(build).cycles.std() > 0.1


@FROM_5_0
@pytest.mark.parametrize("count", [2.9, 3.0, -0.5])
def test_a_count_is_the_whole_part_of_a_number_that_is_known(held, count):
    def build(tree):
        number = tree.node("Value")
        number.outputs[0].default_value = count
        half = tree.math("MULTIPLY", tree.math("ADD", number.outputs[0], count), 0.5)
        end = tree.repeat(half, FLOAT, {"x": tree.row(1.0)}, lambda b: doubled(tree, b))
        return tree.given(end, "x")

    held(build)


@FROM_5_0
@pytest.mark.parametrize(
    ("operation", "numbers", "problems"),
    [
        ("POWER", (2.0, 2.0), ()),
        ("SINE", (1.0, 0.0), ()),
        ("EXPONENT", (1.5, 0.0), ()),
        ("SNAP", (1e38, 1e-5), ("not-folded",)),
    ],
)
def test_a_count_is_computed_by_any_operation_of_numbers(held, operation, numbers, problems):
    """The last is infinite, which as a whole number is the least: no turn, and that is said."""

    def build(tree):
        count = tree.math(operation, *numbers)
        end = tree.repeat(count, FLOAT, {"x": tree.row(1.0)}, lambda b: doubled(tree, b))
        return tree.given(end, "x")

    held(build, problems)


@FROM_5_0
def test_a_count_that_varies_is_none(held):
    def build(tree):
        end = tree.repeat(tree.column(1.0), FLOAT, {"x": tree.row()}, lambda b: doubled(tree, b))
        return tree.given(end, "x")

    held(build)


@FROM_5_0
def test_a_count_that_only_blender_computes_so_early_is_said(catalog):
    def build(nodes):
        tree = Zones(nodes, SIDE)
        count = tree.node("MapRange", {"Value": 0.5, "To Max": 10.0}).outputs["Result"]
        end = tree.repeat(count, FLOAT, {"x": 1.0}, lambda b: doubled(tree, b))
        return tree.given(end, "x")

    material = new_material(build)
    made = compile_material(material_model(material), ("emission",), catalog, Extent(8, 8))
    bpy.data.materials.remove(material)
    (problem,) = made.problems
    assert (problem.code, problem.origin) == ("not-folded", "Repeat Input")
    assert "'Iterations'" in problem.message and "emission" in made.approximate


@FROM_5_0
def test_iteration_counts_from_0_and_many_turns_of_what_is_known_are_nothing_to_bake(held):
    def build(tree):
        def body(begin):
            return {"x": tree.math("ADD", tree.given(begin, "x"), tree.given(begin, "Iteration"))}

        end = tree.repeat(600, FLOAT, {"x": 0.0}, body)
        return tree.math("MULTIPLY", tree.given(end, "x"), tree.column(1.0))

    found = held(build)
    assert found.cycles[0, 0, 0] == 600 * 599 / 2
    assert len(found.compiled.plan.ops) < 20


@FROM_5_0
def test_a_zone_turns_within_a_zone_and_what_is_around_is_computed_once(held):
    def build(tree):
        outside = tree.math("SINE", tree.column())

        def body(begin):
            def inner(inner_begin):
                x = tree.math("ADD", tree.given(inner_begin, "x"), outside)
                return {"x": tree.math("MULTIPLY", x, tree.given(begin, "Iteration"))}

            x = tree.math("ADD", tree.given(begin, "x"), 1.0)
            return {"x": tree.given(tree.repeat(2, FLOAT, {"x": x}, inner), "x")}

        return tree.given(tree.repeat(3, FLOAT, {"x": tree.row()}, body), "x")

    found = held(build)
    sines = [op for op in found.compiled.plan.ops if op.variants.get("operation") == "sine"]
    assert len(sines) == 1


@FROM_5_0
def test_the_items_of_a_zone_change_places_and_types(held):
    items = {"a": "FLOAT", "b": "RGBA", "c": "VECTOR"}

    def build(tree):
        def body(begin):
            a, b, c = (tree.given(begin, name) for name in "abc")
            return {"a": tree.math("ADD", a, 1.0), "b": c, "c": b}

        start = {"a": tree.row(), "b": tree.uv, "c": (0.25, 0.5, 0.75)}
        end = tree.repeat(3, items, start, body)
        a, b, c = (tree.given(end, name) for name in "abc")
        return [a, tree.split(b)[1], tree.split(c)[2]]

    held(build)


@FROM_5_0
def test_an_item_that_nothing_is_linked_to_is_0_after_a_turn(held):
    def build(tree):
        ends = (tree.repeat(n, FLOAT, {"x": tree.column(1.0)}, lambda b: {}) for n in (0, 1, 2))
        return [tree.given(end, "x") for end in ends]

    held(build)


@FROM_5_0
def test_a_zone_hands_on_shaders(held):
    items = {"s": "SHADER"}

    def build(tree):
        def body(begin):
            bright = tree.node("Emission", {"Color": tree.uv}).outputs[0]
            mix = tree.node("MixShader", {"Fac": 0.5, "Shader": bright})
            tree.links.new(tree.given(begin, "s"), mix.inputs[2])
            return {"s": mix.outputs[0]}

        first = tree.node("Emission", {"Strength": 3.0}).outputs[0]
        end = tree.repeat(3, items, {"s": first}, body)
        return tree.given(end, "s")

    held.surface(build)


@FROM_5_0
@pytest.mark.parametrize("items", [FLOAT, COLOR, {"x": "VECTOR"}, {"x": "INT"}])
def test_a_closure_is_evaluated_where_it_leads_with_the_inputs_that_it_is_given_there(held, items):
    """Twice, with other inputs; and its inputs convert as links do."""
    (name,) = items

    def build(tree):
        def body(begin):
            return {"r": tree.math("MULTIPLY_ADD", tree.given(begin, name), 3.0, tree.row())}

        made = tree.closure(items, {"r": "FLOAT"}, body)
        feeds = (tree.uv, tree.column(1.5))
        first, second = (
            tree.evaluate(made, COLOR if feed is feeds[0] else FLOAT, {"r": "FLOAT"}, {})
            for feed in feeds
        )
        for node, feed in ((first, feeds[0]), (second, feeds[1])):
            tree.links.new(feed, node.inputs[1])
            node_items = node.input_items
            node_items[0].name = name
        return [tree.given(first, "r"), tree.given(second, "r")]

    held(build)


@FROM_5_0
def test_what_a_closure_or_who_evaluates_it_has_not_is_0(held):
    def build(tree):
        made = tree.closure(
            {"x": "FLOAT", "y": "FLOAT"},
            {"r": "FLOAT"},
            lambda b: {"r": tree.math("ADD", tree.given(b, "x"), tree.given(b, "y"))},
        )
        some = tree.evaluate(made, FLOAT, {"r": "FLOAT", "s": "FLOAT"}, {"x": tree.column(1.0)})
        none = tree.evaluate(None, FLOAT, {"r": "FLOAT"}, {"x": tree.column(1.0)})
        return [tree.given(some, "r"), tree.given(some, "s"), tree.given(none, "r")]

    held(build)


@FROM_5_0
def test_a_closure_goes_into_groups_and_sees_what_is_around_where_it_was_made(held):
    def build(tree):
        around = tree.math("SINE", tree.column())

        def fill(inside, entry, exit_):
            zones = Zones(inside, SIDE)
            node = zones.evaluate(entry.outputs["F"], FLOAT, {"r": "FLOAT"}, {})
            inside.links.new(entry.outputs["In"], node.inputs[1])
            inside.links.new(zones.given(node, "r"), exit_.inputs[0])

        node = tree.nodes.new("ShaderNodeGroup")
        node.node_tree = group({"F": "Closure", "In": "Float"}, {"Out": "Float"}, fill)
        made = tree.closure(
            FLOAT, {"r": "FLOAT"}, lambda b: {"r": tree.math("ADD", tree.given(b, "x"), around)}
        )
        tree.feed(node, "F", made)
        tree.feed(node, "In", tree.row(0.5))
        return node.outputs[0]

    assert held(build).cycles.std() > 0.1


@FROM_5_0
def test_a_closure_is_called_in_every_turn_of_a_zone_and_a_zone_stands_in_a_closure(held):
    def build(tree):
        def halves(begin):
            def body(inner):
                return {"x": tree.math("MULTIPLY", tree.given(inner, "x"), 0.5)}

            zone = tree.repeat(2, FLOAT, {"x": tree.given(begin, "x")}, body)
            return {"r": tree.math("ADD", tree.given(zone, "x"), 1.0)}

        made = tree.closure(FLOAT, {"r": "FLOAT"}, halves)

        def outer(begin):
            node = tree.evaluate(made, FLOAT, {"r": "FLOAT"}, {"x": tree.given(begin, "x")})
            return {"x": tree.given(node, "r")}

        return tree.given(tree.repeat(3, FLOAT, {"x": tree.column(8.0)}, outer), "x")

    held(build)


@FROM_5_0
def test_a_bundle_is_taken_apart_by_name_through_groups_and_zones(held):
    items = {"a": "FLOAT", "b": "RGBA"}

    def build(tree):
        made = tree.bundle(items, {"a": tree.column(0.25), "b": tree.uv})

        def fill(inside, entry, exit_):
            inside.links.new(entry.outputs[0], exit_.inputs[0])

        node = tree.nodes.new("ShaderNodeGroup")
        node.node_tree = group({"In": "Bundle"}, {"Out": "Bundle"}, fill)
        tree.links.new(made, node.inputs[0])

        def body(begin):
            apart = tree.separate(tree.given(begin, "z"), items)
            a = tree.math("ADD", tree.given(apart, "a"), 1.0)
            return {"z": tree.bundle(items, {"a": a, "b": tree.given(apart, "b")})}

        end = tree.repeat(2, {"z": "BUNDLE"}, {"z": node.outputs[0]}, body)
        # Other types than they went in with, in another order, and a name that is not there.
        apart = tree.separate(tree.given(end, "z"), {"none": "FLOAT", "b": "FLOAT", "a": "VECTOR"})
        a = tree.split(tree.given(apart, "a"))[1]
        return [a, tree.given(apart, "b"), tree.given(apart, "none")]

    held(build)


@FROM_5_0
def test_a_closure_in_a_bundle_is_evaluated(held):
    def build(tree):
        made = tree.closure(
            FLOAT, {"r": "FLOAT"}, lambda b: {"r": tree.math("SINE", tree.given(b, "x"))}
        )
        apart = tree.separate(tree.bundle({"f": "CLOSURE"}, {"f": made}), {"f": "CLOSURE"})
        found = tree.given(apart, "f")
        return tree.given(tree.evaluate(found, FLOAT, {"r": "FLOAT"}, {"x": tree.column()}), "r")

    held(build)


@FROM_5_2
def test_of_one_name_the_last_bundle_counts(held):
    def build(tree):
        join = tree.nodes.new("NodeJoinBundle")
        for name, number in (("first", 0.3), ("last", 0.6)):
            feeds = {"a": number, name: tree.column(number)}
            tree.links.new(tree.bundle(dict.fromkeys(feeds, "FLOAT"), feeds), join.inputs[0])
        names = {"a": "FLOAT", "first": "FLOAT", "last": "FLOAT"}
        apart = tree.separate(join.outputs[0], names)
        return [tree.given(apart, name) for name in names]

    held(build)


@FROM_5_0
@pytest.mark.parametrize("chosen", ["A", "Bee", "C"])
def test_a_menu_chooses_by_name(held, chosen):
    def build(tree):
        feeds = {"A": tree.column(), "Bee": tree.row(), "C": 0.5}
        node = tree.menu(("A", "Bee", "C"), chosen, feeds, "FLOAT")
        whether = [s for s in node.outputs if s.name in ("A", "Bee")]
        return [node.outputs["Output"], *whether]

    held(build)


@FROM_5_0
@pytest.mark.parametrize("chosen", ["A", "Bee"])
def test_a_menu_stands_on_a_group(held, chosen):
    def build(tree):
        def fill(inside, entry, exit_):
            zones = Zones(inside, SIDE)
            node = zones.menu(("A", "Bee"), "A", {"A": 0.25, "Bee": zones.row()}, "FLOAT")
            inside.links.new(entry.outputs[0], node.inputs["Menu"])
            inside.links.new(node.outputs["Output"], exit_.inputs[0])

        node = tree.nodes.new("ShaderNodeGroup")
        node.node_tree = group({"Which": "Menu"}, {"Out": "Float"}, fill)
        node.inputs[0].default_value = chosen
        return node.outputs[0]

    held(build)


@FROM_5_2
def test_a_menu_node_chooses(held):
    def build(tree):
        node = tree.menu(("A", "Bee"), "A", {"A": 0.25, "Bee": tree.row()}, "FLOAT")
        menu = tree.nodes.new("FunctionNodeInputMenu")
        tree.links.new(menu.outputs[0], node.inputs["Menu"])
        menu.value = "Bee"
        return node.outputs["Output"]

    assert held(build).cycles.std() > 0.1


@FROM_5_3
@pytest.mark.parametrize("type", ["FLOAT", "INT", "VECTOR", "RGBA", "BOOLEAN"])
@pytest.mark.parametrize("known", [False, True, None])
def test_a_switch_takes_a_side_or_varies(held, type, known):
    def build(tree):
        sides = {"False": tree.column(-1.5, 0.5), "True": tree.uv}
        node = tree.add("GeometryNodeSwitch", sides, input_type=type)
        tree.feed(node, "Switch", tree.row(-0.875, 0.25) if known is None else known)
        return node.outputs[0]

    held(build)


@FROM_5_3
@pytest.mark.parametrize("known", [False, True, None])
def test_a_switch_of_shaders_takes_a_side_or_mixes_them_where_it_varies(held, known):
    def build(tree):
        sides = {
            side: tree.node("Emission", {"Color": color}).outputs[0]
            for side, color in (("False", (0.25, 0.5, 1.0, 1.0)), ("True", tree.uv))
        }
        node = tree.add("GeometryNodeSwitch", sides, input_type="SHADER")
        tree.feed(node, "Switch", tree.row(-0.875, 0.25) if known is None else known)
        return node.outputs[0]

    held.surface(build)


@FROM_5_3
@pytest.mark.parametrize("index", [0, 2, 3, -1, 1.9, -0.5, None])
def test_an_index_chooses_by_its_whole_part_and_beyond_all_is_0(held, index):
    def build(tree):
        given = index
        if index is None:
            given = tree.column(-2.25, 0.75)
        elif isinstance(index, float):
            given = tree.node("Value").outputs[0]
            given.default_value = index
        return tree.index(given, (tree.row(1.0), (0.25,) * 4, tree.uv), "RGBA")

    held(build)


@FROM_5_3
@pytest.mark.parametrize("index", [1, 5, None])
def test_an_index_of_shaders_takes_one_or_mixes_them_where_it_varies(held, index):
    def build(tree):
        colors = ((0.25, 0.5, 1.0, 1.0), tree.uv, (1.0, 0.0, 0.5, 1.0))
        shaders = [tree.node("Emission", {"Color": color}).outputs[0] for color in colors]
        return tree.index(tree.row(-2.0) if index is None else index, shaders, "SHADER")

    held.surface(build)


@FROM_5_3
@pytest.mark.parametrize("known", [False, True, None])
def test_an_output_is_enabled_or_0(held, known):
    def build(tree):
        node = tree.add("NodeEnableOutput", {"Value": tree.column(1.0)})
        tree.feed(node, "Enable", tree.row(-0.875, 0.25) if known is None else known)
        return node.outputs[0]

    held(build)


@FROM_5_3
@pytest.mark.parametrize("known", [False, True, None])
def test_a_warning_hands_on_whether_it_shows_where_that_is_known(held, known):
    def build(tree):
        node = tree.add("GeometryNodeWarning")
        tree.feed(node, "Show", tree.row(-0.875, 0.25) if known is None else known)
        return [node.outputs[0], tree.column(), 0.0]

    held(build)


@FROM_5_2
@pytest.mark.parametrize("type", ["FLOAT", "INT", "BOOLEAN", "VECTOR", "RGBA"])
@pytest.mark.parametrize("to", ["FLOAT", "INT", "BOOLEAN", "VECTOR", "RGBA"])
def test_a_conversion_is_a_numbers_own_and_else_that_of_a_reroute(held, type, to):
    """The texture's colour arrives as a ``type`` by way of a conversion to ``to``."""

    def build(tree):
        varies = tree.xyz(tree.column(-1.75, 0.5), tree.row(-2.5, 0.75), 0.5)
        number = tree.node("Value").outputs[0]
        number.default_value = 2.75
        found = []
        for feed in (varies, number):
            first = tree.add("NodeImplicitConversion", data_type=type)
            second = tree.add("NodeImplicitConversion", data_type=to)
            tree.links.new(feed, first.inputs[0])
            tree.links.new(first.outputs[0], second.inputs[0])
            found.append(second.outputs[0])
        return [*found, 0.0]

    held(build)


@FROM_5_0
def test_a_closure_that_evaluates_itself_does_as_deep_as_blender_and_that_is_said(held):
    def build(tree):
        def body(begin):
            node = tree.evaluate(tree.given(begin, "f"), {"f": "CLOSURE"}, {"r": "FLOAT"}, {})
            tree.feed(node, "f", tree.given(begin, "f"))
            return {"r": tree.math("ADD", tree.given(node, "r"), tree.column(1.0))}

        made = tree.closure({"f": "CLOSURE"}, {"r": "FLOAT"}, body)
        node = tree.evaluate(made, {"f": "CLOSURE"}, {"r": "FLOAT"}, {"f": made})
        return tree.given(node, "r")

    held(build, problems=("recursive-closure",))


@FROM_5_0
def test_more_turns_than_a_shader_bears_stop_and_are_said(catalog):
    def build(nodes):
        tree = Zones(nodes, SIDE)
        end = tree.repeat(10_000_000, FLOAT, {"x": tree.row(1.0)}, lambda b: doubled(tree, b))
        return tree.given(end, "x")

    material = new_material(build)
    made = compile_material(material_model(material), ("emission",), catalog, Extent(8, 8))
    bpy.data.materials.remove(material)
    (problem,) = made.problems
    assert (problem.code, problem.origin) == ("too-many-turns", "Repeat Output")
    assert len(made.plan.ops) < 1020
