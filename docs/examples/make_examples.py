"""Makes workshop.blend, the materials that the README bakes.

    python docs/examples/make_examples.py [FILE.blend]

Run it with the oldest supported Blender's bpy (4.5), so that every supported Blender opens the file.
Between them the four materials use a packed image, alpha, nested groups, a driver, a Mix Shader, an
Add Shader, Bump and Displacement. Nothing is random: the picture is drawn from a formula.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import bpy
import numpy as np
from trees import new_group, new_material, out, ramp

STICKER_SIDE = 96
"""Side of the sticker's picture in texels: large enough to read, small enough to ship."""


def sticker_picture() -> bpy.types.Image:
    """Return a packed picture with alpha: a flame in a ring, drawn from a formula."""
    side = STICKER_SIDE
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side * 2.0 - 1.0
    radius = np.hypot(x, y)
    ring = (radius > 0.72) & (radius < 0.9)
    flame = (np.abs(x) < 0.42 * np.sqrt(np.clip((0.55 - y) * (y + 0.6), 0.0, None))) & (
        radius < 0.72
    )
    rgba = np.zeros((side, side, 4))
    rgba[..., :3] = (0.93, 0.90, 0.82)
    rgba[..., :3][ring] = (0.13, 0.16, 0.22)
    heat = np.clip((y[..., None] + 0.6) / 1.15, 0.0, 1.0)
    rgba[..., :3] = np.where(
        flame[..., None],
        (1 - heat) * np.array((0.95, 0.75, 0.2)) + heat * np.array((0.8, 0.15, 0.08)),
        rgba[..., :3],
    )
    rgba[..., 3] = np.clip((0.93 - radius) * side / 2.0, 0.0, 1.0)
    image = bpy.data.images.new("sticker", side, side, alpha=True)
    image.pixels.foreach_set(rgba.astype(np.float32).ravel())
    image.update()
    image.pack()
    return image


def make_grain_group() -> bpy.types.NodeTree:
    """Return the inner group: noise, as a factor between two bounds."""
    tree = new_group(
        "Grain",
        [
            ("Scale", "NodeSocketFloat", 8.0),
            ("Low", "NodeSocketFloat", 0.0),
            ("High", "NodeSocketFloat", 1.0),
        ],
        [("Grain", "NodeSocketFloat")],
    )
    given = tree.node("NodeGroupInput", "Given")
    noise = tree.node(
        "ShaderNodeTexNoise",
        "Grain Noise",
        {"Scale": out(given, "Scale"), "Detail": 4.0, "Roughness": 0.6},
    )
    mapped = tree.node(
        "ShaderNodeMapRange",
        "To Bounds",
        {
            "Value": noise.outputs[0],
            "From Min": 0.25,
            "From Max": 0.75,
            "To Min": out(given, "Low"),
            "To Max": out(given, "High"),
        },
    )
    tree.node("NodeGroupOutput", "Result", {"Grain": out(mapped, "Result")})
    return tree.tree


def make_painted_metal(grain: bpy.types.NodeTree) -> None:
    """A Principled BSDF inside a group that itself uses a group; a driver sets how worn it is."""
    coat = new_group(
        "Worn Paint",
        [("Paint", "NodeSocketColor", (0.05, 0.22, 0.3, 1.0)), ("Wear", "NodeSocketFloat", 0.5)],
        [("Surface", "NodeSocketShader"), ("Height", "NodeSocketFloat")],
    )
    given = coat.node("NodeGroupInput", "Given")
    large = coat.node("ShaderNodeGroup", "Large Grain", node_tree=grain)
    coat.set(large, "Scale", 5.0)
    fine = coat.node("ShaderNodeGroup", "Fine Grain", node_tree=grain)
    for name, value in (("Scale", 30.0), ("Low", 0.35), ("High", 0.6)):
        coat.set(fine, name, value)
    worn = coat.node(
        "ShaderNodeMath",
        "Is Worn",
        {"Value#0": out(large, "Grain"), "Value#1": out(given, "Wear")},
        operation="SUBTRACT",
    )
    edge = coat.node(
        "ShaderNodeMapRange",
        "Worn Edge",
        {"Value": out(worn, "Value"), "From Min": -0.03, "From Max": 0.03},
        interpolation_type="SMOOTHSTEP",
    )
    steel = ramp(
        coat, "Steel", out(fine, "Grain"), [(0.0, (0.25, 0.24, 0.23)), (1.0, (0.55, 0.54, 0.52))]
    )
    color = coat.node(
        "ShaderNodeMix",
        "Paint Or Steel",
        {"Factor": out(edge, "Result"), "A": out(given, "Paint"), "B": out(steel, "Color")},
        data_type="RGBA",
    )
    bump = coat.node(
        "ShaderNodeBump",
        "Paint Edge",
        {"Strength": 0.4, "Distance": 0.02, "Height": out(edge, "Result")},
        invert=True,
    )
    surface = coat.node(
        "ShaderNodeBsdfPrincipled",
        "Paint",
        {
            "Base Color": out(color, "Result"),
            "Metallic": out(edge, "Result"),
            "Roughness": out(fine, "Grain"),
            "Normal": out(bump, "Normal"),
        },
    )
    coat.node(
        "NodeGroupOutput",
        "Result",
        {"Surface": out(surface, "BSDF"), "Height": out(edge, "Result")},
    )

    material, tree = new_material("Painted Metal")
    wear = tree.node("ShaderNodeValue", "Wear")
    driver = wear.outputs[0].driver_add("default_value").driver
    driver.type = "SCRIPTED"
    # A simple expression: Blender evaluates it itself, with scripts off too.
    driver.expression = "0.45 + frame * 0.002"
    paint = tree.node("ShaderNodeGroup", "Worn Paint", node_tree=coat.tree)
    tree.set(paint, "Wear", out(wear, "Value"))
    tree.node("ShaderNodeOutputMaterial", "Material Output", {"Surface": out(paint, "Surface")})
    assert material.node_tree.animation_data.drivers


