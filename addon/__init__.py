"""Kiln: bakes textures on the GPU, inside Blender."""


def register() -> None:
    """Register the window's classes and the ``kiln`` command. Touches no GPU."""
    from .cli import command
    from .ui import registration

    registration.register()
    command.register()


def unregister() -> None:
    """Undo register(), and let go of everything held on the GPU."""
    from .cli import command
    from .ui import registration

    command.unregister()
    registration.unregister()
