# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What fleet.test looks at and does."""
import json
import os
import pathlib
import signal
import sys


def rows(folder):
    return [json.loads(line) for part in sorted(pathlib.Path(folder).glob("part-*.jsonl"))
            for line in part.read_text().splitlines()]


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


def damage(folder):
    next(pathlib.Path(folder).glob("part-*.jsonl")).write_text('{"package": "x"}\n{"pack')


if __name__ == "__main__":
    {"rows": show, "errors": show_errors, "killed": survive, "damage": damage}[sys.argv[1]](*sys.argv[2:])
