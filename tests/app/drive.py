"""Runs inside a Blender window: plays one scenario, writes what happened as JSON, quits.

blender workshop.blend --python drive.py -- SCENARIO MATERIAL OUT_FOLDER SIZE
"""

import json
import pathlib
import subprocess
import sys
import time
import traceback

import bpy

SCENARIO, MATERIAL, OUT, SIZE = sys.argv[sys.argv.index("--") + 1 :]
OUT_FOLDER = pathlib.Path(OUT)
RESULT = OUT_FOLDER / "result.json"
STARTED = time.monotonic()
seen = {"stages": [], "progress": [], "drawn": 0, "error": ""}


def finish(**more):
    """Write the result and leave at once, whatever Blender thinks of unsaved changes."""
    state = bpy.context.window_manager.kiln
    seen.update(
        summary=state.summary,
        running=state.running,
        problems=[(p.severity, p.code, p.origin, p.message) for p in state.problems],
        images=sorted(image.name for image in bpy.data.images),
        editors=[
            area.spaces.active.image.name
            for window in bpy.context.window_manager.windows
            for area in window.screen.areas
            if area.type == "IMAGE_EDITOR" and area.spaces.active.image
        ],
        **more,
    )
    RESULT.write_text(json.dumps(seen))
    bpy.ops.wm.quit_blender()


def guarded(step):
    """Return a timer callback that reports an exception instead of hanging the test."""

    def call():
        try:
            if time.monotonic() - STARTED > 200:
                raise TimeoutError(f"{SCENARIO} took too long")
            return step()
        except Exception:
            seen["error"] = traceback.format_exc()
            finish()
            return None

    return call


def shader_editor():
    """Turn the largest area into a Shader Editor on MATERIAL; return its context."""
    window = bpy.context.window_manager.windows[0]
    area = max(window.screen.areas, key=lambda a: a.width * a.height)
    area.type = "NODE_EDITOR"
    area.ui_type = "ShaderNodeTree"
    owner = bpy.data.objects.new("shown", bpy.data.meshes.new("shown"))
    owner.data.materials.append(bpy.data.materials[MATERIAL])
    window.scene.collection.objects.link(owner)
    window.view_layer.objects.active = owner
    area.spaces.active.show_region_ui = True
    region = next(r for r in area.regions if r.type == "WINDOW")
    return {"window": window, "area": area, "region": region}


def count_drawing():
    """Count how often the panel is drawn to its end."""
    panel = bpy.types.KILN_PT_bake
    real = panel.draw

    def draw(self, context):
        real(self, context)
        seen["drawn"] += 1

    panel.draw = draw


def configure():
    """Point the scene's settings at the output folder."""
    settings = bpy.context.scene.kiln
    settings.folder = str(OUT_FOLDER)
    settings.size = (int(SIZE), int(SIZE))
    settings.target = "BLEND" if SCENARIO == "pack" else "FOLDER"


def start():
    """Set the stage and start the operator."""
    OUT_FOLDER.mkdir(parents=True, exist_ok=True)
    configure()
    override = shader_editor()
    sidebar = next(r for r in override["area"].regions if r.type == "UI")

    def open_tab():
        picture("other_tab.png")
        count_drawing()
        seen["sidebar"] = [sidebar.x, sidebar.y, sidebar.width, sidebar.height]
        sidebar.active_panel_category = "Kiln"
        if SCENARIO == "panel":
            bpy.context.scene.kiln.auto = False
        bpy.app.timers.register(guarded(invoke), first_interval=1.0)

    def invoke():
        picture("panel.png")
        if SCENARIO != "panel":
            with bpy.context.temp_override(**override):
                seen["returned"] = sorted(bpy.ops.kiln.bake("INVOKE_DEFAULT", material=MATERIAL))
        bpy.app.timers.register(guarded(watch), first_interval=0.05)

    bpy.app.timers.register(guarded(open_tab), first_interval=1.0)


def picture(name):
    """Take a picture of the display: Blender's own is black where a software driver presents."""
    subprocess.run(["import", "-window", "root", str(OUT_FOLDER / name)], check=True)


def watch():
    """Follow the running bake to its end; press Esc where the scenario says so."""
    state = bpy.context.window_manager.kiln
    if state.running:
        seen["progress"].append(round(state.progress, 4))
        if state.stage not in seen["stages"]:
            seen["stages"].append(state.stage)
        if SCENARIO == "cancel" and len(seen["progress"]) == 2:
            subprocess.run(["xdotool", "mousemove", "400", "400", "key", "Escape"], check=True)
        return 0.02
    bpy.app.timers.register(guarded(screenshot), first_interval=1.0)
    return None


def screenshot():
    """Take a picture of the whole window, then finish."""
    picture("window.png")
    shots = {"other_tab.png", "panel.png", "window.png"}
    finish(files=sorted(p.name for p in OUT_FOLDER.glob("*.png") if p.name not in shots))


bpy.app.timers.register(guarded(start), first_interval=1.0)
