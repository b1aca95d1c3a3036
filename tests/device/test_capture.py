"""What a library prints is caught, and is not lost where the process ends in the middle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
START = "import os, sys; from addon.device.capture import captured_output\n"


def run(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", START + text], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="does not apply: Linux only")
@pytest.mark.parametrize("end", ["os.abort()", "os._exit(3)", "os.kill(os.getpid(), 9)"])
def test_a_process_that_ends_inside_tells_what_was_caught(end):
    ended = run(f"with captured_output('It ended.'):\n    os.write(2, b'the reason\\n'); {end}")
    assert ended.returncode != 0
    assert ended.stderr.split("\n")[:2] == ["It ended.", "the reason"]


@pytest.mark.parametrize("sentence", ["", "It ended."])
def test_a_block_that_ends_well_tells_nobody(sentence):
    ended = run(
        f"with captured_output({sentence!r}) as caught:\n    os.write(2, b'noise\\n')\n"
        "print(caught.text, end='')"
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "noise\n", "")


def test_an_exception_inside_leaves_the_streams_as_they_were():
    ended = run(
        "try:\n    with captured_output('It ended.'):\n        print('noise'); raise ValueError\n"
        "except ValueError:\n    print('after')"
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "after\n", "")
