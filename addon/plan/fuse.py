"""Which ops share a dispatch: the pass that turns a five-node material into one kernel.

Ops are gathered from the last to the first. An op goes into the region of its nearest reader if
that reader takes it as a value at the same texel and both may be fused; otherwise into an earlier
region of its extent, or a new one. Working backwards lets a source run where it is used instead of
waiting in an image. Regions are a list in running order and an op only ever joins at or before all
its readers, so every region is convex: no path leaves it and comes back.

What came out too large for one kernel is then cut in running order, each part as long as the
limits allow. The running order is depth-first from the outputs, so that a cut falls between two
maps, where little has to be kept, rather than through all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .alike import DEAR
from .region import MAX_IMAGES, MAX_SAMPLERS, MAX_UNIFORM_BYTES, Region
from .spec import Access, Catalog, KernelSpec
from .types import Extent, ImageId, TextureOp, TexturePlan

ROW = 16
"""Bytes of a row of the uniform block (std140)."""
MAX_COST = 1000.0
"""Most a region's ops may cost together, a plain Mix being 1 and a Noise Texture 40. Drivers
inline every call, so compile time and register pressure grow with this sum (a full noise node took
up to 1.8 s to compile on a software driver), while one more dispatch costs 20 us. It is high
because a cut inside a material costs an image; it stops the kernel of a hundred textures."""


def fuse(
    plan: TexturePlan,
    catalog: Catalog,
    *,
    enabled: bool = True,
    max_cost: float = MAX_COST,
    keep: Collection[ImageId] = (),
) -> tuple[Region, ...]:
    """Return the plan's regions in running order; ops that nothing needs are dropped.

    With ``enabled`` off, every op is a region of its own. ``keep`` names images that are wanted
    afterwards besides the plan's outputs.

    Errors: KeyError for an unknown kernel or image; call it on plans that check() has passed.
    """
    flow = _Flow(plan, catalog, {output.image for output in plan.outputs} | set(keep))
    if not enabled:
        return tuple(flow.region([op]) for op in flow.order)
    parts = (part for group in flow.groups() for part in flow.cut(group, max_cost))
    return tuple(flow.region(part) for part in parts)


def uniform_bytes(op: TextureOp, spec: KernelSpec) -> int:
    """Return what an op's numbers take in the uniform block, in bytes (std140 vec4 rows)."""
    types = [param.type for param in spec.params.values()]
    types += [given.type for name, given in spec.inputs.items() if name not in op.inputs]
    ints = 4 * types.count("int")
    # A vector never straddles two rows, so a vec3 may leave its fourth lane empty.
    floats = sum({"vec2": 8, "vec3": 16, "vec4": 16}.get(type, 4) for type in types) - ints
    if spec.cost < DEAR:
        return floats + ints
    # What may stand in a loop has whole rows of its own, of either kind.
    return -(-floats // ROW) * ROW + -(-ints // ROW) * ROW


def reads_as_value(spec: KernelSpec, op: TextureOp, image: ImageId) -> bool:
    """Return whether every input of ``op`` that reads ``image`` takes it at the same texel."""
    inputs = [spec.inputs[name] for name, read in op.inputs.items() if read == image]
    return all(given.access is Access.VALUE for given in inputs)


class _Flow:
    """Who writes and reads what among the ops that something needs; ops go by index in the plan."""

    def __init__(self, plan: TexturePlan, catalog: Catalog, wanted: set[ImageId]) -> None:
        self.ops = plan.ops
        self.wanted = wanted
        self.specs = [catalog[op.kernel] for op in plan.ops]
        table = plan.table()
        self.writer = {image: n for n, op in enumerate(plan.ops) for image in op.outputs.values()}
        self.extents: list[Extent] = [
            plan.extent_of(table[next(iter(op.outputs.values()))]) for op in plan.ops
        ]
        self.order = self._depth_first()
        self.readers: dict[ImageId, list[int]] = {}
        for op in self.order:
            for image in dict.fromkeys(self.ops[op].inputs.values()):
                self.readers.setdefault(image, []).append(op)

    def _depth_first(self) -> list[int]:
        """Return the needed ops, each after what it reads, one output finished after another."""
        roots = [self.writer[image] for image in self.wanted if image in self.writer]
        done: dict[int, None] = {}
        stack = [(op, False) for op in sorted(set(roots), reverse=True)]
        while stack:
            op, entered = stack.pop()
            if op in done:
                continue
            if entered:
                done[op] = None
                continue
            stack.append((op, True))
            reads = {self.writer[i] for i in self.ops[op].inputs.values() if i in self.writer}
            stack += [(read, False) for read in sorted(reads, reverse=True)]
        return list(done)

    def groups(self) -> list[list[int]]:
        """Return the convex groups, first to run first, without regard to a kernel's limits."""
        backwards: list[list[int]] = []
        place: dict[int, int] = {}
        for op in reversed(self.order):
            low = 0
            for image in self.ops[op].outputs.values():
                for reader in self.readers.get(image, ()):
                    low = max(low, place[reader] + (0 if self._joins(op, reader, image) else 1))
            at = low
            while at < len(backwards) and not self._alike(op, backwards[at][0]):
                at += 1
            if not self.specs[op].kind.fusable:
                at = len(backwards)
            if at == len(backwards):
                backwards.append([])
            backwards[at].append(op)
            place[op] = at
        rank = {op: n for n, op in enumerate(self.order)}
        return [sorted(group, key=rank.__getitem__) for group in reversed(backwards)]

    def _alike(self, a: int, b: int) -> bool:
        """Return whether two ops may run in one dispatch, whatever they read."""
        return (
            self.specs[a].kind.fusable
            and self.specs[b].kind.fusable
            and self.extents[a] == self.extents[b]
        )

    def _joins(self, op: int, reader: int, image: ImageId) -> bool:
        """Return whether ``reader`` can take ``image`` from ``op`` in a register."""
        as_value = reads_as_value(self.specs[reader], self.ops[reader], image)
        return as_value and self._alike(op, reader)

    def cut(self, group: list[int], max_cost: float) -> Iterable[list[int]]:
        """Yield ``group`` in parts that each fit one kernel; a single op is always a part."""
        while group:
            length = self._longest(group, max_cost)
            yield group[:length]
            group = group[length:]

    def _longest(self, ops: list[int], max_cost: float) -> int:
        """Return how many of ``ops``, from the first, fit one kernel at most.

        Only the count of stored images can fall again as ops are added (the last reader of a value
        comes in), so the search goes on past it and stops at what only grows.
        """
        best, cost, numbers = 1, 0.0, 0
        inside: set[ImageId] = set()
        sampled: set[ImageId] = set()
        stored: set[ImageId] = set()
        read: dict[ImageId, int] = {}
        for count, n in enumerate(ops, 1):
            op, spec = self.ops[n], self.specs[n]
            cost += spec.cost
            numbers += uniform_bytes(op, spec)
            for image in set(op.inputs.values()):
                if image not in inside:
                    sampled.add(image)
                    continue
                # Its writer is in this part, so nobody can have read it before.
                read[image] = read.get(image, 0) + 1
                if read[image] == len(self.readers[image]) and image not in self.wanted:
                    stored.discard(image)
            for image in op.outputs.values():
                inside.add(image)
                if image in self.wanted or image in self.readers:
                    stored.add(image)
            # 32 bytes: the last row of floats and of ints may be partly empty.
            if cost > max_cost or len(sampled) > MAX_SAMPLERS or numbers + 32 > MAX_UNIFORM_BYTES:
                break
            if len(stored) <= MAX_IMAGES:
                best = count
        return best

    def region(self, ops: list[int]) -> Region:
        """Return the region of these ops, with what it reads and what it has to store."""
        inside = {image for op in ops for image in self.ops[op].outputs.values()}
        reads = dict.fromkeys(
            image for op in ops for image in self.ops[op].inputs.values() if image not in inside
        )
        members = set(ops)
        writes = [
            image
            for op in ops
            for image in self.ops[op].outputs.values()
            if image in self.wanted or not members.issuperset(self.readers.get(image, ()))
        ]
        return Region(
            tuple(self.ops[op] for op in ops), tuple(reads), tuple(writes), self.extents[ops[0]]
        )
