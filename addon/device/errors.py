"""What can go wrong at the GPU, each a sentence that says what to do."""

from __future__ import annotations


class DeviceError(Exception):
    """Something at the GPU's side of the port; every kind below is one."""


class NoDevice(DeviceError):  # noqa: N818
    """No GPU driver answers."""


class KernelError(DeviceError):
    """A kernel does not compile. ``places`` are (file, line, the driver's message)."""

    def __init__(self, name: str, places: tuple[tuple[str, int, str], ...], renderer: str) -> None:
        self.name = name
        self.places = places
        said = "; ".join(f"{file}:{line}: {message}" for file, line, message in places)
        super().__init__(f"kernel '{name}' does not compile on {renderer}: {said}")


class DeviceLimit(DeviceError):  # noqa: N818
    """More was asked than the device, or Blender's module, can do."""


class UsedAfterRelease(DeviceError):  # noqa: N818
    """A texture was used after its owner let go of it."""


class WrongTime(DeviceError):  # noqa: N818
    """Blender is doing something during which nothing can be evaluated."""


class StaleRead(DeviceError):  # noqa: N818
    """The driver gave back texels from before the dispatch that wrote them."""
