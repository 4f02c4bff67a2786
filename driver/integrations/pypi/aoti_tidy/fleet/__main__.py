# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""``python -m aoti_tidy.fleet``"""

import argparse
import os
import signal
import sys
from typing import Any

from aoti_tidy import LintError
from aoti_tidy.fleet import EngineError, ResultsError, SourceError, Summary, lint_packages
from aoti_tidy.fleet._packages import as_utf8


class _Terminated(KeyboardInterrupt):
    """SIGTERM, which else would leave workers and half-written files behind."""


def _terminate(*_: Any) -> None:
    raise _Terminated


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _print(summary: Summary, out: str) -> None:
    print(f"{_counted(summary.packages, 'package', 'packages')}: {summary.clean:,} clean, "
          f"{summary.with_findings:,} with findings, {summary.errors:,} not linted")
    for check, count in summary.counts.most_common():
        print(f"  {count:9,}  {check}")
    if summary.lost_workers:
        print(f"{_counted(summary.lost_workers, 'batch', 'batches')} lost with a worker, and linted by others")
    if summary.linted and summary.seconds:
        rate = summary.linted / summary.seconds
        print(f"{summary.linted:,} linted in {summary.elapsed:.1f} s; {rate:.1f} for each second of CPU: "
              f"100,000 such packages take {100_000 / rate / 3600:.2f} hours of one core")
    if summary.errors:
        print("rows of status 'error' say why a package was not linted; --retry-errors tries them again")
    print(f"results are in {as_utf8(out)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m aoti_tidy.fleet", description="Lints a registry of packages; a row for each.",
        epilog="exit code: 0 nothing found, 1 findings, 2 usage, 3 some package was not linted")
    parser.add_argument("source", nargs="*", help="a folder, a package, or a URL that fsspec opens (s3://…)")
    parser.add_argument("--manifest", action="append", default=[], metavar="FILE",
                        help="a list of packages: a path or URL in a line, or JSON with the key 'package'")
    parser.add_argument("--out", required=True, metavar="FOLDER",
                        help="where the rows go, a folder or a URL; a run with the same goes on")
    parser.add_argument("--format", choices=("parquet", "jsonl"), default="parquet")
    parser.add_argument("--ray", nargs="?", const="auto", default="", metavar="ADDRESS",
                        help="work on Ray: the cluster's address, 'auto', or 'local'; else on this machine's cores")
    parser.add_argument("--workers", type=int, help="at most so many at a time")
    parser.add_argument("--batch", type=int, default=32, help="packages that a worker gets at a time (default: 32)")
    parser.add_argument("--timeout", type=float, default=600.0, metavar="SECONDS", help="for one package (default: 600)")
    parser.add_argument("--retry-errors", action="store_true", help="try those again that were not linted")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION",
                        help="of aoti-tidy: --option=--checks=aoti-unchecked-input")
    arguments = parser.parse_args()
    if not arguments.source and not arguments.manifest:
        parser.error("nothing to lint: name a folder, a package or a URL, or a --manifest")
    if arguments.batch < 1 or (arguments.workers is not None and arguments.workers < 1):
        parser.error("--batch and --workers are 1 or more")

    def progress(done: int, of: int) -> None:
        print(f"\r{done:,} of {of:,} packages", end="", file=sys.stderr, flush=True)

    signal.signal(signal.SIGTERM, _terminate)
    shown = sys.stderr.isatty() and not arguments.quiet
    try:
        summary = lint_packages(
            arguments.source, arguments.out, manifests=arguments.manifest, ray=arguments.ray,
            workers=arguments.workers, format=arguments.format, options=arguments.option, batch=arguments.batch,
            timeout=arguments.timeout, retry_errors=arguments.retry_errors, progress=progress if shown else None)
    except (SourceError, EngineError, ResultsError, LintError, FileNotFoundError) as error:
        print(f"aoti_tidy.fleet: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as signalled:
        print("aoti_tidy.fleet: interrupted; the same command goes on", file=sys.stderr)
        return 143 if isinstance(signalled, _Terminated) else 130
    if shown:
        print(file=sys.stderr)
    if summary.left_out:
        links = ", ".join(path if path.isprintable() else ascii(path) for path in summary.left_out)
        print(f"aoti_tidy.fleet: left out: {links} (links to folders elsewhere); name them to lint them", file=sys.stderr)
    if not summary.packages:
        print("aoti_tidy.fleet: no package was found: none of the sources has a file '*.pt2'", file=sys.stderr)
        return 2
    try:
        _print(summary, arguments.out)
    except BrokenPipeError:
        # 'head' has what it wanted; Python itself would try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 3 if summary.errors else 1 if summary.with_findings else 0


if __name__ == "__main__":
    sys.exit(main())
