"""What the header of an OpenEXR file says."""

from __future__ import annotations

import struct

import pytest

from addon.frontends.shader.exr_header import ExrHeader, exr_header

UINT, HALF, FLOAT = 0, 1, 2


def attribute(name: str, kind: str, data: bytes) -> bytes:
    return b"\0".join((name.encode(), kind.encode(), struct.pack("<i", len(data)) + data))


def exr(window: tuple[int, int, int, int], channels: dict[str, int]) -> bytes:
    """Return the start of an OpenEXR file."""
    listed = b"".join(
        name.encode() + b"\0" + struct.pack("<iB3xii", kind, 0, 1, 1)
        for name, kind in channels.items()
    )
    return b"".join(
        (
            b"\x76\x2f\x31\x01" + struct.pack("<i", 2),
            attribute("compression", "compression", b"\0"),
            attribute("channels", "chlist", listed + b"\0"),
            attribute("dataWindow", "box2i", struct.pack("<4i", *window)),
            b"\0",
        )
    )


def test_the_extent_is_that_of_the_data_window(tmp_path):
    data = exr((-2, 3, 5, 3), {"R": FLOAT})
    (tmp_path / "a.exr").write_bytes(data)
    assert exr_header(data) == ExrHeader((8, 1), 1, False)
    assert exr_header(tmp_path / "a.exr") == exr_header(data)


@pytest.mark.parametrize(
    ("channels", "half"),
    [
        ({"A": HALF, "B": HALF, "G": HALF, "R": HALF}, True),
        ({"A": HALF, "Z": FLOAT}, False),
        ({"id": UINT}, False),
    ],
)
def test_a_file_is_of_halves_where_all_its_channels_are(channels, half):
    found = exr_header(exr((0, 0, 3, 1), channels))
    assert found == ExrHeader((4, 2), len(channels), half)


def test_what_is_cut_off_or_no_openexr_has_no_header(tmp_path):
    whole = exr((0, 0, 3, 1), {"R": HALF})
    assert [exr_header(whole[:length]) for length in range(len(whole))] == [None] * len(whole)
    assert exr_header(b"\x89PNG" + whole[4:]) is None
    assert exr_header(tmp_path / "none.exr") is None
