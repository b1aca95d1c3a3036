"""What each rule says of the node it evaluates, beside its code: docs/shader-nodes.md is its text.

A rule declares the enums of the node that it reads (``modes``), what else there is to choose or
what a shader becomes (``covers``), where it falls short of Cycles (``limits``, by the code of the
warning) and which switches of versions.py it follows (``switches``). Tests hold modes, limits and
switches against what the rule does. What a node's enums hold, and which nodes there are, is for
Blender to say: that is recorded beside scripts/docs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Coverage:
    """One rule's word on one type of node."""

    family: str
    """The module of rules/ that it stands in."""
    note: str
    """First paragraph of the rule's docstring."""
    modes: tuple[str, ...] = ()
    covers: str = ""
    limits: Mapping[str, str] = field(default_factory=dict)
    switches: tuple[str, ...] = ()


STRUCTURE: Final[dict[str, str]] = {
    "NodeComment": "Computes nothing.",
    "NodeFrame": "Computes nothing.",
    "NodeGroupInput": "Seen through, to what the group node is linked to.",
    "NodeGroupOutput": "Seen through; the active one, where there are several.",
    "NodeReroute": "Seen through.",
    "ShaderNodeGroup": "Seen through, nested as deep as you like. A missing group, or one that "
    "contains itself, is a warning, and what it feeds is as if unlinked.",
    "ShaderNodeOutputAOV": "Baked by its name with `--aov`: what Cycles writes into the pass, "
    "which is the sum of all of one name, in groups too.",
    "ShaderNodeOutputMaterial": "The one that Cycles takes. Surface gives the maps and "
    "Displacement the height; Volume and Thickness are not read.",
}
"""Nodes that the compiler itself knows: they have no rule and need none."""

UNREAD: Final[tuple[str, ...]] = (
    "ShaderNodeLightIterInternalOutput",
    "ShaderNodeOutputLight",
    "ShaderNodeOutputLineStyle",
    "ShaderNodeOutputWorld",
)
"""Ends of a tree that no material has: nothing asks for them, and nothing is said."""

BY_CLASS: Final[dict[str, str]] = {
    "needs-mesh": "what only a mesh can tell, or has: what the plane has instead is used",
    "ray-traced": "what rays would find: what they find of an open plane is used",
    "view-dependent": "what the view decides. Along the normal it is exact, and marks nothing; "
    "what depends on where the camera is, is marked",
    "constant-in-a-bake": "what is the same in every bake, by Cycles too: it marks nothing",
    "not-a-texture": "what only lights, volumes or lines have: what Cycles has without them is "
    "used",
}
"""What rules of a whole class of nodes say, by the code of the warning."""

EVERYWHERE: Final[dict[str, str]] = {
    "unsupported-node": "a node without a rule: what stands on its outputs is used, of a shader "
    "nothing",
    "missing-output": "an output that the rule does not give: 0 is used",
    "shader-as-number": "a shader linked where a number is wanted: 0 is used",
    "loop": "links that form a loop: it is cut where it closes; from 5.0 Cycles renders nothing of "
    "a material with one",
    "link-dropped": "a node that Cycles does not know, such as Shader to RGB, which needs "
    "lighting, one of an add-on, or one of a newer Blender: Cycles drops the link, and so does the "
    "bake",
    "missing-group": "a group without its tree: what it feeds is as if unlinked",
    "recursive-group": "a group that contains itself: what it feeds is as if unlinked",
    "recursive-closure": "closures that evaluate each other without end: 0 is used "
    "where Cycles stops",
    "too-many-turns": "zones and closures that all together turn more often than a shader bears: "
    "they stop there",
    "not-folded": "a choice or a count that Blender computes while it builds the shader, and Kiln "
    "on the GPU: it is taken for one that varies",
    "driver-not-evaluated": "a driver that Blender could not evaluate: Blender uses 0, and so does "
    "the bake",
    "not-a-number": "a number, ramp or curve with a NaN or an infinity in it, which a script or a "
    "driver gave: 0 is used",
    "too-many-nodes": "a material of more than 20,000 nodes, those of a group counted as often as "
    "it is used: it is refused",
    "too-deep": "a chain of more than 5,000 nodes: the material is refused",
    "output-in-group": "a Material Output in a group: Cycles may take it for the material's, and "
    "the bake does not",
    "no-output": "a material without a Material Output for Cycles: maps are their defaults",
    "bare-socket": "a socket asked for by name that nothing is linked to and that shows no number: "
    "0 is baked",
    "volume-unread": "a Material Output with a Volume beside its Surface: no map can say it",
    "no-surface": "a Material Output whose Surface nothing reaches: maps are their defaults",
}
"""What can be said of any node, by the code of the warning."""
