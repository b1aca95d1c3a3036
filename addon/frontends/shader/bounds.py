"""How large a material may be: past it there is a sentence instead of an hour or a full memory.

Groups multiply: twenty groups, each with two of the one before, are a million nodes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ...plan.problem import Problem, Severity

MOST_NODES = 20_000
"""Nodes of one material, each as often as the groups around it are used and as a Bump looks at it
elsewhere. A hundred times the largest that people outside made; some seconds to compile."""
DEEPEST = 5_000
"""Nodes that wait for one another."""
FRAMES = 20 * DEEPEST
"""How deep Python may nest while a material is read and compiled: a chain of nodes is a chain of
calls, ten to a node at most."""


class TooLarge(Exception):  # noqa: N818  (a sentence reads "raises TooLarge")
    """A material is past a bound; ``problem`` says where, and what to do."""

    def __init__(self, code: str, origin: str, message: str) -> None:
        super().__init__(message)
        self.problem = Problem(Severity.REFUSAL, code, origin, message)


def require_few(nodes: int, origin: str) -> None:
    """Errors: TooLarge where ``nodes`` are more than a material may have."""
    if nodes > MOST_NODES:
        raise TooLarge(
            "too-many-nodes",
            origin,
            f"here the nodes become more than {MOST_NODES:,}, those of a group counted as often as "
            "it is used; bake what a group computes into an image and use that, or remove nodes",
        )


def require_shallow(depth: int, origin: str) -> None:
    """Errors: TooLarge where ``depth`` nodes are more than may wait for one another."""
    if depth > DEEPEST:
        raise TooLarge(
            "too-deep",
            origin,
            f"more than {DEEPEST:,} nodes in a chain wait for this one; bake what it computes into "
            "an image and use that",
        )


@contextmanager
def deep_calls() -> Iterator[None]:
    """Let Python nest as deep as a long chain of nodes needs; Python calls take no C stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
