"""Rules on formats and extents: what one dispatch reads and writes, and what a driver holds."""

from __future__ import annotations

from collections.abc import Iterator

from ..fuse import uniform_bytes
from ..problem import Problem
from ..region import MAX_IMAGES, MAX_SAMPLERS, MAX_UNIFORM_BYTES
from ..spec import Access, KernelSpec, Kind
from ..types import Extent, Role, TextureOp
from .view import PlanView, Rule, refusal, told


def formats_can_be_written(view: PlanView) -> Iterator[Problem]:
    """R8 and RG8 can be read and uploaded, but a kernel cannot store to them."""
    for op in view.plan.ops:
        for image in op.outputs.values():
            if image in view.table and not view.table[image].format.writable:
                format = view.table[image].format
                yield refusal(
                    "format-not-writable",
                    told(op),
                    f"image '{image}' is {format}, which no kernel can write; use R16F or RGBA8",
                )


def full_floats_have_a_role(view: PlanView) -> Iterator[Problem]:
    """32-bit storage costs twice and is declared."""
    for image in view.plan.images:
        if image.format.full_float and image.role is Role.PLAIN:
            writer = view.writer(image.id)
            roles = ", ".join(role for role in Role if role is not Role.PLAIN)
            yield refusal(
                "full-float-without-role",
                told(writer) if writer else image.id,
                f"image '{image.id}' is {image.format}, which needs a role ({roles}); give it "
                f"one or store it in half floats",
            )


def values_have_the_size_written(view: PlanView) -> Iterator[Problem]:
    """An input taken at the same texel has the extent of what is written."""
    for op, spec in view.known_ops():
        target = view.first_output(op)
        if target is None or spec.kind is Kind.CPU:
            continue
        size = view.plan.extent_of(target)
        for name, image in op.inputs.items():
            if name not in spec.inputs or image not in view.table:
                continue
            found = view.plan.extent_of(view.table[image])
            if spec.inputs[name].access is Access.VALUE and found != size:
                yield refusal(
                    "extent-mismatch",
                    told(op),
                    f"reads '{image}' of {found} texel by texel into '{target.id}' of {size}; "
                    f"insert a resize between them",
                )


def outputs_have_one_size(view: PlanView) -> Iterator[Problem]:
    """One dispatch writes images of one extent."""
    for op, _ in view.known_ops():
        images = [view.table[image] for image in op.outputs.values() if image in view.table]
        sizes = {view.plan.extent_of(image): image.id for image in images}
        if len(sizes) > 1:
            told_sizes = " and ".join(f"'{image}' of {size}" for size, image in sizes.items())
            yield refusal(
                "outputs-of-different-extents",
                told(op),
                f"writes {told_sizes} in one dispatch; give its outputs one level",
            )


def chains_fit_their_extent(view: PlanView) -> Iterator[Problem]:
    """How many ops a chain has follows from an extent, so it is baked at that or emitted again."""
    for op, spec in view.known_ops():
        if op.emitted_for is None:
            if spec.chain:
                yield refusal(
                    "chain-without-extent",
                    told(op),
                    f"'{op.kernel}' belongs to a chain and does not say what extent it was "
                    f"emitted for; emit it by the chain's own function",
                )
            continue
        extent = _chain_extent(view, op, spec)
        if extent is not None and extent != op.emitted_for:
            yield refusal(
                "stale-chain",
                told(op),
                f"its chain was emitted for {op.emitted_for} and is baked at {extent}; re-emit "
                f"the chain for {extent}",
            )


def _chain_extent(view: PlanView, op: TextureOp, spec: KernelSpec) -> Extent | None:
    """Return the extent that decides a chain's length: what is written, or first reduced."""
    emitted_for, before = op.emitted_for, len(view.plan.ops)
    while spec.kind is Kind.REDUCE:
        texels = [n for n, given in spec.inputs.items() if given.access is Access.TEXELS]
        image = next((op.inputs[n] for n in texels if n in op.inputs), None)
        if image is None or image not in view.table:
            return None
        at = min(view.writers.get(image, [before]))
        if at >= before or view.plan.ops[at].emitted_for != emitted_for:
            return view.plan.extent_of(view.table[image])
        op, before = view.plan.ops[at], at
        if op.kernel not in view.catalog:
            return None
        spec = view.catalog[op.kernel]
    target = view.first_output(op)
    return None if target is None else view.plan.extent_of(target)


def ops_fit_one_kernel(view: PlanView) -> Iterator[Problem]:
    """A single op keeps within what one kernel may read, write and take."""
    for op, spec in view.known_ops():
        if spec.kind is Kind.CPU:
            continue
        for count, limit, what in (
            (len(op.outputs), MAX_IMAGES, "images written"),
            (len(set(op.inputs.values())), MAX_SAMPLERS, "images read"),
            (uniform_bytes(op, spec), MAX_UNIFORM_BYTES, "bytes of numbers"),
        ):
            if count > limit:
                yield refusal(
                    "too-much-for-one-kernel",
                    told(op),
                    f"has {count} {what}, and one kernel may have {limit}; split it",
                )


def images_fit_the_device(view: PlanView) -> Iterator[Problem]:
    """No image is larger than the driver's textures."""
    limit = view.limits.max_texture_size
    for image in view.plan.images:
        extent = view.plan.extent_of(image)
        if max(extent.width, extent.height) <= limit:
            continue
        writer = view.writer(image.id)
        if image.external is not None:
            cure = f"bring it at {limit} or less"
        else:
            level, smaller = view.plan.bake_level_offset, extent
            while max(smaller.width, smaller.height) > limit:
                level, smaller = level + 1, smaller.at_level(1)
            cure = f"bake at level {level}"
        yield refusal(
            "texture-too-large",
            told(writer) if writer else image.id,
            f"image '{image.id}' is {extent}, and this device's largest side is {limit}; {cure}",
        )


RULES: tuple[Rule, ...] = (
    formats_can_be_written,
    full_floats_have_a_role,
    values_have_the_size_written,
    outputs_have_one_size,
    chains_fit_their_extent,
    ops_fit_one_kernel,
    images_fit_the_device,
)
