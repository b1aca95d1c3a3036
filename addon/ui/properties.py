"""What the panel shows and the .blend remembers: ``scene.kiln``, and the window's passing state."""

from __future__ import annotations

import bpy

from ..bake.files.format import FileFormat
from ..frontends.shader.maps import MAPS
from .words import FORMATS, map_label


def map_items(*, further: bool) -> list[tuple[str, str, str, int]]:
    """Return the maps of one menu; one number holds no more than 32 of them."""
    names = [name for name, spec in MAPS.items() if spec.further is further]
    return [
        (name, map_label(name), MAPS[name].summary, 1 << index) for index, name in enumerate(names)
    ]


MAP_ITEMS, FURTHER_ITEMS = map_items(further=False), map_items(further=True)
DEPTH_ITEMS = [
    ("8", "8", "8 bit integers", 0),
    ("16", "16", "16 bit integers, or half floats in OpenEXR", 1),
    ("32", "32", "Full floats, OpenEXR only", 2),
    ("AUTO", "Auto", "8 bits in PNG; 16 in TIFF, in OpenEXR and for a height", 3),
]
"""The numbers are what a .blend holds: they stay."""


def depths_of(format: str) -> tuple[str, ...]:
    """Return the depths there are in a file format, as ``depth`` names them."""
    return ("AUTO", *(str(depth) for depth in sorted(FileFormat(format).depths)))


def on_format(settings: KILN_PG_settings, _context: bpy.types.Context) -> None:
    """A depth that the new format does not hold is nobody's wish any more."""
    if settings.depth not in depths_of(settings.format):
        settings.depth = "AUTO"


class KILN_PG_socket(bpy.types.PropertyGroup):
    """One socket to bake beside the maps."""

    path: bpy.props.StringProperty(
        name="Socket",
        description="A node and one of its sockets, after the groups around it: Group/Node:Socket",
    )


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
    further_maps: bpy.props.EnumProperty(
        name="Further Maps",
        description="Parameters that few materials use, to bake too",
        items=FURTHER_ITEMS,
        options={"ENUM_FLAG"},
        default=set(),
    )
    aovs: bpy.props.BoolProperty(
        name="AOV Outputs",
        description="Bake every AOV Output of the material too, as an image of its name",
        default=False,
    )
    sockets: bpy.props.CollectionProperty(type=KILN_PG_socket)
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
            ("PNG", FORMATS["PNG"], "8 or 16 bit integers"),
            ("OPEN_EXR", FORMATS["OPEN_EXR"], "Half or full floats, linear"),
            ("TIFF", FORMATS["TIFF"], "8 or 16 bit integers"),
        ],
        default="PNG",
        update=on_format,
    )
    depth: bpy.props.EnumProperty(
        name="Depth",
        description="Bits per channel",
        items=DEPTH_ITEMS,
        default="AUTO",
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
        description="Name of a file or an image in the .blend, without its extension; "
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
    material: bpy.props.StringProperty()
    origin: bpy.props.StringProperty()
    """The node's path, '' where it is about none."""
    message: bpy.props.StringProperty()


class KILN_PG_result(bpy.types.PropertyGroup):
    """One thing that the last bake made or found, as the panel lists it."""

    kind: bpy.props.StringProperty()
    """FOLDER, FILE or CONSTANT."""
    text: bpy.props.StringProperty()


class KILN_PG_state(bpy.types.PropertyGroup):
    """What the window knows of the bake that runs, and of the last one. Never saved."""

    running: bpy.props.BoolProperty(options={"SKIP_SAVE"})
    progress: bpy.props.FloatProperty(min=0.0, max=1.0, options={"SKIP_SAVE"})
    stage: bpy.props.StringProperty(options={"SKIP_SAVE"})
    summary: bpy.props.StringProperty(options={"SKIP_SAVE"})
    problems: bpy.props.CollectionProperty(type=KILN_PG_problem, options={"SKIP_SAVE"})
    results: bpy.props.CollectionProperty(type=KILN_PG_result, options={"SKIP_SAVE"})
    # Not the scene's: a .blend from anybody is not to say what is replaced on this machine.
    overwrite: bpy.props.BoolProperty(
        name="Overwrite",
        description="Replace files and images that Kiln did not make, too. "
        "Its own earlier bakes of the same map are replaced anyway. Not saved in the .blend",
        default=False,
        options={"SKIP_SAVE"},
    )


CLASSES = (KILN_PG_socket, KILN_PG_settings, KILN_PG_problem, KILN_PG_result, KILN_PG_state)


def attach() -> None:
    """Hang the groups on Scene and WindowManager."""
    bpy.types.Scene.kiln = bpy.props.PointerProperty(type=KILN_PG_settings)
    bpy.types.WindowManager.kiln = bpy.props.PointerProperty(type=KILN_PG_state)


def detach() -> None:
    """Take them off again."""
    del bpy.types.WindowManager.kiln
    del bpy.types.Scene.kiln
