# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A folder of results: a part for each batch, whole or not there."""

import contextlib
import hashlib
import json
import os
import time
import uuid
from typing import Any, Callable, Dict, Iterator, List

from aoti_tidy.fleet._packages import file_system, is_url
from aoti_tidy.fleet._work import FINDING_FIELDS, Row


class ResultsError(Exception):
    """The folder cannot hold these results; the message has the cure."""


#: Of a file that is being written. No process takes a day for that.
_TEMPORARY = ".aoti-tidy-"
_ABANDONED_AFTER = 24 * 3600


class _Folder:
    """Local, or at a URL; a file is put there as a whole.

    Raises ResultsError for all that goes wrong there.
    """

    def __init__(self, path: str):
        self._shown = path
        self._path = path.rstrip("/") or "/"
        self._system = None
        if is_url(path):
            self._system, self._path = file_system(self._path)

    @contextlib.contextmanager
    def _accessed(self) -> Iterator[None]:
        try:
            yield
        # Each kind of storage has errors of its own.
        except Exception as error:
            raise ResultsError(f"results cannot be kept in '{self._shown}': {error}") from None

    def names(self) -> List[str]:
        with self._accessed():
            if self._system is None:
                return sorted(os.listdir(self._path)) if os.path.isdir(self._path) else []
            if not self._system.isdir(self._path):
                return []
            return sorted(name.rpartition("/")[2] for name in self._system.ls(self._path, detail=False))

    def read(self, name: str) -> bytes:
        with self._accessed():
            if self._system is None:
                with open(f"{self._path}/{name}", "rb") as file:
                    return file.read()
            return self._system.cat_file(f"{self._path}/{name}")

    def write(self, name: str, content: bytes) -> None:
        with self._accessed():
            if self._system is not None:
                self._system.makedirs(self._path, exist_ok=True)
                # Storage of objects shows an object when all of it is there.
                self._system.pipe_file(f"{self._path}/{name}", content)
                return
            os.makedirs(self._path, exist_ok=True)
            # No process's number: another machine may have one of the same number.
            temporary = f"{self._path}/{_TEMPORARY}{uuid.uuid4().hex}"
            try:
                with open(temporary, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, f"{self._path}/{name}")
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(temporary)

    def remove(self, name: str) -> None:
        with self._accessed():
            if self._system is None:
                os.unlink(f"{self._path}/{name}")
            else:
                self._system.rm_file(f"{self._path}/{name}")

    def remove_abandoned(self) -> None:
        """What runs that were killed have left half-written."""
        if self._system is not None:
            return
        for name in self.names():
            path = f"{self._path}/{name}"
            # Another run may be faster.
            with self._accessed(), contextlib.suppress(FileNotFoundError):
                if name.startswith(_TEMPORARY) and time.time() - os.stat(path).st_mtime > _ABANDONED_AFTER:
                    os.unlink(path)


def _json_lines(rows: List[Row]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _rows_of_json_lines(content: bytes) -> List[Row]:
    return [json.loads(line) for line in content.decode().split("\n") if line]


def _schema() -> Any:
    import pyarrow as pa

    numbers = ("line", "column")
    finding = pa.struct([(name, pa.int32() if name in numbers else pa.string()) for name in FINDING_FIELDS])
    return pa.schema([
        ("package", pa.string()), ("version", pa.string()), ("size", pa.int64()), ("status", pa.string()),
        ("exit_code", pa.int32()), ("error", pa.string()), ("devices", pa.list_(pa.string())),
        ("torch_from", pa.string()), ("torch_to", pa.string()), ("kernels", pa.int32()),
        ("counts", pa.map_(pa.string(), pa.int32())), ("findings", pa.list_(finding)), ("seconds", pa.float64()),
    ])


def _parquet(rows: List[Row]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    as_pairs = [{**row, "counts": list(row["counts"].items())} for row in rows]
    pq.write_table(pa.Table.from_pylist(as_pairs, schema=_schema()), sink, compression="zstd")
    return sink.getvalue().to_pybytes()


def _rows_of_parquet(content: bytes) -> List[Row]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pq.read_table(pa.BufferReader(content)).to_pylist()
    return [{**row, "counts": dict(row["counts"])} for row in rows]


_WRITERS: Dict[str, Callable[[List[Row]], bytes]] = {"parquet": _parquet, "jsonl": _json_lines}
_READERS: Dict[str, Callable[[bytes], List[Row]]] = {"parquet": _rows_of_parquet, "jsonl": _rows_of_json_lines}
#: What the results were made with, and what a message calls it.
_RUN = "run.json"
_MADE_WITH = {"version": "versions of aoti-tidy", "program": "builds of aoti-tidy", "format": "formats",
              "options": "options", "files": "texts in the files of its options"}


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


class Results:
    """The parts of a run, in a folder that has nothing else.

    ``made_with`` is what decides all rows: the program and its options.

    A part's name has the checksum of its content.

    Raises ResultsError for results of another run, of another format, damaged
    ones, and a folder of something else.
    """

    def __init__(self, path: str, kind: str, made_with: Dict[str, Any]):
        if kind == "parquet":
            try:
                import pyarrow  # noqa: F401
            except ImportError:
                raise ResultsError("Parquet needs pyarrow; pip install 'aoti-tidy[fleet]', or say --format=jsonl") from None
        self._kind = kind
        self._folder = _Folder(path)
        self._open(path, {**made_with, "format": kind})
        self._folder.remove_abandoned()

    def _open(self, path: str, run: Dict[str, Any]) -> None:
        names = self._folder.names()
        if _RUN not in names:
            if any(not name.startswith(".") for name in names):
                raise ResultsError(f"'{path}' is not empty and has no results of a run; name a new folder")
            self._folder.write(_RUN, (json.dumps(run, indent=2, sort_keys=True) + "\n").encode())
            return
        try:
            before = json.loads(self._folder.read(_RUN))
        except ValueError:
            before = None
        if not isinstance(before, dict):
            raise ResultsError(f"'{path}/{_RUN}' is damaged; name a new folder") from None
        other = sorted(_MADE_WITH.get(key, key) for key in {*run, *before} if run.get(key) != before.get(key))
        if other:
            raise ResultsError(f"'{path}' has results of a run with other {' and '.join(other)}; name a new folder")

    def parts(self) -> List[str]:
        return [name for name in self._folder.names() if name.startswith("part-") and name.endswith("." + self._kind)]

    def read(self, part: str) -> List[Row]:
        content = self._folder.read(part)
        if part.partition(".")[0].rpartition("-")[2] != _checksum(content):
            raise ResultsError(f"the part '{part}' of the results is damaged; delete it and run again")
        return _READERS[self._kind](content)

    def add(self, rows: List[Row]) -> None:
        content = _WRITERS[self._kind](rows)
        # No counter: two runs into one folder would overwrite each other's. Nor the
        # checksum alone: replace() would remove what an interrupted one has written.
        self._folder.write(f"part-{uuid.uuid4().hex}-{_checksum(content)}.{self._kind}", content)

    def replace(self, part: str, rows: List[Row]) -> None:
        """Leaves these of a part's rows; for a moment, they are there twice."""
        if rows:
            self.add(rows)
        self._folder.remove(part)
