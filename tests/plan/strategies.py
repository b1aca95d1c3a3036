"""Random plans: sound ones over the catalog of the tests, and arbitrary ones for the text form."""

from __future__ import annotations

from hypothesis import strategies as st

from addon.plan.build import PlanBuilder
from addon.plan.spec import CHANNELS, Access, KernelSpec, Kind, Unit
from addon.plan.types import (
    Encoding,
    Extent,
    External,
    Format,
    ImageId,
    PlanImage,
    PlanOutput,
    Role,
    TextureOp,
    TexturePlan,
    Transfer,
    Value,
)

from .kernels import CATALOG

PLAIN_OPS = [name for name, s in CATALOG.items() if not s.chain and name != "encode"]
SIZES = st.sampled_from([1, 2, 3, 16, 48, 64])
HUNDREDTHS = st.integers(0, 100).map(lambda n: n / 100)


@st.composite
def plans(draw: st.DrawFn, max_ops: int = 14) -> TexturePlan:
    """Return a plan that check() accepts: any kernel, images of three levels, some outputs."""
    base = Extent(draw(SIZES), draw(SIZES))
    level = draw(st.integers(-2, 2))
    builder = PlanBuilder(CATALOG, base, seed=draw(st.integers(-5, 5)), level=level)
    images = {
        builder.external("mask", base.at_level(level), Format.R8): 0,
        builder.external("photo", base.at_level(level + 1), Format.RGBA8): 1,
    }
    builder.external("table", Extent(257, 4), Format.RGBA32F, Role.TABLE)
    written: list[ImageId] = []
    for n in range(draw(st.integers(1, max_ops))):
        spec = CATALOG[draw(st.sampled_from(PLAIN_OPS))]
        offset = draw(st.sampled_from([0, 0, 0, 1, -1]))
        same = [image for image, at in images.items() if at == offset]
        values = [given for given in spec.inputs.values() if given.access is Access.VALUE]
        around = spec.kind in (Kind.AREA, Kind.GLOBAL)
        if (around or any(given.default is None for given in values)) and not same:
            continue
        inputs: dict[str, ImageId] = {}
        params: dict[str, Value] = {}
        for given in spec.inputs.values():
            if given.access is Access.TEXELS:
                choices = same if around else list(images)
                if spec.kind is Kind.GATHER:
                    choices = [ImageId("table"), *images]
                inputs[given.name] = draw(st.sampled_from(choices))
            elif same and (given.default is None or draw(st.booleans())):
                inputs[given.name] = draw(st.sampled_from(same))
            elif draw(st.booleans()):
                params[given.name] = _number(draw, given.type)
        for name, param in spec.params.items():
            if param.unit is Unit.NONE and draw(st.booleans()):
                params[name] = _number(draw, param.type)
        role = draw(st.sampled_from([Role.PLAIN, Role.PLAIN, Role.HEIGHT]))
        made = builder.op(spec.name, inputs, params, key=f"n{n}", role=role, level_offset=offset)
        images |= dict.fromkeys(made.values(), offset)
        written += made.values()
    promised = draw(st.lists(st.sampled_from([*images]), min_size=1, max_size=4, unique=True))
    for image in promised if written else list(images):
        builder.output(f"out {image}", image, draw(encodings()), "the output")
    return builder.finish()


def _number(draw: st.DrawFn, type: str) -> Value:
    if CHANNELS[type] == 1:
        return draw(HUNDREDTHS)
    return tuple(draw(HUNDREDTHS) for _ in range(CHANNELS[type]))


@st.composite
def encodings(draw: st.DrawFn) -> Encoding:
    """Return an encoding that a file can have."""
    is_float = draw(st.booleans())
    depth = draw(st.sampled_from((16, 32) if is_float else (8, 16)))
    transfer = draw(st.sampled_from(list(Transfer)))
    return Encoding(transfer, depth, is_float, draw(st.integers(1, 4)), draw(st.booleans()))


NAMES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        'inf|nan|-inf|12|1e5|->|@key|a b|a"b|a\\|#|a#b|a=b|a:b|(1)|\n|\x85|\u2028|Photo@lib|'
        "Holz/Noise Texture.001|日本語".split("|")
    ),
)
NUMBERS = st.floats(allow_nan=False) | st.integers()
VALUES = NUMBERS | st.lists(NUMBERS, max_size=4).map(tuple)
EXTENTS = st.builds(Extent, st.integers(-3, 99999), st.integers(-3, 99999))
IMAGES = st.builds(
    PlanImage,
    NAMES.map(ImageId),
    st.sampled_from(Format),
    st.sampled_from(Role),
    st.integers(-40, 40),
    st.none() | st.builds(External, NAMES, EXTENTS, st.booleans()),
)
OUTPUTS = st.builds(
    PlanOutput,
    NAMES,
    NAMES.map(ImageId),
    st.builds(
        Encoding,
        st.sampled_from(Transfer),
        st.integers(),
        st.booleans(),
        st.integers(),
        st.booleans(),
        st.lists(NUMBERS, max_size=9).map(tuple),
    ),
    NAMES,
)


@st.composite
def arbitrary_ops(draw: st.DrawFn) -> TextureOp:
    """Return an op of any names and numbers, sense or not; its arguments differ in name."""
    names = draw(st.lists(NAMES, max_size=6, unique=True))
    kinds = [draw(st.sampled_from(["input", "param", "variant"])) for _ in names]
    sorts = dict(zip(names, kinds, strict=True))
    return TextureOp(
        draw(NAMES),
        {n: ImageId(draw(NAMES)) for n, kind in sorts.items() if kind == "input"},
        draw(st.dictionaries(NAMES, NAMES.map(ImageId), max_size=3)),
        {n: draw(VALUES) for n, kind in sorts.items() if kind == "param"},
        {n: draw(NAMES) for n, kind in sorts.items() if kind == "variant"},
        draw(NAMES),
        draw(NAMES),
        draw(st.none() | EXTENTS),
    )


def arbitrary_plans() -> st.SearchStrategy[TexturePlan]:
    """Return plans of any content: the text form keeps what check() would refuse."""
    return st.builds(
        TexturePlan,
        EXTENTS,
        st.lists(IMAGES, max_size=4).map(tuple),
        st.lists(arbitrary_ops(), max_size=4).map(tuple),
        st.lists(OUTPUTS, max_size=3).map(tuple),
        st.integers(),
        st.integers(),
    )


def spec_of(op: TextureOp) -> KernelSpec:
    """Return an op's header."""
    return CATALOG[op.kernel]
