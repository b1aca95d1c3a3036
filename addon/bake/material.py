"""Materials on their way to work: snapshot, compile, and how each map leaves its plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..device.capture import captured_output
from ..frontends.shader.compile import Compiled, compile_material
from ..frontends.shader.maps import PRINCIPLED, MapSpec, maps_of
from ..frontends.shader.model import MaterialModel
from ..frontends.shader.snapshot import material_model
from ..library.catalog import KernelCatalog
from ..plan.types import Encoding
from .constants import with_constants
from .errors import BadArguments
from .externals import gather_externals, input_files
from .report import BakeReport, Constant
from .selection import MaterialHandle, missing_library
from .settings import BakeSettings
from .work import BakeWork, OutputTarget

WIDE = frozenset({"height"})
"""Maps whose steps show at 8 bits: an integer file holds 16 unless told otherwise (CASES C20)."""


def snapshot_materials(
    handles: Sequence[MaterialHandle], frame: float, report: BakeReport | None = None
) -> list[MaterialModel]:
    """Return the materials as they stand at a frame, all read in one go.

    One whose library is missing is only a placeholder of Blender's: a problem of the report, where
    there is one, else an error. Errors: BadArguments, KilnError.
    """
    models = []
    for handle in handles:
        material = handle.find()
        if not material.is_missing:
            with captured_output():  # Blender prints a traceback for a driver; we tell of it
                models.append(material_model(material, frame))
            continue
        message = missing_library(material)
        if report is None:
            raise BadArguments(f"'{material.name}': {message}")
        report.refuse("missing-library", material.name, material.name, message)
    return models


def compiled_work(
    model: MaterialModel, settings: BakeSettings, catalog: KernelCatalog, report: BakeReport
) -> BakeWork:
    """Return a material's plan with a target for each of its maps; places are chosen later.

    In auto, maps that are one number go into the report; asked for by name, they are painted.
    """
    made = compiled(model, settings, catalog)
    report.tell(model.name, made.problems)
    plan = made.plan
    targets = _targets(model, settings)
    if settings.auto:
        report.constants += [
            Constant(model.name, m, v, m in made.approximate) for m, v in made.constants.items()
        ]
    else:
        plan = with_constants(plan, made.constants, _encodings(targets, settings), catalog)
    baked = {output.name for output in plan.outputs}
    outputs = {
        name: replace(target, approximate=name in made.approximate, constant=name in made.invariant)
        for name, target in targets.items()
        if name in baked
    }
    return BakeWork(
        model.name,
        model.name,
        plan,
        outputs,
        partial(gather_externals, made.pictures, made.tables),
        tuple(input_files(made.pictures.values())),
        frozenset(ref.name for ref in made.pictures.values() if not ref.library),
    )


def compiled(model: MaterialModel, settings: BakeSettings, catalog: KernelCatalog) -> Compiled:
    """Return a material's plan as the settings ask for it."""
    targets = _targets(model, settings)
    return compile_material(
        model,
        tuple(targets),
        catalog,
        settings.base,
        level=settings.level,
        seed=settings.seed,
        encodings=_encodings(targets, settings),
        y=settings.y,
    )


def _targets(model: MaterialModel, settings: BakeSettings) -> dict[str, OutputTarget]:
    """Return how the file of each map asked for is made."""
    found = {}
    for name, spec in _specs(model, settings).items():
        encoding = settings.encoding(
            spec.transfer,
            spec.channels,
            wide=name in WIDE,
            to_rec709=model.working_space.to_rec709,
        )
        # An integer file holds what leaves 0..1 by nature spread over a range that is told.
        ranged = spec.ranged and not encoding.is_float
        found[name] = OutputTarget(
            name, encoding, settings.format, ranged=ranged, optional=settings.auto
        )
    return found


def _specs(model: MaterialModel, settings: BakeSettings) -> dict[str, MapSpec]:
    """Return the maps to bake. Errors: BadArguments for one that this Blender does not have."""
    known = maps_of(model.version)
    if settings.auto:
        return {name: spec for name, spec in known.items() if spec.auto}
    for name in settings.maps:
        if name not in known:
            version = ".".join(map(str, model.version[:2]))
            raise BadArguments(
                f"there is no map '{name}' in Blender {version}: its Principled BSDF has no "
                f"{PRINCIPLED[name]}; leave it out of --maps"
            )
    return {name: known[name] for name in settings.maps}


def _encodings(targets: Mapping[str, OutputTarget], settings: BakeSettings) -> dict[str, Encoding]:
    """Return how each map leaves its plan; a ranged one is measured before it is narrowed."""
    return {
        name: settings.full_float(target.encoding) if target.ranged else target.encoding
        for name, target in targets.items()
    }
