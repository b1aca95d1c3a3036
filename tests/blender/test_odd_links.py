"""Links that carry nothing: loops, sockets a mode leaves out, nodes that this Blender has not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent

from .oracle import new_material
from .trees import Tree

EXACT = 2e-6
INLINES = bpy.app.version >= (5, 0, 0)
SIDE = 8


class KilnTestNode(bpy.types.Node):
    """An add-on's node."""

    bl_idname = "KilnTestNode"
    bl_label = "Test Node"

    def init(self, _context: Any) -> None:
        self.inputs.new("NodeSocketColor", "In")
        self.outputs.new("NodeSocketColor", "Out").default_value = (0.7, 0.8, 0.1, 1.0)
        self.outputs.new("NodeSocketShader", "Shader")


class KilnTestGroup(bpy.types.ShaderNodeCustomGroup):
    """An add-on's group node."""

    bl_idname = "KilnTestGroup"
    bl_label = "Test Group"


@pytest.fixture
def registered() -> Iterator[Any]:
    """Register the two, and return what takes them away again."""
    held = {KilnTestNode, KilnTestGroup}
    for one in held:
        bpy.utils.register_class(one)

    def disable() -> None:
        while held:
            bpy.utils.unregister_class(held.pop())

    yield disable
    disable()


def mixed(tree: Any, socket: Any) -> Any:
    """Return a colour that is what a socket feeds it, (0.2, 0.4, 0.6) where that is nothing."""
    made = Tree(tree, SIDE)
    feeds = {"Fac": 1.0, "Color2": (0.2, 0.4, 0.6, 1.0)}
    node = made.node("MixRGB", feeds, blend_type="MIX")
    tree.links.new(socket, node.inputs["Color2"])
    return node.outputs[0]


def through_a_group(tree: Any, socket: Any) -> Any:
    """Return a colour that a group hands on, (0.3, 0.2, 0.1) where it is given nothing."""
    inside = bpy.data.node_groups.new("Group", "ShaderNodeTree")
    for side in ("INPUT", "OUTPUT"):
        inside.interface.new_socket("C", in_out=side, socket_type="NodeSocketColor")
    entry, exit_ = (inside.nodes.new(f"NodeGroup{side}") for side in ("Input", "Output"))
    inside.links.new(entry.outputs[0], exit_.inputs[0])
    node = tree.nodes.new("ShaderNodeGroup")
    node.node_tree = inside
    node.inputs[0].default_value = (0.3, 0.2, 0.1, 1.0)
    tree.links.new(socket, node.inputs[0])
    return node.outputs[0]


def through_a_reroute(tree: Any, socket: Any) -> Any:
    reroute = tree.nodes.new("NodeReroute")
    tree.links.new(socket, reroute.inputs[0])
    return mixed(tree, reroute.outputs[0])


def loop(tree: Any) -> tuple[Any, Any]:
    """Return two Math nodes that feed each other."""
    made = Tree(tree, SIDE)
    a = made.node("Math", {"Value": 0.2, "Value_001": 0.1})
    b = made.node("Math", {"Value": 0.7, "Value_001": 0.05})
    tree.links.new(a.outputs[0], b.inputs[0])
    tree.links.new(b.outputs[0], a.inputs[0])
    return a, b


def to_itself(tree: Any) -> Any:
    node = Tree(tree, SIDE).node("Math", {"Value": 0.2, "Value_001": 0.1})
    tree.links.new(node.outputs[0], node.inputs[0])
    return node.outputs[0]


def muted_loop(tree: Any) -> Any:
    a, _ = loop(tree)
    tree.links[0].is_muted = True
    return a.outputs[0]


LOOPS = {
    "first": lambda tree: loop(tree)[0].outputs[0],
    "second": lambda tree: loop(tree)[1].outputs[0],
    "to itself": to_itself,
    "muted": muted_loop,
    "aside": lambda tree: (loop(tree), Tree(tree, SIDE).uv)[1],
}


@pytest.mark.skipif(INLINES, reason="does not apply: from 5.0 Cycles renders nothing of a loop")
@pytest.mark.parametrize("kind", LOOPS)
def test_of_a_loop_the_link_that_closes_it_is_left_out(parity, kind):
    parity(LOOPS[kind], SIDE).require(EXACT)


@pytest.mark.skipif(not INLINES, reason="does not apply: up to 4.5 Cycles leaves out a link")
@pytest.mark.parametrize("kind", LOOPS)
def test_a_loop_of_which_cycles_renders_nothing_is_told_wherever_it_is(parity, kind):
    held = parity(LOOPS[kind], SIDE, problems=("loop",))
    assert not held.cycles.any() and held.kiln.any()
    (problem,) = held.compiled.problems
    assert problem.origin.startswith("Math") and "renders nothing" in problem.message


@pytest.mark.skipif(not INLINES, reason="does not apply: up to 4.5 Cycles leaves out a link")
def test_a_loop_in_a_group_is_told_by_its_path():
    def build(tree):
        handed = through_a_group(tree, Tree(tree, SIDE).uv)
        handed.node.name = "Wood"
        loop(handed.node.node_tree)
        return handed

    material = new_material(build)
    ((code, origin, message),) = material_model(material).problems
    assert (code, origin.split("/")[0]) == ("loop", "Wood") and "into its group" in message


