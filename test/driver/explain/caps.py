# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""caps.py AOTI_TIDY: lines that only look like an error hide none that is one, however
many there are, and a log of words of signs is read in linear time."""
import json
import resource
import subprocess
import sys

UNKNOWN = "RuntimeError: Constant not found: bias\n"
LOGS = {
    "written kernels": ("".join(f"INFO wrote k{i}.cubin\n" for i in range(70)) + "RuntimeError: cannot open /srv/model/k3.cubin\n", "cubin-missing"),
    "missing files": ("".join(f"stat: No such file or directory: '/data/img{i}.txt', skipped\n" for i in range(25000))
                      + "FileNotFoundError: [Errno 2] No such file or directory: '/srv/ranker.pt2'\n", "package-not-found"),
    "words in code": (('"raise ' + ".pt2 mmap " * 6500 + "\n") * 40 + UNKNOWN, "constants-unknown-name"),
    "words in JSON": (('{"m": "' + ".pt2 mmap \\n" * 5500 + '"}\n') * 20 + UNKNOWN, "constants-unknown-name"),
    "open JSON": (('{"' + '[{"' * 20000 + "\n") * 20 + UNKNOWN, "constants-unknown-name"),
    "words of frames": ("INFO step of torch training\n" * 20005 + "Traceback (most recent call last):\n"
                        '  File "/usr/lib/python3/site-packages/torch/_meta_registrations.py", line 2110, in meta_conv\n'
                        '    raise RuntimeError("the weight is too long")\nRuntimeError: the weight is too long\n', "op-input"),
}
problems = []
for name, (log, cause) in LOGS.items():
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([sys.argv[1], "explain", "--format=json"], input=log, capture_output=True, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    causes = json.loads(done.stdout)["causes"] if done.stdout else []
    if not causes or causes[0]["id"] != cause:
        problems.append(f"{name}: exit {done.returncode}: {[c['id'] for c in causes]} {done.stderr}")
    if seconds > 20:
        problems.append(f"{name}: {seconds:.0f} s")

# Where lines are passed over, it is said.
log = "".join(f"No such file or directory: {'abcdefghij'[i % 10] * (i // 10 % 90)}{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676 % 26)}{chr(97 + i // 17576)}\n" for i in range(30000))
done = subprocess.run([sys.argv[1], "explain", "--format=json"], input=log, capture_output=True, text=True)
if not any("'No such file or directory' is in so many lines" in n for n in json.loads(done.stdout)["notes"]):
    problems.append(f"nothing said of lines passed over: {done.stdout[-300:]}")
sys.exit("\n".join(problems) or 0)
