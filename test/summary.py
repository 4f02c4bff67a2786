#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums up the XML reports of lit and GoogleTest in a folder.

    summary.py [--exit-status N] FOLDER

The last line on stdout is 'N passed, M failed', with ', K skipped' if any were.
Exits with 0 only if tests ran, none failed and the runners' own exit status,
given with --exit-status, was 0.
"""
import argparse
import pathlib
import sys
import xml.etree.ElementTree as ET


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    # lit: UNSUPPORTED. GoogleTest: GTEST_SKIP and DISABLED_.
    if case.find("skipped") is not None or case.get("status") == "notrun":
        return "skipped"
    return "passed"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--exit-status", type=int, default=0)
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()

    count = {"passed": 0, "failed": 0, "skipped": 0}
    failed = []
    for report in sorted(args.folder.glob("*.xml")):
        try:
            cases = list(ET.parse(report).iter("testcase"))
        except ET.ParseError as error:
            print(f"{report}: {error}: counted as one failure", file=sys.stderr)
            count["failed"] += 1
            continue
        for case in cases:
            result = outcome(case)
            count[result] += 1
            if result == "failed":
                failed.append(f"{case.get('classname')}: {case.get('name')}")

    # A build error, a runner that crashed before it could write its report.
    if args.exit_status and not count["failed"]:
        print(f"the test run broke off with exit status {args.exit_status}: "
              "counted as one failure", file=sys.stderr)
        count["failed"] = 1
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    if not count["passed"] and not count["failed"]:
        print("no test ran", file=sys.stderr)

    skipped = f", {count['skipped']} skipped" if count["skipped"] else ""
    # The order of the two streams is the reader's order.
    sys.stderr.flush()
    print(f"{count['passed']} passed, {count['failed']} failed{skipped}", flush=True)
    return 0 if count["passed"] and not count["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
