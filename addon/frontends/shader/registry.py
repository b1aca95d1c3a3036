"""Imports every file of rules/, so that adding a node is adding a rule and nothing else."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from . import rules
from .call import RULES, Rule


def load_rules() -> dict[str, Rule]:
    """Return every rule by Blender's ``bl_idname``."""
    for module in iter_modules(rules.__path__):
        import_module(f"{rules.__name__}.{module.name}")
    return RULES
