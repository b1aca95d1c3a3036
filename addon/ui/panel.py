"""The panel in the Shader Editor's sidebar."""

from __future__ import annotations

import bpy

from .preferences import preferences
from .properties import depths_of
from .sockets import draw_sockets


def edited_material(context: bpy.types.Context) -> bpy.types.Material | None:
    """Return the material whose tree the Shader Editor shows, or the active object's."""
    space = context.space_data
    if (
        space is not None
        and space.type == "NODE_EDITOR"
        and isinstance(space.id, bpy.types.Material)
    ):
        return space.id
    active = context.object
    return active.active_material if active is not None else None


class ShaderEditorPanel:
    """Where Kiln's panels stand."""

    bl_space_type = "NODE_EDITOR"
    bl_region_type = "UI"
    bl_category = "Kiln"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show only beside shader trees."""
        return context.space_data.tree_type == "ShaderNodeTree"


class KILN_PT_bake(ShaderEditorPanel, bpy.types.Panel):
    """Maps, size, destination, and the button."""

    bl_label = "Bake"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the settings, then the button or the progress."""
        settings, state = context.scene.kiln, context.window_manager.kiln
        material = edited_material(context)
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False

        layout.prop(settings, "auto", text="Maps: What Varies")
        if not settings.auto:
            maps = layout.column(align=True)
            maps.use_property_split = False
            grid = maps.grid_flow(columns=2, align=True)
            grid.prop(settings, "maps")
            header, further = layout.panel("KILN_further_maps", default_closed=True)
            count = len(settings.further_maps)
            header.label(text=f"Further Maps ({count})" if count else "Further Maps")
            if further is not None:
                further.use_property_split = False
                further.grid_flow(columns=2, align=True).prop(settings, "further_maps")
        header, sockets = layout.panel("KILN_sockets", default_closed=True)
        count = len(settings.sockets) + settings.aovs
        header.label(text=f"AOVs and Sockets ({count})" if count else "AOVs and Sockets")
        if sockets is not None:
            draw_sockets(sockets, settings)

        column = layout.column(align=True)
        column.prop(settings, "size", index=0, text="Width")
        column.prop(settings, "size", index=1, text="Height")
        row = layout.row(heading="Level")
        row.prop(settings, "override_level", text="")
        own = row.row()
        own.active = settings.override_level
        chosen = preferences(context)
        if settings.override_level or chosen is None:
            own.prop(settings, "level", text="")
        else:
            own.label(text=f"{chosen.level} (Preferences)")

        layout.prop(settings, "target")
        if settings.target == "FOLDER":
            layout.prop(settings, "folder")
        # What is packed is the file, under its name: these rule both.
        layout.prop(settings, "name_template")
        layout.prop(settings, "format")
        # By hand: beside a menu's items a split layout would put their names, not the property's.
        split = layout.split(factor=0.4, align=True)
        label = split.row()
        label.alignment = "RIGHT"
        label.label(text="Depth")
        depths = split.row(align=True)
        depths.use_property_split = False
        for depth in depths_of(settings.format):
            depths.prop_enum(settings, "depth", depth)
        layout.prop(settings, "normal_y")
        layout.prop(settings, "dither")
        layout.prop(state, "overwrite")

        if state.running:
            layout.progress(factor=state.progress, text=state.stage or "Baking")
            layout.label(text="Esc cancels")
        else:
            button = layout.row()
            button.scale_y = 1.4
            button.enabled = material is not None
            name = material.name if material is not None else ""
            text = f"Bake {name}" if name else "No Material"
            operator = button.operator("kiln.bake", text=text, translate=False, icon="RENDER_STILL")
            operator.material = name


class KILN_PT_report(ShaderEditorPanel, bpy.types.Panel):
    """What the last bake did, and what was wrong, by node."""

    bl_label = "Last Bake"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show once there is something to say."""
        state = context.window_manager.kiln
        return super().poll(context) and bool(state.summary or state.problems)

    def draw(self, context: bpy.types.Context) -> None:
        """List the summary and each problem, with a button to its node."""
        state = context.window_manager.kiln
        layout = self.layout
        if state.summary:
            layout.label(text=state.summary, translate=False)
        for problem in state.problems:
            box = layout.box()
            icon = "ERROR" if problem.severity == "warning" else "CANCEL"
            if problem.origin:
                row = box.row()
                row.label(text=problem.origin, translate=False, icon=icon)
                row.operator("kiln.show_node", text="", icon="VIEWZOOM").origin = problem.origin
                icon = "NONE"
            paragraph(box, problem.message, context.region.width, icon)


class KILN_PT_results(ShaderEditorPanel, bpy.types.Panel):
    """What the last bake made: where, which files, and the maps that are one number."""

    bl_label = "Images and Constants"
    bl_parent_id = "KILN_PT_report"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show where something was made or found."""
        return super().poll(context) and bool(context.window_manager.kiln.results)

    def draw(self, context: bpy.types.Context) -> None:
        """List them, a paragraph each."""
        column = self.layout.column()
        for result in context.window_manager.kiln.results:
            icon = RESULT_ICONS.get(result.kind, "NONE")
            paragraph(column, result.text, context.region.width, icon)


RESULT_ICONS = {"FOLDER": "FILE_FOLDER", "FILE": "IMAGE_DATA", "CONSTANT": "NODE"}


def paragraph(
    layout: bpy.types.UILayout, sentence: str, width_pixels: int, icon: str = "NONE"
) -> None:
    """Draw a sentence in lines that fit; with an icon, the other lines stand under the first."""
    column = layout.column(align=True)
    column.scale_y = 0.8
    for line in wrapped(sentence, width_pixels):
        column.label(text=line, translate=False, icon=icon)
        icon = "NONE" if icon == "NONE" else "BLANK1"


def wrapped(sentence: str, width_pixels: int) -> list[str]:
    """Return a sentence in lines that fit a region; Blender's labels do not wrap."""
    limit = max(16, int(width_pixels / (7 * bpy.context.preferences.system.ui_scale)) - 4)
    lines: list[str] = []
    for word in sentence.split():
        if lines and len(lines[-1]) + 1 + len(word) <= limit:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


CLASSES = (KILN_PT_bake, KILN_PT_report, KILN_PT_results)
