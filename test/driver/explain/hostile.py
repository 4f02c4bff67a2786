# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile.py AOTI_TIDY: logs that no program should print. The cause is found, the
memory stays small, and nothing of them reaches a terminal as it is."""
import os
import random
import resource
import subprocess
import sys
import tempfile

CAUSE = b"RuntimeError: Constant not found: bias\n"
rng = random.Random(18)
LOGS = {
    "escapes": b"\x1b]0;owned\x07\x1b[2J\x1b[31m" + b"RuntimeError: Constant not found: \x1b[5mbias\x1b[0m\x9b31m\n",
    "hidden": "RuntimeError: Constant not found: bias \u202e\u2066 gpj.exe\n".encode() + b"\x00\x00",
    "bytes": bytes(rng.randrange(256) for _ in range(200000)) + b"\n" + CAUSE,
    "utf-16": "RuntimeError: Constant not found: bias\n".encode("utf-16"),
    "one line": b"A" * 12_000_000 + b" " + CAUSE.rstrip() + b" " + b"B" * 12_000_000,
    "no newlines": CAUSE.rstrip() + b"\0" * 10_000_000,
    "carriage returns": b"\r".join(b"%d%%" % i for i in range(2000)) + b"\r" + CAUSE,
    "many": b"".join(b"[rank%d]: RuntimeError: Constant not found: bias\n" % (i % 8) for i in range(200000)),
    "many different": b"".join(b"RuntimeError: Constant not found: bias%d\n" % i for i in range(100000)),
    "many no match": b"".join(b"open '%d.pt2': ok, No such file or directory: x%d\n" % (i, i) for i in range(30000)) + CAUSE,
    "long name": b"RuntimeError: Constant not found: " + b"a.b" * 100000 + b"\n",
    "windows": CAUSE.replace(b"\n", b"\r\n"),
    "shell": b"RuntimeError: Constant not found: `$(reboot)`bias; rm -rf /\n" + CAUSE,
}

problems = []
for name, log in LOGS.items():
    with tempfile.NamedTemporaryFile() as file:
        file.write(log)
        file.flush()
        for form in ("text", "json", "markdown"):
            done = subprocess.run([sys.argv[1], "explain", f"--format={form}", file.name], capture_output=True, timeout=120,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
            if done.returncode != 0 or b"constants-unknown-name" not in done.stdout:
                problems.append(f"{name}, {form}: exit {done.returncode}: {done.stdout[:200]} {done.stderr[:200]}")
            text = done.stdout.decode("utf-8", "strict")
            bad = {c for c in text if c != "\n" and (ord(c) < 32 or 0x7f <= ord(c) < 0xa0 or c in "\u202e\u2066")}
            if bad:
                problems.append(f"{name}, {form}: writes {bad}")
            if len(text) > 8000:
                problems.append(f"{name}, {form}: {len(text)} characters")
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(f"{len(LOGS)} logs, at most {peak // 1024} MB")
if peak > 400_000:
    problems.append(f"{peak} kB of memory")
sys.exit("\n".join(problems) or 0)
