"""Makes a material emit one map, by what its shaders are in Blender and without Kiln.

Every BSDF, inside groups too, is replaced by an Emission fed by that BSDF's own input, or by the
map's neutral where it has none. Mix Shader then mixes the channel as it mixes light. Where one side
of a Mix Shader has the channel and the other has not, it stands alone: but for base colour,
emission and alpha. For the first two it does where the other is a Transparent BSDF, which has no
surface.
"""

from __future__ import annotations

from typing import Any

SOCKETS = {
    "base_color": ("Base Color", "Color"),
    "metallic": ("Metallic",),
    "roughness": ("Roughness",),
    "ior": ("IOR",),
    "alpha": ("Alpha",),
    "normal": ("Normal",),
    "transmission": ("Transmission Weight",),
    "specular": ("Specular IOR Level",),
    "coat": ("Coat Weight",),
    "coat_roughness": ("Coat Roughness",),
    "sheen": ("Sheen Weight",),
    "subsurface": ("Subsurface Weight",),
    "anisotropic": ("Anisotropic",),
}
"""Identifiers to look for, first found first used."""
NEUTRAL = {"roughness": 0.5, "ior": 1.5, "alpha": 1.0}
"""Of maps that are not 0 where a shader has no such input."""
SHARED = ("base_color", "emission", "alpha")
"""Maps to which a shader that says nothing of them adds the neutral."""
NATURE = ("metallic", "transmission", "subsurface")
"""What every BSDF is or is not by its nature, with an input for it or without."""
BSDFS = ("ShaderNodeBsdf", "ShaderNodeSubsurface")
COMBINERS = ("ShaderNodeMixShader", "ShaderNodeAddShader")


def isolate(tree: Any, name: str) -> None:
    """Change a material's own tree, whose groups are nobody else's, to emit one map."""
    if name == "height":
        _displaced(tree)
        output = tree.get_output_node("CYCLES")
        links = output.inputs["Displacement"].links
        emission = tree.nodes.new("ShaderNodeEmission")
        emission.inputs["Color"].default_value = (0.0, 0.0, 0.0, 1.0)
        if links:
            tree.links.new(links[0].from_socket, emission.inputs["Color"])
            tree.links.remove(output.inputs["Displacement"].links[0])
        tree.links.new(emission.outputs[0], output.inputs["Surface"])
        return
    _replaced(tree, name)
    displacement = tree.get_output_node("CYCLES").inputs["Displacement"]
    for link in list(displacement.links):
        tree.links.remove(link)


def _replaced(tree: Any, name: str) -> None:
    mixes = [node for node in tree.nodes if node.bl_idname == "ShaderNodeMixShader"]
    alone = [(mix, _stands_alone(mix, name)) for mix in mixes if not mix.mute]
    for mix, stands in alone:
        for link in list(mix.outputs[0].links) if stands is not None else ():
            tree.links.new(mix.inputs[stands].links[0].from_socket, link.to_socket)
    for node in list(tree.nodes):
        if getattr(node, "node_tree", None) is not None:
            _replaced(node.node_tree, name)
        elif node.bl_idname in COMBINERS or node.mute:
            continue
        elif node.outputs and node.outputs[0].type == "SHADER":
            emission = _emission(tree, node, name)
            for link in list(node.outputs[0].links):
                tree.links.new(emission.outputs[0], link.to_socket)


def _stands_alone(mix: Any, name: str) -> int | None:
    """Return the input of a Mix Shader that one map is read from, None where both count."""
    fac = mix.inputs[0]
    if not fac.links and not 0.0 < fac.default_value < 1.0:
        return None
    for side, other in ((1, 2), (2, 1)):
        if not mix.inputs[other].links:
            continue
        links = mix.inputs[side].links
        clear = bool(links) and links[0].from_node.bl_idname == "ShaderNodeBsdfTransparent"
        if name in SHARED:
            if clear and name != "alpha":
                return other
        elif not _has(mix.inputs[side], name) and _has(mix.inputs[other], name):
            return other
    return None


