"""Whole numbers, truths, components, time and strings, against Cycles and what Blender folds."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.fold_math import single
from addon.frontends.shader.snapshot import material_model
from addon.frontends.shader.strings import LOWER, UPPER, in_case
from addon.plan.types import Extent
from tests.tolerances import CONVERTER

from .oracle import new_material
from .zones import Zones

SIDE = 16
pytestmark = pytest.mark.skipif(bpy.app.version < (5, 3, 0), reason="does not apply: from 5.3")


def operations(kind):
    if bpy.app.version < (5, 3, 0):
        return ()
    return getattr(bpy.types, kind).bl_rna.properties["operation"].enum_items.keys()


@pytest.fixture
def held(parity):
    def hold(build, frame=None):
        found = parity(lambda nodes: build(Zones(nodes, SIDE)), SIDE, frame=frame)
        found.require(CONVERTER)
        return found

    return hold


def number(tree, value):
    node = tree.node("Value")
    node.outputs[0].default_value = value
    return node.outputs[0]


@pytest.mark.parametrize("operation", operations("FunctionNodeIntegerMath"))
def test_whole_numbers_that_vary_agree(held, operation):
    def build(tree):
        node = tree.add("FunctionNodeIntegerMath", operation=operation)
        feeds = (tree.column(-7.75), tree.row(-7.25), tree.column(3.0))
        for socket, feed in zip(node.inputs, feeds, strict=True):
            tree.links.new(feed, socket)
        return node.outputs[0]

    assert held(build).cycles.std() > 0.1


@pytest.mark.parametrize("operation", ["ADD", "MULTIPLY", "POWER", "NEGATE", "ABSOLUTE"])
def test_whole_numbers_that_overflow_come_round(held, operation):
    def build(tree):
        node = tree.add("FunctionNodeIntegerMath", operation=operation)
        big = tree.math("MULTIPLY", tree.column(-4.0), 2.0**29)
        for socket, feed in zip(node.inputs, (big, tree.row(-2.0)), strict=False):
            tree.links.new(feed, socket)
        return tree.math("MULTIPLY", node.outputs[0], 2.0**-31)

    held(build)


# Without -2**31 by -1, at which Blender 5.3 itself ends.
PAIRS = [(7, 2), (-7, 2), (7, -2), (-7, -2), (5, 0), (0, 0), (0, -3), (6, 4), (-2, 3)]
PAIRS += [(2, -1), (1, -1), (-1, -3), (-1, -2), (2**31 - 1, 2), (12, 18), (3, 30)]


@pytest.mark.parametrize("operation", operations("FunctionNodeIntegerMath"))
def test_whole_numbers_that_are_known_are_folded_as_blender_does(folded, operation):
    def build(tree):
        for a, b in PAIRS:
            node = tree.add("FunctionNodeIntegerMath", operation=operation)
            for socket, value in zip(node.inputs, (a, b, 3), strict=True):
                socket.default_value = value
            yield node.outputs[0]

    folded(build)


@pytest.mark.parametrize("operation", operations("FunctionNodeBooleanMath"))
def test_truths_agree_varying_and_known(held, folded, operation):
    def build(tree):
        node = tree.add("FunctionNodeBooleanMath", operation=operation)
        for socket, feed in zip(node.inputs, (tree.column(-7.5), tree.row(-8.0)), strict=False):
            tree.links.new(feed, socket)
        return node.outputs[0]

    def known(tree):
        for a, b in ((False, False), (False, True), (True, False), (True, True)):
            node = tree.add("FunctionNodeBooleanMath", operation=operation)
            for socket, value in zip(node.inputs, (a, b), strict=False):
                socket.default_value = value
            yield node.outputs[0]

    assert held(build).cycles.std() > 0.1
    folded(known)


@pytest.mark.parametrize("index", [0, 1, 2, 3, -1, None])
def test_a_component_is_taken_by_its_index(held, index):
    def build(tree):
        vector = tree.xyz(tree.column(), tree.row(), 0.25)
        node = tree.add("FunctionNodeGetVectorComponent", {"Vector": vector})
        tree.feed(node, "Index", tree.column(-2.5, 0.5) if index is None else index)
        return node.outputs[0]

    held(build)


@pytest.mark.parametrize("frame", [1.0, 12.5])
def test_time_is_that_of_the_frame_baked(held, frame):
    def build(tree):
        node = tree.add("GeometryNodeInputSceneTime")
        return [node.outputs["Seconds"], node.outputs["Frame"], tree.column()]

    assert held(build, frame).cycles[0, 0, 1] == frame


ALPHABET = "".join(map(chr, range(32, 127))) + "äÄßéÉ日本\n\t"


@pytest.fixture
def folded(catalog):
    """Assert that Kiln and Blender fold numbers alike. ``folded(build)``; build yields sockets."""

    def hold(build):
        material = new_material(lambda nodes: nodes.nodes.new("ShaderNodeRGB").outputs[0])
        tree = Zones(material.node_tree, SIDE)
        sockets = list(build(tree))
        ends = []
        for place, socket in enumerate(sockets):
            end = tree.node("Emission")
            end.label = f"end {place}"
            tree.links.new(socket, end.inputs["Strength"])
            ends.append(end)
        total = tree.node("Emission").outputs[0]
        for end in ends:
            add = tree.node("AddShader")
            tree.links.new(total, add.inputs[0])
            tree.links.new(end.outputs[0], add.inputs[1])
            total = add.outputs[0]
        output = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeOutputMaterial")
        tree.links.new(total, output.inputs["Surface"])
        inlined = material.inline_shader_nodes()
        theirs = {
            node.label: node.inputs["Strength"].default_value
            for node in inlined.node_tree.nodes
            if node.label.startswith("end")
        }
        blenders = [theirs[f"end {place}"] for place in range(len(ends))]
        found = []
        for end in ends:
            tree.links.new(end.outputs[0], output.inputs["Surface"])
            made = compile_material(
                material_model(material), ("emission_strength",), catalog, Extent(4, 4)
            )
            assert not made.problems
            found.append(made.constants["emission_strength"])
        bpy.data.materials.remove(material)
        assert [single(float(x)) for x in found] == blenders

    return hold


def spelled(tree, text, length=16):
    """Yield a string's length and the places of its characters in ``ALPHABET``."""
    yield tree.add("FunctionNodeStringLength", {"String": text}).outputs[0]
    for place in range(length):
        one = tree.add("FunctionNodeSliceString", {"String": text, "Position": place, "Length": 1})
        found = tree.add("FunctionNodeFindInString", {"String": ALPHABET, "Search": one.outputs[0]})
        yield found.outputs[0]


