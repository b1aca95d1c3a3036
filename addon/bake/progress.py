"""How far a job is, told between two steps of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """A step done. ``fraction`` grows from 0 to 1 over the whole job."""

    stage: str
    """snapshot, compile, check, evaluate, encode or write."""
    subject: str
    """What it is about: a material, a plan, a file."""
    fraction: float

    def __str__(self) -> str:
        return f"{self.stage} {self.subject}".strip()
