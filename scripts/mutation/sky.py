"""Faults of the sky: its formulas, its tables, and where they are looked up."""

from __future__ import annotations

from .fault import Fault

SHADER = "addon/frontends/shader"
PARITY = "tests/blender/test_parity_sky.py::"
UNLINKED = PARITY + "test_a_new_sky_agrees_where_it_is_not_linked"
SUN_AND_AIR = PARITY + "test_sun_and_air_agree"

FAULTS = (
    # Formulas.
    Fault(
        "a-formulas-sky-mirrored",
        "kernels/point/sky_daylight.glsl",
        "right_angle - kln_atan2(direction.y, direction.x)",
        "right_angle + kln_atan2(direction.y, direction.x)",
        PARITY + "test_a_formulas_sky_agrees",
    ),
    Fault(
        "black-ground-taken-for-white",
        f"{SHADER}/sky/daylight.py",
        "((0, 1.0 - albedo), (1, albedo))",
        "((1, 1.0 - albedo), (0, albedo))",
        "tests/frontends/test_sky.py::"
        "test_at_noon_and_at_the_horizon_hosek_and_wilkie_are_their_last_point_and_their_first",
    ),
    Fault(
        "a-suns-direction-taken-for-one-of-length-1",
        f"{SHADER}/sky/daylight.py",
        "acos(z / hypot(x, y, z))",
        "acos(min(1.0, z))",
        "tests/frontends/test_sky.py::test_a_suns_direction_need_not_be_of_length_1",
    ),
    # Scattered light.
    Fault(
        "scattered-light-mirrored",
        "kernels/gather/sky_scattering.glsl",
        "(rotation - kln_atan2(direction.y, direction.x) - right_angle)",
        "(rotation + kln_atan2(direction.y, direction.x) - right_angle)",
        UNLINKED,
    ),
    Fault(
        "a-sun-as-bright-at-its-limb",
        "kernels/gather/sky_scattering.glsl",
        "1.0 - 0.6 * (1.0 - sqrt(1.0 - inward * inward))",
        "1.0",
        PARITY + "test_the_suns_disc_agrees_its_limb_and_its_rim_at_the_horizon",
    ),
    Fault(
        "the-suns-row-shines-into-the-zenith",
        "kernels/gather/sky_scattering.glsl",
        "clamp(y * size.y, 0.5, size.y - 0.5)",
        "y * size.y",
        SUN_AND_AIR,
    ),
    Fault(
        "the-sun-turned-the-other-way",
        f"{SHADER}/rules/sky.py",
        "return elevation, 2.0 * pi - (",
        "return elevation, (",
        SUN_AND_AIR,
    ),
    Fault(
        "one-table-for-every-altitude",
        f"{SHADER}/sky/table.py",
        "for field in fields(self))",
        'for field in fields(self) if field.name != "altitude")',
        "tests/frontends/test_sky.py::test_the_name_of_a_table_tells_all_that_it_is_made_from",
    ),
    Fault(
        "no-ozone-towards-the-sun",
        "addon/bake/sky/single.py",
        "zip(depths, (air, aerosols, ozone), sunwards, strict=True)",
        "zip(depths, (air, aerosols, F(0.0)), sunwards, strict=True)",
        SUN_AND_AIR,
    ),
    Fault(
        "a-ground-that-reflects-nothing",
        "addon/bake/sky/multiple.py",
        "GROUND_ALBEDO = F(0.3)",
        "GROUND_ALBEDO = F(0.0)",
        SUN_AND_AIR,
    ),
)
