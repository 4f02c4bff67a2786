# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What decides a row besides the package: the program, configurations, files of options."""

import dataclasses
import functools
import hashlib
import os
from typing import Any, Dict, List, Sequence

from aoti_tidy import program_path
from aoti_tidy.fleet._packages import Package, is_url

#: Where the program looks for a configuration, in a folder and above it.
_CONFIGURATIONS = ("aoti-tidy.toml", "pyproject.toml", ".clang-tidy")


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


def made_with(options: Sequence[str]) -> Dict[str, Any]:
    """Of all rows: which program, and what is in the files that the options name."""
    values = [option.partition("=")[2] if option.startswith("-") else option for option in options]
    return {"program": _hash_of(program_path()),
            "files": {value: _hash_of(value) for value in values if value and os.path.isfile(value)}}
