"""Which socket a person's text names, and what is said where it names none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.frontends.shader.asked import NotBakeable, NotThere, Place
from addon.frontends.shader.model import SocketType
from addon.frontends.shader.signal import SignalType
from addon.frontends.shader.socket_path import socket_asked
from addon.plan.types import Transfer

from .models import (
    C,
    F,
    S,
    V,
    checker,
    emission,
    entry,
    exit_,
    group,
    math,
    node,
    socket,
    tree,
    value,
)


def mix(name: str = "Mix"):
    """A Mix node: one input and one output of each type, of which the mode uses one."""
    sockets = [
        replace(socket(f"{letter}_{type}", kind, enabled=type == "Color"), name=letter)
        for letter in "AB"
        for type, kind in (("Float", F), ("Color", C))
    ]
    return node(name, "ShaderNodeMix", sockets, [replace(socket("Result_Color", C), name="Result")])


def numbers():
    """A Math node as Blender has it: every socket of it is called Value."""
    made = math()
    named = tuple(replace(s, name="Value") for s in made.inputs)
    return replace(made, inputs=named)


INSIDE = tree([entry(socket("In")), checker(), exit_(socket("Out"))], name="Inside")
TREE = tree(
    [
        checker(),
        numbers(),
        mix(),
        mix("a/b:c"),
        emission(),
        group("Wood", INSIDE, [socket("In")], [socket("Out")]),
        group("Wood.001", INSIDE, [socket("In")], [socket("Out")]),
        replace(value("Value.007"), label="Wear"),
        replace(value("One"), label="Twin"),
        replace(value("Two"), label="Twin"),
        node("Words", "FunctionNodeInputString", (), [socket("String", SocketType.STRING, "a")]),
    ]
)


@pytest.mark.parametrize(
    ("text", "path", "name", "identifier", "is_output"),
    [
        ("Checker:Color", (), "Checker", "Color", True),
        ("Checker:Scale", (), "Checker", "Scale", False),
        ("Math:Value", (), "Math", "Value", True),
        ("Math:in:Value", (), "Math", "Value", False),
        ("Math:in:Value#2", (), "Math", "Value_001", False),
        ("Math:Value_002", (), "Math", "Value_002", False),
        ("Mix:A", (), "Mix", "A_Color", False),
        ("Mix:B_Color", (), "Mix", "B_Color", False),
        ("Mix:Result", (), "Mix", "Result_Color", True),
        ("a/b:c:Result", (), "a/b:c", "Result_Color", True),
        ("Wood/Checker:Fac", ("Wood",), "Checker", "Fac", True),
        ("Wood.001/Checker:Fac", ("Wood.001",), "Checker", "Fac", True),
        ("Wood:Out", (), "Wood", "Out", True),
        ("Wood/Out:Out", ("Wood",), "Out", "Out", False),
        ("Wear:Value", (), "Value.007", "Value", True),
    ],
)
def test_a_text_names_a_socket(text, path, name, identifier, is_output):
    assert socket_asked(TREE, text).places == (Place(path, name, identifier, is_output),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Math:in:Value#2", "Math:in:Value#2"),
        ("Math:Value_002", "Math:in:Value#3"),
        ("Wear:out:Value", "Value.007:Value"),
        ("Mix:A_Color", "Mix:A"),
    ],
)
def test_one_socket_has_one_name_however_it_was_written(text, told):
    asked = socket_asked(TREE, text)
    assert asked.spec.name == told
    assert socket_asked(TREE, told) == asked


@pytest.mark.parametrize(
    ("text", "what", "name", "among"),
    [
        ("Chequer:Color", "node", "Chequer", "Wood/Checker"),
        ("Wood/Wear:Value", "node", "Wood/Wear", "Wear"),
        ("Checker:Colour", "socket", "Checker:Colour", "Checker:Color"),
        ("Math:in:Value#4", "socket", "Math:in:Value#4", "Math:in:Value#3"),
        ("Checker:in:Color", "socket", "Checker:in:Color", "Checker:Color1"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(text, what, name, among):
    with pytest.raises(NotThere) as gone:
        socket_asked(TREE, text)
    assert (gone.value.what, gone.value.name) == (what, name)
    assert among in gone.value.known


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Emission:Emission", "'Emission:Emission' carries a shader, which is no picture"),
        ("Words:String", "holds no number but a string"),
        ("Mix:A_Float", "'A_Float' of 'Mix' is not used in the mode that it is in"),
        ("Twin:Value", "'Twin' is the label of 'One' and 'Two'; write the name of one"),
        ("Checker", "'Checker' names no socket; write NODE:SOCKET"),
        ("", "'' names no socket"),
    ],
)
def test_what_is_there_and_no_picture_is_told_with_the_reason(text, told):
    with pytest.raises(NotBakeable, match=r".") as refused:
        socket_asked(TREE, text)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("type", "kind", "transfer"),
    [
        (F, SignalType.FLOAT, Transfer.DATA),
        (SocketType.INT, SignalType.FLOAT, Transfer.DATA),
        (SocketType.BOOLEAN, SignalType.FLOAT, Transfer.DATA),
        (V, SignalType.VECTOR, Transfer.DATA),
        (C, SignalType.COLOR, Transfer.COLOR),
    ],
)
def test_only_a_colour_is_transferred(type, kind, transfer):
    spec = socket_asked(tree([node("N", "X", (), [socket("O", type, 0.0)])]), "N:O").spec
    assert (spec.type, spec.transfer) == (kind, transfer)


def test_a_shader_is_no_socket_that_a_group_in_a_loop_could_hide():
    inner = tree([group("Inner", None, (), [socket("Out", S)])])
    with pytest.raises(NotThere):
        socket_asked(tree([group("Outer", inner)]), "Outer/Inner/Deeper:Out")