def make_sticker() -> None:
    """A picture with alpha on a wall: Mix Shader by the picture's alpha."""
    material, tree = new_material("Sticker On Wall")
    place = tree.node("ShaderNodeTexCoord", "Coordinates")
    mapping = tree.node(
        "ShaderNodeMapping",
        "Sticker Place",
        {
            "Vector": out(place, "UV"),
            "Location": (-0.5, -0.5, 0.0),
            "Rotation": (0.0, 0.0, 0.2),
            "Scale": (2.0, 2.0, 1.0),
        },
    )
    picture = tree.node(
        "ShaderNodeTexImage",
        "Sticker Picture",
        {"Vector": out(mapping, "Vector")},
        extension="CLIP",
    )
    picture.image = sticker_picture()
    sticker = tree.node(
        "ShaderNodeBsdfPrincipled",
        "Sticker",
        {"Base Color": out(picture, "Color"), "Roughness": 0.25},
    )
    bricks = tree.node(
        "ShaderNodeTexVoronoi",
        "Plaster Cells",
        {"Vector": out(place, "UV"), "Scale": 14.0},
        feature="SMOOTH_F1",
    )
    shade = tree.node(
        "ShaderNodeHueSaturation",
        "Plaster Tint",
        {
            "Hue": 0.52,
            "Saturation": 0.8,
            "Value": out(bricks, "Distance"),
            "Color": (0.75, 0.62, 0.5, 1.0),
        },
    )
    wall = tree.node(
        "ShaderNodeBsdfPrincipled", "Wall", {"Base Color": out(shade, "Color"), "Roughness": 0.85}
    )
    mix = tree.node("ShaderNodeMixShader", "Sticker Over Wall", {"Fac": out(picture, "Alpha")})
    tree.tree.links.new(out(wall, "BSDF"), mix.inputs[1])
    tree.tree.links.new(out(sticker, "BSDF"), mix.inputs[2])
    tree.node("ShaderNodeOutputMaterial", "Material Output", {"Surface": out(mix, "Shader")})
    assert material.node_tree


