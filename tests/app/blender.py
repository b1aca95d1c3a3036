"""A real Blender for the app tier: this system's, or the one that scripts/get-blender makes."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Blender:
    """Runs Blender with a user folder of its own, so that nobody's preferences are touched.

    ``root`` is the folder of a chroot, or None for a Blender of this system. ``home`` is the folder
    that files are exchanged in.
    """

    executable: str
    root: Path | None
    home: Path

    def inside(self, path: Path) -> str:
        """Return a path under ``home`` as Blender has to be told it."""
        if self.root is None:
            return str(path)
        return "/" + str(path.relative_to(self.root))

    def run(
        self, *arguments: str, window: bool = False, seconds: float = 240.0
    ) -> subprocess.CompletedProcess[str]:
        """Run Blender to its end. With ``window`` it gets a virtual display of its own."""
        user = self.home / "user"
        user.mkdir(exist_ok=True)
        variables = {
            "BLENDER_USER_RESOURCES": self.inside(user),
            "HOME": self.inside(user),
            "XDG_RUNTIME_DIR": self.inside(user),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
        }
        command = ["env", "-i", *(f"{name}={value}" for name, value in variables.items())]
        if window or self.root is not None:
            command += ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
        command += [self.executable, *arguments]
        if self.root is not None:
            command = ["chroot", str(self.root), *command]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, errors="replace"
        )


def find_blender(work: Path) -> Blender | str:
    """Return a Blender, or a sentence that says what is missing. ``work`` is a writable folder."""
    named = os.environ.get("KILN_BLENDER")
    if named:
        if not shutil.which("xvfb-run"):
            return (
                "KILN_BLENDER is set but xvfb-run is not installed (Debian: apt-get install xvfb)"
            )
        return Blender(named, None, work)
    default = Path.home() / ".cache" / "kiln" / "blender-sid"
    root = Path(os.environ.get("KILN_BLENDER_ROOT", default))
    if not (root / "kiln-ready").exists():
        return "no Blender with a window: run scripts/get-blender, or set KILN_BLENDER to one"
    if os.geteuid() != 0:
        return f"Blender in {root} is reached by chroot, which needs root"
    home = root / "tmp" / f"kiln-{os.getpid()}"
    home.mkdir(parents=True, exist_ok=True)
    return Blender("blender", root, home)
