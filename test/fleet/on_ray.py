#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A registry linted on a Ray cluster of two machines, of which one is killed.

    on_ray.py FOLDER [COUNT]

The machines are raylets on this one. Runs: on this machine's cores; on the cluster,
by a path that is relative to another folder than the workers'; one half of which is
killed when a third is done; and where the run itself is killed and then repeated.
Each must have the same row for each package. Needs aoti_tidy with the extra 'fleet'.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import pyarrow.dataset
import ray
from ray.cluster_utils import Cluster

import aoti_tidy.fleet
from aoti_tidy.fleet import _engines

HERE = pathlib.Path(__file__).resolve().parent
FLEET = [sys.executable, "-m", "aoti_tidy.fleet"]


def rows(folder):
    """By package, without what differs from run to run."""
    table = pyarrow.dataset.dataset(sorted(folder.glob("part-*.parquet"))).to_table().to_pylist()
    found = {row["package"]: json.dumps({**row, "seconds": 0}, sort_keys=True) for row in table}
    assert len(found) == len(table), f"{len(table)} rows for {len(found)} packages"
    return found


def parts(folder):
    return sum(1 for _ in folder.glob("part-*.parquet"))


def when(condition, action):
    def wait():
        while not condition():
            time.sleep(0.05)
        action()
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()


def run(name, registry, out, *options, cwd=None):
    print(f"\n{name}")
    done = subprocess.run([*FLEET, str(registry), f"--out={out}", "--batch=16", *options], cwd=cwd)
    return done.returncode


def on_the_callers_ray(cluster, registry, folder):
    """What the caller has in Ray stays; machines with another aoti-tidy lint nothing."""
    ray.init(address=cluster.address, log_to_driver=False)
    kept = ray.put([1, 2])
    aoti_tidy.fleet.lint_packages([str(registry / "team0")], str(folder / "callers"), ray="auto")
    assert ray.get(kept) == [1, 2], "the caller's Ray is gone"
    program_hash = _engines.program_hash
    _engines.program_hash = lambda: "another"
    try:
        aoti_tidy.fleet.lint_packages([str(registry / "team0")], str(folder / "other-build"), ray="auto")
        raise AssertionError("another build on a machine went unseen")
    except aoti_tidy.fleet.EngineError as error:
        print(error)
    _engines.program_hash = program_hash
    ray.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    registry = folder / "registry"
    subprocess.run([sys.executable, HERE / "registry.py", registry, str(arguments.count)], check=True,
                   stdout=subprocess.DEVNULL)
    batches = -(-arguments.count // 16)

    run("on this machine's cores", registry, folder / "cores")
    expected = rows(folder / "cores")
    assert len(expected) == arguments.count

    url = f"file://{folder}"
    run("from a URL to a URL", f"{url}/registry", f"{url}/by-url")
    # Each of them was fetched.
    by_url = {name.partition("://")[2]: json.loads(row) for name, row in rows(folder / "by-url").items()}
    assert {name: row["counts"] for name, row in by_url.items()} == \
        {name: json.loads(row)["counts"] for name, row in expected.items()}, "counts differ by URL"

    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    cluster.add_node(num_cpus=1)
    victim = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()

    run("on Ray, by a relative path", "registry", "relative", f"--ray={cluster.address}", cwd=folder)
    assert rows(folder / "relative") == expected, "rows differ by a relative path"
    print(f"the same {len(expected):,} rows\n\non the caller's Ray")
    on_the_callers_ray(cluster, registry, folder)

    run("on a Ray of its own, beside the cluster", registry / "team0", folder / "local", "--ray=local", "--workers=1")
    own = rows(folder / "local")
    assert own and own.items() <= expected.items(), "rows differ on a Ray of its own"

    out = folder / "killed-worker"
    when(lambda: parts(out) >= batches // 3,
         lambda: (print("(one of two machines is killed now)", flush=True), cluster.remove_node(victim, allow_graceful=False)))
    run("on Ray, one of two machines killed", registry, out, f"--ray={cluster.address}")
    assert rows(out) == expected, "rows differ after a killed machine"
    print(f"the same {len(expected):,} rows")

    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    out = folder / "killed-run"
    print("\non Ray, the run itself killed")
    first = subprocess.Popen([*FLEET, str(registry), f"--out={out}", "--batch=16", f"--ray={cluster.address}"])
    while parts(out) < batches // 2 and first.poll() is None:
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.wait()
    print(f"killed with {len(rows(out)):,} rows written; once more:")
    run("", registry, out, f"--ray={cluster.address}")
    assert rows(out) == expected, "rows differ after a killed run"
    print(f"the same {len(expected):,} rows")
    cluster.shutdown()


if __name__ == "__main__":
    main()
