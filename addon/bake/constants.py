"""Maps that are one number and were asked for by name: a plan of their own paints them.

They go through the same evaluator and the same encode op as any other map, so a constant colour is
the colour that the same material baked beside a texture would have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..plan.build import PlanBuilder
from ..plan.names import free_name
from ..plan.spec import Catalog
from ..plan.types import Encoding, Role, TexturePlan, Value

PAINT = "constant"
"""The kernel that is one colour all over."""


def with_constants(
    plan: TexturePlan,
    constants: Mapping[str, Value],
    encodings: Mapping[str, Encoding],
    catalog: Catalog,
) -> TexturePlan:
    """Return the plan with an output for each constant beside its own."""
    builder = PlanBuilder(catalog, plan.base, seed=plan.seed, level=plan.bake_level_offset)
    taken = {*(image.id for image in plan.images), *(op.key for op in plan.ops)}
    for name, value in constants.items():
        key = free_name(f"constant/{name}", taken.__contains__)
        painted = builder.op(
            PAINT, params={"color": _color(value)}, key=key, origin=name, role=Role.PRECISE
        )
        (image,) = painted.values()
        builder.output(name, image, encodings[name], origin=name)
    painted_plan = builder.finish()
    return replace(
        plan,
        images=plan.images + painted_plan.images,
        ops=plan.ops + painted_plan.ops,
        outputs=plan.outputs + painted_plan.outputs,
    )


def _color(value: Value) -> tuple[float, float, float, float]:
    """Return a scalar three times, a vector or colour as it is; opaque."""
    red, green, blue = value[:3] if isinstance(value, tuple) else (value, value, value)
    return float(red), float(green), float(blue), 1.0
