"""Groups, mutes, reroutes and conversions on links, against Cycles."""

from __future__ import annotations

import bpy
import pytest

SIDE = 64
EXACT = 2e-6


def by_identifier(sockets, identifier):
    return next(socket for socket in sockets if socket.identifier == identifier)


def uv(tree):
    return by_identifier(tree.nodes.new("ShaderNodeTexCoord").outputs, "UV")


def noise(tree, vector=None, output="Color"):
    node = tree.nodes.new("ShaderNodeTexNoise")
    if vector is not None:
        tree.links.new(vector, node.inputs["Vector"])
    return by_identifier(node.outputs, output)


def group(inputs, outputs, fill):
    """Return a node group with sockets by name and type, and what ``fill`` puts in it."""
    tree = bpy.data.node_groups.new("Group", "ShaderNodeTree")
    for name, type in inputs.items():
        tree.interface.new_socket(name, in_out="INPUT", socket_type=f"NodeSocket{type}")
    for name, type in outputs.items():
        tree.interface.new_socket(name, in_out="OUTPUT", socket_type=f"NodeSocket{type}")
    entry, exit_ = tree.nodes.new("NodeGroupInput"), tree.nodes.new("NodeGroupOutput")
    fill(tree, entry, exit_)
    return tree


def instance(tree, inside, name=""):
    node = tree.nodes.new("ShaderNodeGroup")
    node.node_tree = inside
    if name:
        node.name = name
    return node


def link(tree, source, to):
    tree.links.new(source, to)


def through(kind):
    """A group that hands its one input, of a type, to its output."""

    def fill(tree, entry, exit_):
        link(tree, entry.outputs[0], exit_.inputs[0])

    return group({"In": kind}, {"Out": kind}, fill)


@pytest.mark.parametrize("kind", ["Float", "Vector", "Color"])
@pytest.mark.parametrize("output", ["Fac", "Color"])
def test_a_group_socket_converts_what_passes_through_it(parity, kind, output):
    def build(tree):
        node = instance(tree, through(kind))
        link(tree, noise(tree, uv(tree), output), node.inputs[0])
        return node.outputs[0]

    parity(build).require(EXACT)


@pytest.mark.parametrize("first", ["Float", "Vector", "Color"])
@pytest.mark.parametrize("second", ["Float", "Vector", "Color"])
def test_each_wall_of_nested_groups_converts_in_turn(parity, first, second):
    def fill(tree, entry, exit_):
        node = instance(tree, through(second))
        link(tree, entry.outputs[0], node.inputs[0])
        link(tree, node.outputs[0], exit_.inputs[0])

    def build(tree):
        node = instance(tree, group({"In": first}, {"Out": "Color"}, fill))
        link(tree, noise(tree, uv(tree)), node.inputs[0])
        return node.outputs[0]

    parity(build).require(EXACT)


def test_two_instances_of_a_group_keep_their_own_numbers(parity):
    def fill(tree, entry, exit_):
        node = tree.nodes.new("ShaderNodeMath")
        node.operation = "MULTIPLY"
        link(tree, entry.outputs[0], node.inputs[0])
        link(tree, noise(tree, uv(tree), "Fac"), node.inputs[1])
        link(tree, node.outputs[0], exit_.inputs[0])

    def build(tree):
        inside = group({"Gain": "Float"}, {"Out": "Float"}, fill)
        nodes = instance(tree, inside), instance(tree, inside)
        for node, gain in zip(nodes, (0.25, 3.0), strict=True):
            node.inputs[0].default_value = gain
        return [nodes[0].outputs[0], nodes[1].outputs[0]]

    parity(build).require(EXACT)


READERS = {
    "TexNoise": "Vector",
    "TexGradient": "Vector",
    "TexChecker": "Vector",
    "TexWhiteNoise": "Vector",
    "TexImage": "Vector",
    "Mapping": "Vector",
    "Bump": "Normal",
}
"""Nodes whose unlinked input is something else than its number, or might be."""


