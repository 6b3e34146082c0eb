"""The client for asyncio: many requests may be under way at once."""
import asyncio
from typing import Any, Self

from . import lines
from .errors import NoAnswer, RequestError, ServiceLost
from .operations import AsyncOperations


class AsyncClient(AsyncOperations):
    """Answers come as they are done. A call returns its result or raises a TerrainError, within `timeout` seconds."""

    def __init__(self, process: asyncio.subprocess.Process, *, timeout: float = 30) -> None:
        assert process.stdin and process.stdout
        self.timeout = timeout
        self._reader, self._writer, self._process = process.stdout, process.stdin, process
        self._last, self._lost = 0, ""
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, program: str = "terrain", *arguments: str, timeout: float = 30, longest: int = lines.LONGEST) -> Self:
        """Starts `PROGRAM serve ARGUMENTS`, and ends it when the client is closed."""
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                program, "serve", "--log-level", "error", *arguments, stdin=pipe, stdout=pipe, limit=longest)
        except OSError as error:
            raise ServiceLost(f"the service does not start: {error}") from None
        return cls(process, timeout=timeout)

    async def call(self, method: str, params: dict[str, Any]) -> Any:
        if self._lost:
            raise ServiceLost(self._lost)
        self._last += 1
        id = self._last
        line = lines.request_line(id, method, params)
        answer = self._waiting[id] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self.timeout):
                self._writer.write(line)
                try:
                    await self._writer.drain()
                except OSError:
                    pass  # what the service wrote before it ended may be the answer; the reader notices the end
                return lines.result_of(await answer)
        except TimeoutError:
            raise NoAnswer(f"no answer within {self.timeout} s") from None
        finally:
            self._waiting.pop(id, None)
            answer.cancel()

    async def _read(self) -> None:
        reason = "the service has ended"
        try:
            while line := await self._reader.readline():
                self._receive(lines.response_of(line))
        except ValueError:
            reason = "the service wrote a line that is too long"
            self._lose(reason)
            await self._abandon()
        except OSError:
            pass
        finally:
            self._lose(reason)

    async def _abandon(self) -> None:
        """Ends a service that cannot be understood. A process counts as ended only when its output was read to the end."""
        if self._process.returncode is None:
            self._process.kill()
        while await self._reader.read(1 << 16):
            pass

    def _receive(self, response: dict[str, Any] | None) -> None:
        if response is None:
            return
        if response["id"] is None:  # whose it was is unknown, so that nobody may wait for it
            for each in self._waiting.values():
                if not each.done():
                    each.set_exception(RequestError(response["error"]))
            return
        waiting = self._waiting.get(response["id"])
        if waiting and not waiting.done():
            waiting.set_result(response)

    def _lose(self, reason: str) -> None:
        self._lost = self._lost or reason
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ServiceLost(self._lost))

    async def close(self) -> int:
        """Ends the service; returns its exit code."""
        self._lose("the client is closed")
        self._writer.close()
        try:
            # What is still written is read, so that the service can end.
            return await asyncio.wait_for(self._process.wait(), 5)
        except TimeoutError:
            self._process.kill()
            return await self._process.wait()
        finally:
            self._reading.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
