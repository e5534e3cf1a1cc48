"""Drawings that real tools write: each is made by a function, which names what it needs.

A function `graphviz_clusters(path)` writes the drawing `graphviz-clusters` to the path. It runs in a process of its own, in
an empty folder, with the packages of PyPI that it names:

    python3 -m drawings.tools graphviz-clusters OUTPUT
"""

import dataclasses
import importlib
from collections.abc import Callable

GROUPS = ["charts", "plots", "diagrams", "pictures", "documents", "forms"]


@dataclasses.dataclass(frozen=True)
class Drawing:
    name: str
    make: Callable
    # Packages of PyPI with their versions.
    pins: tuple[str, ...]
    # Packages of Debian, and the programs in them.
    packages: tuple[str, ...]
    programs: tuple[str, ...]

    @property
    def tool(self):
        return self.name.partition("-")[0]


drawings: dict[str, Drawing] = {}


def drawing(*pins, packages=(), programs=()):
    """Adds a function to the drawings."""
    def add(make):
        name = make.__name__.replace("_", "-")
        assert name not in drawings, name
        drawings[name] = Drawing(name, make, pins, tuple(packages), tuple(programs))
        return make
    return add


def all_drawings():
    """Returns all drawings by name."""
    for group in GROUPS:
        importlib.import_module(f"drawings.tools.{group}")
    return drawings
