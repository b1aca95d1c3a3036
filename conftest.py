"""The clone is no Python package to pytest, though an extension's folder needs an __init__.py:
a clone's name need not be one that Python could import (kiln-main)."""

from __future__ import annotations

from pathlib import Path

import pytest


class RootIsAFolder:
    """Collects the root as a plain folder. Its own conftest has no say in that; a plugin has."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        if path == parent.config.rootpath:
            return pytest.Dir.from_parent(parent, path=path)
        return None


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(RootIsAFolder())
