"""A plan as the rules see it: looked up by name, and sound enough to ask even where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from ..problem import Problem, Severity
from ..spec import Catalog, KernelSpec
from ..types import ImageId, PlanImage, TextureOp, TexturePlan


@dataclass(frozen=True, slots=True)
class Limits:
    """What the machine and the user allow."""

    max_texture_size: int = 16384
    """Texels on a side; what the drivers seen so far offer."""
    budget_bytes: int | None = None
    """GPU memory a bake may take, from the preferences; None leaves it unchecked."""
    fused: bool = True
    """Whether the plan will run with fusion on: what it takes depends on it."""


class PlanView:
    """A plan with its indices. Names that lead nowhere give None, for one rule to say."""

    def __init__(self, plan: TexturePlan, catalog: Catalog, limits: Limits) -> None:
        self.plan = plan
        self.catalog = catalog
        self.limits = limits
        self.table = plan.table()
        self.writers: dict[ImageId, list[int]] = {}
        for n, op in enumerate(plan.ops):
            for image in op.outputs.values():
                self.writers.setdefault(image, []).append(n)

    def known_ops(self) -> Iterator[tuple[TextureOp, KernelSpec]]:
        """Yield every op whose kernel is in the catalog, with its spec."""
        for op in self.plan.ops:
            if op.kernel in self.catalog:
                yield op, self.catalog[op.kernel]

    def first_output(self, op: TextureOp) -> PlanImage | None:
        """Return the image that decides an op's size, None where it has none in the table."""
        return next((self.table[i] for i in op.outputs.values() if i in self.table), None)

    def writer(self, image: ImageId) -> TextureOp | None:
        """Return the op that writes an image."""
        found = self.writers.get(image)
        return self.plan.ops[found[0]] if found else None


Rule = Callable[[PlanView], Iterable[Problem]]


def refusal(code: str, origin: str, message: str) -> Problem:
    """Return a problem that stops the bake."""
    return Problem(Severity.REFUSAL, code, origin, message)


def warning(code: str, origin: str, message: str) -> Problem:
    """Return a problem that the bake goes on with."""
    return Problem(Severity.WARNING, code, origin, message)


def told(op: TextureOp) -> str:
    """Return what an op is called in messages: the user's node."""
    return op.origin or op.key


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint at the nearest known name, or at all where none is near."""
    names = list(known)
    near = get_close_matches(name, names, 1)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"it has {', '.join(sorted(names))}" if names else "it has none"
