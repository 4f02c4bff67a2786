# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and explains its failure.

    python -m aoti_tidy.explain [OPTIONS] -- COMMAND...

What the command prints passes unchanged, and its exit code or signal is this one's. If
it fails, the program explains what it has printed, on standard error; OPTIONS are those of
'aoti-tidy explain': --package, --source, --format=github and so on.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any, List

from aoti_tidy import program_path

_USAGE = "usage: python -m aoti_tidy.explain [OPTIONS of 'aoti-tidy explain'] -- COMMAND..."


def explanation(log: str, options: List[str]) -> "subprocess.CompletedProcess[str]":
    """What the program says of a log, the path of a file."""
    return subprocess.run(
        [program_path(), "explain", *options, log],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace",
    )  # fmt: skip


def _pass_on(source: IO[bytes], to: IO[bytes], log: IO[bytes], lock: threading.Lock) -> None:
    """Passes on each piece as it comes; a reader that is gone ends nothing but that."""
    is_read = True
    while piece := os.read(source.fileno(), 1 << 16):
        with lock:
            log.write(piece)
        try:
            if is_read:
                to.write(piece)
                to.flush()
        except OSError:
            is_read = False


def _run(command: List[str], log: IO[bytes]) -> int:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        # Of what the terminal sends to both, or a supervisor to this, the command decides.
        def forward(number: int, _: Any) -> None:
            process.send_signal(number)

        signal.signal(signal.SIGINT, lambda *_: None)
        signal.signal(signal.SIGTERM, forward)
        lock = threading.Lock()
        pairs = [(process.stdout, sys.stdout.buffer), (process.stderr, sys.stderr.buffer)]
        threads = [threading.Thread(target=_pass_on, args=(*pair, log, lock)) for pair in pairs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return process.returncode


def _end_as(code: int) -> int:
    """Ends by the signal that ended the command; else returns its exit code."""
    if code >= 0 or os.name != "posix":
        return code
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the command has left its own
    if -code not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
    return 128 - code


def main(arguments: List[str]) -> int:
    if "--" not in arguments or arguments[-1] == "--":
        print(_USAGE, file=sys.stderr)
        return 2
    at = arguments.index("--")
    options, command = arguments[:at], arguments[at + 1 :]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "output.log")
        with open(path, "wb") as log:
            try:
                code = _run(command, log)
            except OSError as error:
                print(f"aoti_tidy.explain: cannot run '{command[0]}': {error.strerror}", file=sys.stderr)
                return 127
            if code < 0 and os.name == "posix":
                # As a shell says it.
                log.write(f"\n{signal.strsignal(-code)}\n".encode())
            size = log.tell()
        if code and size:
            try:
                said = explanation(path, options)
                print(f"\n{said.stdout}{said.stderr}", end="", file=sys.stderr, flush=True)
            except OSError as error:
                print(f"aoti_tidy.explain: {error}", file=sys.stderr, flush=True)
    return _end_as(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
