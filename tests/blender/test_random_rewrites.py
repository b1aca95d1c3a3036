"""Changes to a random tree, of every type of node, that change nothing: the plan is the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.model import SocketType
from tests.frontends.models import shape
from tests.frontends.rewrites import bypassed, grouped, renamed, reordered, rerouted

from .forest.baked import EXTENT
from .forest.description import Grown
from .forest.growth import genes_of, grow
from .forest.hold import whole

CONVERTED = (SocketType.BOOLEAN, SocketType.INT)
SEED, COUNT, TRIES = 3, 8, 4


@pytest.fixture(scope="module", params=range(COUNT))
def tree(request, catalog):
    """Return a tree's model, the plan of it as a function of the tree, and a source of chance."""
    grown = grow(genes_of(SEED, request.param))
    # A muted node may pass nothing on: its readers have defaults of their own, of which a group's
    # wall has one for all. And up to 5.0 a wall converts, where a mute lets any type pass.
    grown = Grown(tuple(replace(planted, muted=False) for planted in grown.nodes))
    model, asked = whole(grown)
    readers = frozenset(one.places[0].node for one in asked)

    def plan(changed):
        compiled = compile_material(replace(model, tree=changed), (), catalog, EXTENT, asked=asked)
        return shape(compiled.plan), compiled.constants

    return model.tree, plan, readers, Random(request.param)


def test_a_tree_has_something_to_change(tree):
    model, plan, readers, _ = tree
    ops, _ = plan(model)
    assert len(ops) > 10 and len(readers) > 1 and len(model.links) > 20


def test_a_reroute_in_a_link_changes_nothing(tree):
    model, plan, _, draw = tree
    before = plan(model)
    for link in draw.sample(_plain(model), TRIES):
        assert plan(rerouted(model, link)) == before, link


def test_a_muted_node_that_passes_a_link_on_changes_nothing(tree):
    model, plan, _, draw = tree
    before = plan(model)
    for link in draw.sample(_plain(model), TRIES):
        assert plan(bypassed(model, link)) == before, link


def test_the_order_of_nodes_and_links_in_the_file_changes_nothing(tree):
    model, plan, _, draw = tree
    names = draw.sample(list(model.nodes), len(model.nodes))
    links = draw.sample(model.links, len(model.links))
    assert plan(reordered(model, names, links)) == plan(model)


def test_the_names_of_nodes_change_nothing(tree):
    model, plan, readers, draw = tree
    names = list(model.nodes)
    others = dict(zip(names, draw.sample(range(1000), len(names)), strict=True))
    assert plan(renamed(model, lambda n: n if n in readers else f"n/{others.get(n)}")) == plan(
        model
    )


def test_moving_nodes_into_a_group_and_some_of_those_into_another_changes_nothing(tree):
    model, plan, readers, draw = tree
    before = plan(model)
    inside = [name for name in model.nodes if name not in readers]
    held = 0
    while held < TRIES:
        # Small groups too, or a tree with many truths has no wall without one.
        names = draw.sample(inside, draw.randrange(1, draw.randrange(2, len(inside))))
        made = grouped(model, names)
        inner = made.nodes["Group"]
        nested = grouped(inner.tree, draw.sample(names, draw.randrange(1, len(names) + 1)), "Inner")
        # A wall of truths or whole numbers converts what is one: an op more, of equal value.
        if _converts(inner) or _converts(nested.nodes["Inner"]):
            continue
        held += 1
        assert plan(made) == before, names
        nodes = {**made.nodes, "Group": replace(inner, tree=nested)}
        assert plan(replace(made, nodes=nodes)) == before, names


def _plain(model):
    """Return the links that do not come from a truth or a whole number, which a reroute and a mute
    convert as a wall does."""
    return [
        link
        for link in model.links
        if model.nodes[link.from_node].output(link.from_socket).type not in CONVERTED
    ]


def _converts(group):
    return any(s.type in CONVERTED for s in (*group.inputs, *group.outputs))


def test_the_laws_would_notice_a_link_that_is_gone(tree):
    model, plan, readers, _ = tree
    (kept, *_), before = [link for link in model.links if link.to_node in readers], plan(model)
    links = tuple(link for link in model.links if link != kept)
    assert plan(replace(model, links=links)) != before