def _has(socket: Any, name: str) -> bool:
    """Return whether any shader that reaches an input has something to say of a map."""
    if not socket.links:
        return False
    node = socket.links[0].from_node
    if getattr(node, "node_tree", None) is not None:
        output = next(n for n in node.node_tree.nodes if n.bl_idname == "NodeGroupOutput")
        return _has(output.inputs[socket.links[0].from_socket.identifier], name)
    if node.bl_idname in (*COMBINERS, "NodeReroute"):
        return any(_has(entry, name) for entry in node.inputs)
    kind = node.bl_idname
    if kind in ("ShaderNodeEmission", "ShaderNodeBsdfTransparent") or not kind.startswith(BSDFS):
        return False
    return name in NATURE or any(_socket(node, i) is not None for i in SOCKETS.get(name, ()))


def _emission(tree: Any, node: Any, name: str) -> Any:
    emission = tree.nodes.new("ShaderNodeEmission")
    color = emission.inputs["Color"]
    kind = node.bl_idname
    if name == "emission":
        sources = {
            "ShaderNodeEmission": ("Color", "Strength"),
            "ShaderNodeBsdfPrincipled": ("Emission Color", "Emission Strength"),
        }.get(kind)
        if sources is None:
            color.default_value = (0.0, 0.0, 0.0, 1.0)
        else:
            for identifier, to in zip(sources, emission.inputs, strict=False):
                _same(tree, _socket(node, identifier), to)
        return emission
    if kind == "ShaderNodeBsdfTransparent" and name == "alpha":
        color.default_value = (0.0, 0.0, 0.0, 1.0)
        return emission
    shaders = ("ShaderNodeEmission", "ShaderNodeBsdfTransparent")
    found = next((s for i in SOCKETS[name] if (s := _socket(node, i)) is not None), None)
    if found is None or kind in shaders:
        _neutral(color, name)
    elif name == "normal":
        if found.links:
            half = tree.nodes.new("ShaderNodeVectorMath")
            half.operation = "MULTIPLY_ADD"
            half.inputs[1].default_value = half.inputs[2].default_value = (0.5, 0.5, 0.5)
            tree.links.new(found.links[0].from_socket, half.inputs[0])
            tree.links.new(half.outputs[0], color)
        else:
            _neutral(color, name)
    elif found.type == "VALUE":
        number = tree.nodes.new("ShaderNodeMath")
        number.operation = "ADD"
        number.inputs[1].default_value = 0.0
        _same(tree, found, number.inputs[0])
        tree.links.new(number.outputs[0], color)
    else:
        _same(tree, found, color)
    return emission


def _neutral(color: Any, name: str) -> None:
    number = NEUTRAL.get(name, 0.0)
    flat = (0.5, 0.5, 1.0) if name == "normal" else (number, number, number)
    color.default_value = (*flat, 1.0)


def _displaced(tree: Any) -> None:
    """Replace each Displacement node by (Height - Midlevel) * Scale, as a number."""
    for node in list(tree.nodes):
        if getattr(node, "node_tree", None) is not None:
            _displaced(node.node_tree)
        elif node.bl_idname == "ShaderNodeDisplacement":
            above, scaled = (tree.nodes.new("ShaderNodeMath") for _ in range(2))
            above.operation, scaled.operation = "SUBTRACT", "MULTIPLY"
            _same(tree, _socket(node, "Height"), above.inputs[0])
            _same(tree, _socket(node, "Midlevel"), above.inputs[1])
            tree.links.new(above.outputs[0], scaled.inputs[0])
            _same(tree, _socket(node, "Scale"), scaled.inputs[1])
            for link in list(node.outputs[0].links):
                tree.links.new(scaled.outputs[0], link.to_socket)


def _socket(node: Any, identifier: str) -> Any:
    return next((s for s in node.inputs if s.identifier == identifier), None)


def _same(tree: Any, source: Any, to: Any) -> None:
    """Feed an input as another one is fed."""
    if source.links:
        tree.links.new(source.links[0].from_socket, to)
    else:
        to.default_value = source.default_value
