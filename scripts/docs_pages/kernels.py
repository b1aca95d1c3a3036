"""docs/kernels.md, from the headers under kernels/."""

from __future__ import annotations

from collections.abc import Iterable

from addon.library.catalog import KernelCatalog
from addon.plan.spec import Access, InputSpec, KernelSpec, Kind, ParamSpec, Unit
from addon.plan.types import Value

KINDS = {
    Kind.SOURCE: "reads no image: it generates.",
    Kind.POINT: "depends only on the same texel of each input; may be fused into a region.",
    Kind.GATHER: "reads external images at computed places; may be fused.",
    Kind.SAMPLE: "reads images that ops wrote at computed places.",
    Kind.AREA: "reads a neighbourhood.",
    Kind.REDUCE: "turns many texels into few.",
    Kind.GLOBAL: "needs the whole image, one step at a time.",
    Kind.CPU: "runs on the CPU, between dispatches.",
}


def page(catalog: KernelCatalog) -> str:
    """Return docs/kernels.md: every kernel's header in words, by kind."""
    lines = [
        "# Kernels",
        "",
        "Written by `scripts/docs` from the headers under `kernels/`; change those, not this page.",
        "How one is written is told in [writing-a-kernel.md](writing-a-kernel.md).",
        "",
        "Every input read as texels has the variants `<input>_wrap_x` and `<input>_wrap_y`: repeat",
        "(the default), clamp, mirror or clip. They are not listed again below. An input with a",
        "default may be given as a number. Lengths are in texels at the base size.",
        "",
    ]
    by_kind = {kind: [s for s in catalog.values() if s.kind is kind] for kind in Kind}
    lines += ["| kind | kernels |", "|---|---|"]
    for kind, specs in by_kind.items():
        named = ", ".join(f"[{s.name}](#{_anchor(s.name)})" for s in specs) or "none yet"
        lines.append(f"| {kind} | {named} |")
    for kind, specs in by_kind.items():
        if specs:
            lines += ["", f"## {kind}", "", f"A {kind} kernel {KINDS[kind]}"]
        for spec in specs:
            lines += ["", *_kernel(spec)]
    lines += ["", "## The prelude", "", "Functions that kernels share, in `kernels/prelude/`."]
    for stem in catalog.preludes:
        prelude = catalog.prelude(stem)
        needs = f" Needs {_list(prelude.uses)}." if prelude.uses else ""
        source = f" Source: {_sentence(prelude.source)}" if prelude.source else ""
        lines += ["", f"**{stem}**: {prelude.summary}{needs}{source}"]
    return "\n".join([*lines, ""])


def _kernel(spec: KernelSpec) -> Iterable[str]:
    yield f"### {spec.name}"
    yield ""
    yield spec.summary
    yield ""
    for given in spec.inputs.values():
        yield f"- input `{given.name}`: {_input(given)}"
    for param in spec.params.values():
        if param.unit is not Unit.SEED:
            yield f"- param `{param.name}`: {_param(param)}"
    if any(param.unit is Unit.SEED for param in spec.params.values()):
        yield "- draws random numbers from the op's seed"
    for variant in spec.variants.values():
        if not variant.name.endswith(("_wrap_x", "_wrap_y")):
            rest = [choice for choice in variant.choices if choice != variant.default]
            yield f"- variant `{variant.name}`: **{variant.default}**, {', '.join(rest)}"
    for out in spec.outputs.values():
        yield f"- output `{out.name}`: {out.type}"
    if spec.chain:
        yield "- part of a chain: the number of ops depends on the baked size"
    if spec.source:
        yield f"- source: {_sentence(spec.source)}"


def _input(given: InputSpec) -> str:
    if given.access is Access.TEXELS:
        return f"{given.type}, read at computed texels"
    default = "an image" if given.default is None else f"default {_value(given.default)}"
    return f"{given.type}, {default}"


def _param(param: ParamSpec) -> str:
    words = [param.type, f"default {_value(param.default)}"]
    if param.min is not None and param.max is not None:
        words.append(f"{param.min:g} to {param.max:g}")
    elif param.min is not None:
        words.append(f"at least {param.min:g}")
    elif param.max is not None:
        words.append(f"at most {param.max:g}")
    if param.unit is Unit.TEXELS_AT_BASE:
        words.append("a length")
    return ", ".join(words)


def _value(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(f'{number:g}' for number in value)})"
    return f"{value:g}"


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)


def _anchor(name: str) -> str:
    return name.replace("/", "")
