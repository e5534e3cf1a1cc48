"""Clients that are slow or never read: each has to be dropped within a stated time."""

import asyncio
import dataclasses
import time

from .wire import Broken, Connection, get

# A request's head has 20 seconds (issue 11, line 9), and the server may check every few seconds.
HEAD_BOUND = 20 + 15
# A client that reads nothing, or almost nothing, of its answers: 30 seconds in addition to its allowance.
READER_BOUND = 30 + 15
# The seconds for a body that no route reads.
BODY_BOUND = 30
MOST_BODY = 256_000_000


@dataclasses.dataclass(frozen=True)
class Manner:
    name: str
    clients: int
    bound: float
    act: object


async def _dribble(connection, data, pause, most=1):
    for start in range(0, len(data), most):
        await connection.send(data[start:start + most])
        if await _closed(connection, pause):
            return


async def _closed(connection, seconds):
    """Reads and discards for a time. Returns whether the server closed."""
    limit = time.monotonic() + seconds
    while (left := limit - time.monotonic()) > 0:
        try:
            if not await connection.receive(left):
                return True
        except TimeoutError:
            return False
        except ConnectionError:
            return True
    return False


async def _slow_head(connection, _):
    head = get("/contents.json")[:-2]
    await connection.send(head)
    await _dribble(connection, b"X-More: a\r\n" * 200, 2.0, 11)


async def _dribbled_head(connection, _):
    await _dribble(connection, b"GET /" + b"a" * 500, 0.5)


async def _slow_second_head(connection, tile):
    await connection.send(get(tile))
    await connection.answer()
    await _slow_head(connection, tile)


async def _slow_body(connection, _):
    await connection.send(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n")
    await _dribble(connection, b"a" * 1000, 1.0)


async def _endless_body(connection, chunked):
    head = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: 100000000000"
    await connection.send(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n\r\n")
    piece = (b"8000\r\n" + b"a" * 0x8000 + b"\r\n") * 16 if chunked else b"a" * 0x80000
    for _ in range(MOST_BODY // len(piece)):
        await connection.send(piece)
        # 10 MB a second, because the test is not about how fast bytes are discarded.
        if await _closed(connection, 0.05):
            return


async def _never_reads(connection, tile):
    # The client sends until the kernel accepts no more, and then waits.
    try:
        for _ in range(200):
            await connection.send(get(tile) * 200, patience=1.0)
    except TimeoutError:
        pass
    await _until_reset(connection)


async def _never_reads_a_render(connection, tile):
    id = tile.split("/")[2]
    await connection.send(get(f"/render/{id}?x=0&y=0&width=3000&height=3000&scale=4") * 3)
    await _until_reset(connection)


async def _until_reset(connection):
    """Waits, without reading, until the server has dropped the connection, so that sending is an error."""
    for _ in range(1000):
        await asyncio.sleep(0.5)
        await connection.send(b"\r\n", patience=600)


async def _reads_slowly(connection, tile):
    await connection.send(get(tile) * 2000)
    for _ in range(1000):
        # 200 bytes a second.
        if not await connection.receive(600, most=100):
            return
        await asyncio.sleep(0.5)


MANNERS = (
    Manner("head without end", 6, HEAD_BOUND, _slow_head),
    Manner("head, a byte at a time", 6, HEAD_BOUND, _dribbled_head),
    Manner("second head without end", 4, HEAD_BOUND, _slow_second_head),
    Manner("body, a byte at a time", 4, BODY_BOUND, _slow_body),
    Manner("endless body", 1, BODY_BOUND, lambda connection, _: _endless_body(connection, False)),
    Manner("endless chunks", 1, BODY_BOUND, lambda connection, _: _endless_body(connection, True)),
    Manner("never reads tiles", 4, READER_BOUND, _never_reads),
    Manner("never reads renders", 2, READER_BOUND, _never_reads_a_render),
    Manner("reads 200 bytes a second", 2, READER_BOUND, _reads_slowly),
)


class SlowClients:
    """Keeps all slow clients connected until it is stopped."""

    def __init__(self, sockets, server, tile, tally, address, only=None):
        self._sockets, self._server, self._tile, self._tally = sockets, server, tile, tally
        self._address = address
        self._only = only
        self._tasks = []

    @property
    def clients(self):
        return sum(manner.clients for manner in self._manners())

    def _manners(self):
        return [manner for manner in MANNERS if not self._only or self._only in manner.name]

    def start(self):
        for manner in self._manners():
            for _ in range(manner.clients):
                self._tasks.append(asyncio.create_task(self._keep(manner)))

    async def stop(self):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, manner):
        while True:
            begin = time.monotonic()
            dropped = False
            try:
                async with Connection(self._sockets, self._server.host, self._server.port, self._address(),
                                      receive_buffer=4096 if "read" in manner.name else None) as connection:
                    async with asyncio.timeout(manner.bound):
                        await manner.act(connection, self._tile)
                    # The client has sent everything, so the server dropped it only if it closed.
                    dropped = True
            except (ConnectionError, Broken):
                dropped = True
            except TimeoutError:
                pass
            except asyncio.CancelledError:
                self._tally.note("slow", "left", 0.0, manner.name)
                raise
            seconds = time.monotonic() - begin
            self._tally.note("slow", "dropped" if dropped else "kept", seconds, manner.name)
            if not dropped:
                self._tally.fault("slow", manner.name, f"was still connected after {manner.bound:.0f} s")
            # A client that is refused at once must not loop without pause.
            await asyncio.sleep(max(0.0, 1.0 - seconds))