@pytest.mark.parametrize("shown", [True, False], ids=["shown", "hidden"])
@pytest.mark.parametrize("kind", READERS)
def test_an_unlinked_group_input_agrees_whatever_reads_it(parity, kind, shown):
    def fill(tree, entry, exit_):
        tree.interface.items_tree["Vector"].hide_value = not shown
        node = tree.nodes.new(f"ShaderNode{kind}")
        link(tree, entry.outputs[0], by_identifier(node.inputs, READERS[kind]))
        if kind == "Bump":
            link(tree, noise(tree, uv(tree), "Fac"), by_identifier(node.inputs, "Height"))
            by_identifier(node.inputs, "Distance").default_value = 0.1
            by_identifier(node.inputs, "Filter Width").default_value = 1.0
        if kind == "TexImage":
            node.image = bpy.data.images.new("Grid", 32, 32)
            node.image.generated_type = "COLOR_GRID"
        link(tree, node.outputs[0], exit_.inputs[0])

    def build(tree):
        node = instance(tree, group({"Vector": "Vector"}, {"Out": "Color"}, fill))
        node.inputs[0].default_value = (0.3, 0.7, 0.2)
        return node.outputs[0]

    parity(build).require(2e-5 if kind == "Bump" else EXACT)


@pytest.mark.parametrize("kind", ["Int", "Bool"])
def test_a_whole_number_socket_agrees(parity, kind):
    def build(tree):
        scaled = tree.nodes.new("ShaderNodeMath")
        scaled.operation = "MULTIPLY"
        scaled.inputs[1].default_value = 10.0
        link(tree, noise(tree, uv(tree), "Fac"), scaled.inputs[0])
        varying, constant = instance(tree, through(kind)), instance(tree, through(kind))
        link(tree, scaled.outputs[0], varying.inputs[0])
        value = tree.nodes.new("ShaderNodeValue")
        value.outputs[0].default_value = 2.75
        link(tree, value.outputs[0], constant.inputs[0])
        return [varying.outputs[0], constant.outputs[0]]

    parity(build).require(2e-5)


@pytest.mark.parametrize("dead_end", ["reroute", "muted math", "muted value", "empty group"])
@pytest.mark.parametrize("where", ["node", "group output", "group input"])
def test_what_leads_nowhere_agrees(parity, dead_end, where):
    def nowhere(tree):
        if dead_end == "reroute":
            return tree.nodes.new("NodeReroute").outputs[0]
        if dead_end == "empty group":
            return instance(tree, group({}, {"Out": "Float"}, lambda *_: None)).outputs[0]
        node = tree.nodes.new("ShaderNodeMath" if dead_end == "muted math" else "ShaderNodeValue")
        node.mute = True
        return node.outputs[0]

    def read(tree, source):
        node = tree.nodes.new("ShaderNodeMath")
        node.inputs[0].default_value, node.inputs[1].default_value = 0.25, 0.125
        link(tree, source, node.inputs[0])
        return node.outputs[0]

    def fill(tree, entry, exit_):
        if where == "group output":
            link(tree, nowhere(tree), exit_.inputs[0])
            exit_.inputs[0].default_value = 0.5
        else:
            link(tree, read(tree, entry.outputs[0]), exit_.inputs[0])

    def build(tree):
        if where == "node":
            return read(tree, nowhere(tree))
        node = instance(tree, group({"In": "Float"}, {"Out": "Float"}, fill))
        node.inputs[0].default_value = 0.75
        if where == "group output":
            return read(tree, node.outputs[0])
        link(tree, nowhere(tree), node.inputs[0])
        return node.outputs[0]

    parity(build).require(EXACT)


def test_an_unlinked_reroute_in_front_of_a_texture(parity):
    def build(tree):
        return noise(tree, tree.nodes.new("NodeReroute").outputs[0])

    parity(build).require(EXACT)


def test_an_unlinked_muted_node_in_front_of_a_texture(parity):
    def build(tree):
        node = tree.nodes.new("ShaderNodeMapping")
        node.mute = True
        return noise(tree, node.outputs[0])

    parity(build).require(EXACT)


def test_a_muted_node_hands_on_what_it_is_given(parity):
    def build(tree):
        node = tree.nodes.new("ShaderNodeMapping")
        node.inputs["Scale"].default_value = (3.0, 3.0, 3.0)
        link(tree, uv(tree), node.inputs["Vector"])
        node.mute = True
        return noise(tree, node.outputs[0])

    parity(build).require(EXACT)


