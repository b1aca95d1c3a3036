"""Random trees as a hypothesis strategy."""

from __future__ import annotations

from hypothesis import strategies as st

from .growth import FEWEST, GENE, MOST, grow

TREES = st.lists(st.integers(0, GENE - 1), min_size=FEWEST, max_size=MOST).map(grow)
"""A gene a node: a search for a smaller failure takes genes away."""
