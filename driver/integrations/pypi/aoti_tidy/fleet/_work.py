# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a worker does: packages in, rows out."""

import collections
import json
import os
import resource
import subprocess
from typing import Any, Dict, List, Sequence

from aoti_tidy import program_path
from aoti_tidy.fleet._packages import Package, SourceError, local_copy

Row = Dict[str, Any]

#: Of a finding, what a row has.
FINDING_FIELDS = ("check", "severity", "tier", "file", "line", "column", "message", "fingerprint")


class _Failed(Exception):
    """Why a package has no result, and the program's exit code if it had one."""

    def __init__(self, message: str, exit_code: int = -1):
        super().__init__(message)
        self.exit_code = exit_code


def error_row(package: Package, message: str, exit_code: int = -1) -> Row:
    return {
        "package": package.name,
        "version": package.version,
        "size": package.size,
        "status": "error",
        "exit_code": exit_code,
        "error": message,
        "devices": [],
        "torch_from": "",
        "torch_to": "",
        "kernels": 0,
        "counts": {},
        "findings": [],
        "seconds": 0.0,
    }


def _report(command: Sequence[str], timeout: float, name: str, copy: str) -> Any:
    # Fingerprints have paths as they are seen from where the program runs.
    folder = os.path.dirname(copy)
    try:
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             timeout=timeout, cwd=folder if os.path.isdir(folder) else None)
    except subprocess.TimeoutExpired:
        raise _Failed(f"not done after {timeout:g} s") from None
    if run.returncode < 0:
        raise _Failed(f"aoti-tidy was ended by signal {-run.returncode}", run.returncode)
    try:
        return run.returncode, json.loads(run.stdout)
    except ValueError:
        # Its own sentence; where it fetched the file to is nobody's concern.
        said = run.stderr.decode(errors="replace").strip().replace(copy, name)
        said = "; ".join(line.removeprefix("aoti-tidy: ") for line in said.splitlines())
        raise _Failed(said or f"aoti-tidy ended with {run.returncode} and without a report", run.returncode) from None


def _place_in(package: str, file: str) -> str:
    """``model.pt2!model/data/…/x.wrapper.cpp`` without the package."""
    return file.partition("!")[2] if "!" in file else ("" if file.endswith(os.path.basename(package)) else file)


def _without_cache(options: Sequence[str]) -> List[str]:
    """Rows are what is kept; a registry would push all else out of the cache."""
    given = any(option.startswith(("--cache-dir", "--no-cache")) for option in options)
    return [*options] if given else [*options, "--no-cache"]


def _row_of(package: Package, options: Sequence[str], timeout: float) -> Row:
    if package.name != package.path:
        raise _Failed("its name is not UTF-8, which rows are; rename it")
    with local_copy(package.path) as copy:
        program = program_path()
        _, told = _report([program, "package", "--format=json", copy], timeout, package.path, copy)
        code, report = _report([program, "--format=json", "--quiet", *_without_cache(options), copy], timeout, package.path, copy)
    row = error_row(package, "; ".join(error["message"] for error in report["errors"]), code)
    row["status"] = "error" if code not in (0, 1) else "findings" if report["findings"] else "clean"
    findings: List[Row] = []
    for finding in report["findings"]:
        known = {field: finding[field] for field in FINDING_FIELDS}
        known["file"] = _place_in(copy, known["file"])
        findings.append(known)
    row["findings"] = findings
    row["counts"] = dict(sorted(collections.Counter(finding["check"] for finding in findings).items()))
    for one in told["packages"]:
        written = one["writtenBy"] or {}
        row["torch_from"], row["torch_to"] = written.get("from", ""), written.get("to", "")
        row["devices"] = sorted({model["device"]["type"] for model in one["models"] if model["device"]["type"]})
        row["kernels"] = sum(len(model.get("kernels") or ()) for model in one["models"])
    return row


def _said(error: Exception) -> str:
    said = str(error)
    # Those of storages say little without their names.
    if not said or not isinstance(error, (OSError, SourceError)):
        said = f"{type(error).__name__}: {said}".rstrip(": ")
    return said.encode("utf-8", "backslashreplace").decode()


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def lint_batch(packages: Sequence[Package], options: Sequence[str], timeout: float) -> List[Row]:
    """A row for each package, in their order; ``seconds`` is CPU time of the program."""
    rows = []
    for package in packages:
        before = _children_seconds()
        try:
            row = _row_of(package, options, timeout)
        except _Failed as failed:
            row = error_row(package, str(failed), failed.exit_code)
        # One package must not end the run, whatever its storage raises.
        except Exception as error:
            row = error_row(package, _said(error))
        row["seconds"] = round(_children_seconds() - before, 4)
        rows.append(row)
    return rows
