"""Follows a socket to what feeds it: through links, reroutes, mutes and the walls of groups.

Nothing is copied: a question about an input of a node in a ``Scope`` is answered by walking
upstream until a node that computes something, or an unlinked socket, is met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from .bounds import require_few
from .convert import SIGNAL_TYPES
from .model import Node, Socket, SocketType, SocketValue
from .scope import Scope

GROUP_INPUT = "NodeGroupInput"
GROUP_OUTPUT = "NodeGroupOutput"
REROUTE = "NodeReroute"
GROUP = "ShaderNodeGroup"
UNDEFINED = "NodeUndefined"
"""What Blender takes a node for whose type it does not have."""

_LIGHTS = "needs a light, which no texture has"

DROPPED: Mapping[str, str] = {
    "ShaderNodeLightEvaluation": _LIGHTS,
    "ShaderNodeLightInfo": _LIGHTS,
    "ShaderNodeLightIterInternalInput": _LIGHTS,
    "ShaderNodeScript": "needs Open Shading Language",
    "ShaderNodeShaderToRGB": "needs lighting, which no texture has",
    "ShaderNodeShadowRaycast": _LIGHTS,
    "ShaderNodeSqueeze": "is EEVEE's",
    "ShaderNodeUVAlongStroke": "needs a line that Freestyle draws",
}
"""Nodes that Cycles does not know, with the reason: it drops the links from them. Source: measured,
4.5 to 5.3; a Script, where Cycles does not use Open Shading Language."""

ZONE_ENDS = frozenset(
    "GeometryNodeRepeatInput GeometryNodeRepeatOutput NodeClosureInput NodeClosureOutput".split()
)
"""Nodes that do their work muted too. Source: measured, 5.0 and 5.3."""

Warn = Callable[[str, str, str], None]
"""Takes a code, an origin and a message."""


class Walls(StrEnum):
    """How sockets on the way convert what passes them. Measured against Cycles.

    CONVERT, to 4.5: a group's sockets, reroutes and muted nodes each convert to their own type, and
    one that nothing is linked to gives 0. INLINE, from 5.0: links are drawn straight from the node
    that computes to the one that reads, so only those two types count, and what leads nowhere is as
    good as unlinked. INLINE_TRUTH, from 5.3: except that boolean sockets convert to true or false.
    """

    CONVERT = "convert"
    INLINE = "inline"
    INLINE_TRUTH = "inline_truth"


@dataclass(frozen=True, slots=True)
class Source:
    """What feeds an input: the output of a computing node, or a number.

    ``node`` is None for a number, which is then ``value``, of type ``type``. ``through`` lists the
    types of the sockets on the way, in order, the asked socket's own last.
    """

    type: SocketType
    through: tuple[SocketType, ...]
    scope: Scope
    node: Node | None = None
    socket: str = ""
    value: SocketValue = None
    fixed: bool = False
    """The number stands on a socket further up, not on the one that was asked."""
    hidden: bool = False
    """... and that socket shows no number."""
    approximation: str = ""
    """Path of a node that should have been here and is missing."""
    owner: str = ""
    """Path of the node whose own number it is."""
    site: str = ""
    """The same, as Scope has it."""

    @property
    def emits(self) -> bool:
        """Return whether it is a number that a shader input takes for light."""
        return self.node is None and self.fixed and self.type in SIGNAL_TYPES


@dataclass(slots=True)
class _Step:
    """Where the walk upstream stands: at an input, of a node, in a scope."""

    scope: Scope
    node: Node
    socket: Socket


def source(
    scope: Scope, node: Node, identifier: str, walls: Walls, warn: Warn, index: int = 0
) -> Source:
    """Return what feeds an input of ``node``, of several links that of an index.

    Errors: KeyError for an input it does not have, TooLarge.
    """
    at = _Step(scope, node, node.input(identifier))
    consumer = asked = at
    """Whose own number counts where the walk ends."""
    types = [at.socket.type]
    seen: set[tuple[int, str, str]] = set()
    lost = ""
    while True:
        link = at.scope.link_to(at.node.name, at.socket.identifier, index)
        index = 0
        if link is None:
            return _number(scope, node, identifier, consumer, types, walls, lost)
        feeder, out = at.scope.tree.nodes[link.from_node], link.from_socket
        home = at.scope.home(feeder.name)
        origin = home.origin(feeder.name)
        if (id(home), feeder.name, out) in seen:
            warn("loop", origin, "links form a loop; it is cut where it closes")
            return _number(scope, node, identifier, consumer, types, walls, origin)
        seen.add((id(home), feeder.name, out))
        require_few(len(seen), origin)
        entry: _Step | None
        if feeder.type == GROUP_INPUT:
            entry = _out_of_group(home, out)
            consumer = entry or consumer
        elif feeder.type == REROUTE or (feeder.muted and feeder.type not in ZONE_ENDS):
            socket = _bypassed(feeder, out)
            entry = _Step(home, feeder, socket) if socket is not None else None
            if entry is not None and walls is Walls.CONVERT:
                consumer = _Step(home, feeder, replace(entry.socket, value=None))
        elif feeder.tree is not None or feeder.type == GROUP:
            entry = _into_group(home, feeder, out)
            if entry is None:
                lost = origin
                recursive = feeder.tree is not None
                why = "it contains itself" if recursive else "its node group is missing"
                mend = "take it out of itself" if recursive else "choose one, or find its library"
                warn(
                    "recursive-group" if recursive else "missing-group",
                    origin,
                    f"{why}; what it feeds is as if unlinked; {mend}",
                )
            consumer = entry or consumer
        elif feeder.foreign or feeder.type in DROPPED:
            warn(
                "link-dropped",
                origin,
                f"{feeder.title} {feeder.foreign or DROPPED[feeder.type]}: Cycles drops the link, "
                "and so does the bake; what it feeds is as if unlinked",
            )
            entry = None
            kept = feeder.type == UNDEFINED and walls is Walls.INLINE_TRUTH
            if walls is not Walls.CONVERT and not kept:
                # The link was drawn straight from there to who asked, past every group's own value;
                # 5.3 draws none from a node that it has no type for.
                consumer = asked
        else:
            return _computed(home, feeder, out, types)
        if entry is None:
            return _number(scope, node, identifier, consumer, types, walls, lost)
        at = entry
        types.append(at.socket.type)


def _number(
    scope: Scope,
    node: Node,
    identifier: str,
    consumer: _Step,
    types: list[SocketType],
    walls: Walls,
    lost: str,
) -> Source:
    """Return the number that counts where nothing computes: the consumer's own."""
    socket = consumer.socket
    own = consumer.node is node and socket.identifier == identifier and consumer.scope is scope
    if own:
        return Source(
            socket.type,
            (socket.type,),
            scope,
            value=socket.value,
            approximation=lost,
            owner=scope.origin(node.name),
            site=scope.site(node.name),
        )
    return Source(
        socket.type,
        tuple(reversed(types)),
        scope,
        value=socket.value,
        fixed=True,
        hidden=socket.hide_value,
        approximation=lost,
        owner=consumer.scope.origin(consumer.node.name),
        site=consumer.scope.site(consumer.node.name),
    )


