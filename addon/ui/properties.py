"""What the panel shows and the .blend remembers: ``scene.kiln``, and the window's passing state."""

from __future__ import annotations

import bpy

from ..frontends.shader.maps import MAPS

MAP_ITEMS = [
    (name, name.replace("_", " ").title(), spec.summary, 1 << index)
    for index, (name, spec) in enumerate(MAPS.items())
]


class KILN_PG_settings(bpy.types.PropertyGroup):
    """How a scene's materials are baked; the command line reads it where no flag says so."""

    auto: bpy.props.BoolProperty(
        name="What Varies",
        description="Bake every map that differs from texel to texel; report the rest as numbers",
        default=True,
    )
    maps: bpy.props.EnumProperty(
        name="Maps",
        description="The maps to bake",
        items=MAP_ITEMS,
        options={"ENUM_FLAG"},
        default={"base_color", "roughness", "normal"},
    )
    size: bpy.props.IntVectorProperty(
        name="Size",
        description="Base width and height in texels: what one texel of a radius is counted in",
        size=2,
        default=(1024, 1024),
        min=1,
        soft_max=8192,
        max=32768,
    )
    override_level: bpy.props.BoolProperty(
        name="Own Level",
        description="Use this scene's level instead of the one in Kiln's preferences",
        default=False,
    )
    level: bpy.props.IntProperty(
        name="Level",
        description="Powers of two away from the base size: 1 is half, -1 is double",
        default=0,
        min=-5,
        max=10,
    )
    target: bpy.props.EnumProperty(
        name="To",
        description="Where the baked images go",
        items=[
            ("FOLDER", "A Folder", "Write image files"),
            ("BLEND", "This .blend", "Pack the images into the .blend"),
        ],
        default="FOLDER",
    )
    folder: bpy.props.StringProperty(
        name="Folder",
        description="Folder for the image files; // is the folder of the saved .blend",
        subtype="DIR_PATH",
        options={"ANIMATABLE", "PATH_SUPPORTS_BLEND_RELATIVE"},
        default="//textures",
    )
    format: bpy.props.EnumProperty(
        name="Format",
        description="File format",
        items=[
            ("PNG", "PNG", "8 or 16 bit integers"),
            ("OPEN_EXR", "OpenEXR", "Half or full floats, linear"),
            ("TIFF", "TIFF", "8 or 16 bit integers"),
        ],
        default="PNG",
    )
    depth: bpy.props.EnumProperty(
        name="Depth",
        description="Bits per channel",
        items=[
            ("8", "8", "8 bit integers"),
            ("16", "16", "16 bit integers, or half floats in OpenEXR"),
            ("32", "32", "Full floats, OpenEXR only"),
        ],
        default="8",
    )
    normal_y: bpy.props.EnumProperty(
        name="Normal Y",
        description="Which way green points in the normal map",
        items=[
            ("+", "OpenGL (Y+)", "Green points up: Blender, Godot, Unity"),
            ("-", "DirectX (Y-)", "Green points down: Unreal"),
        ],
        default="+",
    )
    name_template: bpy.props.StringProperty(
        name="Name",
        description="File name without its extension; "
        "{material}, {map}, {size}, {level} and {frame} are filled in",
        default="{material}_{map}",
    )
    dither: bpy.props.BoolProperty(
        name="Dither",
        description="Spread the rounding of 8 bit colour maps, so that gradients do not band",
        default=True,
    )
    seed: bpy.props.IntProperty(name="Seed", description="What the dither is drawn from", default=0)


class KILN_PG_problem(bpy.types.PropertyGroup):
    """One problem of the last bake, as the panel lists it."""

    severity: bpy.props.StringProperty()
    code: bpy.props.StringProperty()
    origin: bpy.props.StringProperty()
    message: bpy.props.StringProperty()


class KILN_PG_state(bpy.types.PropertyGroup):
    """What the window knows of the bake that runs, and of the last one. Never saved."""

    running: bpy.props.BoolProperty(options={"SKIP_SAVE"})
    progress: bpy.props.FloatProperty(min=0.0, max=1.0, options={"SKIP_SAVE"})
    stage: bpy.props.StringProperty(options={"SKIP_SAVE"})
    summary: bpy.props.StringProperty(options={"SKIP_SAVE"})
    problems: bpy.props.CollectionProperty(type=KILN_PG_problem, options={"SKIP_SAVE"})


CLASSES = (KILN_PG_settings, KILN_PG_problem, KILN_PG_state)


def attach() -> None:
    """Hang the groups on Scene and WindowManager."""
    bpy.types.Scene.kiln = bpy.props.PointerProperty(type=KILN_PG_settings)
    bpy.types.WindowManager.kiln = bpy.props.PointerProperty(type=KILN_PG_state)


def detach() -> None:
    """Take them off again."""
    del bpy.types.WindowManager.kiln
    del bpy.types.Scene.kiln
