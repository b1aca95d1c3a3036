"""Pages that follow from the code are what the code would write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_generated_pages_are_not_stale():
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "docs"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
