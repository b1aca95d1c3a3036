"""docs/shader-nodes.md: what the rules say of themselves, laid over Blender's own list of nodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from addon.frontends.shader.call import COVERAGE
from addon.frontends.shader.classes import CLASS_OF, TITLES, NodeClass
from addon.frontends.shader.convert import literal
from addon.frontends.shader.coverage import BY_CLASS, EVERYWHERE, STRUCTURE, UNREAD, Coverage
from addon.frontends.shader.flatten import DROPPED
from addon.frontends.shader.model import SocketType
from addon.frontends.shader.registry import load_rules
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
    by_class = {
        known: sorted(
            (node for node in nodes.values() if CLASS_OF[node.type] is known),
            key=lambda node: (node.label, node.type),
        )
        for known in NodeClass
    }
    lines = [
        "# Nodes of the Shader Editor",
        "",
        "Written by `scripts/docs` from the rules in `addon/frontends/shader/rules/`, laid over",
        f"the nodes that Blender {_and(releases)} offer in a material;",
        "change those, not this page. Every one of them stands here once, by its class.",
        "",
    ]
    counts = [
        (
            f"[{known}](#{_anchor(known)})",
            TITLES[known][0],
            *(str(sum(release in n.blenders for n in members)) for release in releases),
            TITLES[known][1],
        )
        for known, members in by_class.items()
    ]
    totals = (str(sum(release in n.blenders for n in nodes.values())) for release in releases)
    lines += _table(
        ("class", "nodes", *releases, "what Kiln does"), [*counts, ("", "all", *totals, "")]
    )
    lines += [
        "",
        "Whatever is not as Cycles has it is a warning that names the node, marks the file",
        "`approximate` and, with `--strict`, makes the exit code 1. A warning that marks nothing",
        "tells of what is exact and may surprise. The words in brackets are the codes of those",
        "warnings, as `--json` has them.",
        "",
        "The column Blender says which of these releases have a node. Modes are the node's own",
        "menus; all that are named are evaluated, unless a limit says otherwise.",
    ]
    for known, members in by_class.items():
        lines += ["", f"## {_heading(known)}", "", TITLES[known][1], ""]
        lines += _table(
            ("class", "node", "Blender", "what Kiln does", "what it says"),
            [
                (known.value, _name(node), _span(node.blenders, releases), *_row(node, releases))
                for node in members
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
    lines += ["", "## Warnings of a class of nodes", ""]
    lines += _table(("code", "said of"), [(f"`{code}`", says) for code, says in BY_CLASS.items()])
    lines += ["", "## Warnings of any node", ""]
    lines += _table(("code", "said of"), [(f"`{code}`", says) for code, says in EVERYWHERE.items()])
    return "\n".join([*lines, ""])


def _heading(known: NodeClass) -> str:
    return f"{known.value}. {TITLES[known][0].capitalize()}"


def _anchor(known: NodeClass) -> str:
    """Return what a heading is linked by, as a Markdown page makes it."""
    kept = "".join(c for c in _heading(known).lower() if c.isalnum() or c in " -")
    return kept.replace(" ", "-")


def _row(node: BlenderNode, releases: list[str]) -> tuple[str, str]:
    """Return what Kiln does with a node, and what it says."""
    if node.type in COVERAGE:
        return _told(node, COVERAGE[node.type], releases)
    if node.type in STRUCTURE:
        return STRUCTURE[node.type], ""
    if node.type in DROPPED:
        why = f"It {DROPPED[node.type]} (`link-dropped`)."
        return "Cycles drops its links, and so does the bake: what it feeds is as if unlinked.", why
    if node.type in UNREAD:
        return "Nothing asks for it.", ""
    return (
        f"Not evaluated. Used instead: {_instead(node)}.",
        "It is not evaluated (`unsupported-node`).",
    )


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
    """Return what stands on the outputs of a new node, as it is used of one without a rule."""
    told, rest = [], not node.newest["outputs"]
    for socket in node.newest["outputs"]:
        if socket["type"] == SocketType.SHADER:
            told.append(f"{socket['name']}: nothing")
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