STRINGS = {
    "replace": ("ReplaceString", [("banana", "an", "o"), ("aaa", "aa", "b"), ("abc", "", "x")]),
    "reverse": ("ReverseString", [("abä日",), ("",)]),
    "upper": ("SetStringCase", [("hello wORLD äß é", "Uppercase")]),
    "lower": ("SetStringCase", [("HELLO World ÄÉ", "Lowercase")]),
    "slice": (
        "SliceString",
        [("abcdef", p, n) for p, n in ((2, 10), (-2, 3), (6, 1), (0, -1), (1, -2))],
    ),
    "trim": (
        "TrimString",
        [
            ("  ab c \n", "", True, True, True),
            (" x a x ", "x", True, True, True),
            ("x a x", "x", False, True, True),
            (" ab ", "", True, False, True),
            ("\va\v", "", True, True, True),
        ],
    ),
}


@pytest.mark.parametrize("name", STRINGS)
def test_strings_are_made_as_blender_makes_them(folded, name):
    kind, cases = STRINGS[name]

    def build(tree):
        for case in cases:
            node = tree.add(f"FunctionNode{kind}")
            for socket, value in zip(node.inputs, case, strict=True):
                socket.default_value = value
            yield from spelled(tree, node.outputs[0], 6 if len(cases) > 1 else 16)

    folded(build)


@pytest.mark.parametrize("mode", ["From Start", "From End"])
def test_a_string_is_found_as_blender_finds_it(folded, mode):
    def build(tree):
        for text, search in (
            ("abcabc", "abc"),
            ("aaaa", "aa"),
            ("abc", ""),
            ("abc", "x"),
            ("äc", "c"),
        ):
            feeds = {"String": text, "Search": search, "Mode": mode}
            yield from tree.add("FunctionNodeFindInString", feeds).outputs

    folded(build)


@pytest.mark.parametrize("operation", ["Starts With", "Ends With", "Contains"])
def test_a_string_matches_as_in_blender(folded, operation):
    def build(tree):
        for text, key in (("abc", "a"), ("abc", "c"), ("abc", "b"), ("abc", ""), ("", "a")):
            feeds = {"String": text, "Operation": operation, "Key": key}
            yield tree.add("FunctionNodeMatchString", feeds).outputs[0]

    folded(build)


FLOATS = ("12", "12abc", " 3", "abc", "1e3", "-1.5", "+2", "0x10", ".5", "5.", "", "1e", "1e400")
INTEGERS = (("12", 10), ("12.7", 10), ("ff", 16), ("FF", 16), ("101", 2), ("z", 36), ("-5", 10))
INTEGERS += (("99999999999", 10), (" 5", 10), ("+5", 10), ("12", 1), ("12", 37), ("-", 10))