def make_tiles(grain: bpy.types.NodeTree) -> None:
    """Stone tiles: edge distance drives colour, Bump and Displacement; alpha is cut out of the joints."""
    _material, tree = new_material("Stone Tiles")
    place = tree.node("ShaderNodeTexCoord", "Coordinates")
    edges = tree.node(
        "ShaderNodeTexVoronoi",
        "Joints",
        {"Vector": out(place, "UV"), "Scale": 6.0},
        feature="DISTANCE_TO_EDGE",
        voronoi_dimensions="2D",
    )
    cells = tree.node(
        "ShaderNodeTexVoronoi",
        "Stones",
        {"Vector": out(place, "UV"), "Scale": 6.0},
        voronoi_dimensions="2D",
    )
    profile = tree.node(
        "ShaderNodeMapRange",
        "Rounded Edge",
        {"Value": out(edges, "Distance"), "From Max": 0.12},
        interpolation_type="SMOOTHERSTEP",
    )
    grained = tree.node("ShaderNodeGroup", "Stone Grain", node_tree=grain)
    for name, value in (("Scale", 22.0), ("Low", -0.12), ("High", 0.12)):
        tree.set(grained, name, value)
    height = tree.node(
        "ShaderNodeMath",
        "Height",
        {"Value#0": out(profile, "Result"), "Value#1": out(grained, "Grain")},
        operation="ADD",
    )
    single = tree.node(
        "ShaderNodeSeparateColor", "One Number Per Stone", {"Color": out(cells, "Color")}
    )
    stone = ramp(
        tree,
        "Stone Color",
        out(single, "Red"),
        [(0.0, (0.19, 0.17, 0.15)), (0.5, (0.36, 0.31, 0.26)), (1.0, (0.5, 0.47, 0.42))],
    )
    color = tree.node(
        "ShaderNodeMix",
        "Stone In Joint",
        {"Factor": out(profile, "Result"), "A": (0.06, 0.055, 0.05, 1.0), "B": out(stone, "Color")},
        data_type="RGBA",
    )
    bump = tree.node(
        "ShaderNodeBump",
        "Relief",
        {"Strength": 0.8, "Distance": 0.05, "Height": out(height, "Value")},
    )
    open_joint = tree.node(
        "ShaderNodeMath",
        "Open Joints",
        {"Value#0": out(edges, "Distance"), "Value#1": 0.015},
        operation="GREATER_THAN",
    )
    surface = tree.node(
        "ShaderNodeBsdfPrincipled",
        "Stone",
        {
            "Base Color": out(color, "Result"),
            "Roughness": 0.7,
            "Alpha": out(open_joint, "Value"),
            "Normal": out(bump, "Normal"),
        },
    )
    displacement = tree.node(
        "ShaderNodeDisplacement",
        "Relief Height",
        {"Height": out(height, "Value"), "Midlevel": 0.5, "Scale": 0.05},
    )
    tree.node(
        "ShaderNodeOutputMaterial",
        "Material Output",
        {"Surface": out(surface, "BSDF"), "Displacement": out(displacement, "Displacement")},
    )


def make_embers() -> None:
    """Glowing bands on coal: a Wave through a ramp into Emission, added to a diffuse surface."""
    _material, tree = new_material("Embers")
    wave = tree.node(
        "ShaderNodeTexWave",
        "Bands",
        {"Scale": 3.0, "Distortion": 6.0, "Detail": 3.0},
        wave_profile="SAW",
    )
    glow = ramp(
        tree,
        "Heat",
        out(wave, "Fac"),
        [(0.55, (0.0, 0.0, 0.0)), (0.8, (0.32, 0.032, 0.004)), (1.0, (0.4, 0.24, 0.06))],
    )
    coal = tree.node(
        "ShaderNodeBsdfDiffuse", "Coal", {"Color": (0.02, 0.018, 0.017, 1.0), "Roughness": 0.0}
    )
    light = tree.node("ShaderNodeEmission", "Glow", {"Color": out(glow, "Color"), "Strength": 2.5})
    both = tree.node("ShaderNodeAddShader", "Coal And Glow")
    tree.tree.links.new(out(coal, "BSDF"), both.inputs[0])
    tree.tree.links.new(out(light, "Emission"), both.inputs[1])
    tree.node("ShaderNodeOutputMaterial", "Material Output", {"Surface": out(both, "Shader")})


def show_on_planes() -> None:
    """Put every material on a plane of its own, side by side."""
    for index, material in enumerate(bpy.data.materials):
        mesh = bpy.data.meshes.new(material.name)
        mesh.from_pydata([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [], [(0, 1, 2, 3)])
        corners = mesh.uv_layers.new(name="UVMap").data
        for corner, uv in zip(corners, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
            corner.uv = uv
        mesh.materials.append(material)
        plane = bpy.data.objects.new(material.name, mesh)
        plane.location = (index * 2.2, 0.0, 0.0)
        bpy.context.scene.collection.objects.link(plane)


def main(path: Path) -> None:
    """Write the .blend."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_set(1)
    grain = make_grain_group()
    make_painted_metal(grain)
    make_sticker()
    make_tiles(grain)
    make_embers()
    show_on_planes()
    bpy.context.preferences.filepaths.save_version = 0
    bpy.ops.wm.save_as_mainfile(filepath=str(path), compress=True)
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(
        Path(
            sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("workshop.blend")
        ).resolve()
    )
    sys.stdout.flush()
    os._exit(0)  # the 4.5 wheel does not always come back from its own exit
