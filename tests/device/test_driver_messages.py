"""A driver's complaint becomes the kernel's own file and line, whatever version printed it."""

from __future__ import annotations

import pytest

from addon.device.messages import explain
from addon.library.compose import ComposedKernel, UniformLayout

SOURCE = (
    "struct Texel {};\n\nvec4 kln_a(vec2 p)\n{\n  return vec4(p, 0, zork);\n}\n\nvoid main() {}\n"
)
KERNEL = ComposedKernel(
    "a",
    SOURCE,
    "",
    (),
    (),
    UniformLayout(0, 0, ()),
    "",
    ((1, "", 1), (3, "kernels/point/a.glsl", 21)),
)
# Printed by Blender on Mesa's drivers; only numbers were changed to those of SOURCE.
VULKAN_53 = """\
00:00.358  gpu.shader       | ERROR pyGPU_Shader compute:
                            |       |
                            |   401 |   return vec4(p, 0, zork);
                            |       |
                            |       | python_shader.glsl:5: Error: 'zork' : undeclared identifier
                            |
"""
OPENGL_50 = """\
00:00.252  gpu.shader       | ERROR pyGPU_Shader ComputeShader:
                            |       |
                            |   270 |   return vec4(p, 0, zork);
                            |       |                     ^
                            |       | :5:21: Error: `zork' undeclared
                            |       |
                            |       |   return vec4(p, 0, zork);
                            |       |          ^
                            |       | :5:10: Error: cannot construct `vec4' from a non-numeric type
"""
OPENGL_45 = """\
ERROR (gpu.shader): pyGPU_Shader ComputeShader:
      |
      | Error: `zork' undeclared
      |
      | Error: cannot construct `vec4' from a non-numeric data type
      |
  252 |   return vec4(p, 0, zork);
      |   ^
      | Error: could not implicitly convert return value to vec4, in function `kln_a'
"""
OPENGL_45_WITHOUT_SOURCE = """\
ERROR (gpu.shader): pyGPU_Shader ComputeShader:
      |
      | Error: `zork' undeclared
      |
      | Error: operands to arithmetic operators must be numeric
"""


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        (VULKAN_53, "'zork' : undeclared identifier"),
        (OPENGL_50, "`zork' undeclared"),
        (OPENGL_45, "`zork' undeclared"),
        (OPENGL_45_WITHOUT_SOURCE, "`zork' undeclared"),
    ],
    ids=["5.3 Vulkan", "5.0 OpenGL", "4.5 OpenGL", "4.5 OpenGL without the line"],
)
def test_the_first_message_names_the_kernels_file_and_line(printed, message):
    assert explain(printed, KERNEL)[0] == ("kernels/point/a.glsl", 23, message)


def test_every_error_is_told():
    assert len(explain(OPENGL_50, KERNEL)) == 2


def test_a_message_without_a_place_is_about_the_line_before_it():
    places = explain(OPENGL_45_WITHOUT_SOURCE, KERNEL)
    assert [line for _, line, _ in places] == [23, 23]


def test_output_without_an_error_explains_nothing():
    assert explain("Info: saved\n", KERNEL) == ()
