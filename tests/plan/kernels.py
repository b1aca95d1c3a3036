"""A small catalog written by hand: one kernel of every kind, as the passes see them."""

from __future__ import annotations

from addon.plan.spec import (
    WRAPS,
    Access,
    InputSpec,
    KernelSpec,
    Kind,
    OutputSpec,
    ParamSpec,
    Unit,
    VariantSpec,
)
from addon.plan.types import Value


def value(name: str, type: str, default: Value | None = None) -> InputSpec:
    """Return an input taken at the same texel."""
    return InputSpec(name, type, Access.VALUE, default)


def texels(name: str, type: str = "vec4") -> InputSpec:
    """Return an input read at computed places."""
    return InputSpec(name, type, Access.TEXELS)


def spec(
    name: str,
    kind: Kind,
    inputs: tuple[InputSpec, ...] = (),
    params: tuple[ParamSpec, ...] = (),
    outputs: tuple[tuple[str, str], ...] = (("result", "vec4"),),
    variants: tuple[VariantSpec, ...] = (),
    cost: float = 1.0,
    chain: bool = False,
) -> KernelSpec:
    """Return a header with the wraps that every input read as texels has."""
    wraps = tuple(
        VariantSpec(f"{given.name}_wrap_{axis}", WRAPS, "repeat")
        for given in inputs
        if given.access is Access.TEXELS and kind is not Kind.CPU
        for axis in "xy"
    )
    return KernelSpec(
        name,
        kind,
        f"The {name} of the tests.",
        inputs={given.name: given for given in inputs},
        params={param.name: param for param in params},
        variants={variant.name: variant for variant in variants + wraps},
        outputs={out: OutputSpec(out, type) for out, type in outputs},
        cost=cost,
        chain=chain,
    )


TEXELS = Unit.TEXELS_AT_BASE
SEED = ParamSpec("seed", "int", 0, Unit.SEED)
ROWS = tuple(ParamSpec(f"row_{c}", "vec3", (0.0, 0.0, 0.0)) for c in "rgb")

SPECS = (
    spec("ramp", Kind.SOURCE, params=(ParamSpec("slope", "float", 1.0),), cost=0.5),
    spec(
        "noise",
        Kind.SOURCE,
        params=(
            ParamSpec("scale", "float", 5.0),
            ParamSpec("offset", "vec3", (0.0, 0.5, 1.0)),
            SEED,
        ),
        outputs=(("fac", "float"), ("color", "vec3")),
        variants=(VariantSpec("octaves", ("one", "many"), "one"),),
        cost=40.0,
    ),
    spec("invert", Kind.POINT, (value("color", "vec4"),)),
    spec("grain", Kind.POINT, (value("color", "vec4"),), (SEED,)),
    spec(
        "blend",
        Kind.POINT,
        (
            value("a", "vec4"),
            value("b", "vec4", (1.0, 1.0, 1.0, 1.0)),
            value("factor", "float", 0.5),
        ),
        variants=(VariantSpec("mode", ("mix", "multiply", "add"), "mix"),),
    ),
    spec("lookup", Kind.GATHER, (texels("table"), value("factor", "float", 0.5)), cost=2.0),
    spec(
        "blur",
        Kind.AREA,
        (texels("color"),),
        (ParamSpec("radius", "float", 1.0, TEXELS, 0.0, 64.0, reach=True),),
        cost=8.0,
    ),
    spec(
        "grow",
        Kind.AREA,
        (texels("color"),),
        (ParamSpec("radius", "int", 4, TEXELS, 0.0, 64.0, reach=True),),
    ),
    spec("warp", Kind.SAMPLE, (texels("color"), value("amount", "float", 0.0))),
    spec("resize", Kind.SAMPLE, (texels("color"),)),
    spec(
        "flood",
        Kind.GLOBAL,
        (texels("position"),),
        (ParamSpec("stride", "int", 1, min=1.0),),
        chain=True,
    ),
    spec("shrink", Kind.REDUCE, (texels("color"),), chain=True),
    spec(
        "encode",
        Kind.POINT,
        (value("color", "vec4"),),
        (
            *ROWS,
            ParamSpec("steps", "float", 255.0, min=0.0, max=65535.0),
            ParamSpec("mark", "float", 0.0, min=0.0, max=1.0),
            SEED,
        ),
        variants=(
            VariantSpec("transfer", ("linear", "srgb"), "linear"),
            VariantSpec("dither", ("off", "on"), "off"),
        ),
    ),
    spec("cpu/solve", Kind.CPU, (texels("normal"),), outputs=(("height", "float"),)),
)

CATALOG = {entry.name: entry for entry in SPECS}
