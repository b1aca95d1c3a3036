"""No deadline for random examples: time is never asserted, and CI machines are slow at times."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("kiln", deadline=None, max_examples=100)
settings.load_profile("kiln")
