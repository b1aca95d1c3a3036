"""The plan runs anywhere: its modules import the standard library and each other, nothing else."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import addon.plan.types

FOLDER = Path(addon.plan.types.__file__).parent
MODULES = sorted(FOLDER.rglob("*.py"))


def foreign(source: str, depth: int) -> list[str]:
    """Return imports that leave the package or the standard library; ``depth`` is the module's."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            if node.level > depth:
                found.append("." * node.level + (node.module or ""))
            names = [node.module or ""] if not node.level else []
        else:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found += [n for n in names if n.split(".")[0] not in sys.stdlib_module_names]
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_imports_the_standard_library_and_the_plan_only(path: Path) -> None:
    depth = len(path.relative_to(FOLDER).parts)
    assert foreign(path.read_text("utf-8"), depth) == []


@pytest.mark.parametrize(
    "line",
    ["import numpy", "from bpy import types", "def f():\n    import gpu", "from ..x import y"],
)
def test_the_test_above_would_see_a_foreign_import(line: str) -> None:
    assert foreign(line, 1)
