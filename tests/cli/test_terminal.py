"""What is printed: one line per sentence, whatever a name holds and whoever has stopped reading."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from addon.bake.errors import KilnError
from addon.bake.progress import Progress
from addon.cli.terminal import Terminal, printable

NASTY = "new\nline\r\x1b[31m\u202e\udcff"


def test_a_name_cannot_break_a_line_or_speak_to_the_terminal() -> None:
    assert printable(NASTY) == "new\\nline\\r\\x1b[31m\\u202e\\udcff"


def test_what_can_be_printed_is_left_as_it_is() -> None:
    assert printable("日本語 ñ {a} \\ 'b'") == "日本語 ñ {a} \\ 'b'"


def test_every_sentence_is_one_line() -> None:
    out, err = io.StringIO(), io.StringIO()
    terminal = Terminal(out, err)
    terminal.say(NASTY)
    terminal.complain(NASTY)
    terminal.progress(Progress("compile", NASTY, 0.5))
    assert len(out.getvalue().splitlines()) == 1
    assert len(err.getvalue().splitlines()) == 2


class Broken(io.StringIO):
    """A stream that fails as the operating system does."""

    def __init__(self, failure: OSError) -> None:
        super().__init__()
        self.failure = failure

    def write(self, _text: str) -> int:
        raise self.failure


def test_who_stops_reading_does_not_stop_the_work() -> None:
    terminal = Terminal(Broken(BrokenPipeError()), Broken(BrokenPipeError()))
    terminal.say("one")
    terminal.complain("two")
    terminal.say("three")


def test_results_that_cannot_be_written_are_a_failure_and_complaints_are_not() -> None:
    full = OSError(28, os.strerror(28))
    terminal = Terminal(Broken(full), Broken(full))
    terminal.complain("nobody hears this")
    with pytest.raises(KilnError, match="No space left"):
        terminal.say("a plan")


def test_a_stream_of_few_letters_gets_the_others_escaped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with open(tmp_path / "out", "w", encoding="ascii") as out:
        monkeypatch.setattr("sys.stdout", out)
        Terminal(err=io.StringIO()).say("ñ")
    assert (tmp_path / "out").read_text() == "\\xf1\n"


def test_a_process_without_streams_works_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    terminal = Terminal()
    terminal.say("one")
    terminal.complain("two")
