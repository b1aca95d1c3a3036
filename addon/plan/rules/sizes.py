"""Rules on formats and extents: what one dispatch reads and writes, and what a driver holds."""

from __future__ import annotations

from collections.abc import Iterator

from ..fuse import uniform_bytes
from ..problem import Problem
from ..region import MAX_IMAGES, MAX_SAMPLERS, MAX_UNIFORM_BYTES
from ..spec import Access, Kind
from ..types import Extent, Role
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


def inputs_have_the_size_written(view: PlanView) -> Iterator[Problem]:
    """An input taken at the same texel, or around it, has the extent of what is written.

    A blur counts its neighbours from the texel it writes: of a larger image it would see a corner.
    """
    for op, spec in view.known_ops():
        target = view.first_output(op)
        if target is None:
            continue
        around = spec.kind in (Kind.AREA, Kind.GLOBAL)
        size = view.plan.extent_of(target)
        for name, image in op.inputs.items():
            if name not in spec.inputs or image not in view.table:
                continue
            found = view.plan.extent_of(view.table[image])
            if found != size and (around or spec.inputs[name].access is Access.VALUE):
                yield refusal(
                    "extent-mismatch",
                    told(op),
                    f"reads '{image}' of {found} texel for texel into '{target.id}' of {size}; "
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
    """How many ops a chain has follows from its extents, so it is baked at those or emitted again.

    Every op of a chain says what extent it writes where the chain was emitted.
    """
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
        target = view.first_output(op)
        extent = op.emitted_for if target is None else view.plan.extent_of(target)
        if extent != op.emitted_for:
            yield refusal(
                "stale-chain",
                told(op),
                f"it was written for {op.emitted_for} and cannot run at {extent}: how many steps "
                f"it takes follows from the size; write the plan for {extent}",
            )


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
    """No image is larger than the driver's textures; of what ops write, the largest is named."""
    limit = view.limits.max_texture_size
    sides = {image.id: _side(view.plan.extent_of(image)) for image in view.plan.images}
    too_large = [image for image in view.plan.images if sides[image.id] > limit]
    made = [image for image in too_large if image.external is None]
    named = [image for image in too_large if image.external is not None]
    named += [max(made, key=lambda image: sides[image.id])] if made else []
    for image in named:
        extent = view.plan.extent_of(image)
        writer = view.writer(image.id)
        if image.external is not None:
            cure = f"make the picture no larger than {limit} texels a side"
        else:
            smaller = 1
            while _side(extent.at_level(smaller)) > limit:
                smaller += 1
            cure = f"bake at level {view.plan.bake_level_offset + smaller}"
        yield refusal(
            "texture-too-large",
            told(writer) if writer else image.id,
            f"image '{image.id}' is {extent}, and this device's largest side is {limit}; {cure}",
        )


def _side(extent: Extent) -> int:
    return max(extent.width, extent.height)


RULES: tuple[Rule, ...] = (
    formats_can_be_written,
    full_floats_have_a_role,
    inputs_have_the_size_written,
    outputs_have_one_size,
    chains_fit_their_extent,
    ops_fit_one_kernel,
    images_fit_the_device,
)
