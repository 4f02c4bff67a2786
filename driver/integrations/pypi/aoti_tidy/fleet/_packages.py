# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which packages there are, and how one comes to the machine that lints it."""

import contextlib
import dataclasses
import json
import os
import shutil
import tempfile
from typing import Any, Dict, Iterable, Iterator, List, Tuple


class SourceError(Exception):
    """Packages could not be listed; the message says which and why."""


@dataclasses.dataclass(frozen=True)
class Package:
    """A package of a registry.

    ``version`` stands for its content as the storage tells it, size and time or a
    checksum, and is empty where nothing tells it: such a package is never taken
    for one that was linted before.
    """

    path: str
    size: int
    version: str

    @property
    def name(self) -> str:
        """The path in rows, whose text is UTF-8: what is not is escaped."""
        return as_utf8(self.path)


def as_utf8(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def is_url(path: str) -> bool:
    return "://" in path


def file_system(url: str) -> Tuple[Any, str]:
    """The fsspec file system of a URL, and the path in it."""
    try:
        import fsspec
    except ImportError:
        raise SourceError(f"'{url}' is a URL, which needs fsspec; pip install 'aoti-tidy[fleet]'") from None
    try:
        return fsspec.core.url_to_fs(url)
    # Each kind of storage has errors of its own: no credentials, say.
    except Exception as error:
        raise SourceError(f"'{url}' cannot be opened: {error}") from None


def _remote(url: str, info: Dict[str, Any]) -> Package:
    # Each kind of storage has its own name for what changes with the content.
    for key in ("ETag", "etag", "md5Hash", "content_md5", "generation", "VersionId", "mtime", "LastModified", "created"):
        if info.get(key):
            return Package(url, int(info.get("size") or 0), f"{info.get('size')}-{info[key]}")
    return Package(url, int(info.get("size") or 0), "")


def _local(path: str) -> Package:
    try:
        status = os.stat(path)
    except OSError:
        # It has a row that says so.
        return Package(path, 0, "")
    return Package(path, status.st_size, f"{status.st_size}-{status.st_mtime_ns}")


def _fail(error: OSError) -> None:
    raise error


def _leads_out(link: str, folder: str) -> bool:
    """What a link leads to inside of the folder is seen there."""
    folder, target = os.path.realpath(folder), os.path.realpath(link)
    return os.path.commonpath([folder, target]) != folder


def _in_folder(folder: str, left_out: List[str]) -> Iterator[Package]:
    try:
        for parent, folders, names in os.walk(folder, onerror=_fail):
            folders.sort()
            # Not followed, as the program does not: they may lead in circles.
            links = [path for path in (os.path.join(parent, name) for name in folders) if os.path.islink(path)]
            left_out += [path for path in links if _leads_out(path, folder)]
            for name in sorted(names):
                if name.endswith(".pt2"):
                    yield _local(os.path.join(parent, name))
    except OSError as error:
        raise SourceError(f"cannot read '{error.filename}': {error.strerror}") from None


def _at_url(url: str) -> Iterator[Package]:
    system, root = file_system(url)
    try:
        found = system.find(root, detail=True)
    except Exception as error:
        raise SourceError(f"'{url}' cannot be listed: {error}") from None
    for path in sorted(found):
        if path.endswith(".pt2"):
            yield _remote(system.unstrip_protocol(path), found[path])


def _one(path: str) -> Package:
    if not is_url(path):
        return _local(path)
    system, inside = file_system(path)
    try:
        return _remote(path, system.info(inside))
    except Exception:
        # It has a row that says so, unless the worker has more luck.
        return Package(path, 0, "")


def _lines_of(manifest: str) -> List[str]:
    try:
        if is_url(manifest):
            system, inside = file_system(manifest)
            content = system.cat_file(inside)
        else:
            with open(manifest, "rb") as file:
                content = file.read()
        # Some editors of Windows begin a file with a mark. No splitlines(): a name
        # may have what else ends a line to Unicode.
        return content.decode("utf-8-sig").split("\n")
    except SourceError:
        raise
    except Exception as error:
        raise SourceError(f"the manifest '{manifest}' cannot be read: {error}") from None


def _can_be_a_name(path: str) -> bool:
    try:
        return b"\0" not in path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False


def _in_manifest(manifest: str) -> Iterator[Package]:
    parent = manifest.rpartition("/")[0] if is_url(manifest) else os.path.dirname(os.path.abspath(manifest))
    for number, line in enumerate(_lines_of(manifest), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        path = line
        if line.startswith("{"):
            try:
                path = json.loads(line)["package"]
                if not isinstance(path, str) or not path:
                    raise TypeError
            except (ValueError, KeyError, TypeError):
                raise SourceError(
                    f"{manifest}:{number}: a line of JSON has the path or URL as the string 'package'") from None
        if not _can_be_a_name(path):
            raise SourceError(f"{manifest}:{number}: {path!r} cannot be the name of a file")
        if not is_url(path) and not os.path.isabs(path):
            path = f"{parent}/{path}"
        # The same file has one name, however it is written.
        yield _one(path if is_url(path) else os.path.abspath(path))


def packages(sources: Iterable[str], manifests: Iterable[str]) -> Tuple[List[Package], List[str]]:
    """All packages of folders, files and URLs, and of manifests, each once; and the
    folders that were not searched, since they are links to elsewhere.

    Paths become absolute: workers need not run in the folder that the caller is in.
    Folders and URLs are searched for ``*.pt2``. A manifest has one path or URL in a
    line, or an object of JSON with the key ``package``; its relative paths are
    those of its own folder. What is named and not there is a package, too: its row
    says that it is missing.

    Raises SourceError if something cannot be listed.
    """
    found: Dict[str, Package] = {}
    left_out: List[str] = []
    for source in sources:
        if not _can_be_a_name(source):
            raise SourceError(f"{source!r} cannot be the name of a file")
        if not is_url(source):
            source = os.path.abspath(source)
        if source.endswith(".pt2") and not os.path.isdir(source):
            listed: Iterable[Package] = [_one(source)]
        elif is_url(source):
            listed = _at_url(source)
        elif os.path.isdir(source):
            listed = _in_folder(source, left_out)
        else:
            raise SourceError(f"'{source}' is no folder, no URL and no package; --manifest reads a list of packages")
        found.update((package.path, package) for package in listed)
    for manifest in manifests:
        found.update((package.path, package) for package in _in_manifest(manifest))
    return list(found.values()), left_out


@contextlib.contextmanager
def local_copy(path: str) -> Iterator[str]:
    """A path that the program can read; one fetched for it is deleted afterwards.

    Raises OSError if it cannot be read.
    """
    if not is_url(path):
        yield path
        return
    system, inside = file_system(path)
    folder = tempfile.mkdtemp(prefix="aoti-tidy-")
    try:
        # The name is in the program's messages.
        copy = os.path.join(folder, os.path.basename(inside) or "package.pt2")
        system.get_file(inside, copy)
        yield copy
    finally:
        shutil.rmtree(folder, ignore_errors=True)
