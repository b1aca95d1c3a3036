"""Reads a kernel or prelude file whole: its header, its GLSL, and whether the two agree."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..plan.spec import Access, KernelSpec, Kind
from .fault import KernelFileError
from .header import parse_header, split_header
from .preprocess import check_directives
from .table import Table
from .tokens import arguments, declared, strip_comments

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_SUFFIXED = re.compile(r".*_k\d+")
_COMPOSED = re.compile(
    r"kln_(xy|texel|origin|extent|zero|p|block|push|Params|half|index_\w+|\w+_k\d+"
    r"|(out|tex|t)\d+|[ar]\d+_\w+)"
)
"""Names that composed text gives out itself."""


@dataclass(frozen=True, slots=True)
class KernelBody:
    """The GLSL of a kernel or prelude file, comments stripped, and where it stands."""

    file: str
    """Path from the repository's root, for messages."""
    text: str
    first_line: int
    """The file's line (from 1) at which ``text`` starts."""
    asks: frozenset[str] = frozenset()
    """Variants that its directives ask about."""


@dataclass(frozen=True, slots=True)
class Prelude:
    """A file of shared functions."""

    stem: str
    summary: str
    source: str
    uses: tuple[str, ...]
    body: KernelBody


def read_kernel(text: str, file: str, name: str, kind: Kind) -> tuple[KernelSpec, KernelBody]:
    """Return a kernel file's spec and GLSL. Errors: KernelFileError."""
    if not _NAME.fullmatch(name) or _SUFFIXED.fullmatch(name):
        raise KernelFileError(
            file, "", "name kernels in snake case, and without an ending like _k1"
        )
    toml, raw, first_line = split_header(text, file)
    spec = parse_header(toml, file, name, kind)
    glsl = strip_comments(raw)
    asks = check_directives(glsl, spec.variants, file, first_line)
    _check_signature(spec, glsl, file, first_line)
    for symbol in sorted(declared(glsl)):
        if symbol != f"kln_{name}" and not symbol.lower().startswith(f"kln_{name}_"):
            raise KernelFileError(
                file, symbol, f"is declared in this file; start its name with kln_{name}_"
            )
    return spec, KernelBody(file, glsl.rstrip(), first_line, asks)


def read_prelude(text: str, file: str, stem: str) -> Prelude:
    """Return a prelude file. Errors: KernelFileError."""
    toml, raw, first_line = split_header(text, file)
    top = Table.parse(toml, file)
    summary = top.text("summary")
    source = top.text("source", "")
    uses = top.words("uses")
    top.finish()
    glsl = strip_comments(raw)
    if "#" in glsl:
        line = first_line + glsl.count("\n", 0, glsl.index("#"))
        raise KernelFileError(file, f"line {line}", "a prelude has no directives and no variants")
    for symbol in sorted(declared(glsl)):
        if not symbol.lower().startswith("kln_"):
            raise KernelFileError(
                file, symbol, "is declared in a prelude; start its name with kln_ (or KLN_)"
            )
        if _COMPOSED.fullmatch(symbol):
            raise KernelFileError(file, symbol, "is a name of the composer's; choose another")
    return Prelude(stem, summary, source, uses, KernelBody(file, glsl.rstrip(), first_line))


def signature(spec: KernelSpec) -> str:
    """Return the function line that a header asks for."""
    wanted = ["Texel at"]
    wanted += [f"{i.type} {i.name}" for i in spec.inputs.values() if i.access is Access.VALUE]
    wanted += [f"{p.type} {p.name}" for p in spec.params.values()]
    wanted += [f"out {o.type} {o.name}" for o in spec.outputs.values()]
    return f"void kln_{spec.name}({', '.join(wanted)})"


def _check_signature(spec: KernelSpec, text: str, file: str, first_line: int) -> None:
    found = list(re.finditer(rf"\bvoid\s+kln_{spec.name}\s*\(([^()]*)\)\s*\{{", text))
    if len(found) != 1:
        what = "is not defined" if not found else "is defined more than once"
        raise KernelFileError(
            file, f"kln_{spec.name}", f"{what}; the header asks for {signature(spec)}"
        )
    wanted = arguments(signature(spec).partition("(")[2].rstrip(")"))
    if arguments(found[0][1]) != wanted:
        line = first_line + text.count("\n", 0, found[0].start())
        raise KernelFileError(
            file, f"line {line}", f"the function does not match the header; write {signature(spec)}"
        )
