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
    "anisotropic": ("Anisotropic", "Anisotropy"),
    "diffuse_roughness": ("Diffuse Roughness",),
    "specular_tint": ("Specular Tint", "Edge Tint"),
    "anisotropic_rotation": ("Anisotropic Rotation", "Rotation"),
    "tangent": ("Tangent",),
    "subsurface_scale": ("Subsurface Scale",),
    "subsurface_radius": ("Subsurface Radius",),
    "subsurface_ior": ("Subsurface IOR",),
    "subsurface_anisotropy": ("Subsurface Anisotropy",),
    "dispersion": ("Transmission Dispersion Scale",),
    "dispersion_abbe_number": ("Transmission Dispersion Abbe Number",),
    "coat_ior": ("Coat IOR",),
    "coat_tint": ("Coat Tint",),
    "coat_normal": ("Coat Normal",),
    "sheen_roughness": ("Sheen Roughness",),
    "sheen_tint": ("Sheen Tint",),
    "thin_film_thickness": ("Thin Film Thickness",),
    "thin_film_ior": ("Thin Film IOR",),
    "thin_wall": ("Thin Wall",),
    "emission_color": ("Emission Color",),
    "emission_strength": ("Emission Strength",),
}
"""Identifiers to look for, first found first used."""
OWN = {
    "ShaderNodeBsdfDiffuse": {"roughness": None, "diffuse_roughness": "Roughness"},
    "ShaderNodeSubsurfaceScattering": {
        "subsurface_scale": "Scale",
        "subsurface_radius": "Radius",
        "subsurface_ior": "IOR",
        "subsurface_anisotropy": "Anisotropy",
        "anisotropic": None,
    },
    "ShaderNodeBsdfSheen": {
        "base_color": None,
        "roughness": None,
        "sheen_roughness": "Roughness",
        "sheen_tint": "Color",
    },
    "ShaderNodeEmission": {"emission_color": "Color", "emission_strength": "Strength"},
}
"""What an input is of one shader alone, by map; None where it has none in spite of its name."""
NEUTRAL = {
    "roughness": 0.5,
    "ior": 1.5,
    "alpha": 1.0,
    "specular_tint": 1.0,
    "subsurface_ior": 1.4,
    "dispersion_abbe_number": 20.0,
    "coat_ior": 1.5,
    "coat_tint": 1.0,
    "sheen_roughness": 0.5,
    "sheen_tint": 1.0,
    "thin_film_ior": 1.33,
    "emission_color": 1.0,
}
"""Of maps that are not 0 where a shader has no such input."""
FLAT = {"normal": (0.5, 0.5, 1.0), "coat_normal": (0.5, 0.5, 1.0), "tangent": (1.0, 0.5, 0.5)}
"""Of directions, as a picture has them, where nothing is linked."""
WEIGHTS = {
    "coat_roughness": "Coat Weight",
    "coat_ior": "Coat Weight",
    "coat_tint": "Coat Weight",
    "coat_normal": "Coat Weight",
    "sheen_roughness": "Sheen Weight",
    "sheen_tint": "Sheen Weight",
    "subsurface_scale": "Subsurface Weight",
    "subsurface_radius": "Subsurface Weight",
    "subsurface_ior": "Subsurface Weight",
    "subsurface_anisotropy": "Subsurface Weight",
    "anisotropic_rotation": "Anisotropic",
    "tangent": "Anisotropic",
    "dispersion_abbe_number": "Transmission Dispersion Scale",
    "thin_film_ior": "Thin Film Thickness",
    "emission_color": "Emission Strength",
}
"""The input of a Principled BSDF that says whether what the map is about is there at all."""
SHARED = ("base_color", "emission", "alpha", "emission_strength")
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
    if kind != "ShaderNodeEmission" and not kind.startswith(BSDFS):
        return False
    if kind in ("ShaderNodeEmission", "ShaderNodeBsdfTransparent") and name in NATURE:
        return False
    weight = _socket(node, WEIGHTS.get(name, ""))
    if weight is not None and not weight.links and weight.default_value == 0.0:
        return False
    return name in NATURE or _own(node, name) is not None


def _own(node: Any, name: str) -> Any:
    """Return the input of a shader that a map is read from, None where it has none."""
    if node.bl_idname == "ShaderNodeBsdfTransparent":
        return None
    if name in OWN.get(node.bl_idname, {}):
        return _socket(node, OWN[node.bl_idname][name])
    if node.bl_idname == "ShaderNodeEmission":
        return None
    return next((s for i in SOCKETS[name] if (s := _socket(node, i)) is not None), None)


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
    found = _own(node, name)
    if name == "roughness" and kind == "ShaderNodeBsdfDiffuse":
        color.default_value = (1.0, 1.0, 1.0, 1.0)
    elif found is None:
        _neutral(color, name)
    elif name in FLAT:
        if found.links:
            half = tree.nodes.new("ShaderNodeVectorMath")
            half.operation = "MULTIPLY_ADD"
            half.inputs[1].default_value = half.inputs[2].default_value = (0.5, 0.5, 0.5)
            tree.links.new(found.links[0].from_socket, half.inputs[0])
            tree.links.new(half.outputs[0], color)
        else:
            _neutral(color, name)
    elif found.type == "BOOLEAN" and not found.links:
        color.default_value = (*(float(found.default_value),) * 3, 1.0)
    elif found.type in ("VALUE", "BOOLEAN"):
        number = tree.nodes.new("ShaderNodeMath")
        number.operation = "GREATER_THAN" if found.type == "BOOLEAN" else "ADD"
        number.inputs[1].default_value = 0.0
        _same(tree, found, number.inputs[0])
        tree.links.new(number.outputs[0], color)
    else:
        _same(tree, found, color)
    return emission


def _neutral(color: Any, name: str) -> None:
    number = NEUTRAL.get(name, 0.0)
    color.default_value = (*FLAT.get(name, (number, number, number)), 1.0)


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
    elif len(numbers := _numbers(source)) == len(_numbers(to)):
        to.default_value = source.default_value
    else:
        to.default_value = (*numbers[:3], 1.0)


def _numbers(socket: Any) -> tuple[float, ...]:
    value = socket.default_value
    return (value,) if isinstance(value, (bool, int, float)) else tuple(value)
