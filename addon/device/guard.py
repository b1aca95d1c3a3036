"""Says when nothing may be evaluated.

Evaluation opens its own work and waits for it. Inside a draw handler, a depsgraph handler or a
render callback another GPU context may be current, data-blocks may be in use by another thread, and
waiting stops Blender; while another evaluation runs, its textures are in use.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

from .errors import WrongTime

_HANDLERS = {
    "depsgraph_update_pre": "a depsgraph handler",
    "depsgraph_update_post": "a depsgraph handler",
    "frame_change_pre": "a frame change handler",
    "frame_change_post": "a frame change handler",
    "render_init": "a render handler",
    "render_pre": "a render handler",
    "render_post": "a render handler",
    "render_write": "a render handler",
    "render_stats": "a render handler",
    "render_complete": "a render handler",
    "render_cancel": "a render handler",
    "object_bake_pre": "a bake handler",
    "object_bake_complete": "a bake handler",
    "object_bake_cancel": "a bake handler",
    "composite_pre": "a compositor handler",
    "composite_post": "a compositor handler",
}
_CALLBACKS = {
    "RenderEngine": (
        "a render engine",
        ("update", "render", "bake", "view_update", "view_draw", "draw"),
    ),
    "Panel": ("a panel's drawing", ("draw", "draw_header", "poll")),
    "Menu": ("a menu's drawing", ("draw",)),
    "Header": ("a header's drawing", ("draw",)),
    "UIList": ("a list's drawing", ("draw_item", "filter_items")),
    "Gizmo": ("a gizmo's drawing", ("draw", "draw_select")),
}

_forbidden: list[str] = []
_running = False


@contextlib.contextmanager
def forbidden(place: str) -> Iterator[None]:
    """Mark a callback of ours ("a draw handler") as a place where nothing is evaluated."""
    _forbidden.append(place)
    try:
        yield
    finally:
        _forbidden.remove(place)


def why_not_now() -> str:
    """Return the sentence that refuses an evaluation now, '' where one may start."""
    if _running:
        return "Another evaluation is running; wait until it ends or cancel it."
    return _why_not_here()


def _why_not_here() -> str:
    if threading.current_thread() is not threading.main_thread():
        return "Textures are evaluated in Blender's main thread only; start the bake from there."
    place = _forbidden[-1] if _forbidden else _callback() or _drawing()
    if place:
        return (
            f"Nothing can be evaluated inside {place}; start the bake from an operator or a timer."
        )
    return ""


def claim() -> None:
    """Take the right to evaluate until ``yield_up``. Errors: WrongTime with the sentence."""
    global _running
    refusal = why_not_now()
    if refusal:
        raise WrongTime(refusal)
    _running = True


def yield_up() -> None:
    """Give the right to evaluate back."""
    global _running
    _running = False


def check_place() -> None:
    """Refuse to go on with a running evaluation from a wrong place. Errors: WrongTime."""
    refusal = _why_not_here()
    if refusal:
        raise WrongTime(refusal)


def _callback() -> str:
    """Return what kind of Blender's callbacks the Python stack is inside, '' for none.

    A handler is a plain function in one of Blender's lists, called with no Python frame beneath it,
    so finding its code on the stack is finding that it runs.
    """
    bpy = sys.modules.get("bpy")
    if bpy is None:
        return ""
    codes: dict[object, str] = {}
    for name, place in _HANDLERS.items():
        for handler in getattr(bpy.app.handlers, name, ()):
            code = getattr(getattr(handler, "__func__", handler), "__code__", None)
            if code is not None:
                codes[code] = place
    classes = [
        (getattr(bpy.types, name), place, methods)
        for name, (place, methods) in _CALLBACKS.items()
        if hasattr(bpy.types, name)
    ]
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in codes:
            return codes[frame.f_code]
        for kind, place, methods in classes:
            if frame.f_code.co_name in methods and isinstance(_owner(frame), kind):
                return place
        frame = frame.f_back
    return ""


def _owner(frame: FrameType) -> object:
    """Return what a method runs on.

    Only frames with a method's name are asked: until Python 3.13 reading a frame's locals leaves a
    copy on the frame, which keeps everything in it alive.
    """
    return frame.f_locals.get("self")


def _drawing() -> str:
    """Return whether a region is being drawn, '' where none is.

    Draw handlers are in no list. But while a region is drawn its own buffer is bound, as large as
    the region; in operators, timers and handlers the window's is (measured in 5.2 with a window).
    Where one region fills the window, whoever is neither an operator nor a script is drawing.
    """
    bpy = sys.modules.get("bpy")
    if bpy is None or bpy.app.background:
        return ""
    region = getattr(bpy.context, "region", None)
    window = getattr(bpy.context, "window", None)
    if region is None or window is None:
        return ""
    import gpu

    try:
        bound = gpu.state.active_framebuffer_get().viewport_get()[2:]
    except (SystemError, ReferenceError, AttributeError):
        return ""
    if tuple(bound) != (region.width, region.height):
        return ""
    fills = (region.width, region.height) == (window.width, window.height)
    return "" if fills and _in_operator_or_script(bpy) else "a draw handler"


def _in_operator_or_script(bpy: Any) -> bool:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_name
        if name in ("execute", "invoke", "modal") and isinstance(_owner(frame), bpy.types.Operator):
            return True
        if frame.f_back is None and name == "<module>":
            return True
        frame = frame.f_back
    return False
