"""Which ops of a region are written once, in a loop with one turn for each.

Drivers inline every call, so a Noise Texture used nine times is compiled nine times; and Bump alone
asks for the tree above its height three times over. Ops that call the same function and do not wait
for one another can share one call: the loop's turn picks what goes in and where the result goes.
Each op is still evaluated once and in full, so the picture stays the same and takes as long.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from .spec import Access, KernelSpec
from .types import TextureOp

DEAR = 8.0
"""Least cost of an op that is worth a loop: below it, picking arguments and results takes as long
to compile as the calls it saves (measured on lavapipe)."""
MAX_TURNS = 6
"""Most turns of a loop. All arguments of a loop wait for it and all its results are there at once,
which takes registers."""

Key = tuple[object, ...]


def alike_ops(ops: Sequence[TextureOp], specs: Sequence[KernelSpec]) -> tuple[tuple[int, ...], ...]:
    """Return the ops' indices in an order to run them in, those that share a call together.

    Where none can, the order is that of ``ops``. ``ops`` stand after what they read. Numbers have
    no say in it: turning a slider leaves the order alone.
    """
    keys = [_key(op, spec) for op, spec in zip(ops, specs, strict=True)]
    dear = [n for n, spec in enumerate(specs) if spec.cost >= DEAR]
    if len({keys[n] for n in dear}) == len(dear):
        return tuple((n,) for n in range(len(ops)))
    return tuple(_in_order(ops, keys, frozenset(dear)))


def _key(op: TextureOp, spec: KernelSpec) -> Key:
    """Return what ops that share a call have in common: all of their text but the arguments."""
    values = tuple(
        name in op.inputs for name, given in spec.inputs.items() if given.access is Access.VALUE
    )
    texels = tuple(
        op.inputs.get(name) for name, given in spec.inputs.items() if given.access is Access.TEXELS
    )
    variants = tuple(op.variants.get(name, v.default) for name, v in spec.variants.items())
    return (op.kernel, variants, values, texels)


def _in_order(
    ops: Sequence[TextureOp], keys: Sequence[Key], dear: frozenset[int]
) -> Iterator[tuple[int, ...]]:
    """Yield cheap ops as soon as they can run and then, of the dear ones that can, those of a key.

    A key goes first of which no more will come: it loses nothing by not waiting.
    """
    writer = {image: n for n, op in enumerate(ops) for image in op.outputs.values()}
    needs = [{writer[i] for i in op.inputs.values() if i in writer} for op in ops]
    readers: list[list[int]] = [[] for _ in ops]
    for n, needed in enumerate(needs):
        for each in needed:
            readers[each].append(n)
    waits = [len(needed) for needed in needs]
    left = Counter(keys[n] for n in dear)
    cheap: list[int] = []
    ready: dict[Key, list[int]] = {}
    came = [n for n, count in enumerate(waits) if count == 0]
    while came or cheap or ready:
        for n in came:
            if n in dear:
                insort(ready.setdefault(keys[n], []), n)
            else:
                heappush(cheap, n)
        if cheap:
            turns = [heappop(cheap)]
        else:
            key = min(ready, key=lambda k: (left[k] - len(ready[k]), -len(ready[k]), ready[k][0]))
            turns, later = ready[key][:MAX_TURNS], ready[key][MAX_TURNS:]
            left[key] -= len(turns)
            del ready[key]
            if later:
                ready[key] = later
        yield tuple(turns)
        came = []
        for reader in (reader for n in turns for reader in readers[n]):
            waits[reader] -= 1
            if waits[reader] == 0:
                came.append(reader)
