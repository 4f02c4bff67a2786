# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Static analysis for PyTorch's AOTInductor.

    import aoti_tidy

    report = aoti_tidy.lint(["serve.cpp", "export.py"], torch_version="2.13")
    for finding in report.findings:
        print(finding.file, finding.line, finding.message)

The program does the work; this runs it and reads its JSON report.
"""

import dataclasses
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from typing import Any, Dict, Iterable, List, Optional, Union

__all__ = [
    "Error", "Finding", "Fix", "LintError", "Note", "Report",
    "lint", "plugin_path", "program_path",
]

_Path = Union[str, "os.PathLike[str]"]


class LintError(Exception):
    """The program did not lint: its own sentence says why.

    ``exit_code`` is 2 for usage and configuration, and negative if a signal ended
    the program.
    """

    def __init__(self, message: str, exit_code: int):
        super().__init__(message)
        self.exit_code = exit_code


@dataclasses.dataclass(frozen=True)
class Note:
    """A second place of a finding; lines and columns count from 1, in bytes."""

    file: str
    line: int
    column: int
    message: str


@dataclasses.dataclass(frozen=True)
class Fix:
    """An edit: bytes ``offset`` to ``offset + length`` become ``replacement``."""

    file: str
    offset: int
    length: int
    replacement: str
    safe: bool


@dataclasses.dataclass(frozen=True)
class Finding:
    """``file`` is relative to the repository's root; a ``line`` of 0 is no place."""

    check: str
    severity: str
    tier: str
    file: str
    line: int
    column: int
    endLine: int
    endColumn: int
    message: str
    notes: List[Note]
    fixes: List[Fix]
    fingerprint: str


@dataclasses.dataclass(frozen=True)
class Error:
    """What could not be read or understood; findings in ``file`` may be missing."""

    file: str
    line: int
    column: int
    message: str


@dataclasses.dataclass(frozen=True)
class Report:
    """What the program reports of one run.

    ``exit_code`` is 0 for nothing found, 1 for findings, 3 if some file could not
    be read or parsed, 4 if the linter crashed over one. ``fixed`` counts what
    ``fix=True`` and the like have changed, which is not in ``findings``. ``json`` is
    the whole report, with the fields that docs/guides/json.md lists.
    """

    findings: List[Finding]
    errors: List[Error]
    exit_code: int
    json: Dict[str, Any]
    fixed: int = 0


def program_path() -> str:
    """The program that AOTI_TIDY_PROGRAM in the environment names; else the one that was
    installed with this package.

    Raises FileNotFoundError if it is not there.
    """
    named = os.environ.get("AOTI_TIDY_PROGRAM")
    if named:
        program = shutil.which(os.path.abspath(named))
        if program:
            return program
        raise FileNotFoundError(f"AOTI_TIDY_PROGRAM is '{named}', which cannot be run; name the program, or unset it")
    # pip install --target: beside the package, which the environment may have, too.
    schemes = [os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")]
    schemes.append(sysconfig.get_path("scripts"))
    if os.name == "posix":
        schemes.append(sysconfig.get_path("scripts", scheme="posix_user"))
    for folder in schemes:
        program = shutil.which("aoti-tidy", path=folder)
        if program:
            return program
    raise FileNotFoundError("the program 'aoti-tidy' is in none of " + ", ".join(schemes) + "; install the wheel again")


def plugin_path() -> str:
    """The plugin for clang-tidy 22: ``clang-tidy --load=PATH``."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "aoti-tidy-plugin.so")


# With these the program prints something else than one report.
_NO_REPORT = ("diff", "format", "h", "help", "list_checks", "o", "show_config", "version")


def _text(name: str, value: Any) -> str:
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)
    raise ValueError(f"the option '{name}' is {value!r}; it takes a text, a number or a path, a list of these, or True")


def _arguments(options: Dict[str, Any]) -> Iterable[str]:
    for name, value in options.items():
        if name.replace("-", "_") in _NO_REPORT:
            raise ValueError(f"lint() reads the JSON report itself, without '{name}'; for another one, run program_path()")
        # -j, -o, -p
        flag = "-" + name if len(name) == 1 else "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            yield flag
            continue
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            yield f"{flag}{_text(name, one)}" if len(name) == 1 else f"{flag}={_text(name, one)}"


def _known(kind: Any, fields: Dict[str, Any]) -> Dict[str, Any]:
    """Later versions of the report have more fields."""
    names = {field.name for field in dataclasses.fields(kind)}
    return {name: value for name, value in fields.items() if name in names}


def _finding(fields: Dict[str, Any]) -> Finding:
    known = _known(Finding, fields)
    known["notes"] = [Note(**_known(Note, note)) for note in fields["notes"]]
    known["fixes"] = [Fix(**_known(Fix, fix)) for fix in fields["fixes"]]
    return Finding(**known)


def lint(
    paths: Union[_Path, Iterable[_Path]],
    *,
    compiler_flags: Optional[Iterable[str]] = None,
    cwd: Optional[_Path] = None,
    **options: Any,
) -> Report:
    """Lints files and folders: C++, Python, packages.

    ``options`` are those of the program, with ``_`` for ``-``: ``checks="aoti-*"``,
    ``package=["a.pt2", "b.pt2"]``, ``torch_version="2.13"``, ``fix=True``.
    ``compiler_flags`` are what follows ``--`` on the command line; ``cwd`` is the
    folder that the program runs in.

    Raises ValueError for an option or a value that leads to no report, and LintError if
    nothing was linted. That some file could not be read is no
    such case: it is in the report's ``errors``, and its ``exit_code`` is 3.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    command = [program_path(), "--format=json", "--quiet", *_arguments(options)]
    # A name that begins with '-' or '@' is one, too.
    names = [os.fspath(path) for path in given]
    command += ["./" + name if name.startswith(("-", "@")) else name for name in names]
    if compiler_flags is not None:
        command += ["--", *compiler_flags]
    run = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        said = run.stderr.decode(errors="replace").strip()
        raise LintError(said or f"aoti-tidy ended with {run.returncode} and without a report", run.returncode) from None
    return Report(
        findings=[_finding(finding) for finding in report["findings"]],
        errors=[Error(**_known(Error, error)) for error in report["errors"]],
        exit_code=run.returncode,
        json=report,
        fixed=report.get("fixed", {}).get("findings", 0),
    )


def _main() -> int:
    """``python -m aoti_tidy`` is the program."""
    program = program_path()
    if os.name == "posix":
        os.execv(program, [program, *sys.argv[1:]])
    return subprocess.run([program, *sys.argv[1:]]).returncode
