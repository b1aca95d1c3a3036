"""Builds regions straight from a kernel's spec, so that generic tests run over every kernel."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from addon.library.catalog import KernelCatalog
from addon.library.compose import compose
from addon.library.composed import ComposedKernel
from addon.plan.region import MAX_IMAGES, Region
from addon.plan.spec import Access, KernelSpec, Unit
from addon.plan.types import (
    Extent,
    External,
    Format,
    ImageId,
    PlanImage,
    TextureOp,
    TexturePlan,
    Value,
)

EXTENT = Extent(8, 4)
WRITABLE = tuple(format for format in Format if format.writable)
EXHAUSTIVE = 64
"""Kernels with at most this many combinations of variants are composed in all of them."""


def numbers_of(spec: KernelSpec, linked: Iterable[str] = ()) -> dict[str, Value]:
    """Return every number an op of this kernel has, at its default."""
    held: dict[str, Value] = {
        given.name: given.default
        for given in spec.inputs.values()
        if given.default is not None and given.name not in set(linked)
    }
    held |= {p.name: p.default for p in spec.params.values() if p.unit is not Unit.SEED}
    return held


def combinations(spec: KernelSpec) -> Iterator[dict[str, str]]:
    """Yield choices of all variants: every combination where they are few, else every pair."""
    default = {name: variant.default for name, variant in spec.variants.items()}
    own = [v for v in spec.variants.values() if not v.name.endswith(("_wrap_x", "_wrap_y"))]
    wraps = [v for v in spec.variants.values() if v not in own]
    count = 1
    for variant in own:
        count *= len(variant.choices)
    seen: set[tuple[tuple[str, str], ...]] = set()
    groups: list[Sequence[object]] = [own] if count <= EXHAUSTIVE else []
    if count > EXHAUSTIVE:
        groups = list(itertools.combinations(own, 2))
    for group in [*groups, *([wrap] for wrap in wraps)]:
        for picked in itertools.product(*(variant.choices for variant in group)):  # type: ignore[attr-defined]
            chosen = default | {v.name: c for v, c in zip(group, picked, strict=True)}  # type: ignore[attr-defined]
            if (key := tuple(sorted(chosen.items()))) not in seen:
                seen.add(key)
                yield chosen


def plan_of(
    ops: Sequence[tuple[TextureOp, Mapping[str, Format]]], externals: Sequence[PlanImage]
) -> TexturePlan:
    """Return a plan with the images that ``ops`` write, in the given formats."""
    images = list(externals)
    for op, formats in ops:
        images += [PlanImage(op.outputs[name], format) for name, format in formats.items()]
    return TexturePlan(EXTENT, tuple(images), tuple(op for op, _ in ops))


def external(name: str, format: Format = Format.RGBA8) -> PlanImage:
    """Return an image that the caller would bring."""
    return PlanImage(ImageId(name), format, external=External(name, EXTENT))


def op_of(
    spec: KernelSpec,
    key: str,
    *,
    variants: Mapping[str, str] | None = None,
    pictures: Sequence[PlanImage] = (),
    link_all: bool = False,
) -> TextureOp:
    """Return an op of ``spec`` that reads the pictures in turn, and numbers where it may."""
    inputs: dict[str, ImageId] = {}
    for given in spec.inputs.values():
        if link_all or given.access is Access.TEXELS or given.default is None:
            inputs[given.name] = pictures[len(inputs) % len(pictures)].id
    chosen = {name: v.default for name, v in spec.variants.items()} | dict(variants or {})
    outputs = {name: ImageId(f"{key}:{name}") for name in spec.outputs}
    return TextureOp(spec.name, inputs, outputs, numbers_of(spec, inputs), chosen, key)


def compose_ops(
    ops: Sequence[tuple[TextureOp, Mapping[str, Format]]],
    externals: Sequence[PlanImage],
    catalog: KernelCatalog,
    writes: Sequence[ImageId] | None = None,
) -> ComposedKernel:
    """Return one region of all ``ops`` as text; by default it writes what fits of their outputs."""
    plan = plan_of(ops, externals)
    written = [image for op, _ in ops for image in op.outputs.values()]
    kept = tuple(written[-MAX_IMAGES:] if writes is None else writes)
    reads = tuple(picture.id for picture in externals)
    return compose(Region(plan.ops, reads, kept, EXTENT), plan, catalog)


def in_every_format(spec: KernelSpec, catalog: KernelCatalog) -> Iterator[ComposedKernel]:
    """Yield regions in which ``spec`` writes every format and reads every channel count."""
    pictures = [
        external("rgba", Format.RGBA16F),
        external("grey", Format.R8),
        external("two", Format.RG8),
    ]
    ops = []
    for number, format in enumerate(WRITABLE):
        turned = pictures[number % 3 :] + pictures[: number % 3]
        op = op_of(spec, f"op{number}", pictures=turned, link_all=number % 2 == 0)
        ops.append((op, dict.fromkeys(spec.outputs, format)))
    size = max(1, MAX_IMAGES // len(spec.outputs))
    for first in range(0, len(ops), size):
        yield compose_ops(ops[first : first + size], pictures, catalog)


def in_every_variant(spec: KernelSpec, catalog: KernelCatalog) -> Iterator[ComposedKernel]:
    """Yield regions that hold an op for every combination of variants worth compiling."""
    picture = external("rgba")
    chosen = list(combinations(spec))
    for first in range(0, len(chosen), EXHAUSTIVE):
        ops = [
            (
                op_of(spec, f"op{n}", variants=v, pictures=[picture]),
                dict.fromkeys(spec.outputs, Format.RGBA16F),
            )
            for n, v in enumerate(chosen[first : first + EXHAUSTIVE])
        ]
        yield compose_ops(ops, [picture], catalog)


def in_a_row(names: Sequence[str], catalog: KernelCatalog) -> ComposedKernel:
    """Return one region in which every op reads what the one before it wrote."""
    picture = external("rgba", Format.RGBA16F)
    ops = []
    last: PlanImage = picture
    for number, name in enumerate(names):
        spec = catalog[name]
        texels = any(given.access is Access.TEXELS for given in spec.inputs.values())
        given = [picture] if texels else [last]
        op = op_of(spec, f"op{number}", pictures=given, link_all=True)
        ops.append((op, dict.fromkeys(spec.outputs, Format.RGBA16F)))
        last = PlanImage(next(iter(op.outputs.values())), Format.RGBA16F)
    return compose_ops(ops, [picture], catalog, [last.id])
