"""The one exception of the library: a kernel file, or a use of it, that cannot be right."""

from __future__ import annotations


class KernelFileError(Exception):
    """A kernel file that cannot be used: names the file, the entry, and what to do about it."""

    def __init__(self, file: str, entry: str, message: str) -> None:
        self.file = file
        self.entry = entry
        self.message = message
        super().__init__(f"{file}: {entry}: {message}" if entry else f"{file}: {message}")
