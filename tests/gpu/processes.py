"""Runs Python in a process of its own: what a process starts with can be tried once only."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_apart(
    code: str, *, variables: Mapping[str, str] | None = None, seconds: float = 120.0
) -> subprocess.CompletedProcess[str]:
    """Run ``code`` with this Python and the repository on its path."""
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(search), **(variables or {})},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        errors="replace",
    )
