"""Every problem of a plan, told before anything runs."""

from __future__ import annotations

from .numbers import Change, Numbers, resolved_params

__all__ = ["Change", "Numbers", "resolved_params"]
