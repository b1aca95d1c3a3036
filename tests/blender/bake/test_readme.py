"""The Python that README.md shows runs, and makes the files it names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.processes import environment

ROOT = Path(__file__).resolve().parents[3]


def test_the_python_of_the_readme_bakes_two_files(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    (tmp_path / "docs/examples").mkdir(parents=True)
    shutil.copy(ROOT / "docs/examples/workshop.blend", tmp_path / "docs/examples")
    # Leaving by the project's own way: bpy 4.5 hangs on its way out once the GPU ran.
    text = found[1] + "from addon.device.start import leave\nleave(0)\n"
    done = subprocess.run(
        [sys.executable, "-c", text],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(path.name for path in (tmp_path / "out/python").iterdir()) == [
        "Stone Tiles_base_color.png",
        "Stone Tiles_normal.png",
    ]
    assert done.stdout.count(" 512 512\n") == 2
