"""Small plans and a catalog for the tests of order and ownership."""

from __future__ import annotations

from pathlib import Path

from addon.library.catalog import KernelCatalog, load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, ImageId, TexturePlan

SIDE = Extent(48, 32)

KERNELS = {
    "point/scale.glsl": """\
/*---
summary = "The colour times a number."
[inputs]
color = { type = "vec4" }
[params]
amount = { type = "float", default = 0.5 }
[outputs]
result = { type = "vec4" }
---*/
void kln_scale(Texel at, vec4 color, float amount, out vec4 result)
{
  result = color * amount;
}
""",
    "area/shift.glsl": """\
/*---
summary = "The texel to the right: breaks a region as an area kernel does."
[inputs]
color = { type = "vec4" }
[outputs]
result = { type = "vec4" }
---*/
void kln_shift(Texel at, out vec4 result)
{
  result = color_at(at.xy + ivec2(1, 0));
}
""",
    "cpu/transpose.toml": """\
summary = "Rows become columns."
[inputs]
color = { type = "vec4" }
[outputs]
result = { type = "vec4" }
""",
}


def small_catalog(folder: Path) -> KernelCatalog:
    """Write the kernels above under ``folder`` and return their catalog."""
    for name, text in KERNELS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return load_catalog(folder)


def chain(catalog: KernelCatalog, *kernels: str, extent: Extent = SIDE) -> TexturePlan:
    """Return external picture -> kernels one after another -> output "out"."""
    builder = PlanBuilder(catalog, extent)
    image: ImageId = builder.external("picture", extent, Format.RGBA16F)
    for number, kernel in enumerate(kernels):
        image = builder.op(kernel, {"color": image}, key=f"op{number}")["result"]
    builder.output("out", image)
    return builder.finish()
