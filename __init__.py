"""Kiln as a Blender extension: Blender imports this file and calls register()."""

from .addon import register, unregister  # noqa: F401
