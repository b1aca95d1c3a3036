"""Files with another scene-linear space: conversions follow it, as in Cycles."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.snapshot import working_space
from tests.tolerances import REC709_MATRIX_5_0, SKY

pytestmark = pytest.mark.skipif(
    bpy.app.version < (5, 0, 0), reason="does not apply: files have no working space before 5.0"
)
SPACES = ("Linear Rec.2020", "ACEScg")


@pytest.fixture(params=SPACES)
def space(request):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.wm.set_working_color_space(working_space=request.param, convert_colors=False)
    yield request.param
    bpy.ops.wm.read_factory_settings(use_empty=True)


def by_identifier(sockets, identifier):
    return next(socket for socket in sockets if socket.identifier == identifier)


def test_the_space_of_the_file_is_read(space):
    read = working_space()
    assert read.name == space
    assert read.to_rec709 != (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    for row in range(3):
        assert sum(read.to_rec709[3 * row : 3 * row + 3]) == pytest.approx(1.0, abs=1e-3), "white"


def test_a_color_becomes_a_number_by_the_spaces_luminance(space, parity):
    def build(tree):
        noise = tree.nodes.new("ShaderNodeTexNoise")
        half = tree.nodes.new("ShaderNodeMath")
        tree.links.new(by_identifier(noise.outputs, "Color"), half.inputs[0])
        gray = tree.nodes.new("ShaderNodeRGBToBW")
        tree.links.new(by_identifier(noise.outputs, "Color"), gray.inputs[0])
        return [half.outputs[0], gray.outputs[0]]

    parity(build).require(3e-6)


def test_blackbody_is_in_the_spaces_primaries(space, parity):
    def build(tree):
        noise = tree.nodes.new("ShaderNodeTexNoise")
        hot = tree.nodes.new("ShaderNodeMapRange")
        by_identifier(hot.inputs, "To Min").default_value = 1000.0
        by_identifier(hot.inputs, "To Max").default_value = 9000.0
        tree.links.new(by_identifier(noise.outputs, "Fac"), by_identifier(hot.inputs, "Value"))
        node = tree.nodes.new("ShaderNodeBlackbody")
        tree.links.new(by_identifier(hot.outputs, "Result"), node.inputs[0])
        return node.outputs[0]

    # 5.0's own matrices are coarser: 2.4e-4 of values to 6, measured. 5.3: 1e-5.
    parity(build).require(2e-5 if bpy.app.version >= (5, 1, 0) else 3e-4)


@pytest.mark.parametrize("kind", ["MULTIPLE_SCATTERING", "HOSEK_WILKIE"])
def test_a_sky_is_in_the_spaces_primaries(space, parity, kind):
    def build(tree):
        node = tree.nodes.new("ShaderNodeTexSky")
        node.sky_type, node.sun_direction = kind, (0.6, 0.3, 0.74)
        return node.outputs[0]

    found = parity(build)
    coarse = REC709_MATRIX_5_0 if bpy.app.version < (5, 1, 0) else 0.0
    assert (found.difference <= (SKY + coarse) * found.cycles.clip(min=1.0)).all(), found
