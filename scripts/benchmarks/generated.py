"""Materials that nobody would make by hand: deep, and large."""

from __future__ import annotations

from itertools import cycle, islice

NOISES = 12
NODES = 300


def bump_chain():
    """Return a material of twelve noises of detail 15, each into a Bump upon the last one."""
    material, nodes, links, surface = _material("Bump chain")
    normal = None
    for n in range(NOISES):
        noise, bump = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeBump")
        noise.inputs["Detail"].default_value = 15.0
        noise.inputs["Scale"].default_value = 2.0 + n
        links.new(noise.outputs[0], bump.inputs["Height"])
        if normal is not None:
            links.new(normal, bump.inputs["Normal"])
        normal = bump.outputs[0]
    links.new(normal, surface.inputs["Normal"])
    return material


def large():
    """Return a material of 300 nodes: rows of textures, each bent by the row before, blended."""
    material, nodes, links, surface = _material("300 nodes")
    vector = nodes.new("ShaderNodeTexCoord").outputs["UV"]
    color = None
    kinds = cycle(("Noise", "Voronoi", "Wave", "Noise", "Magic"))
    made = cycle(("ShaderNodeMapping", "texture", "ShaderNodeValToRGB", "ShaderNodeMath", "mix"))
    texture = fac = None
    for kind in islice(made, NODES - len(nodes)):
        if kind == "texture":
            texture = nodes.new(f"ShaderNodeTex{next(kinds)}")
            links.new(vector, texture.inputs["Vector"])
        elif kind == "mix":
            node = nodes.new("ShaderNodeMix")
            node.data_type = "RGBA"
            links.new(fac, node.inputs[0])
            if color is not None:
                links.new(color, node.inputs[6])
            links.new(texture.outputs[0], node.inputs[7])
            color = node.outputs[2]
        else:
            node = nodes.new(kind)
            given = {
                "ShaderNodeMapping": vector,
                "ShaderNodeValToRGB": texture and texture.outputs[0],
            }
            links.new(given.get(kind, fac), node.inputs[0])
            if kind == "ShaderNodeMapping":
                node.inputs["Scale"].default_value = (1.1, 1.1, 1.1)
                vector = node.outputs[0]
            else:
                fac = node.outputs[0]
    links.new(color, surface.inputs["Base Color"])
    return material


def _material(name: str):
    """Return a new material, its tree's nodes and links, and its Principled BSDF."""
    import bpy

    material = bpy.data.materials.new(name)
    if material.node_tree is None:
        material.use_nodes = True
    tree = material.node_tree
    return material, tree.nodes, tree.links, tree.nodes["Principled BSDF"]
