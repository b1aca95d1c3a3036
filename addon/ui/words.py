"""Sentences about settings, in the words that the panel has for them."""

from __future__ import annotations

import re

LABELS = {
    "out": "Folder",
    "name": "Name",
    "maps": "Maps",
    "size": "Size",
    "level": "Level",
    "format": "Format",
    "depth": "Depth",
    "y": "Normal Y",
    "dither": "Dither",
    "seed": "Seed",
}
"""The panel's name of what a flag of the command line sets."""

_ELSEWHERE = re.compile(r",? or (pass )?--overwrite| with (?=--out)")
"""What the panel has no button for, and what reads badly before a name."""
_FLAG = re.compile(r"--([a-z]+)\b")


def in_panel(sentence: str) -> str:
    """Return a sentence with the panel's names where it has the flags of the command line."""
    sentence = _ELSEWHERE.sub(lambda found: " " if "with" in found[0] else "", sentence)
    sentence = re.sub(r"\b(pass|add) (?=--)", "choose ", sentence)
    return _FLAG.sub(lambda found: LABELS.get(found[1], found[0]), sentence)
