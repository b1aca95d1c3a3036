"""What a file says about itself: which plan made it, with which seed, level and version.

It stands as one JSON line in the field that all three formats have for free text (PNG's
Description, TIFF's and EXR's ImageDescription), so any reader shows it. No date and no path: the
same bake gives the same bytes on any day and in any folder.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from .oiio import load_oiio, oiio_path


@dataclass(frozen=True, slots=True)
class Metadata:
    """Who made a file and from what."""

    kiln: str
    """Kiln's version."""
    plan: str
    """SHA-256 of everything the pixels follow from: see bake/fingerprint.py."""
    seed: int
    level: int
    material: str
    """Name of the material, '' for an output of a plan's text form."""
    map: str
    approximate: bool = False
    range: tuple[float, float] | None = None
    """What the smallest and largest code of a normalised integer file stand for."""

    @property
    def software(self) -> str:
        """Return the name for a file's Software field."""
        return f"Kiln {self.kiln}"

    def text(self) -> str:
        """Return the JSON line; ASCII, because PNG's text chunk is Latin-1."""
        return json.dumps(asdict(self), ensure_ascii=True, separators=(",", ":"))

    @staticmethod
    def parse(text: str) -> Metadata | None:
        """Return the metadata in a Description field, or None where Kiln did not write it."""
        try:
            fields = json.loads(text)
            span = fields.pop("range")
            return Metadata(**fields, range=None if span is None else (span[0], span[1]))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            return None


def read_metadata(path: Path) -> Metadata | None:
    """Return what Kiln wrote into a file, or None where it is not a file of Kiln's."""
    source = load_oiio().ImageInput.open(oiio_path(path))
    if source is None:
        load_oiio().geterror()
        return None
    try:
        return Metadata.parse(source.spec().get_string_attribute("ImageDescription"))
    finally:
        source.close()
