"""What the user made in the Shader Editor, without Blender: frozen values that compile reads.

A snapshot (bpy) makes these; tests write them by hand. Nothing here is resolved: groups are still
groups, mutes still mutes, reroutes still reroutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

SocketValue = float | int | bool | str | tuple[float, ...] | None
Property = float | int | bool | str | tuple[float, ...]


class SocketType(StrEnum):
    """Blender's socket types (``NodeSocket.type``)."""

    VALUE = "VALUE"
    INT = "INT"
    BOOLEAN = "BOOLEAN"
    VECTOR = "VECTOR"
    ROTATION = "ROTATION"
    MATRIX = "MATRIX"
    RGBA = "RGBA"
    STRING = "STRING"
    MENU = "MENU"
    SHADER = "SHADER"
    CUSTOM = "CUSTOM"
    BUNDLE = "BUNDLE"
    CLOSURE = "CLOSURE"


@dataclass(frozen=True, slots=True)
class Socket:
    """An input or output of a node. ``identifier`` is unique in it and stable over versions."""

    identifier: str
    name: str
    type: SocketType
    value: SocketValue = None
    """The unlinked default, evaluated at the frame; colours are scene-linear RGBA."""
    enabled: bool = True
    """False where the node's current mode does not use it."""
    hide_value: bool = False


FIRST_TILE = 1001
TILES_ABREAST = 10
"""UDIM counts tiles so."""


class ColorEncoding(StrEnum):
    """What a picture's numbers are to the file's scene-linear space."""

    DATA = "data"
    """Not colours."""
    LINEAR = "linear"
    SRGB = "srgb"
    """Scene-linear by the sRGB curve."""
    OTHER = "other"
    """Whatever the colour configuration makes of them."""


@dataclass(frozen=True, slots=True)
class ImageRef:
    """An image datablock a node uses, told apart by name and library."""

    name: str
    library: str
    extent: tuple[int, int]
    """Width and height in texels; (0, 0) where the file is missing."""
    channels: int
    is_float: bool
    colorspace: str
    """Name of Blender's colour space for it, as in the file."""
    encoding: ColorEncoding
    """What that space is to the file's scene-linear one."""
    alpha_mode: str
    """STRAIGHT, PREMUL, CHANNEL_PACKED or NONE."""
    source: str
    """FILE, GENERATED, SEQUENCE, MOVIE, TILED or VIEWER."""
    is_packed: bool = False
    filepath: str = ""
    is_associated: bool = False
    """Whether Cycles takes its file's colours for multiplied by their alpha, where it asks that."""
    is_half: bool = False
    """Whether its file holds half floats."""
    is_raw: bool = False
    """Whether the file's own numbers are uploaded: of many layers Blender shows Python none."""
    frame: int = 0
    """Of a sequence or movie, the frame that is used; ``filepath`` is a sequence's file of it."""
    is_apart: bool = False
    """Whether its file is read beside the datablock, which holds other pixels."""
    is_unsaved: bool = False
    """Whether Cycles takes what Blender holds and the file does not."""
    tiles: tuple[Tile, ...] = ()
    """Of an image of UDIM tiles, all; of a page of tiles, those on it."""
    tile: int = 0
    """Of one tile, its number; of a page of tiles, the first's."""

    @property
    def is_readable(self) -> bool:
        """Return whether Blender has pixels of it."""
        if self.source == "TILED" and not self.tile:
            return any(tile.image.is_readable for tile in self.tiles)
        return self.extent != (0, 0)

    @property
    def is_data(self) -> bool:
        """Return whether its numbers are no colours."""
        return self.encoding is ColorEncoding.DATA

    @property
    def from_file(self) -> bool:
        """Return whether Cycles reads its file, rather than ask Blender for the pixels."""
        asked = self.is_packed or self.is_unsaved
        return not (asked or self.source in ("GENERATED", "MOVIE"))

    @property
    def weighted(self) -> bool:
        """Return whether Cycles filters its colours times their alpha."""
        return not self.is_data and self.alpha_mode in ("STRAIGHT", "PREMUL")

    @property
    def converted(self) -> bool:
        """Return whether its pixels are made scene-linear before they are uploaded.

        Deeper pixels that Blender hands over are linear by then, whatever the image's space.
        """
        return self.encoding is ColorEncoding.OTHER and (self.from_file or not self.is_float)

    @property
    def key(self) -> str:
        """Return the name its upload goes by in a plan's externals."""
        key = f"{self.name}@{self.library}" if self.library else self.name
        if self.tile:
            return f"{key}.{self.tile}" + ("+" if self.tiles else "")
        return f"{key}#{self.frame}" if self.source in ("SEQUENCE", "MOVIE") else key


