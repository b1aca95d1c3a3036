"""Finds the kernels under ``kernels/`` and answers for them: specs by name, bodies, preludes.

A catalog is a value that its caller keeps; there is no global one. Loading lists the folders, which
takes a millisecond and is all that start-up pays; a file is read when its kernel is first asked
for, so that a faulty one is an error of the plan that needs it and of no other. ``read_all`` asks
for every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..plan.spec import KernelSpec, Kind
from .body import KernelBody, Prelude, read_kernel, read_prelude
from .fault import KernelFileError
from .header import parse_header

KERNELS = Path(__file__).resolve().parents[2] / "kernels"
"""Where the shipped kernels live: beside ``addon/``, in the repository and in the extension."""

PRELUDE = "prelude"
"""The one folder of GLSL under ``kernels/`` that is no kind."""


class KernelCatalog(Mapping[str, KernelSpec]):
    """Every kernel's spec by name, with the text that the composer needs.

    Errors: KeyError for a name that is not there, KernelFileError for a file that cannot be used.
    """

    def __init__(
        self, root: Path, kernels: Mapping[str, Path], preludes: Mapping[str, Path]
    ) -> None:
        self._root = root
        self._kernels = dict(kernels)
        self._preludes = dict(preludes)
        self._specs: dict[str, KernelSpec] = {}
        self._bodies: dict[str, KernelBody] = {}
        self._read_preludes: dict[str, Prelude] = {}

    def __getitem__(self, name: str) -> KernelSpec:
        if name not in self._specs:
            if name not in self._kernels:
                raise KeyError(f"there is no kernel '{name}'")
            self._read(name)
        return self._specs[name]

    def __contains__(self, name: object) -> bool:
        return name in self._kernels

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    @property
    def preludes(self) -> tuple[str, ...]:
        """Return the stems of the prelude files."""
        return tuple(self._preludes)

    def glsl(self, name: str) -> KernelBody:
        """Return a kernel's GLSL and where it stands. Errors: KeyError for a CPU op."""
        if self[name].kind is Kind.CPU:
            raise KeyError(f"'{name}' runs on the CPU and has no GLSL")
        return self._bodies[name]

    def body(self, name: str) -> str:
        """Return a kernel's GLSL without comments. Errors: KeyError for a CPU op."""
        return self.glsl(name).text

    def text_of(self, name: str) -> str:
        """Return all GLSL that a kernel's result follows from: its preludes and its body."""
        order = self.prelude_order(self[name].uses)
        return "\n".join([*(prelude.body.text for prelude in order), self.body(name)])

    def prelude(self, stem: str) -> Prelude:
        """Return a prelude file."""
        if stem not in self._read_preludes:
            if stem not in self._preludes:
                raise KeyError(f"there is no {self._told(self._root / PRELUDE / stem)}.glsl")
            path = self._preludes[stem]
            self._read_preludes[stem] = read_prelude(
                path.read_text("utf-8"), self._told(path), stem
            )
        return self._read_preludes[stem]

    def prelude_order(self, uses: Iterable[str]) -> list[Prelude]:
        """Return the preludes that ``uses`` needs, each once, after what it needs itself."""
        order: dict[str, Prelude] = {}

        def visit(stem: str, above: tuple[str, ...]) -> None:
            if stem in order:
                return
            found = self.prelude(stem)
            for needed in sorted(found.uses):
                if needed == stem or needed in above:
                    raise KernelFileError(found.body.file, "uses", "goes in a circle; break it")
                if needed not in self._preludes:
                    raise self._no_prelude(found.body.file, needed)
                visit(needed, (*above, stem))
            order[stem] = found

        for stem in sorted(uses):
            visit(stem, ())
        return list(order.values())

    def read_all(self) -> None:
        """Read every file now. Errors: KernelFileError for the first that cannot be used."""
        self.prelude_order(self._preludes)
        for name in self._kernels:
            self[name]

    def _read(self, name: str) -> None:
        path = self._kernels[name]
        file = self._told(path)
        text = path.read_text("utf-8")
        if path.suffix == ".toml":
            self._specs[name] = parse_header(text, file, name, Kind.CPU)
            return
        spec, body = read_kernel(text, file, name, Kind(path.parent.name))
        for used in spec.uses:
            if used not in self._preludes:
                raise self._no_prelude(file, used)
        self._specs[name], self._bodies[name] = spec, body

    def _told(self, path: Path) -> str:
        return _told(path, self._root)

    def _no_prelude(self, file: str, stem: str) -> KernelFileError:
        known = ", ".join(self._preludes) or "none"
        return KernelFileError(file, "uses", f"there is no prelude '{stem}'; there is {known}")


def load_catalog(folder: Path | None = None) -> KernelCatalog:
    """List every kernel, prelude and CPU op under ``folder`` (the shipped ones by default).

    Errors: KernelFileError for a folder that is no kind, or two kernels of one name.
    """
    root = KERNELS if folder is None else folder
    if not root.is_dir():
        raise KernelFileError(str(root), "", "there is no such folder; install Kiln again")
    preludes: dict[str, Path] = {}
    kernels: dict[str, Path] = {}
    for place in sorted(path for path in root.iterdir() if path.is_dir()):
        cpu = place.name == Kind.CPU
        for path in sorted(place.glob("*.toml" if cpu else "*.glsl")):
            if place.name == PRELUDE:
                preludes[path.stem] = path
                continue
            if place.name not in list(Kind):
                known = ", ".join(kind for kind in Kind if kind is not Kind.CPU)
                raise KernelFileError(
                    _told(path, root), "", f"stands in no kind's folder; move it to one of {known}"
                )
            name = f"cpu/{path.stem}" if cpu else path.stem
            if name in kernels:
                raise KernelFileError(
                    _told(path, root),
                    "",
                    f"{_told(kernels[name], root)} has the same name; rename one",
                )
            kernels[name] = path
    return KernelCatalog(root, dict(sorted(kernels.items())), preludes)


def _told(path: Path, root: Path) -> str:
    return f"kernels/{path.relative_to(root).as_posix()}"
