"""What must hold of every kernel in the catalog, whoever wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from addon.library.catalog import KernelCatalog, load_catalog
from addon.library.standalone import Flavour
from addon.plan.spec import Kind

from .compilers import compiled, to_metal
from .regions import in_a_row, in_every_format, in_every_variant

CATALOG = load_catalog()
GPU_KERNELS = [name for name in CATALOG if not name.startswith("cpu/")]


@pytest.fixture(scope="module")
def catalog() -> KernelCatalog:
    return CATALOG


def test_every_file_under_kernels_can_be_read(catalog):
    catalog.read_all()
    assert {"encode", "invert"} <= set(catalog)


@pytest.mark.parametrize("flavour", list(Flavour))
@pytest.mark.parametrize("name", GPU_KERNELS)
def test_a_kernel_compiles_into_every_output_format(name, flavour, catalog, tmp_path: Path):
    for composed in in_every_format(catalog[name], catalog):
        complaints, _ = compiled(composed, flavour, tmp_path)
        assert complaints == []


@pytest.mark.parametrize("name", GPU_KERNELS)
def test_a_kernel_compiles_in_its_variants_and_translates_to_metal(name, catalog, tmp_path: Path):
    for composed in in_every_variant(catalog[name], catalog):
        complaints, binary = compiled(composed, Flavour.VULKAN, tmp_path)
        assert complaints == []
        text, complaints = to_metal(binary)
        assert complaints == ""
        assert "kernel void" in text


@pytest.mark.parametrize("name", GPU_KERNELS)
def test_a_point_kernel_reads_no_image_at_other_texels(name, catalog):
    spec = catalog[name]
    if spec.kind in (Kind.POINT, Kind.SOURCE):
        for composed in in_every_format(spec, catalog):
            assert composed.source.count("texelFetch") == len(composed.samplers)


@pytest.mark.parametrize("name", [name for name in GPU_KERNELS if CATALOG[name].kind.fusable])
def test_a_fusable_kernel_compiles_between_two_others(name, catalog, tmp_path: Path):
    composed = in_a_row(["invert", name, "encode"], catalog)
    complaints, _ = compiled(composed, Flavour.VULKAN, tmp_path)
    assert complaints == []
    assert composed.source.count("imageStore") == 1


def test_all_fusable_kernels_compile_as_one_region(catalog, tmp_path: Path):
    point = [name for name in GPU_KERNELS if catalog[name].kind is Kind.POINT]
    complaints, _ = compiled(in_a_row(point, catalog), Flavour.VULKAN, tmp_path)
    assert complaints == []