@dataclass(frozen=True, slots=True)
class Tile:
    """A UDIM tile: a picture of its own, at a corner of a page once it is placed."""

    number: int
    image: ImageRef
    corner: tuple[int, int] = (0, 0)

    @property
    def cell(self) -> tuple[int, int]:
        """Return its column and row: whole UV."""
        return self.cell_of(self.number)

    @staticmethod
    def cell_of(number: int) -> tuple[int, int]:
        """Return a tile's column and row by its number."""
        row, column = divmod(number - FIRST_TILE, TILES_ABREAST)
        return column, row


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree. ``type`` is Blender's ``bl_idname``."""

    name: str
    type: str
    inputs: tuple[Socket, ...] = ()
    outputs: tuple[Socket, ...] = ()
    properties: Mapping[str, Property] = field(default_factory=dict)
    """RNA enum, number and boolean properties by RNA name."""
    label: str = ""
    """What the user calls it, '' where they do not; its ``name`` is Blender's key for it."""
    type_name: str = ""
    """What Blender calls its type in English; '' where nobody asked Blender."""
    muted: bool = False
    foreign: str = ""
    """Why no Blender's Cycles knows it: what stands behind its title in the warning."""
    bypass: tuple[tuple[str, str], ...] = ()
    """(input identifier, output identifier): what a muted node passes through (internal links)."""
    tree: Tree | None = None
    """A group's own tree."""
    image: ImageRef | None = None
    table: tuple[tuple[float, float, float, float], ...] = ()
    """257 samples of a Color Ramp or curves over its domain."""
    table_domain: tuple[float, float] = (0.0, 1.0)

    @property
    def title(self) -> str:
        """Return what people know it by: its type, and its label where it has one."""
        kind = self.type_name or self.type
        return f'{kind} "{self.label}"' if self.label else kind

    def output(self, identifier: str) -> Socket:
        """Return an output. Errors: KeyError naming the node and the identifier."""
        for socket in self.outputs:
            if socket.identifier == identifier:
                return socket
        raise KeyError(f"node '{self.name}' has no output '{identifier}'")

    def input(self, identifier: str) -> Socket:
        """Return an input. Errors: KeyError naming the node and the identifier."""
        for socket in self.inputs:
            if socket.identifier == identifier:
                return socket
        raise KeyError(f"node '{self.name}' has no input '{identifier}'")


@dataclass(frozen=True, slots=True)
class Link:
    """A valid, unmuted link of a tree, by node name and socket identifier."""

    from_node: str
    from_socket: str
    to_node: str
    to_socket: str


@dataclass(frozen=True, slots=True)
class Tree:
    """A node tree or a group's tree."""

    name: str
    nodes: Mapping[str, Node] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    interface_inputs: tuple[Socket, ...] = ()
    interface_outputs: tuple[Socket, ...] = ()
    active_output: str = ""
    """Name of the Material Output that Cycles reads, or of the active Group Output; '' if none."""


@dataclass(frozen=True, slots=True)
class WorkingSpace:
    """The file's scene-linear space: what converts its colours."""

    name: str = "Linear Rec.709"
    to_rec709: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    """Row-major 3x3."""
    luminance: tuple[float, float, float] = (0.2126391, 0.7151691, 0.0721928)


@dataclass(frozen=True, slots=True)
class MaterialModel:
    """A material as it stands at one frame."""

    name: str
    tree: Tree
    version: tuple[int, int, int]
    """Blender's version: what version switches are looked up by."""
    library: str = ""
    frame: float = 1.0
    frames_per_second: float = 24.0
    pass_index: int = 0
    """What Object Info calls the material's index."""
    working_space: WorkingSpace = WorkingSpace()
    problems: tuple[tuple[str, str, str], ...] = ()
    """(code, origin, message) found while it was read, e.g. a missing image."""
