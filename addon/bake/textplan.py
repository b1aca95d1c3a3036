"""A plan's text form on its way to work: pictures behind its externals, a file per output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..device.pixels import with_channels
from ..plan.problem import Problem, Severity
from ..plan.types import Encoding, Extent, External, Format, PlanImage, Role, TexturePlan
from .errors import BadArguments, unknown_name
from .externals import ExternalPixels, external_pixels
from .files.format import FileFormat
from .files.naming import safe_name
from .files.read import Picture, read_picture
from .work import BakeWork, OutputTarget

DECODE = "decode_srgb"
"""The kernel that takes a picture's numbers for sRGB codes."""
RESIZE = "resize"
"""The kernel that only makes a picture another size."""


def plan_work(
    path: Path,
    plan: TexturePlan,
    files: Mapping[str, Path],
    format: FileFormat | None,
    folder: Path,
) -> BakeWork:
    """Return the work that a plan in text form is.

    Each external takes the size of its picture, and is stored deep enough for it. An output's file
    is named after it; EXR where its encoding is float, else PNG, unless ``format`` says otherwise.
    Errors: BadArguments for an external that is not brought, not known, or is no picture.
    """
    names = sorted({i.external.name for i in plan.images if i.external is not None})
    for name in files:
        if name not in names:
            raise unknown_name("external image", name, names)
    missing = [name for name in names if name not in files]
    if missing:
        name = missing[0]
        raise BadArguments(f"the plan needs a picture for '{name}': add --external {name}=FILE")
    pictures = {name: read_picture(file) for name, file in files.items()}
    sources: dict[str, ExternalPixels] = {}
    images = []
    for image in plan.images:
        if image.external is not None:
            name = image.external.name
            image, sources[name] = _brought(image, image.external, pictures[name].pixels)
        images.append(image)
    targets = _targets(replace(plan, images=tuple(images)), format, folder)
    # The plan's last dispatch makes what the file holds, whatever the text form asked for.
    outputs = [replace(output, encoding=targets[output.name].encoding) for output in plan.outputs]
    return BakeWork(
        path.name,
        "",
        replace(plan, images=tuple(images), outputs=tuple(outputs)),
        targets,
        lambda: sources,
        (path, *files.values()),
        problems=tuple(_changed(plan, pictures, files)),
    )


def _changed(
    plan: TexturePlan, pictures: Mapping[str, Picture], files: Mapping[str, Path]
) -> Iterator[Problem]:
    """Yield what a plan does to its pictures that whoever brought them may not expect."""
    for image in plan.images:
        if image.external is None:
            continue
        name, wanted = image.external.name, image.external.extent
        picture, file = pictures[name], files[name].name
        height, width = picture.pixels.shape[:2]
        found = f"'{file}' is {width}x{height} and the plan reads '{name}' as {wanted}"
        if width * wanted.height != height * wanted.width:
            shape = f"{found}, so it is stretched; give the plan a base of the picture's shape"
            yield Problem(Severity.WARNING, "picture-stretched", name, shape)
        elif width != wanted.width:
            size = f"{found}, so it is resized; to keep its texels give both its size in the plan"
            yield Problem(Severity.WARNING, "picture-resized", name, size)
        same = {image.id}  # as it is, or at another size
        for op in plan.ops:
            if op.kernel == RESIZE and not same.isdisjoint(op.inputs.values()):
                same.update(op.outputs.values())
        decoded = any(
            op.kernel == DECODE and not same.isdisjoint(op.inputs.values()) for op in plan.ops
        )
        if picture.is_float and decoded:
            linear = (
                f"'{file}' holds floats, which are linear by custom, and the plan decodes them "
                f"as sRGB; read '{name}' without {DECODE} if it is linear"
            )
            yield Problem(Severity.WARNING, "linear-picture-decoded", name, linear)


def _brought(
    image: PlanImage, declared: External, pixels: NDArray[Any]
) -> tuple[PlanImage, ExternalPixels]:
    """Return an external as the picture behind it is, and the picture as the external is stored.

    The plan says how many channels it reads. Bytes stay bytes where bytes were declared; a deeper
    picture than was declared is stored as full floats, which the role ``source`` is for.
    """
    format, role = image.format, image.role
    if pixels.dtype == np.uint8 and not _holds_bytes(format):
        pixels = pixels.astype(np.float32) / np.float32(255.0)
    elif pixels.dtype != np.uint8 and _holds_bytes(format):
        format = Format.R32F if format.channels == 1 else Format.RGBA32F
        role = Role.SOURCE
    pixels = with_channels(pixels, format.channels)
    extent = Extent(pixels.shape[1], pixels.shape[0])
    external = replace(declared, extent=extent)
    return replace(image, format=format, role=role, external=external), external_pixels(
        pixels, format
    )


def _holds_bytes(format: Format) -> bool:
    return format in (Format.R8, Format.RG8, Format.RGBA8)


def _targets(plan: TexturePlan, format: FileFormat | None, folder: Path) -> dict[str, OutputTarget]:
    """Return a file per output. Errors: BadArguments where two would be one file."""
    targets: dict[str, OutputTarget] = {}
    taken: dict[str, str] = {}
    table = plan.table()
    for output in plan.outputs:
        chosen = format or (FileFormat.OPEN_EXR if output.encoding.is_float else FileFormat.PNG)
        encoding = _encoding_for(output.encoding, chosen)
        # The encode op makes a grey file of an image of one channel, whatever was asked for.
        if output.image in table:
            channels = min(encoding.channels, table[output.image].format.channels)
            encoding = replace(encoding, channels=channels)
        file = safe_name(output.name) + chosen.extension
        other = taken.setdefault(file.casefold(), output.name)
        if other != output.name:
            names = f"'{other}' and '{output.name}'"
            raise BadArguments(f"the outputs {names} would both be '{file}'; rename one")
        targets[output.name] = OutputTarget(output.name, encoding, chosen, folder / file)
    return targets


def _encoding_for(encoding: Encoding, format: FileFormat) -> Encoding:
    """Return an output's encoding in a file format: its own depth where the format holds it."""
    if encoding.is_float == format.is_float and encoding.depth in format.depths:
        return encoding
    depth = 16 if format.is_float or encoding.depth > 8 else 8
    return replace(encoding, is_float=format.is_float, depth=format.depth_for(depth))
