# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests here look at and do."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time


def rows(folder):
    return [json.loads(line) for part in sorted(pathlib.Path(folder).glob("part-*.jsonl"))
            for line in part.read_text().split("\n") if line]


def show(folder):
    found = rows(folder)
    print(f"{len(found)} rows, {len({row['package'] for row in found})} packages")
    for row in sorted(found, key=lambda row: row["package"]):
        place = f" file={row['findings'][0]['file']}" if row["findings"] else ""
        print(os.path.basename(row["package"]), row["status"], row["devices"], row["counts"], place.strip())


def show_errors(folder):
    for row in sorted(rows(folder), key=lambda row: row["package"]):
        if row["status"] == "error":
            print(os.path.basename(row["package"]), row["exit_code"], row["error"])


def killing(packages, options, timeout):
    """lint_batch(), which is killed at one package: the first time, or always."""
    from aoti_tidy.fleet._work import lint_batch

    mark = os.environ["AOTI_TIDY_KILL"]
    if any("hits-3" in package.path for package in packages):
        if mark == "always":
            os.kill(os.getpid(), signal.SIGKILL)
        if not os.path.exists(mark):
            pathlib.Path(mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return lint_batch(packages, options, timeout)


def survive(site, registry, out):
    sys.path.insert(0, site)
    import aoti_tidy.fleet as fleet

    fleet.lint_batch = killing
    summary = fleet.lint_packages([registry], out, format="jsonl", workers=2, batch=4)
    found = rows(out)
    print(f"{summary.packages} packages, {len({row['package'] for row in found})} rows")
    print(f"lost workers: {'yes' if summary.lost_workers else 'no'}")
    for row in found:
        if row["status"] == "error":
            print(f"error: {row['package']}: {row['error']}")


def show_names(folder):
    for name in sorted(row["package"] for row in rows(folder)):
        print(name.encode("unicode_escape").decode())


def slow_and_deadly(packages, options, timeout):
    """Each takes a while, so that others are worked on when the bad one kills its worker."""
    from aoti_tidy.fleet._work import error_row

    if any(package.path.endswith("bad.pt2") for package in packages):
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.1 * len(packages))
    return [{**error_row(package, ""), "status": "clean"} for package in packages]


def poison(site, registry, out):
    sys.path.insert(0, site)
    import aoti_tidy.fleet as fleet

    fleet.lint_batch = slow_and_deadly
    for name in ["bad", *(f"good{number}" for number in range(19))]:
        pathlib.Path(registry, f"{name}.pt2").touch()
    fleet.lint_packages([registry], out, format="jsonl", workers=4, batch=4)
    print("not linted:", *(os.path.basename(row["package"]) for row in rows(out) if row["status"] == "error"))


def storage(site, registry, out):
    """One whose errors are its own kind, as those of S3 and GCS are."""
    sys.path.insert(0, site)
    import fsspec
    from fsspec.implementations.local import LocalFileSystem

    import aoti_tidy.fleet as fleet

    class HttpError(Exception):
        pass

    class Sick(LocalFileSystem):
        protocol = "sick"

        def info(self, path, **options):
            if isinstance(path, str) and "-1.pt2" in path:
                raise HttpError("429 Too Many Requests")
            return super().info(path, **options)

        def find(self, path, **options):
            if path == "closed":
                raise HttpError("403 Forbidden")
            return super().find(path, **options)

        def get_file(self, path, copy, **options):
            if "-0.pt2" in path:
                raise HttpError("503 Service Unavailable")
            return super().get_file(path, copy, **options)

        @classmethod
        def _strip_protocol(cls, path):
            return os.fspath(path).replace("sick://", "")

        def unstrip_protocol(self, path):
            return "sick://" + path

    fsspec.register_implementation("sick", Sick)
    manifest = pathlib.Path(out + ".txt")
    manifest.write_text(f"sick://{registry}/one-1.pt2\n")
    fleet.lint_packages([f"sick://{registry}"], out, manifests=[str(manifest)], format="jsonl", workers=1)
    for row in sorted(rows(out), key=lambda row: row["package"]):
        print(row["package"].rpartition("/")[2], row["status"], row["error"])
    # They are to be compared over runs and machines: nothing of where one is linted is in them.
    fleet.lint_packages([registry], out + "-local", format="jsonl", workers=1)
    prints = [{finding["fingerprint"] for row in rows(folder) if row["package"].endswith("one-2.pt2")
               for finding in row["findings"]} for folder in (out, out + "-local")]
    print("same fingerprints:", prints[0] == prints[1])
    try:
        fleet.lint_packages(["sick://closed"], out, format="jsonl")
    except fleet.SourceError as error:
        print(f"SourceError: {error}")


def with_mark(mark):
    """Processes of this user that have it in their environment."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and mark.encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def wait_for(condition):
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.1)
    return False


def signalled(site, registry, out, name):
    """What stays of a run that gets a signal while its workers run the program."""
    # What a shell runs in the background has no Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    mark = f"AOTI_TIDY_MARK={os.getpid()}-{name}"
    run = subprocess.Popen([sys.executable, "-m", "aoti_tidy.fleet", registry, f"--out={out}", "--format=jsonl",
                            "--workers=2", "--batch=1"],
                           env={**os.environ, "PYTHONPATH": site, **dict([mark.split("=")])}, stderr=subprocess.PIPE, text=True)
    print("began:", wait_for(lambda: sum(process.startswith("sleep") for process in with_mark(mark)) == 2))
    run.send_signal(getattr(signal, name))
    # Nothing may hold it open.
    print(name, run.wait(), run.stderr.read().strip())
    wait_for(lambda: not with_mark(mark))
    print("left:", with_mark(mark))


def damage(folder, text):
    next(pathlib.Path(folder).glob("part-*.jsonl")).write_text(text)


def flip(site, folder, kind):
    """Each byte of a part in turn."""
    sys.path.insert(0, site)
    from aoti_tidy.fleet._packages import Package
    from aoti_tidy.fleet._results import Results, ResultsError
    from aoti_tidy.fleet._work import error_row

    results = Results(folder, kind, {})
    row = {**error_row(Package("a.pt2", 3, "3-1"), "cut off"), "counts": {"aoti-x": 2}}
    results.add([row, {**row, "package": "b\u2028\x85.pt2"}])
    part, = results.parts()
    assert [row["package"] for row in results.read(part)] == ["a.pt2", "b\u2028\x85.pt2"]
    path = pathlib.Path(folder, part)
    content = path.read_bytes()
    silent = []
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1:])
        try:
            results.read(part)
            silent.append(place)
        except ResultsError:
            pass
    print(f"{kind}: {len(silent)} of all flips were read")
    # Another run may have replaced it since parts() was asked.
    path.unlink()
    try:
        results.read(part)
    except ResultsError as error:
        print(f"gone: {error}")


def abandoned(folder):
    """What a run that was killed has left, long ago and just now."""
    for name, age in ("old", 2 * 86400), ("new", 60):
        path = pathlib.Path(folder, f".aoti-tidy-{name}")
        path.touch()
        os.utime(path, (time.time() - age,) * 2)


if __name__ == "__main__":
    {"rows": show, "errors": show_errors, "names": show_names, "killed": survive, "poison": poison, "storage": storage,
     "signal": signalled, "damage": damage, "flip": flip, "abandoned": abandoned}[sys.argv[1]](*sys.argv[2:])
