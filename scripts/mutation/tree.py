"""The copy of the tree that faults are put into: the working tree is never touched."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .fault import Fault

SECONDS = 300
"""Longest a fault's test may take: some faults make a loop that never ends, which is noticed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one fault."""

    word: str
    """caught, survived, stale; skipped or broken: no test ran, which says nothing of the fault."""
    told: str
    """The test that failed and why, or why there is no verdict."""


class TreeCopy:
    """The tracked files of ``root``, as they stand in its working tree, under ``folder``."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True, text=True
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, folder / name)

    def judge(self, fault: Fault) -> Verdict:
        """Return whether the fault's test notices it. The copy is whole again afterwards."""
        path = self.folder / fault.file
        stale = list(fault.stale(self.folder))
        if stale:
            return Verdict("stale", "; ".join(stale))
        whole = path.read_text("utf-8")
        path.write_text(fault.applied(whole), "utf-8")
        try:
            return self._run(SECONDS, fault.tests)
        finally:
            path.write_text(whole, "utf-8")

    def passes(self, tests: list[str]) -> Verdict:
        """Return "survived" where tests pass on the tree without any fault, as they must."""
        return self._run(None, *tests)

    def _run(self, seconds: float | None, *tests: str) -> Verdict:
        # No bytecode: a fault as long as what it replaces, within a second, would not be seen.
        variables = {"PYTHONDONTWRITEBYTECODE": "1"}
        variables["KILN_SHARED"] = os.environ.get("KILN_SHARED", str(self.root.parent / "shared"))
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "--tb=short",
            "-p",
            "no:cacheprovider",
        ]
        try:
            done = subprocess.run(
                [*command, *tests],
                cwd=self.folder,
                env={**os.environ, **variables},
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Verdict("caught", f"its test did not end within {seconds} s")
        return verdict(done.returncode, done.stdout + done.stderr)


def verdict(code: int, said: str) -> Verdict:
    """Return what pytest's exit code and words mean for a fault.

    Only a failed test catches. Exit codes of pytest: 0 passed, 1 failed, 2 to 5 nothing was tested.
    A process that a signal ended (a code below 0) died of the fault.
    """
    if code < 0:
        return Verdict("caught", f"the process ended by signal {-code}")
    if code == 0 and not re.search(r"\d passed", said):
        return Verdict("skipped", _last(said, r"^SKIPPED (.*)$"))
    if code == 0:
        return Verdict("survived", _last(said, r"^\d+ \w+.* in .*$"))
    if code == 1 and not re.search(r"^ERROR ", said, re.MULTILINE):
        return Verdict("caught", _last(said, r"^FAILED \S+?::(.*)$"))
    return Verdict("broken", _last(said, r"^E +(.*)$", r"^ERROR:? (.*)$"))


def _last(said: str, *patterns: str) -> str:
    """Return the last line that the first of the patterns matches, or its group; else the end."""
    for pattern in patterns:
        if found := list(re.finditer(pattern, said, re.MULTILINE)):
            return found[-1][found[-1].lastindex or 0].strip()
    return said.strip()[-200:]
