"""The operators: bake, and show the node a problem is about."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import bpy

from ..bake.errors import KilnError
from ..bake.job import Job, bake_job
from ..bake.progress import Progress
from ..bake.report import BakeReport
from ..bake.selection import handle_of
from ..bake.settings import BakeSettings, Existing, scene_settings
from ..device.errors import DeviceError
from ..library.fault import KernelFileError
from ..plan.problem import Problem, RefusedPlan, Severity
from . import session
from .panel import edited_material
from .preferences import preferences
from .result import show_image, shown_images, told_results
from .words import counted, in_panel

SLICE_S = 0.03
"""Work done between two redraws, in seconds: short enough for the window to answer."""
TICK_S = 0.01
"""Pause between two slices, in seconds; Blender draws and reads the keyboard in it."""

FAILURES = (KilnError, DeviceError, KernelFileError)


def window_settings(context: bpy.types.Context) -> BakeSettings:
    """Return the scene's settings, with what only the window reads: level and budget.

    Errors: KilnError where the settings cannot be baked with.
    """
    group = context.scene.kiln
    folder = Path(bpy.data.filepath).parent if bpy.data.filepath else None
    settings = scene_settings(group, folder)
    chosen = preferences(context)
    if chosen is not None:
        level = group.level if group.override_level else chosen.level
        settings = settings.with_flags({"level": level, "budget_bytes": chosen.budget_mib << 20})
    if context.window_manager.kiln.overwrite:
        settings = settings.with_flags({"existing": Existing.OVERWRITE})
    if group.target == "BLEND":
        settings = settings.with_flags({"pack": True}).without_folder()
    elif settings.folder is None:
        raise KilnError("save the .blend first, or choose a folder that does not start with //")
    settings.check()
    return settings


class KILN_OT_bake(bpy.types.Operator):
    """Bake the chosen maps of this material, as image files in the folder or packed into this
    .blend, and show the first. The material itself is not changed"""

    bl_idname = "kiln.bake"
    bl_label = "Bake Material"
    bl_options = {"REGISTER"}

    material: bpy.props.StringProperty(
        name="Material",
        description="Name of the material to bake; empty is the one being edited",
        options={"SKIP_SAVE"},
    )

    _job: Job | None = None
    _timer: bpy.types.Timer | None = None
    _current: KILN_OT_bake | None = None
    """The one that runs, for ``stop_running``."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """One bake at a time."""
        if context.window_manager.kiln.running:
            cls.poll_message_set("A bake is running; Esc cancels it")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Bake to the end: what a script calls."""
        if not self._start(context):
            return {"CANCELLED"}
        while not self._step(context, float("inf")):
            pass
        return self._result

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Bake in slices, so that the window keeps answering."""
        if not self._start(context):
            return {"CANCELLED"}
        manager = context.window_manager
        manager.progress_begin(0.0, 1.0)
        self._timer = manager.event_timer_add(TICK_S, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Work on the timer; stop on Esc; let everything else through."""
        if self._job is None:
            self._stop_timer(context)
            return {"CANCELLED"}  # after a fault: Blender calls once more
        if event.type == "ESC" and event.value == "PRESS":
            self._abandon(context)
            return {"CANCELLED"}
        if event.type == "TIMER" and self._step(context, SLICE_S):
            self._stop_timer(context)
            return self._result
        return {"PASS_THROUGH"}

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender ends the operator: another file is loaded, or it quits."""
        self._abandon(context)

    def _start(self, context: bpy.types.Context) -> bool:
        """Make the job. Returns whether there is one; a refusal is reported and listed."""
        state = context.window_manager.kiln
        state.problems.clear()
        state.results.clear()
        state.summary = ""
        material = edited_material(context)
        if self.material and (material is None or material.name != self.material):
            material = bpy.data.materials.get(self.material)
        try:
            if material is None:
                named = (
                    f"there is no material '{self.material}'"
                    if self.material
                    else "no material is edited"
                )
                raise KilnError(f"{named}; choose one in the Shader Editor")
            settings = window_settings(context)
            self._folder = settings.folder
            self._job = bake_job([handle_of(material)], settings, session.engine())
        except (RefusedPlan, *FAILURES) as refused:
            self._list(context, problems_of(refused))
            self.report({"ERROR"}, in_panel(str(refused)))
            return False
        type(self)._current = self
        state.running, state.progress, state.stage = True, 0.0, "Starting"
        self._result: set[str] = {"FINISHED"}
        return True

    def _step(self, context: bpy.types.Context, seconds: float) -> bool:
        """Work for about ``seconds``. Returns whether the job ended, well or not."""
        assert self._job is not None
        until = time.monotonic() + seconds
        try:
            while time.monotonic() < until:
                self._show(context, next(self._job))
        except StopIteration as ended:
            self._finish(context, ended.value)
            return True
        except (RefusedPlan, *FAILURES) as failed:
            self._fail(context, failed)
            return True
        except BaseException:
            # A fault of ours: the traceback is Blender's to show, the window must not stay busy.
            self._abandon(context)
            context.window_manager.kiln.summary = "Failed"
            raise
        return False

    def _show(self, context: bpy.types.Context, progress: Progress) -> None:
        state = context.window_manager.kiln
        state.progress, state.stage = progress.fraction, in_panel(str(progress))
        if self._timer is not None:
            context.window_manager.progress_update(progress.fraction)
            redraw(context)

    def _finish(self, context: bpy.types.Context, report: BakeReport) -> None:
        self._clear(context)
        self._list(context, report.problems)
        shown = shown_images(report)
        # Without a window (blender -b) there still is one in the context, but none can be opened.
        if shown and context.window is not None and not bpy.app.background:
            show_image(context, shown[0])
        for kind, text in told_results(report, self._folder):
            row = context.window_manager.kiln.results.add()
            row.kind, row.text = kind, text
        images = counted(len(report.files), "image")
        summary = f"{images}, {counted(len(report.constants), 'constant')}"
        if report.skipped:
            summary += f", {report.skipped} unchanged"
        context.window_manager.kiln.summary = summary
        if report.failed:
            first = next(p for p in report.problems if p.severity is Severity.REFUSAL)
            where = f"{first.place}: " if first.place else ""
            self.report({"ERROR"}, where + in_panel(first.message))
            self._result = {"CANCELLED"} if not report.files else {"FINISHED"}
        else:
            self.report({"WARNING"} if report.problems else {"INFO"}, f"Baked {summary}")
        redraw(context)

    def _fail(self, context: bpy.types.Context, failure: Exception) -> None:
        self._clear(context)
        self._list(context, problems_of(failure))
        self.report({"ERROR"}, in_panel(str(failure)))
        self._result = {"CANCELLED"}
        redraw(context)

    def _abandon(self, context: bpy.types.Context) -> None:
        """Stop between two dispatches: textures go back, files are whole or not there."""
        if self._job is not None:
            self._job.close()
            context.window_manager.kiln.summary = "Cancelled"
        self._stop_timer(context)
        self._clear(context)
        redraw(context)

    def _clear(self, context: bpy.types.Context) -> None:
        self._job = None
        type(self)._current = None
        state = context.window_manager.kiln
        state.running, state.stage = False, ""

    def _stop_timer(self, context: bpy.types.Context) -> None:
        if self._timer is not None:
            context.window_manager.event_timer_remove(self._timer)
            context.window_manager.progress_end()
            self._timer = None

    @staticmethod
    def _list(context: bpy.types.Context, problems: Sequence[Problem]) -> None:
        for problem in problems:
            row = context.window_manager.kiln.problems.add()
            row.severity, row.code = problem.severity.value, problem.code
            row.material = getattr(problem, "material", "")
            # A problem of the material as a whole has no node to show.
            row.origin = problem.origin if problem.origin != row.material else ""
            row.message = in_panel(problem.message)


class KILN_OT_show_node(bpy.types.Operator):
    """Select the node this problem is about, and bring it into view"""

    bl_idname = "kiln.show_node"
    bl_label = "Show Node"
    bl_options = {"REGISTER", "UNDO"}

    origin: bpy.props.StringProperty(options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """A Shader Editor has to show the tree."""
        space = context.space_data
        return space is not None and space.type == "NODE_EDITOR" and space.edit_tree is not None

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Walk into the groups on the way, select the node, frame it."""
        space = context.space_data
        origin = self.origin.removeprefix(f"{space.id.name}/")
        path = nodes_at(space.id.node_tree, origin)
        if not path and origin != space.id.name:
            self.report({"WARNING"}, f"There is no node '{self.origin}' in '{space.id.name}'")
            return {"CANCELLED"}
        space.path.start(space.id.node_tree)
        for group in path[:-1]:
            space.path.append(group.node_tree, node=group)
        tree = space.path[-1].node_tree
        for node in path[-1:]:
            for other in tree.nodes:
                other.select = other == node
            tree.nodes.active = node
        region = next((r for r in context.area.regions if r.type == "WINDOW"), None)
        with context.temp_override(region=region):
            bpy.ops.node.view_selected()
        return {"FINISHED"}


