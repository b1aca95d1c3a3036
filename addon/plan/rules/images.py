"""Rules on the image table and the order of ops: every image written once, before it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..problem import Problem
from .view import PlanView, Rule, refusal, told

MAX_LEVEL = 24
"""Powers of two from the base in either direction; no texture is 2^24 texels wide."""


def extents_hold_a_texel(view: PlanView) -> Iterator[Problem]:
    """The base and every external are at least 1x1."""
    sizes = [("", "the base", view.plan.base)]
    sizes += [
        (image.external.name, f"external '{image.id}'", image.external.extent)
        for image in view.plan.images
        if image.external is not None
    ]
    sizes += [
        (told(op), f"the chain of '{told(op)}'", op.emitted_for)
        for op in view.plan.ops
        if op.emitted_for is not None
    ]
    for origin, what, extent in sizes:
        if extent.width < 1 or extent.height < 1:
            yield refusal(
                "extent-below-one", origin, f"{what} is {extent}; give it a size of at least 1x1"
            )


def levels_are_sane(view: PlanView) -> Iterator[Problem]:
    """No image is further from the base than a texture can be."""
    for level in sorted({view.plan.level_of(image) for image in view.plan.images}):
        if abs(level) > MAX_LEVEL:
            yield refusal(
                "level-out-of-range",
                "",
                f"level {level} is 2^{abs(level)} times {'smaller' if level > 0 else 'larger'} "
                f"than the base; bake at a level between -{MAX_LEVEL} and {MAX_LEVEL}",
            )


def images_are_declared_once(view: PlanView) -> Iterator[Problem]:
    """The table has each image once."""
    for image, count in Counter(entry.id for entry in view.plan.images).items():
        if count > 1:
            yield refusal(
                "duplicate-image", "", f"image '{image}' is declared {count} times; keep one"
            )


def images_are_known(view: PlanView) -> Iterator[Problem]:
    """Every image an op names is in the table."""
    for op in view.plan.ops:
        for verb, images in (("reads", op.inputs), ("writes", op.outputs)):
            for name, image in images.items():
                if image not in view.table:
                    yield refusal(
                        "unknown-image",
                        told(op),
                        f"'{name}' {verb} image '{image}', which the plan does not have; declare "
                        f"it or name another",
                    )


def images_are_written_once(view: PlanView) -> Iterator[Problem]:
    """An image has exactly one writer."""
    for image, writers in view.writers.items():
        ops = [view.plan.ops[n] for n in writers]
        if len(ops) > 1:
            yield refusal(
                "image-written-twice",
                told(ops[1]),
                f"image '{image}' is written by '{told(ops[0])}' already; write to another image",
            )
    for entry in view.plan.images:
        if entry.external is None and entry.id not in view.writers:
            yield refusal(
                "image-never-written",
                "",
                f"no op writes image '{entry.id}'; remove it or declare it external",
            )


def externals_are_only_read(view: PlanView) -> Iterator[Problem]:
    """What the caller brings is the caller's."""
    for op in view.plan.ops:
        for image in op.outputs.values():
            if image in view.table and view.table[image].external is not None:
                yield refusal(
                    "external-written",
                    told(op),
                    f"writes external image '{image}'; externals are only read, write to another",
                )


def images_are_read_after_written(view: PlanView) -> Iterator[Problem]:
    """The order of ops is an order they can run in, and none reads what it writes."""
    for n, op in enumerate(view.plan.ops):
        for image in dict.fromkeys(op.inputs.values()):
            if image in op.outputs.values():
                yield refusal(
                    "reads-own-output",
                    told(op),
                    f"reads and writes image '{image}'; write to an image of its own",
                )
            elif image in view.writers and min(view.writers[image]) > n:
                writer = view.plan.ops[min(view.writers[image])]
                yield refusal(
                    "read-before-written",
                    told(op),
                    f"reads image '{image}' before '{told(writer)}' writes it; move that op ahead",
                )


def keys_are_unique(view: PlanView) -> Iterator[Problem]:
    """Keys are what seeds are hashed from: two alike would draw alike."""
    counts = Counter(op.key for op in view.plan.ops)
    for op in view.plan.ops:
        if not op.key:
            yield refusal(
                "missing-key", told(op), f"an op of '{op.kernel}' has no key; give it one"
            )
        elif counts[op.key] > 1:
            yield refusal(
                "duplicate-key",
                told(op),
                f"{counts[op.key]} ops have the key '{op.key}'; give each a key of its own",
            )
            counts[op.key] = 1


SOUNDNESS: tuple[Rule, ...] = (extents_hold_a_texel, levels_are_sane)
"""What every other rule counts on."""

RULES: tuple[Rule, ...] = (
    images_are_declared_once,
    images_are_known,
    images_are_written_once,
    externals_are_only_read,
    images_are_read_after_written,
    keys_are_unique,
)
