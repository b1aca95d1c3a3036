"""Mix and the older Mix RGB."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType
from ..versions import choice


@rule(
    "ShaderNodeMix",
    modes=("data_type", "factor_mode", "blend_type"),
    limits={"mix-rotation": "Rotation, which no menu of a material offers, gives no rotation"},
    switches=("mix_color_form",),
)
def mix(call: NodeCall) -> Outputs:
    """One node for numbers, vectors and colours; only the sockets of its data type are read."""
    kind = call.prop("data_type")
    clamped = call.flag("clamp_factor")
    if kind == "FLOAT":
        ops = call.emit(
            "mix_float",
            {
                "factor": call.input("Factor_Float"),
                "a": call.input("A_Float"),
                "b": call.input("B_Float"),
            },
            variants={"clamp_factor": _yes(clamped)},
        )
        return {"Result_Float": ops["result"]}
    if kind == "VECTOR":
        return {"Result_Vector": _mix_vector(call, clamped)}
    if kind == "RGBA":
        color = _mix_color(
            call,
            factor=call.input("Factor_Float"),
            a=call.input("A_Color"),
            b=call.input("B_Color"),
            clamp_factor=clamped,
            clamp_result=call.flag("clamp_result"),
        )
        return {"Result_Color": color}
    call.warn("mix-rotation", "a mix of rotations is not evaluated; no rotation is used instead")
    return {"Result_Rotation": Signal.vector(0.0, 0.0, 0.0)}


@rule("ShaderNodeMixRGB", modes=("blend_type",), switches=("mix_color_form",))
def mix_rgb(call: NodeCall) -> Outputs:
    """Its factor is always clamped; Use Alpha is of no consequence to Cycles."""
    color = _mix_color(
        call,
        factor=call.input("Fac"),
        a=call.input("Color1"),
        b=call.input("Color2"),
        clamp_factor=True,
        clamp_result=call.flag("use_clamp"),
    )
    return {"Color": color}


def _mix_vector(call: NodeCall, clamped: bool) -> Signal:
    if call.prop("factor_mode") == "NON_UNIFORM":
        factor = call.input("Factor_Vector")
    else:
        factor = call.convert(call.input("Factor_Float"), SignalType.VECTOR)
    ops = call.emit(
        "mix_vector",
        {"factor": factor, "a": call.input("A_Vector"), "b": call.input("B_Vector")},
        variants={"clamp_factor": _yes(clamped)},
        types={"result": SignalType.VECTOR},
    )
    return ops["result"]


def _mix_color(
    call: NodeCall, factor: Signal, a: Signal, b: Signal, *, clamp_factor: bool, clamp_result: bool
) -> Signal:
    mode = call.prop("blend_type").lower()
    variants = {
        "mode": mode,
        "clamp_factor": _yes(clamp_factor),
        "clamp_result": _yes(clamp_result),
    }
    if mode in ("mix", "add", "subtract", "multiply"):
        variants["form"] = choice("mix_color_form", call.version)
    return call.emit("mix_color", {"factor": factor, "a": a, "b": b}, variants=variants)["result"]


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"
