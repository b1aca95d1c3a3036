"""The sockets and AOVs that a bake asks for by name, found in each of its materials."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import bpy

from ..frontends.shader.aov import EVERY, aov_asked, aov_names
from ..frontends.shader.asked import Asked, NotBakeable, NotThere
from ..frontends.shader.model import MaterialModel
from ..frontends.shader.socket_path import socket_asked
from .errors import BadArguments, unknown_name
from .settings import BakeSettings

Find = Callable[[MaterialModel], Sequence[Asked]]


def asked_of(
    models: Sequence[MaterialModel], settings: BakeSettings
) -> tuple[tuple[Asked, ...], ...]:
    """Return what is asked for beside the maps, for each material: what it has of it.

    Errors: BadArguments for a name that none of the materials has, with those that come close.
    """
    found: list[dict[str, Asked]] = [{} for _ in models]
    for text in dict.fromkeys(settings.sockets):
        _add(found, models, lambda model, text=text: [socket_asked(model.tree, text)])
    kinds = _declared() if settings.aovs else {}

    def aovs(model: MaterialModel, name: str) -> list[Asked]:
        names = aov_names(model) if name == EVERY else (name,)
        return [aov_asked(model, each, kinds.get(each)) for each in names]

    for name in dict.fromkeys(settings.aovs):
        _add(found, models, lambda model, name=name: aovs(model, name))
    if settings.only_asked and models and not any(found):
        raise BadArguments("no material has an AOV Output with a name; there is nothing to bake")
    return tuple(tuple(each.values()) for each in found)


def _add(found: Sequence[dict[str, Asked]], models: Sequence[MaterialModel], find: Find) -> None:
    """Add what is found in each material. Errors: BadArguments where no material has it."""
    missing: list[LookupError] = []
    for model, asked in zip(models, found, strict=True):
        try:
            asked |= {one.spec.name: one for one in find(model)}
        except (NotThere, NotBakeable) as gone:
            missing.append(gone)
    if missing and len(missing) == len(models):
        # What is there and cannot be baked says more than what is not there.
        first = next((m for m in missing if isinstance(m, NotBakeable)), missing[0])
        if isinstance(first, NotThere):
            known = (name for m in missing if isinstance(m, NotThere) for name in m.known)
            raise unknown_name(first.what, first.name, known) from first
        raise BadArguments(str(first)) from first


def _declared() -> dict[str, str]:
    """Return what the view layers of the file declare each AOV as; not where they disagree."""
    told: dict[str, set[str]] = {}
    for scene in bpy.data.scenes:
        for layer in scene.view_layers:
            for aov in layer.aovs:
                told.setdefault(aov.name, set()).add("Value" if aov.type == "VALUE" else "Color")
    return {name: kinds.pop() for name, kinds in told.items() if len(kinds) == 1}
