"""Fresnel, Layer Weight, Light Path and Light Falloff: what a bake's one straight look decides."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal

ALONG_NORMAL = "a bake looks along the normal, in Kiln as in Cycles"
ONE_RAY = "a bake's rays come straight from a camera and are 1 long, in Kiln as in Cycles"


@rule("ShaderNodeFresnel", limits={"view-dependent": ALONG_NORMAL})
def fresnel(call: NodeCall) -> Outputs:
    """What is reflected along the surface's normal, of a normal that may be linked."""
    call.warn("view-dependent", ALONG_NORMAL, marks=False)
    inputs = {"ior": call.input("IOR"), "normal": _normal(call)}
    ops = call.emit("fresnel_factor", {**inputs, "incoming": call.coordinate("incoming")})
    return {"Fac": ops["result"]}


@rule("ShaderNodeLayerWeight", limits={"view-dependent": ALONG_NORMAL})
def layer_weight(call: NodeCall) -> Outputs:
    """Facing is 0 where no normal is linked, whatever Blend is."""
    call.warn("view-dependent", ALONG_NORMAL, marks=False)
    inputs = {"blend": call.input("Blend"), "normal": _normal(call)}
    ops = call.emit("layer_weight", {**inputs, "incoming": call.coordinate("incoming")})
    return {"Fresnel": ops["fresnel"], "Facing": ops["facing"]}


def _normal(call: NodeCall) -> Signal:
    return call.input("Normal") if call.linked("Normal") else call.coordinate("normal")


@rule("ShaderNodeLightPath", limits={"constant-in-a-bake": ONE_RAY})
def light_path(call: NodeCall) -> Outputs:
    """Is Camera Ray and Ray Length are 1, the rest is 0."""
    call.warn("constant-in-a-bake", ONE_RAY, marks=False)
    return {
        socket.identifier: Signal.number(
            float(socket.identifier in ("Is Camera Ray", "Ray Length"))
        )
        for socket in call.node.outputs
    }


@rule("ShaderNodeLightFalloff")
def light_falloff(call: NodeCall) -> Outputs:
    """Over a length of 1 every falloff is Strength, over 1 + Smooth."""
    inputs = {"strength": call.input("Strength"), "softness": call.input("Smooth")}
    result = call.emit("light_falloff", inputs)["result"]
    return {"Quadratic": result, "Linear": result, "Constant": result}
