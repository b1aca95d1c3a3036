"""Resolves ``#if name == choice`` before any driver sees the text.

Variants are compile-time choices of the header, not macros: a misspelt name or choice is an error
here, where a driver would have taken it for 0. Removed lines stay as empty lines, so line 40 of the
result is line 40 of the file. ``&&`` binds tighter than ``||``; there are no parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..plan.spec import VariantSpec
from .fault import KernelFileError

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w*)[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_TERM = re.compile(r"(\w+)\s*(==|!=)\s*(\w+)")


def check_directives(
    text: str, variants: Mapping[str, VariantSpec], file: str, first_line: int = 1
) -> frozenset[str]:
    """Return the variants that ``text`` asks about.

    Errors: KernelFileError for an unknown variant or choice, another directive, or bad nesting.
    """
    asked: set[str] = set()
    stack: list[str] = []
    for line, word, condition in _directives(text):
        where = f"line {first_line + line}"
        if word in ("if", "elif"):
            for name, _, choice in _terms(condition, file, where):
                if name not in variants:
                    known = ", ".join(variants) or "none"
                    raise KernelFileError(file, where, f"has no variant '{name}'; it has {known}")
                if choice not in variants[name].choices:
                    known = ", ".join(variants[name].choices)
                    raise KernelFileError(
                        file, where, f"variant '{name}' has no choice '{choice}'; it has {known}"
                    )
                asked.add(name)
        if word == "if":
            stack.append("if")
        elif word in ("elif", "else", "endif"):
            if not stack or (word != "endif" and stack[-1] == "else"):
                raise KernelFileError(file, where, f"#{word} has no #if before it")
            if word == "endif":
                stack.pop()
            else:
                stack[-1] = word
        else:
            raise KernelFileError(
                file,
                where,
                f"#{word} is not allowed; only #if, #elif, #else and #endif over variants",
            )
    if stack:
        raise KernelFileError(file, "end of file", "an #if is not closed; add #endif")
    return frozenset(asked)


def resolve(text: str, chosen: Mapping[str, str]) -> str:
    """Return ``text`` with only the branches that ``chosen`` takes, every line where it was.

    The directives must have passed check_directives; ``chosen`` has every variant they ask about.
    """
    if "#" not in text:
        return text
    out: list[str] = []
    stack: list[tuple[bool, bool]] = []  # (some branch was taken, this branch is taken)
    for line in text.split("\n"):
        match = _DIRECTIVE.match(line)
        if match is None:
            out.append(line if all(live for _, live in stack) else "")
            continue
        out.append("")
        word, condition = match[1], match[2]
        if word == "if":
            holds = _holds(condition, chosen)
            stack.append((holds, holds))
        elif word == "elif":
            taken, _ = stack.pop()
            holds = not taken and _holds(condition, chosen)
            stack.append((taken or holds, holds))
        elif word == "else":
            taken, _ = stack.pop()
            stack.append((True, not taken))
        else:
            stack.pop()
    return "\n".join(out)


def _directives(text: str) -> Iterator[tuple[int, str, str]]:
    for match in _DIRECTIVE.finditer(text):
        yield text.count("\n", 0, match.start()), match[1], match[2]


def _terms(condition: str, file: str, where: str) -> Iterator[tuple[str, str, str]]:
    for term in re.split(r"\|\||&&", condition):
        match = _TERM.fullmatch(term.strip())
        if match is None:
            raise KernelFileError(
                file,
                where,
                f"cannot read '{term.strip()}'; write variant == choice or variant != choice",
            )
        yield match[1], match[2], match[3]


def _holds(condition: str, chosen: Mapping[str, str]) -> bool:
    return any(
        all(
            (chosen[name] == choice) == (mark == "==")
            for name, mark, choice in _terms(part, "", "")
        )
        for part in condition.split("||")
    )