def test_a_string_is_read_as_a_number_as_in_blender(folded):
    def build(tree):
        for text in FLOATS:
            node = tree.add("FunctionNodeStringToValue", {"String": text}, data_type="FLOAT")
            yield from node.outputs
        for text, base in INTEGERS:
            node = tree.add("FunctionNodeStringToValue", data_type="INT")
            tree.feed(node, "String", text)
            tree.feed(node, "Base", base)
            yield from node.outputs

    folded(build)


def test_a_number_is_written_as_in_blender(folded):
    def build(tree):
        for value, decimals in ((2.5, 0), (0.125, 2), (-0.4, 0), (12.0, -1)):
            node = tree.add("FunctionNodeValueToString", data_type="FLOAT")
            node.inputs["Value"].default_value = value
            node.inputs["Decimals"].default_value = decimals
            yield from spelled(tree, node.outputs[0], 5)
        for value, base, padding in (
            (255, 16, 0),
            (-255, 16, 6),
            (5, 37, 0),
            (7, 10, 3),
            (0, 2, 0),
        ):
            node = tree.add("FunctionNodeValueToString", data_type="INT")
            sockets = [s for s in node.inputs if s.enabled]
            for socket, number in zip(sockets, (value, base, padding), strict=True):
                socket.default_value = number
            yield from spelled(tree, node.outputs[0], 6)

    folded(build)


FORMATS = """{}-{}-{}|{a} {f} {s}|{f:.2f}|{a:03}|{s:>6}|{s:<6}.|{s:^7}|{a:+}|{1} {0}|{} {0}|{0} {}
|{{}}|{|}|{zz}|{f:e}|{f:d}|{a:f}|{:.3}|{} {} {} {}|{s:.2}|{a:b}|{f:10.3f}|{f:010.3f}|{f:%}|{s!r}
|{a:,}|{f:.1}|{f: }|{f:a}|{a:0>4}|{a:<04}.|{s:05}|{a:#x}|{f:+08.2f}|{:{}}|{{{a}}}|a}b|{ a}|{a:}"""


@pytest.mark.parametrize("format", [part.strip("\n") for part in FORMATS.split("|")])
def test_a_format_is_filled_in_as_in_blender(folded, format):
    def build(tree):
        node = tree.add("FunctionNodeFormatString", {"Format": format})
        for name, type, value in (("a", "INT", 7), ("f", "FLOAT", 1.5), ("s", "STRING", "hey")):
            node.format_items.new(type, name)
            tree.feed(node, name, value)
        yield from spelled(tree, node.outputs[0], 12)

    folded(build)


@pytest.mark.parametrize("value", [2.0, 1e6, 1e7, 123456.789, 1e-4, 1e-5, 1 / 3, -0.0, 9.7])
def test_a_float_is_told_in_the_fewest_digits(folded, value):
    def build(tree):
        node = tree.add("FunctionNodeFormatString", {"Format": "{}"})
        node.format_items.new("FLOAT", "f")
        tree.feed(node, "f", value)
        yield from spelled(tree, node.outputs[0], 14)

    folded(build)


@pytest.mark.parametrize("case", ["Uppercase", "Lowercase"])
def test_every_letter_has_the_case_that_blender_gives_it(folded, case):
    cased = [chr(i) for i in range(0x80, 0xD800) if chr(i).upper() != chr(i).lower()]
    text = "".join(cased)
    expected = in_case(text, UPPER if case == "Uppercase" else LOWER)

    def build(tree):
        for at in range(0, len(text), 200):
            node = tree.add("FunctionNodeSetStringCase", {"String": text[at : at + 200]})
            tree.feed(node, "Case", case)
            feeds = {"String": node.outputs[0], "Key": expected[at : at + 200]}
            yield tree.add(
                "FunctionNodeMatchString",
                feeds,
            ).outputs[0]

    folded(build)
    assert expected != text


def test_a_string_chooses_what_is_baked(held):
    """End to end: a label is put together, measured, and a switch goes by it."""

    def build(tree):
        label = tree.add("FunctionNodeFormatString", {"Format": "{}px"})
        label.format_items.new("INT", "n")
        tree.feed(label, "n", number(tree, 128.9))
        length = tree.add("FunctionNodeStringLength", {"String": label.outputs[0]}).outputs[0]
        return tree.index(length, [0.0, 0.0, 0.0, 0.0, 0.0, tree.column(), tree.row()], "FLOAT")

    assert held(build).cycles.std() > 0.1
