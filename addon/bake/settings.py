"""How a bake is made: what the flags say, then what the scene says, then the defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from ..plan.types import Encoding, Extent, Transfer
from .errors import BadArguments
from .files.format import FileFormat
from .files.naming import DEFAULT_TEMPLATE, FIELDS

DEFAULT_BASE = Extent(1024, 1024)
MAX_LEVEL = 16
"""Powers of two beyond which a level is a slip of the finger."""
MAX_FRAME = 1048574
"""Last frame, and with a minus the first, that Blender goes to: MAXFRAME in DNA_scene_types.h."""
MAX_SIDE = 32768
"""Largest texture side of any GPU's driver today; what the one at hand holds is checked by it."""

_TEMPLATE_FIELD = re.compile("{(" + "|".join(FIELDS) + ")[^{}]*}")


class Existing(StrEnum):
    """What happens where an output's file is there already."""

    OWN = "own"
    """Kiln's own earlier bake of the same map is replaced; anything else is a refusal."""
    OVERWRITE = "overwrite"
    SKIP_UNCHANGED = "skip_unchanged"
    """As OWN, and a file that would come out the same is left alone."""


@dataclass(frozen=True, slots=True)
class BakeSettings:
    """Everything a person chooses about a bake, whole and ready to use."""

    maps: tuple[str, ...] = ()
    """Names of maps; empty is auto: what varies is baked, the rest reported as constants."""
    sockets: tuple[str, ...] = ()
    """Sockets to bake beside the maps, as frontends/shader/socket_path.py reads them."""
    aovs: tuple[str, ...] = ()
    """AOVs to bake beside the maps, by name; * is every one."""
    only_asked: bool = False
    """Whether sockets and AOVs are all that is baked: no map beside them."""
    base: Extent = DEFAULT_BASE
    level: int = 0
    format: FileFormat = FileFormat.PNG
    depth: int | None = None
    """Bits per channel; None is the format's own, and 16 for a height in an integer file."""
    y: str = "+"
    dither: bool = True
    folder: Path | None = None
    """Where files go; None writes none."""
    template: str = DEFAULT_TEMPLATE
    frame: int | None = None
    seed: int = 0
    existing: Existing = Existing.OWN
    strict: bool = False
    fuse: bool = True
    pack: bool = False
    """Whether the images are put into the .blend."""
    budget_bytes: int | None = None
    """Most GPU memory a bake may need; None sets no limit."""

    @property
    def auto(self) -> bool:
        """Return whether only what varies is baked."""
        return not self.maps and not self.only_asked

    @property
    def extent(self) -> Extent:
        """Return the size of the files."""
        return self.base.at_level(self.level)

    def encoding(
        self, transfer: Transfer, channels: int, *, wide: bool, to_rec709: tuple[float, ...]
    ) -> Encoding:
        """Return how a map leaves its plan. ``wide`` maps get 16 bits where none were asked for."""
        depth = self.format.depth_for(self.depth, wide=wide)
        color = transfer is Transfer.COLOR
        return Encoding(
            transfer,
            depth,
            self.format.is_float,
            channels,
            dither=self.dither and color and depth == 8,
            to_rec709=to_rec709 if color else Encoding().to_rec709,
        )

    def full_float(self, encoding: Encoding) -> Encoding:
        """Return how the same map leaves its plan where it is narrowed later: 32-bit floats."""
        return Encoding(Transfer.DATA, 32, True, encoding.channels)

    def without_folder(self) -> BakeSettings:
        """Return settings that write no files."""
        return replace(self, folder=None)

    def check(self, *, writes: bool = True) -> None:
        """Refuse what no bake can be made with. Errors: BadArguments."""
        self.format.depth_for(self.depth)
        if not -MAX_LEVEL <= self.level <= MAX_LEVEL:
            raise BadArguments(f"level {self.level} is not between {-MAX_LEVEL} and {MAX_LEVEL}")
        if self.frame is not None and abs(self.frame) > MAX_FRAME:
            raise BadArguments(f"frame {self.frame} is not between {-MAX_FRAME} and {MAX_FRAME}")
        largest = max(self.extent.width, self.extent.height)
        if largest > MAX_SIDE:
            raise BadArguments(
                f"{self.base} at level {self.level} is {self.extent}; "
                f"no GPU holds more than {MAX_SIDE} texels a side, so bake at a higher level"
            )
        if writes and self.folder is None and not self.pack:
            raise BadArguments("the .blend was never saved, so files need a folder; add --out DIR")
        field = _TEMPLATE_FIELD.search(str(self.folder)) if writes and self.folder else None
        if field is not None:
            raise BadArguments(
                f"the folder '{self.folder}' is taken as it is; put {field[0]} into --name, "
                "which may have folders in it: {material}/{map}"
            )

    def with_flags(self, flags: Mapping[str, Any]) -> BakeSettings:
        """Return these settings with every flag that was given (is not None) in its place.

        argparse gathers what may be repeated in a list.
        """
        known = {field.name for field in fields(self)}
        given = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in flags.items()
            if name in known and value is not None
        }
        return replace(self, **given)


def scene_settings(group: Any, blend_folder: Path | None, *, chosen: bool = False) -> BakeSettings:
    """Return what a scene's ``kiln`` property group says.

    ``group`` is None where Kiln is not registered: then the defaults. ``//`` is the folder of the
    .blend, and so is a path that starts nowhere. ``chosen`` is whether flags say what is baked.
    Errors: BadArguments for nothing to bake.
    """
    folder = blend_folder / "textures" if blend_folder is not None else None
    if group is None:
        return BakeSettings(folder=folder)
    ticked = () if group.auto else tuple(sorted(group.maps | group.further_maps))
    sockets = tuple(row.path for row in group.sockets if row.path) if not chosen else ()
    aovs = ("*",) if group.aovs and not chosen else ()
    if not (chosen or group.auto or ticked or sockets or aovs):
        raise BadArguments("no map is chosen; tick one, or 'What Varies'")
    if group.folder and Path(group.folder).is_absolute() and not group.folder.startswith("//"):
        folder = Path(group.folder)
    elif group.folder:
        # Without // too: where Blender was started is no place that anybody means.
        folder = blend_folder / group.folder.lstrip("/") if blend_folder is not None else None
    return BakeSettings(
        maps=ticked,
        sockets=sockets,
        aovs=aovs,
        only_asked=not (group.auto or ticked),
        base=Extent(*group.size),
        level=group.level if group.override_level else 0,
        format=FileFormat(group.format),
        depth=None if group.depth == "AUTO" else int(group.depth),
        y=group.normal_y,
        dither=group.dither,
        folder=folder,
        template=group.name_template or DEFAULT_TEMPLATE,
        seed=group.seed,
    )
