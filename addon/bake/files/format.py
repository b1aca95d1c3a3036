"""The file formats Kiln writes, and the depths each holds."""

from __future__ import annotations

from enum import StrEnum

from ..errors import BadArguments


class FileFormat(StrEnum):
    """Blender's names for the formats (``ImageFormatSettings.file_format``)."""

    PNG = "PNG"
    OPEN_EXR = "OPEN_EXR"
    TIFF = "TIFF"

    @property
    def extension(self) -> str:
        """Return the file name's ending, with its dot."""
        return {"PNG": ".png", "OPEN_EXR": ".exr", "TIFF": ".tif"}[self]

    @property
    def writer(self) -> str:
        """Return OpenImageIO's name for it."""
        return {"PNG": "png", "OPEN_EXR": "openexr", "TIFF": "tiff"}[self]

    @property
    def is_float(self) -> bool:
        """Return whether it holds floats (EXR) rather than integers."""
        return self is FileFormat.OPEN_EXR

    @property
    def depths(self) -> tuple[int, ...]:
        """Return the bits per channel it can hold, the default first."""
        return {"PNG": (8, 16), "OPEN_EXR": (16, 32), "TIFF": (16, 8)}[self]

    def depth_for(self, asked: int | None, *, wide: bool = False) -> int:
        """Return the depth of a file: what was asked for, or the format's default.

        ``wide`` is a map whose steps show at 8 bits (a height): its default is 16.
        Errors: BadArguments where the format does not hold the depth.
        """
        if asked is None:
            return max(self.depths[0], 16) if wide else self.depths[0]
        if asked not in self.depths:
            held = " or ".join(str(d) for d in self.depths)
            other = [f.value for f in FileFormat if asked in f.depths]
            raise BadArguments(
                f"{self.value} holds {held} bits per channel, not {asked}; "
                f"choose --depth {self.depths[0]} or --format {' or '.join(other)}"
                if other
                else f"{self.value} holds {held} bits per channel, not {asked}"
            )
        return asked
