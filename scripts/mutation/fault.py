"""A named fault: one exact text in one file, what is put there instead, and who must notice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fault:
    """Somebody's plausible mistake, and the test that stands against it."""

    name: str
    """What goes wrong, in words with hyphens."""
    file: str
    """From the repository's root."""
    before: str
    """Text that stands in the file exactly once."""
    after: str
    tests: str
    """A test's node id, ``tests/…/test_x.py::test_name``; of a parametrised one, every case."""

    def applied(self, text: str) -> str:
        """Return a file's text with the fault in it. Errors: ValueError where it is stale."""
        if (count := text.count(self.before)) != 1:
            raise ValueError(f"{self.file} holds the text {count} times, not once")
        return text.replace(self.before, self.after)

    def stale(self, root: Path) -> Iterator[str]:
        """Yield what of this fault no longer fits the tree at ``root``, in sentences."""
        if self.before == self.after:
            yield "it changes nothing"
        path = root / self.file
        if not path.is_file():
            yield f"there is no file {self.file}"
        elif (count := path.read_text("utf-8").count(self.before)) != 1:
            yield f"{self.file} holds the text {count} times, not once"
        file, _, test = self.tests.partition("::")
        path = root / file
        if not path.is_file():
            yield f"there is no file {file}"
        elif test not in _functions(path):
            yield f"{file} has no test '{test}'"


def _functions(path: Path) -> set[str]:
    """Return the names of the functions at the top of a module."""
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
