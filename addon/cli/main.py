"""From arguments to an exit code: the same for both entries."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module

from ..bake.errors import KilnError
from ..device.errors import DeviceError
from ..library.fault import KernelFileError
from ..plan.problem import RefusedPlan
from .parser import parse
from .terminal import Terminal

Command = Callable[[argparse.Namespace, Terminal], int]

MODULES = {
    "bake": ".bake",
    "run": ".run",
    "plan": ".plan",
    "check": ".check",
    "list": ".listing",
    "report": ".report",
}
"""Where each command's ``command(options, terminal) -> exit code`` stands."""


@dataclass
class Outcome:
    """An exit code, once there is one."""

    code: int | None = None


def main(arguments: Sequence[str], prog: str = "kiln", terminal: Terminal | None = None) -> int:
    """Run one command on the open .blend and return the exit code."""
    terminal = terminal or Terminal()
    with refusals(terminal) as outcome:
        options = parse(arguments, prog)
        module = import_module(MODULES[options.command], __package__)
        command: Command = module.command
        outcome.code = command(options, terminal)
    assert outcome.code is not None
    return outcome.code


@contextmanager
def refusals(terminal: Terminal) -> Iterator[Outcome]:
    """Turn what a person can mend into a sentence and an exit code; a traceback is our fault.

    0 done, 1 something failed (the rest was still written), 2 bad arguments.
    """
    outcome = Outcome()
    try:
        yield outcome
    except KilnError as refused:
        terminal.complain(str(refused))
        outcome.code = refused.exit_code
    except RefusedPlan as refused:
        terminal.problems(refused.problems)
        outcome.code = 1
    except (DeviceError, KernelFileError) as failed:
        terminal.complain(str(failed))
        outcome.code = 1
    except KeyboardInterrupt:
        terminal.complain("stopped; every file that was written is whole")
        outcome.code = 1
    except SystemExit as left:  # argparse, after --help
        outcome.code = left.code if isinstance(left.code, int) else 0
