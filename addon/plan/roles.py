"""Which images are stored at full float: what a half would spoil before the file is written."""

from __future__ import annotations

from dataclasses import replace

from .check import check
from .encoding import ENCODE, encoded
from .fuse import fuse, reads_as_value
from .problem import Severity
from .spec import Catalog
from .types import Format, ImageId, PlanImage, Role, TexturePlan

FULL = {Format.R16F: Format.R32F, Format.RGBA16F: Format.RGBA32F}
"""The full-float format of each half-float one. RGBA8 is only ever stored on purpose, and stays."""


def as_baked(plan: TexturePlan, catalog: Catalog, *, fused: bool = True) -> TexturePlan:
    """Return ``plan`` as it is evaluated: encoded, and in full floats where halves would show.

    With fusion off nothing stays in registers, so everything that ops write is made precise. The
    cuts of a plan that check() refuses are not looked for: it cannot be fused.
    """
    plan = encoded(plan, catalog)
    if not fused:
        return promote(plan, everything=True)
    plan = promote(plan)
    if any(problem.severity is Severity.REFUSAL for problem in check(plan, catalog)):
        return plan
    return promote_cuts(plan, catalog)


def promote(plan: TexturePlan, *, everything: bool = False) -> TexturePlan:
    """Return ``plan`` with what feeds its outputs of 16 and more bits made precise.

    A half holds about 3000 of a 4096-step ramp, so anything on the way to such an output would band
    it. Images already declared for a role keep it. With ``everything``, all that ops write is made
    precise: an unfused plan then gives the fused picture to rounding.
    """
    if everything:
        return _precise(plan, {image for op in plan.ops for image in op.outputs.values()})
    writer = {image: op for op in plan.ops for image in op.outputs.values()}
    todo = [output.image for output in plan.outputs if output.encoding.depth >= 16]
    found: set[ImageId] = set()
    while todo:
        image = todo.pop()
        if image in found or image not in writer:
            continue
        found.add(image)
        todo += writer[image].inputs.values()
    return _precise(plan, found)


def promote_cuts(plan: TexturePlan, catalog: Catalog) -> TexturePlan:
    """Return ``plan`` with every value that fusing could not keep in a register made precise.

    A material too large for one kernel is cut into several regions, and a value that one hands to
    the next then stands in an image. At half a float a coordinate there could not tell one texel
    from the next, so it is stored whole: a cut changes no picture. An image that some op reads at
    other texels was to be stored anyway, and stays as it is. Call it last, on the plan to be baked
    with fusion on.
    """
    regions = fuse(plan, catalog)
    stored = {
        image
        for region in regions
        if catalog[region.ops[0].kernel].kind.fusable
        for image in region.writes
    }
    read: set[ImageId] = set()
    for region in regions:
        for op in region.ops:
            spec = catalog[op.kernel]
            for image in set(op.inputs.values()) & stored:
                read.add(image)
                if not (spec.kind.fusable and reads_as_value(spec, op, image)):
                    stored.discard(image)
    return _precise(plan, stored & read)


def _precise(plan: TexturePlan, chosen: set[ImageId]) -> TexturePlan:
    """Return ``plan`` with the chosen half-float images stored whole, but for what a file takes."""
    final = {output.image for output in plan.outputs}
    final &= {image for op in plan.ops if op.kernel == ENCODE for image in op.outputs.values()}

    def changed(image: PlanImage) -> PlanImage:
        if image.id not in chosen or image.id in final or image.external is not None:
            return image
        if image.format not in FULL:
            return image
        role = Role.PRECISE if image.role is Role.PLAIN else image.role
        return replace(image, format=FULL[image.format], role=role)

    return replace(plan, images=tuple(changed(image) for image in plan.images))
