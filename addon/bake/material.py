"""Materials on their way to work: snapshot, compile, and how each map leaves its plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..device.capture import captured_output
from ..frontends.shader.asked import Asked
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
    model: MaterialModel,
    settings: BakeSettings,
    catalog: KernelCatalog,
    report: BakeReport,
    asked: tuple[Asked, ...] = (),
) -> BakeWork:
    """Return a material's plan with a target for each of its outputs; places are chosen later.

    In auto, maps that are one number go into the report; asked for by name, they are painted.
    """
    made = compiled(model, settings, catalog, asked)
    report.tell(model.name, made.problems)
    targets = _targets(model, settings, asked)
    painted = {}
    for name, value in made.constants.items():
        if targets[name].optional:
            told = Constant(model.name, name, value, name in made.approximate)
            report.constants.append(told)
        else:
            painted[name] = value
    plan = with_constants(made.plan, painted, _encodings(targets, settings), catalog)
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
        partial(gather_externals, made.pictures, made.tables, made.skies),
        tuple(input_files(made.pictures.values())),
        frozenset(ref.name for ref in made.pictures.values() if not ref.library),
    )


def compiled(
    model: MaterialModel,
    settings: BakeSettings,
    catalog: KernelCatalog,
    asked: tuple[Asked, ...] = (),
) -> Compiled:
    """Return a material's plan as the settings ask for it; ``asked`` is what asked_of found."""
    targets = _targets(model, settings, asked)
    return compile_material(
        model,
        tuple(_maps(model, settings)),
        catalog,
        settings.base,
        asked=asked,
        level=settings.level,
        seed=settings.seed,
        encodings=_encodings(targets, settings),
        y=settings.y,
    )


def _targets(
    model: MaterialModel, settings: BakeSettings, asked: tuple[Asked, ...]
) -> dict[str, OutputTarget]:
    """Return how the file of each map, socket and AOV is made."""
    maps = _maps(model, settings)
    found = {}
    for name, spec in {**maps, **{one.spec.name: one.spec for one in asked}}.items():
        encoding = settings.encoding(
            spec.transfer,
            spec.channels,
            wide=name in WIDE,
            to_rec709=model.working_space.to_rec709,
        )
        # An integer file holds what leaves 0..1 by nature spread over a range that is told.
        ranged = spec.ranged and not encoding.is_float
        optional = settings.auto and name in maps
        found[name] = OutputTarget(
            name, encoding, settings.format, ranged=ranged, optional=optional
        )
    return found


def _maps(model: MaterialModel, settings: BakeSettings) -> dict[str, MapSpec]:
    """Return the maps to bake. Errors: BadArguments for one that this Blender does not have."""
    if settings.only_asked:
        return {}
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
