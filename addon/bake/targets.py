"""Where every output goes: chosen and checked for the whole job before anything is baked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from .datablocks import check_datablock, datablock_name
from .errors import BadArguments
from .existing import check_free, check_not_input
from .files.naming import Target, name_targets
from .settings import BakeSettings, Existing
from .work import BakeWork, OutputTarget


def placed(works: Sequence[BakeWork], settings: BakeSettings, frame: int) -> list[BakeWork]:
    """Return the works with a path, a datablock or both for every output.

    Errors: BadArguments where two outputs would be one file, where a file would be lost that is an
    input or not Kiln's own, or where the folder cannot be written.
    """
    order = [(work, name) for work in works for name in work.outputs]
    targets = [
        Target(work.material, work.outputs[name].map, str(settings.extent), settings.level, frame)
        for work, name in order
    ]
    names = name_targets(targets, settings.template, settings.format.extension)
    chosen: dict[tuple[int, str], OutputTarget] = {}
    for (work, name), file in zip(order, names, strict=True):
        target = work.outputs[name]
        stem = str(PurePosixPath(file).with_suffix(""))
        chosen[id(work), name] = replace(
            target,
            path=settings.folder / file if settings.folder is not None else None,
            datablock=datablock_name(stem.replace("/", " ")) if settings.pack else None,
        )
    done = [
        replace(work, outputs={name: chosen[id(work), name] for name in work.outputs})
        for work in works
    ]
    check_targets(done, settings)
    return done


def check_targets(
    works: Sequence[BakeWork], settings: BakeSettings, inputs: Iterable[Path] = ()
) -> None:
    """Refuse what would overwrite an input or somebody's file. Errors: BadArguments."""
    paths = [t.path for work in works for t in work.outputs.values() if t.path is not None]
    check_not_input(paths, [*inputs, *(path for work in works for path in work.inputs)])
    for work in works:
        for target in work.outputs.values():
            if target.path is not None:
                check_free(target.path, work.material, target.map, settings.existing)
            if target.datablock is not None:
                check_not_read(target.datablock, works)
                overwrite = settings.existing is Existing.OVERWRITE
                check_datablock(target.datablock, work.material, target.map, overwrite=overwrite)


def check_not_read(datablock: str, works: Iterable[BakeWork]) -> None:
    """Refuse to pack a bake into an image that a bake reads. Errors: BadArguments naming it."""
    for work in works:
        if datablock in work.images:
            raise BadArguments(
                f"the image '{datablock}' of the .blend is also an input of '{work.name}'; "
                "choose another --name"
            )
