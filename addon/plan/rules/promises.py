"""Rules on what a plan promises: its outputs, what may be read back, and the memory it takes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from ..fuse import fuse
from ..memory import memory_use, told_bytes
from ..problem import Problem
from ..schedule import schedule
from ..spec import Kind
from .view import PlanView, Rule, did_you_mean, refusal, told


def something_is_promised(view: PlanView) -> Iterator[Problem]:
    """A plan has an output."""
    if not view.plan.outputs:
        yield refusal("no-outputs", "", "the plan has no output; name at least one image")


def outputs_are_known(view: PlanView) -> Iterator[Problem]:
    """Every output names an image of the table, under a name of its own."""
    for name, count in Counter(output.name for output in view.plan.outputs).items():
        if count > 1:
            yield refusal(
                "duplicate-output", name, f"{count} outputs are called '{name}'; rename one"
            )
    for output in view.plan.outputs:
        if output.image not in view.table:
            yield refusal(
                "unknown-output-image",
                output.origin or output.name,
                f"output '{output.name}' is image '{output.image}', which the plan does not have; "
                f"{did_you_mean(output.image, view.table)}",
            )


def encodings_are_possible(view: PlanView) -> Iterator[Problem]:
    """A file has 8 or 16 bits, or 16 or 32 where it is float, in one to four channels."""
    for output in view.plan.outputs:
        encoding = output.encoding
        depths = (16, 32) if encoding.is_float else (8, 16)
        faults = []
        if encoding.depth not in depths:
            kind = "a float" if encoding.is_float else "an integer"
            faults.append(f"{encoding.depth} bits for {kind} file; use {depths[0]} or {depths[1]}")
        if encoding.channels not in (1, 2, 3, 4):
            faults.append(f"{encoding.channels} channels; use 1 to 4")
        matrix = encoding.to_rec709
        if len(matrix) != 9 or not all(math.isfinite(number) for number in matrix):
            faults.append("a matrix to Rec.709 that is not nine finite numbers; give it row by row")
        for fault in faults:
            yield refusal(
                "impossible-encoding",
                output.origin or output.name,
                f"output '{output.name}' asks for {fault}",
            )


def what_is_read_back_may_be(view: PlanView) -> Iterator[Problem]:
    """Textures that Blender lends hold other bytes than they show, so they are never read back."""
    readers = [(o.origin or o.name, f"output '{o.name}'", o.image) for o in view.plan.outputs]
    readers += [
        (told(op), f"'{op.kernel}', which runs on the CPU,", image)
        for op, spec in view.known_ops()
        if spec.kind is Kind.CPU
        for image in dict.fromkeys(op.inputs.values())
    ]
    for origin, who, image in readers:
        external = view.table[image].external if image in view.table else None
        if external is not None and not external.readable:
            yield refusal(
                "external-not-readable",
                origin,
                f"{who} reads back external '{external.name}', which cannot be; upload its pixels "
                f"instead, or put an op between",
            )


def memory_is_within_budget(view: PlanView) -> Iterator[Problem]:
    """The bake fits what the user allows. Only asked of a plan that is right otherwise."""
    budget = view.limits.budget_bytes
    if budget is None:
        return
    regions = fuse(view.plan, view.catalog, enabled=view.limits.fused)
    use = memory_use(view.plan, schedule(view.plan, regions))
    if use.total_bytes > budget:
        made = use.pool_bytes + use.output_bytes
        level = 1
        while (made >> 2 * level) + use.external_bytes > budget and made >> 2 * level:
            level += 1
        smaller = f"bake at level {view.plan.bake_level_offset + level}, "
        if use.external_bytes > budget:
            smaller = "bring smaller images, "
        yield refusal(
            "memory-over-budget",
            "",
            f"the bake needs {told_bytes(use.total_bytes)} of GPU memory "
            f"({told_bytes(use.pool_bytes)} to work in, {told_bytes(use.output_bytes)} for its "
            f"outputs, {told_bytes(use.external_bytes)} brought) and the budget is "
            f"{told_bytes(budget)}; {smaller}bake fewer maps at once or raise the budget",
        )


RULES: tuple[Rule, ...] = (
    something_is_promised,
    outputs_are_known,
    encodings_are_possible,
    what_is_read_back_may_be,
)

WHOLE: tuple[Rule, ...] = (memory_is_within_budget,)
"""Rules that run the passes, and so only look at plans without a refusal."""
