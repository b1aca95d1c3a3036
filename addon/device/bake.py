"""The result of an evaluation: owns its textures, reads them out, carries the warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from numpy.typing import NDArray

from ..plan.problem import Problem
from ..plan.types import Extent, Format
from .errors import UsedAfterRelease
from .port import Device, Texture


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation did, for reports and tests."""

    dispatches: int
    """Tiles counted one by one."""
    regions: int
    """Steps of the schedule, CPU ops among them."""
    compilations: int
    """Sources this evaluation was the first to need."""
    pool_bytes: int
    """GPU memory of the slots that the schedule asked for."""


class TextureBake:
    """The outputs of a plan, on the GPU, until ``free``.

    Outputs that the plan made go back to the evaluator's pool when it is freed; an output that is
    an external image is only lent and stays with the uploads.
    """

    def __init__(
        self,
        device: Device,
        textures: Mapping[str, Texture],
        free: Callable[[], None],
        warnings: tuple[Problem, ...] = (),
        evaluated: Evaluated = Evaluated(0, 0, 0, 0),
    ) -> None:
        self._device = device
        self._textures = dict(textures)
        self._free: Callable[[], None] | None = free
        self.warnings = warnings
        self.evaluated = evaluated

    def __iter__(self) -> Iterator[str]:
        return iter(self._textures)

    def texture(self, output: str) -> Texture:
        """Return an output's texture, on loan until ``free``.

        Errors: UsedAfterRelease once freed, KeyError for a name that is not an output.
        """
        if self._free is None:
            raise UsedAfterRelease(f"the bake was freed before its output '{output}' was read")
        try:
            return self._textures[output]
        except KeyError:
            known = ", ".join(self._textures) or "none"
            raise KeyError(f"the bake has no output '{output}'; it has {known}") from None

    def read(self, output: str) -> NDArray[Any]:
        """Return an output's texels: uint8 for 8-bit formats, else float32.

        Shapes: (height, width, channels), row 0 at v = 0. Errors: as ``texture``.
        """
        texture = self.texture(output)
        self._device.flush()
        return self._device.read(texture)

    def extent(self, output: str) -> Extent:
        """Return an output's size in texels."""
        return self.texture(output).extent

    def format(self, output: str) -> Format:
        """Return an output's texel format."""
        return self.texture(output).format

    @property
    def freed(self) -> bool:
        """Return whether its textures went back."""
        return self._free is None

    def free(self) -> None:
        """Give its textures back; reading afterwards is an error, freeing again is not."""
        free, self._free = self._free, None
        self._textures.clear()
        if free is not None:
            free()

    def __enter__(self) -> TextureBake:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.free()
