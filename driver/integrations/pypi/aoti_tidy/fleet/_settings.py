# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What decides a row besides the package: the program, its options, configurations."""

import dataclasses
import functools
import hashlib
import os
from typing import Any, Dict, List, Sequence

from aoti_tidy import LintError, program_path
from aoti_tidy.fleet._packages import Package, is_url

#: Where the program looks for a configuration, in a folder and above it.
_CONFIGURATIONS = ("aoti-tidy.toml", "pyproject.toml", ".clang-tidy")
#: Options of the program that may decide a row, and their values. Those of its
#: report are no options here, since the row is made of the report; nor those that
#: are about one package of all.
_OPTIONS = {
    "cache-dir": "DIR", "checks": "GLOBS", "config": "YAML", "config-file": "FILE",
    "file-timeout": "SECONDS", "ignore-suppressions": "", "no-cache": "",
    "report-unused-suppressions": "", "require-suppression-reasons": "", "torch-include": "DIR",
    "torch-version": "X.Y", "warnings-as-errors": "GLOBS",
}


def _hash_of(path: str) -> str:
    """Of a file's text; empty if there is none."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") \
                else hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


@functools.lru_cache(maxsize=None)
def _around(folder: str) -> str:
    """The configurations that may apply to a folder."""
    above = os.path.dirname(folder)
    own = [_hash_of(os.path.join(folder, name)) for name in _CONFIGURATIONS]
    return (_around(above) if above != folder else "") + (",".join(own) if any(own) else "")


def with_settings(packages: Sequence[Package]) -> List[Package]:
    """The packages, with versions that change with what the program reads beside them."""
    _around.cache_clear()
    found = []
    for package in packages:
        # Of a URL, the package alone is fetched.
        if package.version and not is_url(package.path):
            path = os.path.realpath(package.path)
            read = _around(os.path.dirname(path)) + ";" + _hash_of(package.path + ".suppressions")
            if read != ";":
                version = f"{package.version}-{hashlib.sha256(read.encode()).hexdigest()[:16]}"
                package = dataclasses.replace(package, version=version)
        found.append(package)
    return found


def own_options(options: Sequence[str]) -> List[str]:
    """The program's options as workers get them: their paths are absolute.

    Raises LintError for one that is not for rows.
    """
    taken = []
    for option in options:
        name, equals, value = option.partition("=")
        # '-checks=…' is as good, as in clang-tidy.
        name = name[2:] if name.startswith("--") else name[1:] if name.startswith("-") else ""
        if name not in _OPTIONS:
            known = ", ".join(f"--{one}={of}" if of else f"--{one}" for one, of in _OPTIONS.items())
            raise LintError(f"'{option}' cannot be given for a registry, whose rows are made of the program's report; "
                            f"these can: {known}", 2)
        if _OPTIONS[name] and not equals:
            raise LintError(f"'{option}' has no value; write --option=--{name}={_OPTIONS[name]}", 2)
        if _OPTIONS[name] in ("FILE", "DIR") and value:
            value = os.path.abspath(value)
        taken.append(f"--{name}{equals}{value}")
    return taken


def program_hash() -> str:
    return _hash_of(program_path())


def made_with(options: Sequence[str]) -> Dict[str, Any]:
    """Of all rows: which program, and what is in the files that the options name."""
    values = [option.partition("=")[2] for option in options]
    return {"program": program_hash(),
            "files": {value: _hash_of(value) for value in values if os.path.isfile(value)}}
