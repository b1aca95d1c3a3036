"""docs/shader-nodes.md: what the rules say of themselves, laid over Blender's own list of nodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from addon.frontends.shader import rules
from addon.frontends.shader.call import COVERAGE
from addon.frontends.shader.convert import literal
from addon.frontends.shader.coverage import EVERYWHERE, STRUCTURE, Coverage
from addon.frontends.shader.flatten import DROPPED
from addon.frontends.shader.model import SocketType
from addon.frontends.shader.registry import load_rules
from addon.frontends.shader.stand_ins import STAND_INS
from addon.frontends.shader.versions import SWITCHES, Switch

NODES = Path(__file__).with_name("nodes.json")
FEW = 8
"""Items of an enum that are named one by one; of more, the number is."""

Table = Iterable[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class BlenderNode:
    """A node type as Blender offers it; ``records`` are oldest first."""

    type: str
    records: tuple[Mapping[str, Any], ...]

    @property
    def newest(self) -> Mapping[str, Any]:
        """Return what the newest Blender that has the node says of it."""
        return self.records[-1]

    @property
    def label(self) -> str:
        """Return the name in the Add menu."""
        return str(self.newest["label"])

    @property
    def blenders(self) -> list[str]:
        """Return the releases that have the node."""
        return [name for record in self.records for name in record["blenders"]]

    def has(self, release: str, mode: str, item: str) -> bool:
        """Return whether a release has an item of an enum."""
        return any(
            release in record["blenders"]
            and item in record["modes"].get(mode, {"items": ()})["items"]
            for record in self.records
        )


def blender_nodes() -> dict[str, BlenderNode]:
    """Return every node type that was recorded, by type."""
    recorded = json.loads(NODES.read_text("utf-8"))
    return {kind: BlenderNode(kind, tuple(records)) for kind, records in recorded.items()}


def page() -> str:
    """Return docs/shader-nodes.md."""
    load_rules()
    nodes = blender_nodes()
    releases = sorted({name for node in nodes.values() for name in node.blenders}, key=_number)
    evaluated = [node for node in nodes.values() if node.type in COVERAGE]
    refused = [n for n in nodes.values() if n.type not in COVERAGE and n.type not in STRUCTURE]
    lines = [
        "# Nodes of the Shader Editor",
        "",
        "Written by `scripts/docs` from the rules in `addon/frontends/shader/rules/`, laid over",
        f"the nodes that Blender {_and(releases)} offer in a material;",
        "change those, not this page.",
        "",
        f"| types | {len(nodes)} |",
        "|---|---|",
        f"| evaluated | {len(evaluated)} |",
        f"| hold a tree together | {len(STRUCTURE)} |",
        f"| not evaluated | {len(refused)} |",
        "",
        "Whatever is not as Cycles has it is a warning that names the node, marks the file",
        "`approximate` and, with `--strict`, makes the exit code 1. The words in brackets are the",
        "codes of those warnings, as `--json` has them.",
        "",
        "The column Blender says which of these releases have a node. Modes are the node's own",
        "menus; all that are named are evaluated, unless a limit says otherwise.",
    ]
    for family in sorted({COVERAGE[node.type].family for node in evaluated}):
        told = (import_module(f"{rules.__name__}.{family}").__doc__ or "").split("\n\n")[0]
        lines += ["", f"## {family.replace('_', ' ').capitalize()}", "", " ".join(told.split()), ""]
        rows = [
            (
                _name(node),
                _span(node.blenders, releases),
                *_told(node, COVERAGE[node.type], releases),
            )
            for node in sorted(evaluated, key=lambda node: node.label)
            if COVERAGE[node.type].family == family
        ]
        lines += _table(("node", "Blender", "evaluated", "limits"), rows)
    lines += ["", "## What holds a tree together", ""]
    lines += _table(
        ("node", "Blender", "how it is taken"),
        [
            (_name(nodes[kind]), _span(nodes[kind].blenders, releases), how)
            for kind, how in STRUCTURE.items()
        ],
    )
    lines += ["", "## Not evaluated", ""]
    lines += [
        "Used instead is what Cycles gives on the plane, where that is known, else what stands on",
        "the node's outputs; here, on a new node's. Where a normal is asked for and that is 0, it",
        "is the plane's: (0, 0, 1).",
        "",
    ]
    lines += _table(
        ("node", "Blender", "used instead"),
        [
            (_name(node), _span(node.blenders, releases), _instead(node))
            for node in sorted(refused, key=lambda node: node.label)
        ],
    )
    lines += ["", "## Where Blenders differ", ""]
    lines += [
        "Kiln follows the Blender that it runs in. A change between 5.0 and 5.2 is booked to 5.1.",
        "",
    ]
    lines += _table(
        ("switch", "what it is about", "nodes", "is"),
        [
            (f"`{name}`", switch.says, _followers(name, nodes), _rows(switch))
            for name, switch in SWITCHES.items()
        ],
    )
    lines += ["", "## Warnings of any node", ""]
    lines += _table(("code", "said of"), [(f"`{code}`", says) for code, says in EVERYWHERE.items()])
    return "\n".join([*lines, ""])


def _told(node: BlenderNode, coverage: Coverage, releases: list[str]) -> tuple[str, str]:
    """Return the cells "evaluated" and "limits" of a node with a rule."""
    said = [_mode(node, mode, releases) for mode in coverage.modes if _exists(node, mode)]
    said += [f"{coverage.covers}."] if coverage.covers else []
    said += [coverage.note] if coverage.note else []
    limits = [f"{_sentence(says)[:-1]} (`{code}`)." for code, says in coverage.limits.items()]
    if coverage.switches:
        names = ", ".join(f"`{name}`" for name in coverage.switches)
        limits.append(f"Differs between Blenders: {names}.")
    return " ".join(said), " ".join(limits)


def _exists(node: BlenderNode, mode: str) -> bool:
    return any(mode in record["modes"] for record in node.records)


def _mode(node: BlenderNode, mode: str, releases: list[str]) -> str:
    told = node.newest["modes"][mode]
    since = {
        item: next(r for r in node.blenders if node.has(r, mode, item)) for item in told["items"]
    }
    late = {item: f" (from {r})" if r != node.blenders[0] else "" for item, r in since.items()}
    if len(told["items"]) <= FEW:
        items = ", ".join(name + late[item] for item, name in told["items"].items())
    else:
        named = [name + late[item] for item, name in told["items"].items() if late[item]]
        items = f"all {len(told['items'])}" + (f", {', '.join(named)}" if named else "")
    return f"**{told['name']}**: {items}."


def _instead(node: BlenderNode) -> str:
    outputs = node.newest["outputs"]
    if node.type in DROPPED:
        return "Cycles drops its links, and so does the bake: what it feeds is as if unlinked."
    if not outputs:
        return "0" if node.newest["grows"] else "Nothing asks for it, and nothing is said."
    told, rest = [], False
    for socket in outputs:
        if socket["type"] == SocketType.SHADER:
            told.append(f"{socket['name']}: nothing")
            continue
        listed = STAND_INS.get(node.type, {}).get(_identifier(socket))
        if listed is not None and listed.says.strip("(0, )"):
            told.append(f"{socket['name']}: {listed.says}")
            continue
        if listed is not None:
            rest = True
            continue
        value = socket["value"]
        number = literal(_socket_type(socket), tuple(value) if isinstance(value, list) else value)
        numbers = number.value if isinstance(number.value, tuple) else (number.value,)
        if any(numbers):
            shown = ", ".join(f"{n:g}" for n in numbers)
            told.append(f"{socket['name']}: {f'({shown})' if len(numbers) > 1 else shown}")
        else:
            rest = True
    if rest:
        told.append("the rest: 0" if told else "0")
    return ", ".join(told)


def _identifier(socket: Mapping[str, Any]) -> str:
    """Return an output's identifier: its name, but where 5.0 gave it a longer one."""
    return "Fac" if socket["name"] == "Factor" else str(socket["name"])


def _socket_type(socket: Mapping[str, Any]) -> SocketType:
    known = socket["type"] in SocketType.__members__
    return SocketType(socket["type"]) if known else SocketType.CUSTOM


def _followers(name: str, nodes: Mapping[str, BlenderNode]) -> str:
    labels = [nodes[kind].label for kind, told in COVERAGE.items() if name in told.switches]
    return ", ".join(sorted(labels)) or ("AOV Output" if name == "muted_aov" else "all")


def _rows(switch: Switch) -> str:
    first, *later = switch.rows
    words = [f"first {first[1]}", *(f"{_release(version)}: {value}" for version, value in later)]
    return ", ".join(words)


def _release(version: tuple[int, int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def _span(blenders: list[str], releases: list[str]) -> str:
    """Return "all", "from 5.0", "to 4.5" or the releases themselves."""
    if blenders == releases:
        return "all"
    if blenders == releases[-len(blenders) :]:
        return f"from {blenders[0]}"
    if blenders == releases[: len(blenders)]:
        return f"to {blenders[-1]}"
    return _and(blenders)


def _name(node: BlenderNode) -> str:
    return f"{node.label}<br>`{node.type}`"


def _table(heads: tuple[str, ...], rows: Table) -> Iterable[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _and(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _number(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))
