"""Voronoi distances against SciPy's nearest neighbours over the points that the hash makes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.tolerances import VORONOI_DISTANCE

from .nodes import NodeBench
from .test_hash_laws import number, pcg

spatial = pytest.importorskip("scipy.spatial", reason="needs SciPy, which finds nearest neighbours")

SIDE = 5
RANDOMNESS = 0.8
POWERS = {"euclidean": 2.0, "manhattan": 1.0, "chebychev": np.inf, "minkowski": 1.5}


@pytest.fixture(scope="module")
def node(catalog, bake_plan) -> NodeBench:
    return NodeBench(catalog, bake_plan)


def cells_and_points(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the whole coordinates of all cells around the samples, and each one's point."""
    cells = np.array(list(itertools.product(range(-2, SIDE + 2), repeat=count)))
    jitter = [[number([float(c[0])])] if count == 1 else pcg([int(k) for k in c]) for c in cells]
    return cells, cells + np.array(jitter) * RANDOMNESS


def samples(count: int) -> np.ndarray:
    return np.random.default_rng(count).uniform(0.0, SIDE, (1500, count)).astype(np.float32)


def placed(points: np.ndarray) -> np.ndarray:
    """Return coordinates as the bench takes them: one dimension is w."""
    return np.pad(points, [(0, 0), (3, 0)]) if points.shape[1] == 1 else points


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("metric", list(POWERS))
def test_f1_and_f2_are_the_first_and_second_nearest_points(node, count, metric):
    """Blender looks one cell around, where it surely sees a point that is less than 1 away on every
    axis; and so it is where the distance is less than 1 in any of these metrics."""
    _, points = cells_and_points(count)
    where = samples(count)
    nearest, _ = spatial.cKDTree(points).query(where, k=2, p=POWERS[metric])
    numbers = {"scale": 1.0, "randomness": RANDOMNESS, "exponent": 1.5}
    variants = {"dimensions": f"d{count}", "metric": metric}
    for rank, feature in enumerate(("f1", "f2")):
        got = node(
            "voronoi_texture", placed(where), "distance", numbers, feature=feature, **variants
        )
        sure = nearest[:, rank] < 1.0
        assert sure.mean() > 0.2
        assert np.abs(got - nearest[:, rank])[sure].max() < VORONOI_DISTANCE


@pytest.mark.parametrize("count", [2, 3])
def test_position_is_the_nearest_point_itself(node, count):
    _, points = cells_and_points(count)
    where = samples(count)
    distance, index = spatial.cKDTree(points).query(where)
    numbers = {"scale": 1.0, "randomness": RANDOMNESS}
    got = node("voronoi_texture", where, "position", numbers, dimensions=f"d{count}")
    sure = distance < 1.0
    assert np.abs(got[:, :count] - points[index])[sure].max() < VORONOI_DISTANCE


@pytest.mark.parametrize("count", [2, 3])
def test_a_point_half_way_between_two_neighbours_is_on_an_edge(node, count):
    """SciPy's ridges join neighbours; a midpoint that has no nearer point lies on its ridge."""
    _, points = cells_and_points(count)
    pairs = spatial.Voronoi(points).ridge_points
    middles = points[pairs].mean(axis=1)
    ends = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1) / 2
    nearest, _ = spatial.cKDTree(points).query(middles)
    inside = (middles > 0.0).all(1) & (middles < SIDE).all(1)
    on_edge = inside & (np.abs(nearest - ends) < 1e-9) & (ends < 0.5)
    assert on_edge.sum() > 20
    numbers = {"scale": 1.0, "randomness": RANDOMNESS}
    variants = {"dimensions": f"d{count}", "feature": "distance_to_edge"}
    got = node("voronoi_texture", middles[on_edge], "distance", numbers, **variants)
    assert np.abs(got).max() < VORONOI_DISTANCE


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_spheres_radius_is_half_the_way_to_the_nearest_other_point(node, count):
    _, points = cells_and_points(count)
    where = samples(count)
    tree = spatial.cKDTree(points)
    distance, index = tree.query(where)
    between = tree.query(points[index], k=2)[0][:, 1]
    numbers = {"scale": 1.0, "randomness": RANDOMNESS}
    variants = {"dimensions": f"d{count}", "feature": "n_sphere_radius"}
    got = node("voronoi_texture", placed(where), "radius", numbers, **variants)
    sure = (distance < 1.0) & (between < 1.0)
    assert np.abs(got - between / 2)[sure].max() < VORONOI_DISTANCE


@pytest.mark.parametrize("feature", ["f1", "f2", "smooth_f1", "distance_to_edge"])
def test_scaling_the_coordinate_is_scaling_the_node(node, feature):
    where = samples(3)[:256]
    numbers = {"detail": 1.5, "roughness": 0.7}
    near = node("voronoi_texture", where, "distance", numbers | {"scale": 4.0}, feature=feature)
    far = node("voronoi_texture", where * 4, "distance", numbers | {"scale": 1.0}, feature=feature)
    assert np.array_equal(near, far)


def test_smooth_f1_of_no_smoothness_is_f1_and_grows_smaller_with_it(node):
    where = samples(2)
    kind = {"dimensions": "d2"}
    plain = node("voronoi_texture", where, "distance", {"scale": 1.0}, feature="f1", **kind)
    smooth = {
        s: node(
            "voronoi_texture", where, "distance", {"scale": 1.0, "smoothness": s},
            feature="smooth_f1", **kind,
        )
        for s in (0.0, 0.5, 1.0)
    }  # fmt: skip
    assert np.array_equal(smooth[0.0], plain)
    assert (smooth[0.5] <= plain + 1e-6).all()
    assert smooth[1.0].mean() < smooth[0.5].mean() < plain.mean() - 0.01


@pytest.mark.parametrize("metric", list(POWERS))
@pytest.mark.parametrize("feature", ["f1", "f2"])
def test_a_normalised_distance_stays_within_zero_and_one(node, metric, feature):
    numbers = {"scale": 1.0, "detail": 3.5, "roughness": 0.8, "exponent": 1.5}
    variants = {"metric": metric, "feature": feature, "normalized": "on"}
    got = node("voronoi_texture", samples(3), "distance", numbers, **variants)
    assert got.min() >= 0.0
    assert got.max() <= 1.0
