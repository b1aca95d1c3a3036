"""What an output's pixels follow from, as one hash: how an unchanged file is known unbaked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..library.catalog import KernelCatalog
from ..plan.text import format_plan
from ..plan.types import ImageId, TextureOp, TexturePlan


def sliced(plan: TexturePlan, outputs: Iterable[str]) -> TexturePlan:
    """Return the plan with these outputs only, and only the ops and images they follow from."""
    wanted = set(outputs)
    kept = tuple(output for output in plan.outputs if output.name in wanted)
    needed: set[ImageId] = {output.image for output in kept}
    ops: list[TextureOp] = []
    for op in reversed(plan.ops):
        if needed.isdisjoint(op.outputs.values()):
            continue
        needed.update(op.inputs.values(), op.outputs.values())
        ops.append(op)
    images = tuple(image for image in plan.images if image.id in needed)
    return replace(plan, images=images, ops=tuple(reversed(ops)), outputs=kept)


def fingerprint(
    plan: TexturePlan,
    output: str,
    contents: Mapping[str, str],
    catalog: KernelCatalog,
    *facts: object,
) -> str:
    """Return the SHA-256 of everything one output's pixels follow from.

    That is the slice of the plan it needs, in text form; the contents of the externals that the
    slice reads (``contents``: a digest per external name); the text of its kernels; and ``facts``
    about the file, such as its format. Baking more maps beside it changes nothing.
    """
    slice_ = sliced(plan, [output])
    parts = [format_plan(slice_)]
    for image in slice_.images:
        if image.external is not None:
            parts.append(f"{image.external.name}={contents.get(image.external.name, '')}")
    for kernel in sorted({op.kernel for op in slice_.ops}):
        parts.append(_kernel_text(kernel, catalog))
    parts += [repr(fact) for fact in facts]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _kernel_text(name: str, catalog: KernelCatalog) -> str:
    """Return all GLSL a kernel's result follows from; a CPU op is covered by Kiln's version."""
    return name if name.startswith("cpu/") else catalog.text_of(name)
