"""A five-node material: UV -> Noise (3-D, fBM) -> Ramp -> Mix <- Voronoi (3-D, F1)."""

from __future__ import annotations

import numpy as np

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role

SLIDERS = (5.0, 2.0, 0.5, 2.0, 5.0, 1.0, 0.35)
"""What the material sets: the noise's scale, detail, roughness and lacunarity, Voronoi's scale and
randomness, and the mix."""
NODES = (0.0, 0.0, 0.5, 2.0)
"""Other sliders of its nodes, as they come: the noise's distortion, Voronoi's detail, roughness and
lacunarity."""
STOPS = ((0.0, (0.02, 0.05, 0.2)), (0.5, (0.5, 0.4, 0.1)), (1.0, (0.9, 0.9, 0.8)))


def ramp_table() -> np.ndarray:
    """Return 257 samples of the three-stop ramp, shape (1, 257, 4)."""
    t = np.linspace(0.0, 1.0, 257)
    channels = [np.interp(t, [s for s, _ in STOPS], [c[i] for _, c in STOPS]) for i in range(3)]
    return np.stack([*channels, np.ones(257)], -1)[None].astype(np.float32)


def reference_plan(catalog, size: int, numbers=SLIDERS + NODES, format: Format = Format.RGBA32F):
    """Return the plan at ``size`` squared, not encoded; ``numbers`` as SLIDERS and NODES."""
    scale, detail, roughness, lacunarity, cells, randomness, mix, *rest = numbers
    distortion, cell_detail, cell_roughness, cell_lacunarity = rest
    build = PlanBuilder(catalog, Extent(size, size))
    table = build.external("table", Extent(257, 1), Format.RGBA32F, Role.TABLE)
    exact = {"role": Role.PRECISE}
    uv = build.op("plane_coordinate", variants={"kind": "uv"}, key="uv", **exact)["vector"]
    noise = build.op(
        "noise_texture",
        {"vector": uv},
        {
            "scale": scale,
            "detail": detail,
            "roughness": roughness,
            "lacunarity": lacunarity,
            "distortion": distortion,
        },
        {"outputs": "fac"},
        key="noise",
        **exact,
    )
    ramp = build.op(
        "color_ramp",
        {"table": table, "factor": noise["fac"]},
        variants={"table_wrap_x": "clamp", "table_wrap_y": "clamp"},
        key="ramp",
        **exact,
    )
    voronoi = build.op(
        "voronoi_texture",
        {"vector": uv},
        {
            "scale": cells,
            "randomness": randomness,
            "detail": cell_detail,
            "roughness": cell_roughness,
            "lacunarity": cell_lacunarity,
        },
        key="cells",
        **exact,
    )
    mixed = build.op(
        "mix_color",
        {"a": ramp["color"], "b": voronoi["color"]},
        {"factor": mix},
        key="mix",
        formats={"result": format},
        **exact,
    )
    build.output("result", mixed["result"])
    return build.finish()
