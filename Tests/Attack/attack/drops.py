"""Clients that request slow work and drop it: other clients are served as usual, and nothing remains."""

import asyncio
import collections
import time

from . import http2, judge
from .bout import KEPT, Bout, megabytes
from .trickle import certificate
from .websocket import Session, handshake, name, viewport
from .wire import Broken, Connection, Sockets, generator, get

# The number of concurrent clients, each with one connection. Each reconnects as soon as its connection ends.
CLIENTS = 8
# The streams that a client opens and resets before it checks its connection. A fast client opened as many when the
# server had no limit for them.
STREAMS = 20_000
# The open streams of a connection that is closed, slightly fewer than the server allows.
OPEN_STREAMS = 100
# The number of frames in one write.
BATCH = 500
# The error code ENHANCE_YOUR_CALM (RFC 9113 section 7).
ENHANCE_YOUR_CALM = 11
# The seconds after the last client in which memory is released, and the most that may remain.
SETTLING = 10.0
MEMORY_SHARE = 0.10
# The idle time of a server, 120 s, plus the delay of its timers.
IDLE_BOUND = 130.0


class Drops:
    """Runs one kind of dropping with all clients for the whole time."""

    NAME = ""
    memory = 0

    def __init__(self, bout, only=None):
        self.bout = bout
        self.tally = bout.tally(self.NAME)
        self.clients = CLIENTS
        # A separate context, so that the probe and other clients speak HTTP/1.1.
        self.sockets = Sockets()
        if bout.server.is_secure:
            self.sockets.secure = (bout.server.port, http2.context())
        self.ends = collections.Counter()

    async def run(self, until):
        bout = self.bout
        before, kept = bout.server.vitals().memory, await bout.gauge(KEPT) or 0
        clients = [asyncio.create_task(self._keep(bout.address(), number)) for number in range(self.clients)]
        peak = before
        while not until.has_come and bout.server.is_running:
            peak = max(peak, bout.server.vitals().memory)
            await asyncio.sleep(0.1)
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        self.sockets.close_all()
        limit = time.monotonic() + SETTLING
        while True:
            # Finished tiles are cached, as for any other client.
            kept_more = max(0, (await bout.gauge(KEPT) or 0) - kept)
            verdict = judge.at_most(
                bout.server.vitals().memory, (1 + MEMORY_SHARE) * before + kept_more, megabytes)
            if verdict.green or time.monotonic() > limit or not bout.server.is_running:
                break
            await asyncio.sleep(0.5)
        bout._row(f"memory, {self.NAME}", judge.Verdict(
            verdict.green, f"{megabytes(before)} before, {megabytes(peak)} at most, then {verdict.text}"))
        self.judge()

    def judge(self):
        """Adds the faults in how the clients' connections ended."""

    async def _keep(self, address, number):
        random = generator(self.bout.seed, self.NAME, number)
        while self.bout.server.is_running:
            begin, outcome = time.monotonic(), "dropped"
            try:
                outcome = await self.drop(address, random)
            except (ConnectionError, Broken, TimeoutError):
                outcome = "closed"
            self.ends[outcome] += 1
            self.tally.note("drops", outcome, time.monotonic() - begin)

    async def drop(self, address, random):
        """Runs one connection. Returns a word for how it ended."""
        raise NotImplementedError

    def connection(self, kind, address):
        server = self.bout.server
        return kind(self.sockets, server.host, server.port, address)

    def tile(self, random):
        """Returns a tile that has to be drawn: almost every one of the deepest level is requested for the first time."""
        content = random.choice(self.bout.vectors)
        return content.any_tile(random, levels=[content.deepest])


class ResetStreams(Drops):
    NAME = "reset streams"

    async def drop(self, address, random):
        async with self.connection(http2.HTTP2Connection, address) as connection:
            ended = asyncio.create_task(connection.until_goaway(30.0))
            try:
                for first in range(0, STREAMS, BATCH):
                    streams = range(2 * first + 1, 2 * (first + BATCH), 2)
                    await connection.send(b"".join(
                        http2.request(stream, self.tile(random)) + http2.reset(stream) for stream in streams))
                    if ended.done():
                        break
            except ConnectionError:
                pass
            code = await ended
            return "calm" if code == ENHANCE_YOUR_CALM else "closed" if code is None else f"code {code}"

    def judge(self):
        if not self.ends["calm"]:
            self.tally.fault("drops", self.NAME, "no connection was ended with ENHANCE_YOUR_CALM")


