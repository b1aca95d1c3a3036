"""The catalog finds kernels by their folder, and reads one when it is asked for."""

from __future__ import annotations

import pytest

from addon.library.catalog import load_catalog
from addon.library.fault import KernelFileError
from addon.plan.spec import Kind

from .folders import PLAIN, PLAIN_BODY, catalog_of, kernel

PLAIN_FILE = kernel(PLAIN, PLAIN_BODY)


def prelude(stem: str, *uses: str) -> str:
    quoted = ", ".join(f'"{use}"' for use in uses)
    return kernel(
        f'summary = "Shared."\nuses = [{quoted}]',
        f"float kln_{stem}_of(float v)\n{{\n  return v;\n}}\n",
    )


def test_the_folder_is_the_kind_and_the_stem_is_the_name(tmp_path):
    catalog = catalog_of(tmp_path, {"point/plain.glsl": PLAIN_FILE})
    assert list(catalog) == ["plain"]
    assert catalog["plain"].kind is Kind.POINT


def test_a_cpu_op_is_named_by_its_folder_and_has_no_glsl(tmp_path):
    header = PLAIN.replace("default = 1.0", "default = 2.0")
    catalog = catalog_of(tmp_path, {"cpu/slow.toml": header})
    assert catalog["cpu/slow"].params["amount"].default == 2.0
    with pytest.raises(KeyError, match="runs on the CPU"):
        catalog.body("cpu/slow")


def test_preludes_come_after_what_they_need_and_once(tmp_path):
    catalog = catalog_of(
        tmp_path,
        {
            "prelude/a.glsl": prelude("a", "b", "c"),
            "prelude/b.glsl": prelude("b", "d"),
            "prelude/c.glsl": prelude("c", "d"),
            "prelude/d.glsl": prelude("d"),
        },
    )
    order = [found.stem for found in catalog.prelude_order(["a", "c"])]
    assert order == ["d", "b", "c", "a"]
    assert order == [found.stem for found in catalog.prelude_order(["c", "a"])]


def test_all_text_a_kernel_follows_from_has_what_its_preludes_need(tmp_path):
    catalog = catalog_of(
        tmp_path,
        {
            "prelude/a.glsl": prelude("a", "b"),
            "prelude/b.glsl": prelude("b"),
            "point/plain.glsl": kernel('uses = ["a"]\n' + PLAIN, PLAIN_BODY),
        },
    )
    text = catalog.text_of("plain")
    assert text.index("kln_b_of") < text.index("kln_a_of") < text.index("kln_plain")


def test_a_circle_of_preludes_is_refused(tmp_path):
    catalog = catalog_of(
        tmp_path, {"prelude/a.glsl": prelude("a", "b"), "prelude/b.glsl": prelude("b", "a")}
    )
    with pytest.raises(KernelFileError, match="circle"):
        catalog.prelude_order(["a"])


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("float twice(float v)\n{\n  return v;\n}\n", "start its name with kln_"),
        ("#define kln_X 1\n", "no directives and no variants"),
        ("float kln_half(float v)\n{\n  return v;\n}\n", "a name of the composer's"),
    ],
)
def test_a_prelude_that_could_clash_is_refused(body, says, tmp_path):
    catalog = catalog_of(tmp_path, {"prelude/a.glsl": kernel('summary = "Shared."', body)})
    with pytest.raises(KernelFileError, match=says):
        catalog.prelude("a")


def test_two_kernels_of_one_name_are_refused(tmp_path):
    with pytest.raises(KernelFileError, match=r"kernels/source/plain.glsl: .* same name"):
        catalog_of(tmp_path, {"point/plain.glsl": PLAIN_FILE, "source/plain.glsl": PLAIN_FILE})


def test_a_folder_that_is_no_kind_is_refused(tmp_path):
    with pytest.raises(KernelFileError, match="move it to one of source, point"):
        catalog_of(tmp_path, {"pointy/plain.glsl": PLAIN_FILE})


def test_a_faulty_file_is_an_error_of_the_plan_that_needs_it_and_of_no_other(tmp_path):
    catalog = catalog_of(
        tmp_path, {"point/plain.glsl": PLAIN_FILE, "point/broken.glsl": "not a kernel"}
    )
    assert catalog["plain"].name == "plain"
    with pytest.raises(KernelFileError, match=r"kernels/point/broken.glsl"):
        catalog["broken"]
    with pytest.raises(KernelFileError, match=r"kernels/point/broken.glsl"):
        catalog.read_all()


def test_a_kernel_that_is_not_there_is_a_key_error():
    catalog = load_catalog()
    assert "nothing_of_the_sort" not in catalog
    with pytest.raises(KeyError, match="there is no kernel 'nothing_of_the_sort'"):
        catalog["nothing_of_the_sort"]


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(KernelFileError, match="there is no such folder"):
        load_catalog(tmp_path / "nowhere")
