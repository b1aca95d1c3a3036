"""What a picture file says of its alpha, told by its first bytes."""

from __future__ import annotations

import struct

import pytest

from addon.frontends.shader.stored_alpha import is_associated


def tiff(order: str, extra: int | None) -> bytes:
    """Return the start of a TIFF with its directory."""
    tags = [(256, 4, 1, 8), (258, 3, 1, 8)]
    if extra is not None:
        tags.append((338, 3, 1, extra))
    head = struct.pack(f"{order}2sHI", b"II" if order == "<" else b"MM", 42, 8)
    body = b"".join(struct.pack(f"{order}HHIHH", tag, kind, n, v, 0) for tag, kind, n, v in tags)
    return head + struct.pack(f"{order}H", len(tags)) + body + bytes(4)


def png(kind: int) -> bytes:
    """Return the start of a PNG of a colour type."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBB", 13, b"IHDR", 4, 4, 8, kind)


@pytest.mark.parametrize("order", ["<", ">"], ids=["Intel", "Motorola"])
@pytest.mark.parametrize(("extra", "multiplied"), [(None, False), (0, True), (1, True), (2, False)])
def test_a_tiff_is_multiplied_unless_its_extra_sample_is_straight(order, extra, multiplied):
    assert is_associated(tiff(order, extra), "TIFF") is multiplied


@pytest.mark.parametrize(("kind", "multiplied"), [(0, False), (2, False), (4, True), (6, False)])
def test_a_grey_png_with_alpha_counts_as_multiplied(kind, multiplied):
    assert is_associated(png(kind), "PNG") is multiplied


def test_a_file_is_asked_where_it_lies(tmp_path):
    for name, data, kind in (("a.png", png(4), "PNG"), ("a.tif", tiff("<", 1), "TIFF")):
        (tmp_path / name).write_bytes(data)
        assert is_associated(tmp_path / name, kind)
    assert not is_associated(tmp_path / "none.png", "PNG")


@pytest.mark.parametrize(
    "data", [b"", b"II", tiff("<", 1)[:9], tiff("<", 1)[:30], b"II*\0\xff\xff\xff\xff"]
)
def test_what_is_cut_off_says_nothing(data):
    assert not is_associated(data, "TIFF")
    assert not is_associated(data, "PNG")


@pytest.mark.parametrize("name", ["OPEN_EXR", "OPEN_EXR_MULTILAYER", "WEBP"])
def test_some_formats_are_always_multiplied(name, tmp_path):
    assert is_associated(tmp_path / "not there", name)
