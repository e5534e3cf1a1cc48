"""A small HTTP/1.1 client for asyncio that keeps connections and measures the time of each answer."""

import asyncio
import time

PATIENCE = 60.0


class Broken(Exception):
    """An invalid or missing answer."""


class Answer:
    __slots__ = ("status", "fields", "body")

    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body


async def read(reader, method="GET"):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    if method == "HEAD" or status in (204, 304) or status < 200:
        return Answer(status, fields, b"")
    if fields.get("transfer-encoding") == "chunked":
        body = b""
        while size := int((await reader.readline()).split(b";")[0], 16):
            body += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readline()
        return Answer(status, fields, body)
    return Answer(status, fields, await reader.readexactly(int(fields.get("content-length", 0))))


class Pool:
    """Kept connections to one server."""

    def __init__(self, port, tls=None):
        self.port, self.tls = port, tls
        self._free = []

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=self.tls)

    async def get(self, path, *lines, method="GET"):
        """Returns the answer, and the seconds until its last byte arrived."""
        begin = time.perf_counter()
        request = "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *lines, "", ""]).encode()
        # The server may close an idle connection while the request is on its way, so a client repeats the request over
        # a new one.
        for kept in (True, False):
            pair = self._free.pop() if kept and self._free else None
            reused = pair is not None
            reader, writer = pair or await self.connect()
            try:
                writer.write(request)
                answer = await asyncio.wait_for(read(reader, method), PATIENCE)
            except (ConnectionError, asyncio.IncompleteReadError) as error:
                writer.close()
                if reused:
                    continue
                raise Broken(f"{path}: {type(error).__name__}") from None
            except (TimeoutError, asyncio.TimeoutError):
                writer.close()
                raise Broken(f"{path}: no answer within {PATIENCE:.0f} s") from None
            except BaseException:
                writer.close()
                raise
            if answer.fields.get("connection") == "close" or len(self._free) >= 16:
                writer.close()
            else:
                self._free.append((reader, writer))
            return answer, time.perf_counter() - begin
        raise AssertionError

    def close(self):
        for _, writer in self._free:
            writer.close()
        self._free = []
