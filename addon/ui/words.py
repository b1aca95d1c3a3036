"""Sentences and names in the words that the panel has for them."""

from __future__ import annotations

import re

from ..frontends.shader.maps import MAPS

LABELS = {
    "out": "Folder",
    "name": "Name",
    "maps": "Maps",
    "socket": "Sockets",
    "aov": "AOV Outputs",
    "size": "Size",
    "level": "Level",
    "format": "Format",
    "depth": "Depth",
    "y": "Normal Y",
    "dither": "Dither",
    "seed": "Seed",
    "overwrite": "Overwrite",
}
"""The panel's name of what a flag of the command line sets."""
FORMATS = {"PNG": "PNG", "OPEN_EXR": "OpenEXR", "TIFF": "TIFF"}
"""The menu's name of each file format."""

_FLAG = re.compile(r"--([a-z]+)\b")
_FORMAT = re.compile(r"\bOPEN_EXR\b")


def in_panel(sentence: str) -> str:
    """Return a sentence with the panel's names where it has the flags of the command line.

    It begins upper case, and with the map's own name where it begins with a map.
    """
    sentence = re.sub(r" with (?=--out)", " ", sentence)
    sentence = sentence.replace("pass --overwrite", "tick --overwrite")
    sentence = re.sub(r"\b(pass|add) (?=--)", "choose ", sentence)
    sentence = _FLAG.sub(lambda found: LABELS.get(found[1], found[0]), sentence)
    sentence = _FORMAT.sub(FORMATS["OPEN_EXR"], sentence)
    first, space, rest = sentence.partition(" ")
    if first in MAPS:
        return map_label(first) + space + rest
    return sentence[:1].upper() + sentence[1:]


def map_label(name: str) -> str:
    """Return a map's name as the window has it."""
    return name.replace("_", " ").title().replace("Ior", "IOR")


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: 1 image, 2 images."""
    return f"{count} {noun}" + ("" if count == 1 else "s")
