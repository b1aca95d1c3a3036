"""The text form of a plan: one line per image and op, the same in tests, bug reports and the CLI.

It is canonical: equal plans print alike, and what is printed reads back equal. The grammar is told
in docs/plan.md.
"""

from __future__ import annotations

from .parse import parse_plan
from .tokens import PlanTextError, spell, spell_number
from .types import IDENTITY, PlanImage, PlanOutput, Role, TextureOp, TexturePlan

__all__ = ["PlanTextError", "format_op", "format_plan", "parse_plan"]


def format_plan(plan: TexturePlan) -> str:
    """Return the plan's text, ending in a newline."""
    blocks = [
        [
            "kiln-plan 1",
            f"base {plan.base}",
            f"level {plan.bake_level_offset}",
            f"seed {plan.seed}",
        ],
        [_image(image) for image in plan.images],
        [format_op(op) for op in plan.ops],
        [_output(output) for output in plan.outputs],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def format_op(op: TextureOp) -> str:
    """Return an op's line: what it reads, numbers, choices, then the images it writes."""
    words = ["op", spell(op.kernel)]
    words += [f"{_left(name)}={spell(image)}" for name, image in sorted(op.inputs.items())]
    words += [f"{_left(name)}={spell_number(value)}" for name, value in sorted(op.params.items())]
    words += [f"{_left(name)}:{spell(choice)}" for name, choice in sorted(op.variants.items())]
    words.append("->")
    outputs = sorted(op.outputs.items())
    if list(op.outputs) == ["result"]:
        words.append(spell(op.outputs["result"]))
    else:
        words += [f"{_left(name)}={spell(image)}" for name, image in outputs]
    if op.key != (outputs[0][1] if outputs else ""):
        words.append(f"@key={spell(op.key)}")
    if op.origin != op.key:
        words.append(f"@origin={spell(op.origin)}")
    if op.emitted_for is not None:
        words.append(f"@for={op.emitted_for}")
    return " ".join(words)


def _left(name: str) -> str:
    return spell(name, before_sign=True)


def _image(image: PlanImage) -> str:
    words = ["image", spell(image.id)]
    if image.external is not None:
        words = ["external", spell(image.id), str(image.external.extent)]
    words.append(image.format)
    if image.level_offset:
        words.append(f"level={image.level_offset}")
    if image.role is not Role.PLAIN:
        words.append(f"role={image.role}")
    if image.external is not None:
        if image.external.name != image.id:
            words.append(f"name={spell(image.external.name)}")
        if not image.external.readable:
            words.append("readable=off")
    return " ".join(words)


def _output(output: PlanOutput) -> str:
    encoding = output.encoding
    words = [
        "output",
        f"{_left(output.name)}={spell(output.image)}",
        f"transfer={encoding.transfer}",
        f"depth={encoding.depth}",
        f"float={'on' if encoding.is_float else 'off'}",
        f"channels={encoding.channels}",
        f"dither={'on' if encoding.dither else 'off'}",
    ]
    if encoding.to_rec709 != IDENTITY:
        words.append(f"to_rec709={spell_number(encoding.to_rec709)}")
    if output.origin:
        words.append(f"origin={spell(output.origin)}")
    return " ".join(words)
