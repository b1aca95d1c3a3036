"""Pages that follow from the code are what the code would write."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "docs").glob("*.md")
    if "Written by `scripts/docs`" in path.read_text("utf-8")
)


def checked(root: Path) -> tuple[int, str]:
    """Run scripts/docs --check of a tree, without any package that was installed."""
    done = subprocess.run(
        [sys.executable, "-S", str(root / "scripts" / "docs"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_generated_pages_are_not_stale():
    assert checked(ROOT) == (0, "")


def test_the_pages_that_say_they_are_generated_are_these():
    assert PAGES == ["docs/kernels.md", "docs/parity.md", "docs/shader-nodes.md"]


@pytest.mark.parametrize("page", PAGES)
def test_a_stale_page_is_found_and_named(page, tmp_path):
    for folder in ("addon", "docs", "kernels", "scripts"):
        unwanted = shutil.ignore_patterns("__pycache__", "*.blend", "*.png", "locks")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted)
    with (tmp_path / page).open("a", encoding="utf-8") as file:
        file.write("\n")
    code, said = checked(tmp_path)
    assert code == 1
    assert page in said
