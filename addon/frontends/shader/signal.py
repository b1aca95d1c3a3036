"""What flows along a link while a material is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...plan.types import ImageId, Value
from .model import Node, SocketType
from .scope import Scope


class SignalType(StrEnum):
    """Cycles' three kinds of number. Vectors and colours are both three floats; they convert
    differently to a float (mean, luminance)."""

    FLOAT = "float"
    VECTOR = "vector"
    COLOR = "color"

    @property
    def glsl(self) -> str:
        """Return the type a kernel's header calls it."""
        return "float" if self is SignalType.FLOAT else "vec3"


@dataclass(frozen=True, slots=True)
class Signal:
    """A number known now (``value``), or an image an op of the plan writes (``image``).

    Shapes: ``value`` is a float for FLOAT, three floats for VECTOR and COLOR.
    ``varies`` is whether it can differ from texel to texel (it depends on a coordinate).
    ``approximations`` are the nodes above it that were not evaluated as Cycles would, by path.
    ``known`` is the number that Blender itself computes while it builds the shader, of the shape of
    ``value``; None where it does not. How often a zone repeats or which side a switch takes may
    depend on nothing else. What is baked is ``value`` or ``image`` all the same.
    """

    type: SignalType
    value: Value | None = None
    image: ImageId | None = None
    varies: bool = False
    approximations: frozenset[str] = frozenset()
    known: Value | None = field(default=None, compare=False)
    folds: bool = field(default=False, compare=False)
    """Whether Blender may know it, of nodes that are evaluated on the GPU here."""

    @staticmethod
    def folded(type: SignalType, value: Value) -> Signal:
        """Return a literal that Blender knows while it builds the shader."""
        return Signal(type, value, known=value)

    @staticmethod
    def number(value: float) -> Signal:
        """Return a literal float."""
        return Signal(SignalType.FLOAT, float(value))

    @staticmethod
    def vector(x: float, y: float, z: float) -> Signal:
        """Return a literal vector."""
        return Signal(SignalType.VECTOR, (float(x), float(y), float(z)))

    @staticmethod
    def color(r: float, g: float, b: float) -> Signal:
        """Return a literal scene-linear colour."""
        return Signal(SignalType.COLOR, (float(r), float(g), float(b)))


class Nature(StrEnum):
    """What a surface is to light that meets it. One set of maps tells the colour and roughness of
    one of them."""

    SOLID = "solid"
    """It reflects."""
    GLASS = "glass"
    """It is seen through, and bends what is seen."""


@dataclass(frozen=True, slots=True)
class Closure:
    """A shader socket's signal: the channels of the BSDFs behind it, walked symbolically."""

    channels: Mapping[str, Signal] = field(default_factory=dict)
    """By map name (base_color, roughness, normal, …); absent where no BSDF has it."""
    approximations: frozenset[str] = frozenset()
    """Nodes that none of the channels speaks for, e.g. a shader that is not evaluated."""
    idle: frozenset[str] = frozenset()
    """Channels of a layer that is not there: the roughness of a coat of weight 0."""
    nature: frozenset[Nature] = frozenset()
    """Of the BSDFs behind it; light and holes have none."""
    shaders: tuple[str, ...] = ()
    """The nodes whose channels it has, by path."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string, or the name of a menu's item: known now, or '' as Blender has it."""

    text: str = ""
    approximations: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Item:
    """What a bundle holds under a name: an input of a node, read when it is asked for."""

    scope: Scope
    node: Node
    identifier: str

    @property
    def type(self) -> SocketType:
        """Return the type of the input."""
        return self.node.input(self.identifier).type


@dataclass(frozen=True, slots=True)
class Bundle:
    """Items by name; of what is no bundle, none."""

    items: Mapping[str, Item] = field(default_factory=dict)
    approximations: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Function:
    """A closure as Blender's nodes have it: a zone's Closure Output, in the scope it stands in.

    Without a ``node`` it is none, and gives nothing.
    """

    scope: Scope | None = None
    node: Node | None = None
    approximations: frozenset[str] = frozenset()


Given = Signal | Closure | Text | Bundle | Function
"""What flows along a link."""
