"""From arguments to an exit code: the same for both entries."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from ..bake.errors import BadArguments, KilnError
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
        options = located(parse(arguments, prog))
        module = import_module(MODULES[options.command], __package__)
        command: Command = module.command
        with stoppable():
            outcome.code = command(options, terminal)
    assert outcome.code is not None
    return outcome.code


def located(options: argparse.Namespace) -> argparse.Namespace:
    """Return the options with ``//`` at the start of a path as Blender means it everywhere.

    It is the folder of the open .blend. Errors: BadArguments where no .blend is open.
    """

    def locate(value: Any) -> Any:
        if isinstance(value, Path) and str(value).startswith("//"):
            from .blend import blend_folder

            folder = blend_folder()
            if folder is None:
                raise BadArguments(f"'{value}' is beside the .blend, and no .blend is open")
            return folder / str(value).lstrip("/")
        if isinstance(value, (list, tuple)):
            return type(value)(locate(item) for item in value)
        return value

    return argparse.Namespace(**{name: locate(value) for name, value in vars(options).items()})


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


@contextmanager
def stoppable() -> Iterator[None]:
    """Let every signal that asks a process to end stop a command as Ctrl-C does.

    By default all but Ctrl-C end the process where it stands, and Blender has an answer of its own
    to Ctrl-C: files would be left half made. A second signal does not disturb the tidying up.
    """

    def stop(number: int, _frame: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            wanted = getattr(signal, name, None)
            # nohup and a shell's & say that a signal is to be ignored.
            if wanted is not None and signal.getsignal(wanted) is not signal.SIG_IGN:
                before[wanted] = signal.signal(wanted, stop)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, signal.SIG_DFL if handler is None else handler)
