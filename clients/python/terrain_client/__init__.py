"""A client of `terrain serve`, which it starts as a child process.

    with Client("terrain", "--pack", "ContentPacks/terrain") as terrain:
        print(terrain.call("decide", {"decision": "types.thermal", "facts": {"cold_heat": -4}})["value"])

`terrain schema --stubs python` prints types for the parameters and results of all operations.
"""
import asyncio
import collections
import concurrent.futures
import itertools
import json
import queue
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, NamedTuple, Self

__all__ = ["AsyncClient", "Client", "NoAnswer", "RequestError", "ServiceLost", "TerrainError"]

Request = tuple[str, dict[str, Any] | None]
# The codes of requests that the service gave up: the time was over, or the client canceled.
GIVEN_UP = (-32004, -32800)
# The version of the protocol that this client speaks.
PROTOCOL = 1


class TerrainError(Exception):
    """Any error of this package."""


class ServiceLost(TerrainError):
    """The service has ended or wrote a line that is too long. The client is of no more use."""


class NoAnswer(TerrainError):
    """No answer came in time."""


class RequestError(TerrainError):
    """The service refused the request. `path` is the path of the first wrong value in the request, or None."""

    def __init__(self, error: Any) -> None:
        fields = error if isinstance(error, dict) else {}
        code, message, data = fields.get("code"), fields.get("message"), fields.get("data")
        found = data.get("diagnostics") if isinstance(data, dict) else None
        self.code: int | None = code if type(code) is int else None
        self.diagnostics: list[dict[str, Any]] = [
            each for each in (found if isinstance(found, list) else []) if isinstance(each, dict)]
        first = self.diagnostics[0] if self.diagnostics else {}
        path, detail = first.get("path"), first.get("message")
        self.path: str | None = path if isinstance(path, str) else None
        self.message: str = message if isinstance(message, str) else "an error without a message"
        super().__init__(f"{self.message}: {detail}" if isinstance(detail, str) else self.message)


class _Sent(NamedTuple):
    id: int
    answer: "concurrent.futures.Future[Any]"
    deadline: float


