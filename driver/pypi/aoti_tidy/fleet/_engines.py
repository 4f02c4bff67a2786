# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where batches are worked on: processes of this machine, or Ray's workers."""

import concurrent.futures
import os
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple


class EngineError(Exception):
    """The engine cannot be started; the message has the cure."""


#: A batch's number, and its rows or what went wrong with its worker.
Outcome = Tuple[int, Optional[List[Any]], str]


class Processes:
    """Workers on this machine."""

    name = "processes of this machine"

    def __init__(self, workers: Optional[int]):
        self._count = workers or len(os.sched_getaffinity(0))
        self._pool = concurrent.futures.ProcessPoolExecutor(self._count)
        self._pending: Dict[Any, int] = {}

    def workers(self) -> int:
        return self._count

    def pending(self) -> int:
        return len(self._pending)

    def submit(self, number: int, work: Callable[..., Any], *arguments: Any) -> None:
        try:
            future = self._pool.submit(work, *arguments)
        except BrokenProcessPool:
            self._pool = concurrent.futures.ProcessPoolExecutor(self._count)
            future = self._pool.submit(work, *arguments)
        self._pending[future] = number

    def finished(self) -> Iterator[Outcome]:
        """Waits for at least one batch."""
        done, _ = concurrent.futures.wait(self._pending, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            number = self._pending.pop(future)
            try:
                yield number, future.result(), ""
            except BrokenProcessPool:
                yield number, None, "a worker was killed"

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Ray:
    """Workers of a Ray cluster, or of one that is started on this machine.

    Each of its machines has aoti-tidy installed, and reads local paths itself.
    """

    name = "Ray"

    def __init__(self, address: str, workers: Optional[int]):
        try:
            import ray
        except ImportError:
            raise EngineError("--ray needs Ray; pip install 'aoti-tidy[fleet]'") from None
        self._ray = ray
        if not ray.is_initialized():
            try:
                ray.init(address=None if address == "local" else address, num_cpus=workers if address == "local" else None,
                         log_to_driver=False, configure_logging=False, include_dashboard=False if address == "local" else None)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise EngineError(f"no Ray at '{address}': {error}") from None
        self._limit = workers
        self._remote: Any = None
        self._pending: Dict[Any, int] = {}

    def workers(self) -> int:
        # Machines come and go.
        count = int(self._ray.cluster_resources().get("CPU", 1))
        return max(1, min(count, self._limit or count))

    def pending(self) -> int:
        return len(self._pending)

    def submit(self, number: int, work: Callable[..., Any], *arguments: Any) -> None:
        if self._remote is None:
            # What a lost worker had is counted and submitted again by the caller.
            self._remote = self._ray.remote(num_cpus=1, max_retries=0)(work)
        self._pending[self._remote.remote(*arguments)] = number

    def finished(self) -> Iterator[Outcome]:
        """Waits for at least one batch."""
        done, _ = self._ray.wait(list(self._pending), num_returns=1)
        for reference in done:
            number = self._pending.pop(reference)
            try:
                yield number, self._ray.get(reference), ""
            except self._ray.exceptions.RayTaskError as error:
                # No loss of a worker: each of them would fail so.
                raise EngineError("a worker of Ray cannot lint; is aoti-tidy installed on each machine of the "
                                  f"cluster? {str(error.cause)}") from None
            except self._ray.exceptions.RayError as error:
                yield number, None, str(error).split("\n", 1)[0]

    def close(self) -> None:
        self._ray.shutdown()
