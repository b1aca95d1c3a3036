"""Kiln's preferences: what belongs to the machine and the person, not to a file."""

from __future__ import annotations

import bpy

PACKAGE = __package__.rpartition(".addon")[0] or __package__.partition(".")[0]
"""The extension's own name, bl_ext.<repository>.kiln: what Blender stores preferences under."""


class KILN_AP_preferences(bpy.types.AddonPreferences):
    """Read by the window only; the command line never does."""

    bl_idname = PACKAGE

    level: bpy.props.IntProperty(
        name="Bake Level",
        description="Level of bakes from the window where the scene has none of its own: "
        "1 is half the size, -1 double",
        default=0,
        min=-5,
        max=10,
    )
    budget_mib: bpy.props.IntProperty(
        name="GPU Memory Budget",
        description="A bake that would need more GPU memory than this is refused, in MiB",
        default=4096,
        min=64,
        soft_max=65536,
        subtype="UNSIGNED",
    )

    def draw(self, _context: bpy.types.Context) -> None:
        """Show the two numbers."""
        column = self.layout.column()
        column.use_property_split = True
        column.prop(self, "level")
        column.prop(self, "budget_mib", text="GPU Memory Budget (MiB)")


def preferences(context: bpy.types.Context) -> KILN_AP_preferences | None:
    """Return the preferences, or None where Kiln runs without being installed as an extension."""
    addon = context.preferences.addons.get(PACKAGE)
    return addon.preferences if addon else None


CLASSES = (KILN_AP_preferences,)