@pytest.mark.parametrize(
    "kind", ["TexNoise", "TexVoronoi", "Value", "RGB", "TexCoord", "ValToRGB", "RGBToBW", "Mix"]
)
def test_a_muted_node_agrees(parity, kind):
    def build(tree):
        node = tree.nodes.new(f"ShaderNode{kind}")
        source = noise(tree, uv(tree))
        for socket in node.inputs:
            if socket.enabled:
                link(tree, source, socket)
        node.mute = True
        outputs = [socket for socket in node.outputs if socket.enabled]
        return outputs[0]

    parity(build).require(EXACT)


@pytest.mark.parametrize("kind", ["Math", "VectorMath", "Mix", "ValToRGB", "HueSaturation"])
def test_an_unlinked_muted_node_gives_its_own_input(parity, kind):
    def build(tree):
        node = tree.nodes.new(f"ShaderNode{kind}")
        node.mute = True
        outputs = [socket for socket in node.outputs if socket.enabled]
        return outputs[0]

    parity(build).require(EXACT)


def test_a_muted_group_hands_on_what_it_is_given(parity):
    def fill(tree, entry, exit_):
        link(tree, noise(tree, uv(tree)), exit_.inputs[0])

    def build(tree):
        node = instance(tree, group({"In": "Color"}, {"Out": "Color"}, fill))
        link(tree, uv(tree), node.inputs[0])
        node.mute = True
        return node.outputs[0]

    parity(build).require(EXACT)


def test_a_muted_link_is_no_link(parity):
    def build(tree):
        node = tree.nodes.new("ShaderNodeMath")
        node.inputs[0].default_value = 0.75
        tree.links.new(noise(tree, uv(tree)), node.inputs[0]).is_muted = True
        return node.outputs[0]

    parity(build).require(EXACT)


def test_a_group_output_that_is_unlinked_inside_is_its_number(parity):
    def fill(tree, entry, exit_):
        exit_.inputs[0].default_value = 0.375

    def build(tree):
        return instance(tree, group({}, {"Out": "Float"}, fill)).outputs[0]

    parity(build).require(EXACT)


def test_only_the_active_group_output_counts(parity):
    def fill(tree, entry, exit_):
        other = tree.nodes.new("NodeGroupOutput")
        link(tree, uv(tree), exit_.inputs[0])
        link(tree, noise(tree, uv(tree)), other.inputs[0])
        other.is_active_output = True

    def build(tree):
        return instance(tree, group({}, {"Out": "Color"}, fill)).outputs[0]

    parity(build).require(EXACT)


def test_a_chain_of_reroutes_changes_nothing(parity):
    def build(tree):
        source = noise(tree, uv(tree))
        for _ in range(4):
            reroute = tree.nodes.new("NodeReroute")
            link(tree, source, reroute.inputs[0])
            source = reroute.outputs[0]
        return source

    parity(build).require(EXACT)


def test_the_hidden_texture_mapping_moves_a_texture(parity):
    def build(tree):
        node = tree.nodes.new("ShaderNodeTexNoise")
        node.texture_mapping.translation = (0.25, -0.5, 1.0)
        node.texture_mapping.rotation = (0.1, 0.2, 0.7)
        node.texture_mapping.scale = (2.0, 0.5, 1.5)
        link(tree, uv(tree), node.inputs["Vector"])
        return by_identifier(node.outputs, "Fac")

    parity(build).require(1e-5)


@pytest.mark.parametrize("type", ["POINT", "TEXTURE", "VECTOR", "NORMAL"])
def test_each_type_of_hidden_texture_mapping_agrees(parity, type):
    def build(tree):
        node = tree.nodes.new("ShaderNodeTexGradient")
        node.texture_mapping.vector_type = type
        node.texture_mapping.translation = (0.25, -0.5, 0.5)
        node.texture_mapping.rotation = (0.1, 0.2, 0.7)
        node.texture_mapping.scale = (0.75, 0.5, 1.5)
        link(tree, uv(tree), node.inputs["Vector"])
        return by_identifier(node.outputs, "Fac")

    parity(build).require(1e-5)
