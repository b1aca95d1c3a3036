"""A command that is told to stop: it tidies up, and what it leaves behind is whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import environment

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "workshop.blend"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="does not apply: Windows has other signals")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_while_files_are_written_leaves_whole_files_only(
    tmp_path: Path, name: str
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    arguments = ["bake", "--size", "2048", "--maps", "base_color,roughness,normal", "--out", "o"]
    process = subprocess.Popen(
        [sys.executable, "-m", "addon.cli", str(EXAMPLE), *arguments],
        cwd=tmp_path,
        env=environment({"TMPDIR": str(scratch)}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background has Ctrl-C ignored for all it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if "encode" in line:
            process.send_signal(getattr(signal, name))
            break
    said += process.stderr.readlines()
    assert process.wait(timeout=120) == 1, "".join(said)
    assert said[-1] == "kiln: stopped; every file that was written is whole\n"
    assert not list(scratch.iterdir())
    for path in (tmp_path / "o").glob("*"):
        assert path.suffix == ".png"
        assert path.read_bytes()[-8:-4] == b"IEND"
