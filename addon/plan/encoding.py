"""The last op of every output: from what the plan computed to what the file stores.

Nothing is narrowed before it. The transfer curve, the conversion to Rec.709 and the dither of one
step of the file's own depth are one point op, so it fuses with what feeds it.
"""

from __future__ import annotations

from dataclasses import replace

from .names import free_name
from .spec import Catalog
from .types import (
    IDENTITY,
    Encoding,
    Format,
    ImageId,
    PlanImage,
    Role,
    TextureOp,
    TexturePlan,
    Transfer,
    Value,
)

ENCODE = "encode"
"""The kernel, kernels/point/encode.glsl."""


def encoded(plan: TexturePlan, catalog: Catalog) -> TexturePlan:
    """Return ``plan`` with an encode op behind every output, which then names the encoded image.

    The op's key is ``encode/<output>``: a map's dither is its own and the same in every bake. A
    material's node may have that very path; then the key has a number behind it.

    An output whose image the plan does not have stays as it is, for check() to name.
    Errors: KeyError for a catalog without encode.
    """
    table = plan.table()
    spec = catalog[ENCODE]
    source, result = next(iter(spec.inputs)), next(iter(spec.outputs))
    images, ops, outputs = list(plan.images), list(plan.ops), []
    taken = {*table, *(op.key for op in ops)}
    for output in plan.outputs:
        if output.image not in table:
            outputs.append(output)
            continue
        before = table[output.image]
        encoding = output.encoding
        key = free_name(f"{ENCODE}/{output.name}", taken.__contains__)
        taken.add(key)
        format = stored_format(encoding)
        role = Role.PRECISE if format.full_float else Role.PLAIN
        images.append(PlanImage(ImageId(key), format, role, _level(plan, before)))
        params, variants = _choices(encoding)
        ops.append(
            TextureOp(
                ENCODE,
                {source: output.image},
                {result: ImageId(key)},
                params,
                variants,
                key,
                output.origin or output.name,
            )
        )
        outputs.append(replace(output, image=ImageId(key)))
    return replace(plan, images=tuple(images), ops=tuple(ops), outputs=tuple(outputs))


def stored_format(encoding: Encoding) -> Format:
    """Return the narrowest writable format that keeps what the file will hold.

    Reading back is the dearest part of a bake on a real GPU, and it costs by the byte. An 8-bit
    grey goes through a half float because R8 cannot be written: k/255 comes back to the same k.
    """
    grey = encoding.channels == 1
    if encoding.depth == 8:
        return Format.R16F if grey else Format.RGBA8
    if encoding.is_float and encoding.depth == 16:
        return Format.R16F if grey else Format.RGBA16F
    return Format.R32F if grey else Format.RGBA32F


def _choices(encoding: Encoding) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the encode op's numbers and variants."""
    color = encoding.transfer is Transfer.COLOR
    matrix = encoding.to_rec709 if color else IDENTITY
    steps = 0.0 if encoding.is_float else float(2**encoding.depth - 1)
    params: dict[str, Value] = {
        "row_r": tuple(matrix[0:3]),
        "row_g": tuple(matrix[3:6]),
        "row_b": tuple(matrix[6:9]),
        "steps": steps,
        # A file without alpha leaves room to say that a number was cut.
        "mark": 1.0 if steps and encoding.channels in (1, 3) else 0.0,
    }
    variants = {
        "transfer": "srgb" if color and not encoding.is_float else "linear",
        "dither": "on" if encoding.dither and steps else "off",
    }
    return params, variants


def _level(plan: TexturePlan, image: PlanImage) -> int:
    """Return the level the encoded image is made at: that of ``image``, or what an external fits.

    An external of a size the plan cannot make stays at 0, and check() asks for a resize.
    """
    if image.external is None:
        return image.level_offset
    for level in range(-16, 17):
        if plan.base.at_level(level) == image.external.extent:
            return level - plan.bake_level_offset
    return 0
