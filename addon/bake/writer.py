"""Encodes and writes maps side by side in threads, while the GPU goes on with the next."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from numpy.typing import NDArray

from ..plan.types import Transfer
from .errors import NO_MEMORY, KilnError
from .files.format import FileFormat
from .files.metadata import Metadata
from .files.write import EncodedImage, encode_image, write_encoded

PENDING_PER_THREAD = 2
"""Maps that may wait for a thread each; more would only hold memory (a 4K RGBA map is 64 MiB)."""


@dataclass(frozen=True, slots=True)
class MapImage:
    """A map ready for its file. Shapes: as in files/write.py."""

    path: Path | None
    """None where it only goes into the .blend."""
    pixels: NDArray[Any]
    format: FileFormat
    transfer: Transfer
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class WrittenMap:
    """A map that was encoded, and written if it had a path; ``failure`` says why it was not."""

    key: Any
    image: EncodedImage | None
    seconds: float
    """Time its thread took."""
    failure: KilnError | None = None


class MapWriter:
    """Threads that turn maps into files: OpenImageIO and zlib work without Python's lock."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, min(os.cpu_count() or 1, 16))
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="kiln-write")
        self._pending: dict[Future[tuple[EncodedImage, float]], Any] = {}

    def submit(self, key: Any, image: MapImage) -> Iterator[WrittenMap]:
        """Queue a map; yields what was finished, waiting where too much is queued already."""
        while len(self._pending) >= self.threads * PENDING_PER_THREAD:
            yield from self._collect()
        self._pending[self._pool.submit(_write, image)] = key

    def finish(self) -> Iterator[WrittenMap]:
        """Yield the rest as each is finished."""
        while self._pending:
            yield from self._collect()

    def __enter__(self) -> MapWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish the files that were begun, drop the others."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _collect(self) -> Iterator[WrittenMap]:
        """Yield at least one finished map."""
        done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
        for future in done:
            key = self._pending.pop(future)
            try:
                image, seconds = future.result()
            except KilnError as failure:
                yield WrittenMap(key, None, 0.0, failure)
            except MemoryError:
                yield WrittenMap(key, None, 0.0, KilnError(NO_MEMORY))
            else:
                yield WrittenMap(key, image, seconds)


def _write(image: MapImage) -> tuple[EncodedImage, float]:
    """Encode one map and write it; runs in a thread."""
    start = time.perf_counter()
    encoded = encode_image(image.pixels, image.format, image.transfer, image.metadata)
    if image.path is not None:
        write_encoded(encoded, image.path)
    return encoded, time.perf_counter() - start
