#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs all fuzz targets: campaign.py BIN OUT MINUTES [TARGET...]

BIN holds the targets (fuzz-python, ...), OUT/seeds what seeds.py made. What is
found stays in OUT/corpus for the next campaign, crashers lie in OUT/crashes.
MINUTES are each target's on the clock; as many targets run at once as there are
cores. Prints what each did, with the minutes of CPU time that it had, and exits
with 1 if one crashed.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

TARGETS = ("package", "library", "wrapper", "kernel", "triton", "prover", "python", "notebook", "markdown",
           "suppressions", "configuration", "log")
# Our LLVM is not instrumented: containers that cross the border look overflown.
SANITIZERS = {"ASAN_OPTIONS": "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0",
              "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}


def run(binaries, out, minutes, target):
    corpus, crashes = out / "corpus" / target, out / "crashes" / target
    corpus.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(parents=True, exist_ok=True)
    seeds = out / "seeds" / target
    # A log is read in parts from 64 KB on. The prover's whole budget takes 15 seconds under the sanitizers, on a core
    # of its own.
    longest = 1 << (17 if target == "log" else 16)
    command = [binaries / f"fuzz-{target}", f"-max_total_time={round(60 * minutes)}", "-rss_limit_mb=2048",
               "-timeout=60", "-report_slow_units=60", f"-max_len={longest}", "-print_final_stats=1",
               f"-artifact_prefix={crashes}/", corpus, *([seeds] if seeds.is_dir() else [])]
    log = out / f"{target}.log"
    with open(log, "w") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, **SANITIZERS})
        _, ending, usage = os.wait4(process.pid, 0)
        status = process.returncode = os.waitstatus_to_exitcode(ending)
    text = log.read_text(errors="replace")

    def last(pattern):
        found = re.findall(pattern, text)
        return found[-1] if found else "?"

    return (target, f"{(usage.ru_utime + usage.ru_stime) / 60:.1f}", last(r"stat::number_of_executed_units: (\d+)"),
            last(r"cov: (\d+)"), last(r"stat::peak_rss_mb:\s+(\d+)"), len(list(crashes.iterdir())), status)


def main():
    binaries, out, minutes = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), float(sys.argv[3])
    targets = sys.argv[4:] or TARGETS
    unknown = sorted(set(targets) - set(TARGETS))
    if unknown:
        sys.exit(f"no target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    failed = False
    print(f"{'target':14} {'minutes':>7} {'runs':>10} {'edges':>7} {'MB':>6} {'crashers':>8}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for target, spent, runs, edges, megabytes, crashers, status in pool.map(
                lambda t: run(binaries, out, minutes, t), targets):
            print(f"{target:14} {spent:>7} {runs:>10} {edges:>7} {megabytes:>6} {crashers:>8}", flush=True)
            failed |= status != 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
