"""Object, Particle, Curves, Point and Volume Info: what there is once per object or instance."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..convert import literal
from ..signal import Signal

NOT_BAKED = "it is 0 in a bake, in Kiln as in Cycles: no such thing is baked"
NO_PARTICLE = 0.86031276
"""Its random number: the hash of 0 and 0. Source: measured, 4.5 to 5.3."""


@rule(
    "ShaderNodeObjectInfo",
    limits={"needs-mesh": "the object is Blender's default plane: all but Material Index"},
)
def object_info(call: NodeCall) -> Outputs:
    """Material Index is the material's. The plane is at 0, white, and its index is 0."""
    info = call.domain.info
    asked = [s.name for s in call.node.outputs if call.wants(s.identifier)]
    told = [name for name in asked if name != "Material Index"]
    if told and not call.domain.is_mesh:
        call.warn("needs-mesh", f"{', '.join(told)}: of Blender's default plane, not of an object")
    return {
        "Location": Signal.vector(*(row[3] for row in info.to_world)),
        "Color": Signal.color(*info.color),
        "Alpha": Signal.number(info.alpha),
        "Object Index": Signal.number(info.index),
        "Material Index": Signal.number(call.material_index),
        "Random": Signal.number(info.random),
    }


@rule(
    "ShaderNodeHairInfo",
    "ShaderNodePointInfo",
    "ShaderNodeVolumeInfo",
    limits={"constant-in-a-bake": NOT_BAKED},
)
def nothing_of_it(call: NodeCall) -> Outputs:
    """All 0."""
    call.warn("constant-in-a-bake", NOT_BAKED, marks=False)
    return {socket.identifier: literal(socket.type, 0.0) for socket in call.node.outputs}


@rule("ShaderNodeParticleInfo", limits={"constant-in-a-bake": NOT_BAKED})
def particle_info(call: NodeCall) -> Outputs:
    """All 0 but Random, which is 0.860313."""
    return {**nothing_of_it(call), "Random": Signal.number(NO_PARTICLE)}
