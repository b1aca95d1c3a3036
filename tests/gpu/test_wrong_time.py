"""Evaluation is refused inside Blender's callbacks, each time with a sentence."""

from __future__ import annotations

import contextlib
import gc
import weakref

import pytest

from addon.device.errors import WrongTime
from addon.device.evaluate import finish
from addon.device.guard import why_not_now
from addon.device.uploads import Uploads
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent


@pytest.fixture
def attempt(device, catalog, evaluator):
    """Return (function that tries to evaluate, list of what it met)."""
    builder = PlanBuilder(catalog, Extent(8, 8))
    builder.output("out", builder.op("constant", key="op")["result"])
    plan = builder.finish()
    met = []

    def try_it(*_):
        try:
            finish(evaluator.evaluate(plan, Uploads(device))).free()
            met.append("baked")
        except WrongTime as error:
            met.append(str(error))

    return try_it, met


@contextlib.contextmanager
def handler(name, function):
    """Register a handler for a while."""
    import bpy

    handlers = getattr(bpy.app.handlers, name)
    handlers.append(function)
    try:
        yield
    finally:
        handlers.remove(function)


def test_it_is_refused_inside_a_depsgraph_handler_and_not_after_it(attempt):
    import bpy

    try_it, met = attempt
    mesh = bpy.data.meshes.new("moved")
    thing = bpy.data.objects.new("moved", mesh)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.view_layer.update()
    try:
        with handler("depsgraph_update_post", try_it):
            thing.location.x += 1.0
            bpy.context.view_layer.update()
    finally:
        bpy.data.objects.remove(thing)
        bpy.data.meshes.remove(mesh)
    assert met and all("inside a depsgraph handler" in said for said in met)
    try_it()
    assert met[-1] == "baked"


def test_it_is_refused_inside_a_frame_change_handler(attempt):
    import bpy

    try_it, met = attempt
    with handler("frame_change_post", try_it):
        bpy.context.scene.frame_set(bpy.context.scene.frame_current + 1)
    bpy.context.scene.frame_set(1)
    assert met and "inside a frame change handler" in met[0]


def test_it_is_refused_inside_a_render_engine_and_its_handlers(attempt):
    import bpy

    try_it, met = attempt

    class Engine(bpy.types.RenderEngine):
        bl_idname = "KILN_TEST"
        bl_label = "Kiln test"

        def render(self, depsgraph):
            try_it()

    bpy.utils.register_class(Engine)
    scene = bpy.data.scenes.new("render")
    camera = bpy.data.cameras.new("render")
    eye = bpy.data.objects.new("render", camera)
    try:
        scene.render.engine = "KILN_TEST"
        scene.render.resolution_x = scene.render.resolution_y = 8
        scene.collection.objects.link(eye)
        scene.camera = eye
        with handler("render_pre", lambda *_: try_it()):
            bpy.ops.render.render(scene=scene.name)
    finally:
        bpy.data.scenes.remove(scene)
        bpy.data.objects.remove(eye)
        bpy.data.cameras.remove(camera)
        bpy.utils.unregister_class(Engine)
    assert any("inside a render handler" in said for said in met)
    assert any("inside a render engine" in said for said in met)
    assert "baked" not in met


def test_plain_code_may_evaluate(attempt):
    try_it, met = attempt
    assert why_not_now() == ""
    try_it()
    assert met == ["baked"]


def test_asking_keeps_nothing_of_the_caller_alive(device):
    class Picture:
        pass

    picture = Picture()
    seen = weakref.ref(picture)
    assert why_not_now() == ""
    del picture
    gc.collect()
    assert seen() is None
