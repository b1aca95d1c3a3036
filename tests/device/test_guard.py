"""When nothing may be evaluated, without Blender: threads and Kiln's own callbacks."""

from __future__ import annotations

import threading

import pytest

from addon.device import guard
from addon.device.errors import WrongTime
from addon.device.evaluate import finish

from .plans import chain


def test_an_evaluation_is_refused_inside_a_callback_of_ours(kernels, evaluator, uploads):
    with (
        guard.forbidden("a draw handler"),
        pytest.raises(WrongTime, match="inside a draw handler; start the bake from an operator"),
    ):
        finish(evaluator.evaluate(chain(kernels, "scale"), uploads))
    assert guard.why_not_now() == ""


def test_a_running_evaluation_does_not_go_on_inside_a_callback(kernels, evaluator, uploads):
    evaluation = evaluator.evaluate(chain(kernels, "scale", "shift"), uploads)
    next(evaluation)
    with guard.forbidden("a depsgraph handler"), pytest.raises(WrongTime):
        next(evaluation)
    assert evaluator.pool.lent == 0


def test_an_evaluation_is_refused_in_another_thread():
    said = []
    thread = threading.Thread(target=lambda: said.append(guard.why_not_now()))
    thread.start()
    thread.join()
    assert "main thread only" in said[0]
