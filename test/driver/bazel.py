# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints all targets of the workspace with the aspect, and says which actions of ours
bazel ran; those whose outcome it had, it does not run.

usage: bazel.py OUTPUT_ROOT ARGUMENT...

AOTI_TIDY_BAZEL_OPTIONS has more arguments: --override_repository=rules_cc=FOLDER for
a machine without a network.
"""
import json
import os
import subprocess
import sys


def spawns(text):
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        spawn, at = decoder.raw_decode(text, at)
        yield spawn
        while at < len(text) and text[at].isspace():
            at += 1


def main():
    root, *arguments = sys.argv[1:]
    os.makedirs(root, exist_ok=True)
    log = os.path.join(root, "spawns.json")
    # No server stays.
    code = subprocess.run(["bazel", "--batch", f"--output_user_root={root}", "build", "//...",
                           "--aspects", "@aoti_tidy//:aoti_tidy.bzl%aoti_tidy", *arguments, *os.environ.get("AOTI_TIDY_BAZEL_OPTIONS", "").split(),
                           f"--execution_log_json_file={log}"]).returncode
    if not os.path.exists(log):
        return code
    with open(log) as f:
        ran = [s for s in spawns(f.read()) if s["mnemonic"] == "AotiTidy"]
    print(f"AotiTidy actions: {len(ran)}")
    for outputs in sorted(s["listedOutputs"] for s in ran):
        print(outputs[0].split("/bin/", 1)[1])
    return code


sys.exit(main())
