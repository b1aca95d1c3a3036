"""What makes a bake reproducible: every seeded op draws from its own key."""

from __future__ import annotations

from hashlib import blake2b

from .types import TextureOp, TexturePlan


def seed_for(plan: TexturePlan, op: TextureOp) -> int:
    """Return the op's seed, in -2^31 .. 2^31 - 1, from the plan's seed and the op's key alone.

    Neither the op's place in the plan nor what stands upstream of it has a part in it, so inserting
    a node changes nothing downstream. The same in every process, unlike Python's own hash().
    """
    text = f"{plan.seed}\0{op.key}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=4).digest(), "little", signed=True)
