"""Kiln: bakes textures on the GPU, inside Blender."""


def register() -> None:
    """Register the window's classes and the ``kiln`` command. Touches no GPU."""
    from .ui import registration

    registration.register()


def unregister() -> None:
    """Undo register(), and let go of everything held on the GPU."""
    from .ui import registration

    registration.unregister()
