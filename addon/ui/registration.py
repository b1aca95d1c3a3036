"""Registers the window's classes. Nothing here touches a GPU."""

from __future__ import annotations

import bpy

from . import operators, panel, preferences, properties, session, sockets

CLASSES = (
    *properties.CLASSES,
    *preferences.CLASSES,
    *operators.CLASSES,
    *sockets.CLASSES,
    *panel.CLASSES,
)


def register() -> None:
    """Register every class, then the property groups."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    properties.attach()
    session.register()


def unregister() -> None:
    """Undo register() in reverse."""
    operators.stop_running()
    session.unregister()
    properties.detach()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
