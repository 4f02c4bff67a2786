# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where batches are worked on: processes of this machine, or Ray's workers."""

import contextlib
import functools
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from aoti_tidy.fleet._settings import program_hash


class EngineError(Exception):
    """The engine cannot be started, or cannot go on; the message has the cure."""


#: A batch's number, and its rows or what went wrong with its worker.
Outcome = Tuple[int, Optional[List[Any]], str]


def _end_with_caller() -> None:
    """Leaves nothing behind of a worker whose caller was killed, nor of what it runs."""
    caller = multiprocessing.parent_process()
    assert caller
    caller.join()
    os.killpg(0, signal.SIGKILL)


def _serve(connection: Any) -> None:
    """A worker: work comes in, results go out."""
    # A group of its own: what it runs can be ended with it, and Ctrl-C is the caller's.
    os.setpgid(0, 0)
    # The caller may have its own ways with these.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_caller, daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            work, arguments = connection.recv()
            connection.send(work(*arguments))


class _Worker:
    def __init__(self) -> None:
        self.batch: Optional[int] = None
        self.connection, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def is_alive(self) -> bool:
        # Process.is_alive() would reap it, and its group's number might be another's then.
        return not multiprocessing.connection.wait([self._process.sentinel], 0)

    def ends(self) -> List[Any]:
        """One of them is ready when it has sent something, or is dead."""
        return [self.connection, self._process.sentinel]

    def end(self) -> str:
        """With all that it runs; says how it had ended if it had."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        # It may not have made its group yet.
        self._process.kill()
        self._process.join()
        self.connection.close()
        code = self._process.exitcode
        return f"signal {-code} ended it" if code is not None and code < 0 else f"it ended with exit code {code}"


class Processes:
    """Workers on this machine.

    No ProcessPoolExecutor: when one process of that dies, the work of all others is
    lost, too, and nobody knows whose package it was.
    """

    def __init__(self, workers: Optional[int]):
        self._count = workers or len(os.sched_getaffinity(0))
        self._workers: List[_Worker] = []

    def _busy(self) -> List[_Worker]:
        return [worker for worker in self._workers if worker.batch is not None]

    def pending(self) -> int:
        return len(self._busy())

    def room(self) -> bool:
        return self.pending() < self._count

    def _idle(self) -> _Worker:
        for worker in [worker for worker in self._workers if worker.batch is None]:
            if worker.is_alive():
                return worker
            self._drop(worker)
        try:
            self._workers.append(_Worker())
        except OSError as error:
            raise EngineError(f"no worker can be started: {error}; take fewer with --workers") from None
        return self._workers[-1]

    def _drop(self, worker: _Worker) -> str:
        self._workers.remove(worker)
        return worker.end()

    def submit(self, number: int, work: Callable[..., Any], *arguments: Any) -> None:
        worker = self._idle()
        worker.batch = number
        # One that dies just now is found by finished().
        with contextlib.suppress(ConnectionError):
            worker.connection.send((work, arguments))

    def finished(self) -> Iterator[Outcome]:
        """Waits for at least one batch."""
        busy = self._busy()
        multiprocessing.connection.wait([end for worker in busy for end in worker.ends()])
        for worker in busy:
            # In this order: the last that it did may have been to send.
            alive = worker.is_alive()
            number = worker.batch
            assert number is not None
            try:
                if worker.connection.poll():
                    rows = worker.connection.recv()
                    worker.batch = None
                    yield number, rows, ""
                    continue
            except (EOFError, ConnectionError):
                alive = False
            if not alive:
                yield number, None, self._drop(worker)

    def close(self) -> None:
        while self._workers:
            self._drop(self._workers[-1])


class _OtherProgram(Exception):
    """Rows of two builds of aoti-tidy do not mean the same."""


@functools.lru_cache(maxsize=None)
def _hash_here() -> str:
    return program_hash()


def _work_on_machine(program: str, work: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
    if _hash_here() != program:
        raise _OtherProgram(os.uname().nodename)
    return work(*arguments)


class Ray:
    """Workers of a Ray cluster, or of one that is started on this machine.

    Each of its machines has this build of aoti-tidy installed, and reads local paths
    itself.
    """

    def __init__(self, address: str, workers: Optional[int]):
        try:
            import ray
        except ImportError:
            raise EngineError("--ray needs Ray; pip install 'aoti-tidy[fleet]'") from None
        self._ray = ray
        # What the caller has started, and what is in it, stays the caller's.
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            before = signal.getsignal(signal.SIGTERM)
            try:
                # To Ray, too, 'local' is a new one; without an address it takes one that runs here.
                ray.init(address=address, num_cpus=workers if address == "local" else None,
                         log_to_driver=False, configure_logging=False, include_dashboard=False if address == "local" else None)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise EngineError(f"no Ray at '{address}': {error}") from None
            # Ray sets one of its own.
            if callable(before) and threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, before)
        self._limit = workers
        self._program = program_hash()
        # What a lost worker had is counted and submitted again by the caller.
        self._remote = ray.remote(num_cpus=1, max_retries=0)(_work_on_machine)
        self._pending: Dict[Any, int] = {}

    def pending(self) -> int:
        return len(self._pending)

    def room(self) -> bool:
        # Machines come and go.
        count = int(self._ray.cluster_resources().get("CPU", 1))
        # A worker never waits, and a lost cluster has not all of the work.
        return self.pending() < 2 * max(1, min(count, self._limit or count))

    def submit(self, number: int, work: Callable[..., Any], *arguments: Any) -> None:
        self._pending[self._remote.remote(self._program, work, arguments)] = number

    def finished(self) -> Iterator[Outcome]:
        """Waits for at least one batch."""
        done, _ = self._ray.wait(list(self._pending), num_returns=1)
        for reference in done:
            number = self._pending.pop(reference)
            try:
                yield number, self._ray.get(reference), ""
            except self._ray.exceptions.RayTaskError as error:
                # No loss of a worker: each of them would fail so.
                if isinstance(error.cause, _OtherProgram):
                    raise EngineError(f"the machine '{error.cause}' of the cluster has another build of aoti-tidy than "
                                      "this one; install the same on each") from None
                raise EngineError("a worker of Ray cannot lint; is aoti-tidy installed on each machine of the "
                                  f"cluster? {str(error.cause)}") from None
            except self._ray.exceptions.RayError as error:
                yield number, None, str(error).split("\n", 1)[0]

    def close(self) -> None:
        for reference in self._pending:
            self._ray.cancel(reference, force=True)
        if self._is_ours:
            self._ray.shutdown()