def _computed(scope: Scope, node: Node, out: str, types: list[SocketType]) -> Source:
    type = next((s.type for s in node.outputs if s.identifier == out), types[-1])
    return Source(type, tuple(reversed(types)), scope, node, out)


def _bypassed(node: Node, out: str) -> Socket | None:
    """Return the input that a reroute or muted node hands on to an output."""
    if node.type == REROUTE:
        return node.inputs[0] if node.inputs else None
    types = {socket.identifier: socket.type for socket in node.outputs}
    for entry, exit_ in node.bypass:
        if exit_ == out:
            socket = node.input(entry)
            # A muted node converts to what it would have given, not to what it takes.
            return replace(socket, type=types.get(out, socket.type))
    return None


def _out_of_group(scope: Scope, identifier: str) -> _Step | None:
    """Step from a Group Input to the input of the group node around it."""
    if scope.parent is None or scope.group is None:
        return None
    for socket in (*scope.group.inputs, *scope.tree.interface_inputs):
        if socket.identifier == identifier:
            return _Step(scope.parent, scope.group, socket)
    return None


def _into_group(scope: Scope, node: Node, identifier: str) -> _Step | None:
    """Step from a group node's output to its tree's Group Output, None where there is no tree.

    A group without a Group Output gives 0.
    """
    inside = scope.inside(node)
    if inside is None:
        return None
    output = inside.tree.nodes.get(inside.tree.active_output)
    for socket in output.inputs if output is not None else ():
        if socket.identifier == identifier and output is not None:
            return _Step(inside, output, socket)
    type = next(
        (
            s.type
            for s in (*inside.tree.interface_outputs, *node.outputs)
            if s.identifier == identifier
        ),
        SocketType.VALUE,
    )
    return _Step(inside, Node("", GROUP_OUTPUT), Socket(identifier, identifier, type))
