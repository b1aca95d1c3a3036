"""The compilers that judge composed text on a machine with no GPU."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from addon.library.composed import ComposedKernel
from addon.library.standalone import Flavour, explain, standalone


def _need(tool: str, package: str) -> str:
    found = shutil.which(tool)
    if found is None:
        pytest.skip(
            f"{tool} is missing, so no composed text is compiled; install Debian's {package}"
        )
    return found


def compiled(composed: ComposedKernel, flavour: Flavour, folder: Path) -> tuple[list[str], Path]:
    """Return glslang's complaints about a composed kernel, told by the kernel's own lines, and the
    SPIR-V it wrote (for the Vulkan flavour)."""
    tool = _need("glslangValidator", "glslang-tools")
    text = standalone(composed, flavour)
    source, binary = folder / f"{flavour}.comp", folder / f"{flavour}.spv"
    source.write_text(text.text, "utf-8")
    options = ["-V", "-o", str(binary)] if flavour is Flavour.VULKAN else []
    done = subprocess.run(
        [tool, *options, "-S", "comp", str(source)], capture_output=True, text=True, check=False
    )
    return (explain(done.stdout, composed, text.offset) if done.returncode else []), binary


def to_metal(binary: Path) -> tuple[str, str]:
    """Return (Metal text, complaints) for a SPIR-V file."""
    tool = _need("spirv-cross", "spirv-cross")
    done = subprocess.run(
        [tool, "--msl", "--msl-version", "20100", str(binary)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout, done.stderr if done.returncode else ""