class ClosedStreams(Drops):
    """Connections that are closed instead, each with as many open streams as the server allows."""

    NAME = "closed streams"

    async def drop(self, address, random):
        async with self.connection(http2.HTTP2Connection, address) as connection:
            ended = asyncio.create_task(connection.until_goaway(30.0))
            try:
                await connection.send(b"".join(
                    http2.request(stream, self.tile(random)) for stream in range(1, 2 * OPEN_STREAMS, 2)))
                # The server reads them in several turns.
                done, _ = await asyncio.wait([ended], timeout=random.choice((0.0, 0.05)))
                if done and ended.result() == ENHANCE_YOUR_CALM:
                    return "calm"
                connection.reset()
            finally:
                ended.cancel()
        return "dropped"


class ClosedRequests(Drops):
    NAME = "closed requests"

    async def drop(self, address, random):
        async with self.connection(Connection, address) as connection:
            await connection.send(get(self.tile(random)))
            if random.random() < 0.5:
                connection.reset()
        return "dropped"


class DroppedSessions(Drops):
    NAME = "dropped sessions"

    async def drop(self, address, random):
        content = random.choice(self.bout.vectors)
        path = f"/session/{name(random)}?content={content.id}&deliver=tiles"
        scale = content.scale(content.deepest)
        x, y = (random.uniform(0, side) for side in (content.width, content.height))
        async with self.connection(Session, address) as session:
            view = viewport(x=x * scale, y=y * scale, scale=scale)
            if random.random() < 0.5:
                await session.send(handshake(path) + view)
            else:
                answer = await session.open(path)
                if answer is None or answer.status != 101:
                    return str(answer and answer.status)
                await session.send(view)
            if random.random() < 0.5:
                session.reset()
        return "dropped"


class QuietClients(Drops):
    """HTTP/2 clients that never send a request: their connections end like those of silent clients."""

    NAME = "quiet clients"

    async def drop(self, address, random):
        async with self.connection(http2.HTTP2Connection, address) as connection:
            ended = asyncio.create_task(connection.until_goaway(IDLE_BOUND))
            begin = time.monotonic()
            frames = random.choice((
                b"", http2.frame(http2.PING, payload=b"a drip!!"), http2.frame(http2.SETTINGS)))
            try:
                while not ended.done() and time.monotonic() - begin < IDLE_BOUND:
                    await connection.send(frames)
                    await asyncio.sleep(0.5)
                await ended
            except TimeoutError:
                self.tally.fault("drops", self.NAME, f"was still connected after {IDLE_BOUND:.0f} s")
                return "kept"
            except ConnectionError:
                pass
            finally:
                ended.cancel()
        return "ended"

    def judge(self):
        if not self.ends["ended"]:
            self.tally.fault("drops", self.NAME, "the server ended none of them")


async def go(run, seconds):
    """Runs the part with its own servers. Returns the bouts."""
    limits = ["--cache-size", "64MB", "--memory", "256MB", "--metrics-port", "0", "--sessions", "64"]
    tls = certificate(run.folder)
    bouts = [
        (Bout(run, "drops", [*run.samples, run.sound_folder], limits), (ClosedRequests, DroppedSessions)),
        (Bout(run, "drops-tls", [*run.samples, run.sound_folder], [*limits, *tls]), (ResetStreams, ClosedStreams)),
    ]
    # The test has to wait for the idle timeout of silent clients.
    if seconds >= 2 * IDLE_BOUND:
        bouts.append((Bout(run, "quiet", [*run.samples, run.sound_folder], [*limits, *tls]), (QuietClients,)))
    for bout, kinds in bouts:
        time_of_each = IDLE_BOUND + 5 if kinds == (QuietClients,) else max(15.0, seconds / 6)
        await bout.go([(kind, 1 / len(kinds)) for kind in kinds], time_of_each * len(kinds), 10.0, 10.0, load=False)
    return [bout for bout, _ in bouts]
