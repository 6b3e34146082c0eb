"""The client that waits for each answer."""
import os
import select
import subprocess
import threading
import time
from typing import Any, Self

from . import lines
from .errors import NoAnswer, ServiceLost
from .operations import Operations


class Client(Operations):
    """One request at a time, from any thread. A call returns its result or raises a TerrainError, within `timeout` seconds."""

    def __init__(self, process: "subprocess.Popen[bytes]", *, timeout: float = 30, longest: int = lines.LONGEST) -> None:
        assert process.stdin and process.stdout
        self.timeout = timeout
        self._reads, self._writes, self._longest = process.stdout.fileno(), process.stdin.fileno(), longest
        self._process = process
        self._lock, self._last, self._buffer, self._searched = threading.Lock(), 0, bytearray(), 0
        self._lost: str | None = None
        os.set_blocking(self._reads, False)
        os.set_blocking(self._writes, False)

    @classmethod
    def start(cls, program: str = "terrain", *arguments: str, timeout: float = 30, longest: int = lines.LONGEST) -> Self:
        """Starts `PROGRAM serve ARGUMENTS`, and ends it when the client is closed."""
        try:
            process = subprocess.Popen(
                [program, "serve", "--log-level", "error", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ServiceLost(f"the service does not start: {error}") from None
        return cls(process, timeout=timeout, longest=longest)

    def call(self, method: str, params: dict[str, Any]) -> Any:
        with self._lock:
            if self._lost:
                raise ServiceLost(self._lost)
            self._last += 1
            deadline = time.monotonic() + self.timeout
            rest = memoryview(lines.request_line(self._last, method, params))
            while True:
                while (line := self._line()) is not None:
                    response = lines.response_of(line)
                    if response is not None and response["id"] in (self._last, None):
                        return lines.result_of(response)
                rest = self._exchange(rest, deadline)

    def _line(self) -> bytes | None:
        end = self._buffer.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._buffer)
            if self._searched > self._longest:
                raise self._lose(f"the service wrote a line of more than {self._longest} bytes")
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[:end + 1]
        self._searched = 0
        return line

    def _exchange(self, rest: memoryview, deadline: float) -> memoryview:
        """Reads and writes what can be read and written now, so that neither side waits for the other for ever."""
        left = deadline - time.monotonic()
        can_read, can_write, _ = select.select([self._reads], [self._writes] if rest else [], [], max(0, left))
        if not can_read and not can_write or left <= 0:
            if rest:  # half a request was written: nothing can follow it
                raise self._lose(f"the service does not read within {self.timeout} s")
            raise NoAnswer(f"no answer within {self.timeout} s")
        try:
            if can_read:
                data = os.read(self._reads, 1 << 16)
                # At the end, a last line may lack its newline.
                if not data and not self._buffer:
                    raise self._lose("the service has ended")
                self._buffer += data or b"\n"
            if can_write:
                return rest[os.write(self._writes, rest):]
        except BlockingIOError:
            pass
        except OSError as error:
            if not can_read:
                raise self._lose(f"the service does not read: {error}") from None
            raise self._lose("the service has ended") from None
        return rest

    def _lose(self, reason: str) -> ServiceLost:
        self._lost = reason
        return ServiceLost(reason)

    def close(self) -> int:
        """Ends the service; returns its exit code."""
        self._lost = self._lost or "the client is closed"
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.close()
        except OSError:
            pass
        self._process.stdout.close()
        try:
            return self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
