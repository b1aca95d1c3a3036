"""Runs Python in a process of its own: what a process starts with can be tried once only."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's variables and these, with the repository first on Python's path."""
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(search), **(variables or {})}


def run_apart(
    code: str, *, variables: Mapping[str, str] | None = None, seconds: float = 120.0
) -> subprocess.CompletedProcess[str]:
    """Run ``code`` with this Python and the repository on its path."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=ROOT,
        env=environment(variables),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        errors="replace",
    )