def test_nodes_that_feed_each_other_by_two_links_one_way_are_no_loop(parity):
    def build(tree):
        made = Tree(tree, SIDE)
        return made.math("ADD", *(2 * [made.math("SINE", made.column())]))

    parity(build, SIDE).require(EXACT)


def unused(tree: Any, which: str) -> Any:
    """Return an output; something is linked to or from a socket that its node does not use."""
    made = Tree(tree, SIDE)
    if which == "input":
        return made.out(made.node("TexNoise", {"W": made.column()}), "Color")
    if which == "vector":
        node = made.node("TexNoise", {"Vector": made.uv}, noise_dimensions="1D")
        return made.out(node, "Color")
    if which == "output":
        cells = made.node("TexVoronoi", feature="DISTANCE_TO_EDGE")
        return mixed(tree, made.out(cells, "Color"))
    mix = made.node("Mix", {"A_Color": made.uv, "Factor_Float": 0.5}, data_type="FLOAT")
    if which == "muted":
        mix.mute = True
        return mixed(tree, made.out(mix, "Result_Color"))
    if which == "reroute":
        return through_a_reroute(tree, made.out(mix, "Result_Color"))
    return made.out(mix, "Result_Float")


@pytest.mark.parametrize("which", ["input", "vector", "output", "mix", "muted", "reroute"])
def test_a_link_of_a_socket_that_the_mode_leaves_out_is_none(parity, which):
    parity(lambda tree: unused(tree, which), SIDE).require(EXACT)


@pytest.mark.parametrize("side", ["input", "output"])
def test_a_socket_that_is_hidden_is_one_all_the_same(parity, side):
    def build(tree):
        made = Tree(tree, SIDE)
        node = made.node("TexNoise", {"Vector": made.uv})
        socket = made.out(node, "Color")
        (socket if side == "output" else node.inputs["Vector"]).hide = True
        return socket

    parity(build, SIDE).require(EXACT)


@pytest.mark.parametrize("off", [False, True], ids=["on", "off"])
@pytest.mark.parametrize("kind", ["KilnTestNode", "KilnTestGroup"])
@pytest.mark.parametrize("into", [mixed, through_a_group, through_a_reroute])
def test_the_link_of_a_node_that_cycles_does_not_know_is_dropped(
    parity, registered, into, kind, off
):
    def build(tree):
        node = tree.nodes.new(kind)
        if kind == "KilnTestGroup":
            # A group is entered while the add-on is on.
            node.node_tree = through_a_group(tree, Tree(tree, SIDE).uv).node.node_tree
            node.inputs[0].default_value = (0.5, 0.25, 0.125, 1.0)
        socket = into(tree, node.outputs[0])
        if off:
            registered()
        return socket

    dropped = off or kind == "KilnTestNode"
    held = parity(build, SIDE, problems=("link-dropped",) if dropped else ())
    held.require(EXACT)
    if dropped:
        said = "add-on that is off (enable it)" if off else "add-on's (bake it"
        assert said in held.compiled.problems[0].message


def test_a_shader_of_an_add_on_leaves_the_surface_bare(registered, catalog):
    material = bpy.data.materials.new("Odd")
    if material.node_tree is None:
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output, odd = tree.nodes.new("ShaderNodeOutputMaterial"), tree.nodes.new("KilnTestNode")
    tree.links.new(odd.outputs["Shader"], output.inputs["Surface"])
    made = compile_material(material_model(material), ("base_color",), catalog, Extent(8, 8))
    assert [problem.code for problem in made.problems] == ["link-dropped", "no-surface"]


@pytest.mark.skipif(
    bpy.app.version < (5, 2, 0), reason="does not apply: materials have no Vector node before 5.2"
)
@pytest.mark.parametrize("dimensions", [2, 3, 4])
def test_a_vector_of_any_length_has_three_numbers(parity, dimensions):
    def build(tree):
        node = tree.nodes.new("FunctionNodeInputVector")
        node.vector_dimensions = dimensions
        node.vector = (0.25, 0.5, 0.75, 1.0)[:dimensions]
        if dimensions > 2:
            return node.outputs[0]
        # Of a third number Blender says nothing: it is what the memory held.
        parts = tree.nodes.new("ShaderNodeSeparateXYZ")
        tree.links.new(node.outputs[0], parts.inputs[0])
        return [parts.outputs[0], parts.outputs[1], 0.0]

    parity(build, SIDE).require(EXACT)


@pytest.mark.skipif(not INLINES, reason="does not apply: a vector has three numbers")
def test_a_groups_vector_of_two_numbers_has_a_third_of_0(parity):
    def build(tree):
        inside = bpy.data.node_groups.new("Group", "ShaderNodeTree")
        for side in ("INPUT", "OUTPUT"):
            socket = inside.interface.new_socket("V", in_out=side, socket_type="NodeSocketVector")
            socket.dimensions = 2
        entry, exit_ = (inside.nodes.new(f"NodeGroup{side}") for side in ("Input", "Output"))
        inside.links.new(entry.outputs[0], exit_.inputs[0])
        node = tree.nodes.new("ShaderNodeGroup")
        node.node_tree = inside
        node.inputs[0].default_value = (0.25, 0.5)
        return node.outputs[0]

    parity(build, SIDE).require(EXACT)