def nodes_at(tree: bpy.types.NodeTree, origin: str) -> list[bpy.types.Node]:
    """Return the group nodes down to a node, and it; [] where it is not there (any more).

    An origin is names with slashes between them, and names may have slashes in them too.
    """
    whole = tree.nodes.get(origin)
    if whole is not None:
        return [whole]
    for node in tree.nodes:
        inner = getattr(node, "node_tree", None)
        if inner is not None and origin.startswith(f"{node.name}/"):
            below = nodes_at(inner, origin[len(node.name) + 1 :])
            if below:
                return [node, *below]
    return []


def stop_running() -> None:
    """Stop the bake that runs, if one does: its operator is about to go, and nobody would."""
    if KILN_OT_bake._current is not None:
        KILN_OT_bake._current._abandon(bpy.context)


def problems_of(failure: Exception) -> list[Problem]:
    """Return what an exception says, as rows for the panel."""
    if isinstance(failure, RefusedPlan):
        return list(failure.problems)
    return [Problem(Severity.REFUSAL, "failed", "", str(failure))]


def redraw(context: bpy.types.Context) -> None:
    """Have every Shader Editor draw its sidebar again."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "NODE_EDITOR":
                area.tag_redraw()


CLASSES = (KILN_OT_bake, KILN_OT_show_node)