class Client:
    """Calls from any number of threads. One thread writes requests and one reads responses, so that no call waits for a
    service that does not read."""

    def __init__(self, program: str = "terrain", *arguments: str, timeout: float = 30, longest: int = 64 << 20) -> None:
        """Starts `PROGRAM serve ARGUMENTS`. Calls have `timeout` seconds; a line may have `longest` bytes."""
        self.timeout, self._longest = timeout, longest
        try:
            self._process = subprocess.Popen(
                [program, "serve", "--log-level", "error", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ServiceLost(f"the service does not start: {error}") from None
        self._ids, self._lock, self._lost = itertools.count(1), threading.Lock(), ""
        self._waiting: dict[int, concurrent.futures.Future[Any]] = {}
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def call(self, method: str, params: dict[str, Any] | None = None, timeout: float | None = None) -> Any:
        """Returns the result of the operation `method`, or raises a TerrainError."""
        return self._result(self._send(method, params, timeout))

    def handshake(self, timeout: float | None = None) -> dict[str, Any]:
        """Returns the versions of the program, the protocol, the pack, and its rules.

        Raises ServiceLost, and ends the service, if it speaks another version of the protocol than this client."""
        return self._checked(self.call("version", None, timeout))

    def _checked(self, versions: Any) -> dict[str, Any]:
        if isinstance(versions, dict) and versions.get("protocol") == PROTOCOL:
            return versions
        self.close()
        raise ServiceLost(f"the service does not speak version {PROTOCOL} of the protocol")

    def calls(self, requests: Iterable[Request], timeout: float | None = None, ahead: int = 64) -> Iterator[Any]:
        """Yields for each pair of method and parameters, in order, its result, or the RequestError or NoAnswer of it.

        `ahead` requests are under way at once."""
        pending: collections.deque[_Sent] = collections.deque()
        try:
            for method, params in requests:
                pending.append(self._send(method, params, timeout))
                if len(pending) >= ahead:
                    yield self._outcome(pending.popleft())
            while pending:
                yield self._outcome(pending.popleft())
        finally:
            for sent in pending:
                self._give_up(sent.id)

    def close(self) -> int:
        """Ends the service once requests that it has read are answered, and returns its exit code."""
        self._lose("the client is closed")
        self._lines.put(None)
        try:
            return self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, method: str, params: dict[str, Any] | None, timeout: float | None) -> _Sent:
        seconds = self.timeout if timeout is None else timeout
        sent = _Sent(next(self._ids), concurrent.futures.Future(), time.monotonic() + seconds)
        request = {"jsonrpc": "2.0", "id": sent.id, "method": method, "params": params or {},
                   "timeout_ms": min(max(1, round(seconds * 1000)), 86_400_000)}
        line = json.dumps(request, allow_nan=False).encode() + b"\n"
        with self._lock:
            if self._lost:
                raise ServiceLost(self._lost)
            self._waiting[sent.id] = sent.answer
        self._lines.put(line)
        return sent

    def _result(self, sent: _Sent) -> Any:
        try:
            return sent.answer.result(max(0, sent.deadline - time.monotonic()))
        except TimeoutError:
            raise NoAnswer("no answer in time") from None
        finally:
            self._give_up(sent.id)

    def _outcome(self, sent: _Sent) -> Any:
        try:
            return self._result(sent)
        except (RequestError, NoAnswer) as error:
            return error

    def _give_up(self, id: int) -> None:
        """Cancels the request `id` if it is not answered."""
        with self._lock:
            is_waiting = self._waiting.pop(id, None) is not None
        if is_waiting:
            self._lines.put(b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}\n' % id)

    def _write(self) -> None:
        assert self._process.stdin
        try:
            with self._process.stdin as stdin:
                while (line := self._lines.get()) is not None:
                    stdin.write(line)
                    if self._lines.empty():
                        stdin.flush()
        except (OSError, ValueError):
            pass  # lines that the service wrote before it ended may be the answers; the reader notices the end

    def _read(self) -> None:
        assert self._process.stdout
        reason = "the service has ended"
        with self._process.stdout as stdout:
            while line := stdout.readline(self._longest + 1):
                if len(line) > self._longest:
                    reason = f"the service wrote a line of more than {self._longest} bytes"
                    self._process.kill()
                    break
                self._receive(line)
        self._lose(reason)

    def _receive(self, line: bytes) -> None:
        try:
            response = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(response, dict):
            return
        id = response.get("id")
        with self._lock:
            # An error with the id null is about a line that could not be read: any request may be that line.
            ids = [id] if type(id) is int else list(self._waiting) if "id" in response and id is None and "error" in response else []
            answers = [answer for each in ids if (answer := self._waiting.pop(each, None))]
        for answer in answers:
            if not answer.set_running_or_notify_cancel():
                continue
            if "result" in response:
                answer.set_result(response["result"])
                continue
            error = RequestError(response.get("error"))
            answer.set_exception(NoAnswer(str(error)) if error.code in GIVEN_UP else error)

    def _lose(self, reason: str) -> None:
        with self._lock:
            self._lost = self._lost or reason
            answers = list(self._waiting.values())
            self._waiting.clear()
        for answer in answers:
            if answer.set_running_or_notify_cancel():
                answer.set_exception(ServiceLost(self._lost))


class AsyncClient:
    """The same calls for asyncio. A canceled task cancels its request."""

    def __init__(self, program: str = "terrain", *arguments: str, timeout: float = 30, longest: int = 64 << 20) -> None:
        self._client = Client(program, *arguments, timeout=timeout, longest=longest)

    async def call(self, method: str, params: dict[str, Any] | None = None, timeout: float | None = None) -> Any:
        return await self._result(self._client._send(method, params, timeout))

    async def handshake(self, timeout: float | None = None) -> dict[str, Any]:
        return self._client._checked(await self.call("version", None, timeout))

    async def calls(self, requests: Iterable[Request], timeout: float | None = None, ahead: int = 64) -> AsyncIterator[Any]:
        pending: collections.deque[_Sent] = collections.deque()
        try:
            for method, params in requests:
                pending.append(self._client._send(method, params, timeout))
                if len(pending) >= ahead:
                    yield await self._outcome(pending.popleft())
            while pending:
                yield await self._outcome(pending.popleft())
        finally:
            for sent in pending:
                self._client._give_up(sent.id)

    async def close(self) -> int:
        return await asyncio.to_thread(self._client.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _result(self, sent: _Sent) -> Any:
        try:
            async with asyncio.timeout(max(0, sent.deadline - time.monotonic())):
                return await asyncio.wrap_future(sent.answer)
        except TimeoutError:
            raise NoAnswer("no answer in time") from None
        finally:
            self._client._give_up(sent.id)

    async def _outcome(self, sent: _Sent) -> Any:
        try:
            return await self._result(sent)
        except (RequestError, NoAnswer) as error:
            return error
