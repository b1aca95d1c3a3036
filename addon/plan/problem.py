"""What can be wrong with a plan, a material or a bake, told to the person who can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """REFUSAL: nothing is baked. WARNING: it is baked, and said."""

    REFUSAL = "refusal"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong, with a stable code, the user's node or option, and what to do about it."""

    severity: Severity
    code: str
    origin: str
    message: str

    def __str__(self) -> str:
        where = f"{self.origin}: " if self.origin else ""
        return f"{self.severity}: {where}{self.message} [{self.code}]"


class RefusedPlan(Exception):  # noqa: N818 - it is the plan that is refused
    """Raised where a plan cannot be baked; carries every refusal and warning found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        refusals = [p for p in self.problems if p.severity is Severity.REFUSAL]
        super().__init__("; ".join(str(p) for p in refusals))
