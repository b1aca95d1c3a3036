"""File names: a template filled in, made safe for every file system, and told apart."""

from __future__ import annotations

import hashlib
import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import BadArguments

DEFAULT_TEMPLATE = "{material}_{map}"
FIELDS = ("material", "map", "size", "level", "frame")
MAX_NAME_BYTES = 255
"""Longest file name of ext4 and APFS; NTFS counts UTF-16 units, so bytes are the safe side."""

_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f\ud800-\udfff]')
"""What Windows or POSIX refuse; source: Microsoft, "Naming Files, Paths, and Namespaces". And what
no UTF-8 says: lone surrogates, which stand for argument bytes that are none."""
_DEVICES = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)")
"""Names that are devices on Windows whatever their ending; same source."""


@dataclass(frozen=True, slots=True)
class Target:
    """One file to be named: the values of the template's fields."""

    material: str
    map: str
    size: str
    level: int
    frame: int


def check_template(template: str) -> None:
    """Refuse a template that has an unknown field or leads out of the output folder.

    Errors: BadArguments.
    """
    try:
        parts = list(string.Formatter().parse(template))
    except ValueError as wrong:
        raise BadArguments(f"the name template '{template}' is not well formed: {wrong}") from wrong
    known = ", ".join(f"{{{field}}}" for field in FIELDS)
    for _, field, spec, conversion in parts:
        if field is not None and (field not in FIELDS or conversion or "{" in (spec or "")):
            raise BadArguments(f"the name template knows {known}, not '{{{field}}}'")
        if any(int(width) > MAX_NAME_BYTES for width in re.findall("[0-9]+", spec or "")):
            raise BadArguments(
                f"the name template '{template}' asks for a name of more than {MAX_NAME_BYTES} "
                "characters; no file system holds one"
            )
    folders = template.replace("\\", "/").split("/")
    if template.startswith(("/", "\\")) or ".." in folders or not folders[-1]:
        raise BadArguments(
            f"the name template '{template}' must name a file inside the output folder"
        )
    if "" in folders or "." in folders:
        raise BadArguments(f"the name template '{template}' has a folder without a name in it")


def fill_template(template: str, target: Target) -> str:
    """Return the template with its fields filled in, before anything is made safe.

    Errors: BadArguments where a format such as ``{frame:04d}`` does not fit its field.
    """
    try:
        return template.format(
            material=target.material,
            map=target.map,
            size=target.size,
            level=target.level,
            frame=target.frame,
        )
    except (ValueError, KeyError, IndexError) as wrong:
        raise BadArguments(
            f"the name template '{template}' cannot be filled in: {wrong}"
        ) from wrong


def safe_name(name: str, max_bytes: int = MAX_NAME_BYTES) -> str:
    """Return a name that every common file system takes, unchanged where it already is one.

    A name that is too long is cut and ends in a digest of the whole, so that two long names that
    begin alike stay apart.
    """
    safe = _UNSAFE.sub("_", unicodedata.normalize("NFC", name)).rstrip(". ").lstrip(" ") or "_"
    if safe.startswith("."):
        safe = "_" + safe[1:]
    if _DEVICES.match(safe):
        safe = "_" + safe
    if len(safe.encode()) > max_bytes:
        digest = "_" + hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:8]
        cut = safe.encode()[: max_bytes - len(digest)].decode(errors="ignore")
        safe = cut.rstrip(". ") + digest
    return safe


def name_targets(
    targets: Sequence[Target], template: str = DEFAULT_TEMPLATE, extension: str = ""
) -> tuple[str, ...]:
    """Return a relative path for each target, '/' between folders, no two of them the same file.

    Fields are made safe before they are filled in, so a material called ``rock/wall`` makes no
    folder while a template ``{material}/{map}`` does. Two materials whose names only differ in what
    was replaced, or in case, get ``_2``, ``_3`` in the order given, and so do two of one name: the
    file's own and one of a library.
    Errors: BadArguments where the template itself gives two targets one name.
    """
    check_template(template)
    raw: dict[str, Target] = {}
    for target in targets:
        filled = fill_template(template, target)
        other = raw.setdefault(filled, target)
        if other != target:
            missing = "{map}" if other.map != target.map else "{material}"
            raise BadArguments(
                f"the name template '{template}' gives {other.map} of '{other.material}' and "
                f"{target.map} of '{target.material}' the same name; add {missing}"
            )
    taken: set[str] = set()
    names: list[str] = []
    for target in targets:
        parts = [_fill_safe(part, target) for part in template.replace("\\", "/").split("/")]
        room = MAX_NAME_BYTES - len(extension.encode())
        number = 1
        while True:
            suffix = "" if number == 1 else f"_{number}"
            last = safe_name(parts[-1], room - len(suffix)) + suffix
            name = "/".join([*(safe_name(part) for part in parts[:-1]), last]) + extension
            if name.casefold() not in taken:
                break
            number += 1
        taken.add(name.casefold())
        names.append(name)
    return tuple(names)


def _fill_safe(part: str, target: Target) -> str:
    """Return one folder or file name of the template with safe fields."""
    safe = Target(
        _UNSAFE.sub("_", target.material),
        _UNSAFE.sub("_", target.map),
        target.size,
        target.level,
        target.frame,
    )
    return fill_template(part, safe)
