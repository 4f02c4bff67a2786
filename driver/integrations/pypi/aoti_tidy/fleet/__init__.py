# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A registry of packages, linted on many machines.

    python -m aoti_tidy.fleet s3://models/registry --out=results --ray=auto

or

    from aoti_tidy.fleet import lint_packages

    summary = lint_packages(["/mnt/registry"], "results", ray="auto")

Results are one row for each package, in Parquet or lines of JSON; the columns are
in docs/guides/fleet.md. A run that was interrupted goes on where it was; packages
that have changed since are linted again.
"""

import collections
import dataclasses
import itertools
import random
import subprocess
import time
from typing import Any, Callable, Counter, Dict, Iterable, List, Optional, Sequence, Set, Tuple

from aoti_tidy import LintError, program_path
from aoti_tidy.fleet._engines import EngineError, Processes, Ray
from aoti_tidy.fleet._packages import Package, SourceError, packages
from aoti_tidy.fleet._results import Results, ResultsError
from aoti_tidy.fleet._settings import made_with, own_options, with_settings
from aoti_tidy.fleet._work import Row, error_row, lint_batch

__all__ = ["EngineError", "Package", "ResultsError", "SourceError", "Summary", "lint_packages"]

#: So often a package's worker may be lost. From the second time on it is alone in
#: its batch; the last time nothing else is worked on, so that one that takes its
#: machine down takes no other with it.
_ATTEMPTS = 4


@dataclasses.dataclass
class Summary:
    """``seconds`` is CPU time of the program, ``elapsed`` time on the clock.

    Both are of what this run linted; the rest counts all rows of the packages.
    ``left_out`` are folders that were not searched: links to elsewhere.
    """

    packages: int = 0
    clean: int = 0
    with_findings: int = 0
    errors: int = 0
    counts: Counter[str] = dataclasses.field(default_factory=collections.Counter)
    linted: int = 0
    lost_workers: int = 0
    seconds: float = 0.0
    elapsed: float = 0.0
    left_out: List[str] = dataclasses.field(default_factory=list)

    def _count(self, row: Row) -> None:
        self.packages += 1
        self.clean += row["status"] == "clean"
        self.with_findings += row["status"] == "findings"
        self.errors += row["status"] == "error"
        self.counts.update(row["counts"])


def _program_version() -> str:
    return subprocess.run([program_path(), "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def _check_options(options: Sequence[str]) -> None:
    """A misspelt option is one error, not one for each package."""
    # An empty file of Python has no findings and no errors.
    run = subprocess.run([program_path(), "--quiet", *options, "--stdin-filename=empty.py", "-"],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode != 0:
        raise LintError(run.stderr.decode(errors="replace").strip().replace("aoti-tidy: ", "", 1), run.returncode)


def _what_is_left(results: Results, wanted: List[Package], retry_errors: bool, summary: Summary) -> List[Package]:
    """Takes away the rows of packages that have changed."""
    left: Dict[str, Package] = {package.name: package for package in wanted}
    versions = {package.name: package.version for package in wanted}
    seen: Set[str] = set()
    for part in results.parts():
        rows = results.read(part)
        kept = []
        for row in rows:
            package = row["package"]
            # One that is in the results twice, from two runs at a time or of one that
            # was killed, stays once.
            if package in seen:
                continue
            asked = package in versions
            same = asked and row["version"] and row["version"] == versions[package]
            if asked and (not same or (retry_errors and row["status"] == "error")):
                continue
            if asked:
                del left[package]
                summary._count(row)
            seen.add(package)
            kept.append(row)
        if len(kept) != len(rows):
            results.replace(part, kept)
    return list(left.values())


def lint_packages(
    sources: Iterable[str],
    out: str,
    *,
    manifests: Iterable[str] = (),
    ray: str = "",
    workers: Optional[int] = None,
    format: str = "parquet",
    options: Sequence[str] = (),
    batch: int = 32,
    timeout: float = 600.0,
    retry_errors: bool = False,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Summary:
    """Lints packages and writes a row for each to the folder or URL ``out``.

    ``sources`` are folders, packages, and URLs that fsspec opens; ``ray`` is a
    cluster's address, ``auto``, or ``local`` for one on this machine, without it
    processes of this machine do the work. ``options`` are the program's. One
    package may take ``timeout`` seconds; ``progress`` is called with the packages
    done and all.

    Raises SourceError, EngineError, ResultsError, or LintError for options that
    the program refuses, before anything is linted.
    """
    began = time.monotonic()
    options = own_options(options)
    _check_options(options)
    found, left_out = packages(sources, manifests)
    wanted = with_settings(found)
    summary = Summary(left_out=left_out)
    results = Results(out, format, {"version": _program_version(), "options": options, **made_with(options)})
    left = _what_is_left(results, wanted, retry_errors, summary)
    # Neighbours are alike, and large ones would all be in the last batch.
    random.Random(0).shuffle(left)
    queue = collections.deque((left[i:i + batch], 1) for i in range(0, len(left), batch))
    alone: List[Package] = []
    if not queue:
        summary.elapsed = time.monotonic() - began
        return summary
    engine: Any = Ray(ray, workers) if ray else Processes(workers)
    given: Dict[int, Tuple[List[Package], int]] = {}
    numbers = itertools.count()

    def give(packages_of: List[Package], attempt: int) -> None:
        number = next(numbers)
        given[number] = packages_of, attempt
        engine.submit(number, lint_batch, packages_of, options, timeout)

    def finish(rows: List[Row]) -> None:
        results.add(rows)
        for row in rows:
            summary._count(row)
            summary.linted += 1
            summary.seconds += row["seconds"]
        if progress:
            progress(summary.packages, len(wanted))

    try:
        while queue or alone or engine.pending():
            while queue and engine.room():
                give(*queue.popleft())
            if alone and not engine.pending():
                give([alone.pop()], _ATTEMPTS)
            for done, rows, lost in engine.finished():
                batch_of, attempt = given.pop(done)
                if rows is not None:
                    finish(rows)
                    continue
                summary.lost_workers += 1
                if attempt + 1 < _ATTEMPTS:
                    queue.extend(([package], attempt + 1) for package in batch_of)
                elif attempt < _ATTEMPTS:
                    alone += batch_of
                else:
                    finish([error_row(package, f"its worker was lost {attempt} times: {lost}") for package in batch_of])
    finally:
        engine.close()
    summary.elapsed = time.monotonic() - began
    return summary
