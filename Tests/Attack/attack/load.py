"""Part 5, which also runs during all other parts: a mixed load of many clients."""

import asyncio
import os
import time

from . import answers
from .judge import cold_bounds, percentile
from .websocket import PING, Session, close_frame, frame, name, viewport
from .wire import Broken, Connection, generator, get

CLIENTS = 12
# The most concurrent renders of all clients of a load. Renders of any size take seconds each.
RENDERS = 2
# Seconds between two requests of a client. Twelve clients make about a thousand requests a second, so the server's
# answers limit the measurement, and not this script.
THINK = 0.004

# The valid statuses of each kind. A 503 always needs a Retry-After.
INTENDED = {
    "hot": (200,), "cold": (200, 503), "missing": (404,), "conditional": (304,), "document": (200,),
    "render": (200, 413, 422, 503), "session": (101, 503), "abort": (),
}
# The weight of each kind.
MIXED = {"hot": 30, "cold": 20, "missing": 10, "conditional": 10, "document": 8, "abort": 10, "session": 6, "render": 3}

# The largest share of uncached tiles that may be refused.
COLD_REFUSED = 0.10


class Load:
    """Clients that send requests of the kinds in `kinds`, by their weights, until they are stopped."""

    clients = CLIENTS

    def __init__(self, bout, tally, kinds=None, clients=CLIENTS, think=THINK, first=0):
        self.bout, self.tally = bout, tally
        self.kinds = kinds or MIXED
        # Clients with different numbers send different requests.
        self._numbers = range(first, first + clients)
        self._think = think
        self._renders = asyncio.Semaphore(RENDERS)
        self._tasks = []
        self.requests = 0

    def start(self):
        self._tasks = [asyncio.create_task(self._client(number)) for number in self._numbers]

    async def stop(self):
        for task in self._tasks:
            task.cancel()
        tasks, self._tasks = self._tasks, []
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def _client(self, number):
        random = generator(self.bout.seed, "load", number)
        names, weights = list(self.kinds), list(self.kinds.values())
        while True:
            if not self.bout.server.is_running:
                await asyncio.sleep(0.2)
                continue
            try:
                async with self._connection() as connection:
                    # Each connection is used for a while, as browsers do.
                    for _ in range(random.randrange(1, 60)):
                        kind = random.choices(names, weights)[0]
                        if not await self._ask(kind, connection, random):
                            break
                        await asyncio.sleep(self._think)
            except (ConnectionError, TimeoutError):
                await asyncio.sleep(0.05)

    def _connection(self, kind=Connection):
        server = self.bout.server
        return kind(self.bout.sockets, server.host, server.port, self.bout.address())

    async def _ask(self, kind, connection, random):
        """Sends one request. Returns whether the connection can be used again."""
        self.requests += 1
        match kind:
            case "abort":
                return await self._abort(random)
            case "session":
                return await self._session(random)
            case "render":
                async with self._renders:
                    return await self._request(kind, connection, random)
            case _:
                return await self._request(kind, connection, random)

    def _address(self, kind, random):
        bout = self.bout
        match kind:
            case "hot" | "conditional":
                return random.choice(bout.hot)
            case "cold":
                return random.choice(bout.contents).any_tile(random)
            case "missing":
                content = random.choice(bout.contents)
                return random.choice((f"/nothing/{random.getrandbits(32)}",
                                      f"/tiles/{content.id}/{content.deepest + 1}/0/0.png",
                                      f"/tiles/{content.id}/1/{random.getrandbits(30)}/0.png",
                                      f"/view/{random.getrandbits(40)}"))
            case "document":
                content = random.choice(bout.contents)
                return random.choice((f"/tiles/{content.id}.json", f"/dzi/{content.id}.dzi", "/contents.json",
                                      "/healthz"))
            case "render":
                content = random.choice(bout.contents)
                scale = content.scale(random.uniform(0, content.deepest))
                # Sizes are uniform in their logarithm, so there are as many small ones as large ones.
                width, height = (int(2 ** random.uniform(0, 12)) for _ in range(2))
                x, y = (random.randint(-height, int(side * scale)) for side in (content.width, content.height))
                return f"/render/{content.id}?x={x}&y={y}&width={width}&height={height}&scale={scale:.6g}"
        raise ValueError(kind)

    async def _request(self, kind, connection, random):
        path = self._address(kind, random)
        lines = [f"If-None-Match: {self.bout.tags[path]}"] if kind == "conditional" else []
        start = time.monotonic()
        fault = None
        try:
            await connection.send(get(path, *lines))
            answer = await connection.answer(patience=90)
        except ConnectionError:
            answer = None
        except (Broken, TimeoutError) as error:
            answer, fault = None, f"{error}" or "no answer within 90 s"
        seconds = time.monotonic() - start
        if not (self.bout.server.is_running if answer else await self.bout.alive()):
            return False
        self.tally.note(kind, answer.status if answer else "closed", seconds, path, keeps=kind == "cold")
        if fault:
            self.tally.fault(kind, kind, f"{path}: {fault}")
        elif answer is None:
            self.tally.fault(kind, kind, f"{path}: closed without an answer")
        else:
            if answer.status not in INTENDED[kind]:
                self.tally.fault(kind, kind, f"{path}: answered {answer.status}: {answer.text[:120].strip()}")
            for fault in answers.faults(answer, path, self.bout.secrets, may_fail=True):
                self.tally.fault(kind, kind, f"{path}: {fault}")
        return answer is not None and answer.header("connection") != "close"

    async def _abort(self, random):
        """Requests something slow, and disconnects."""
        content = random.choice(self.bout.contents)
        path = content.any_tile(random) if random.random() < 0.8 else (
            f"/render/{content.id}?x=0&y=0&width=1500&height=1500&scale={content.scale(content.deepest):.6g}")
        try:
            async with self._connection() as connection:
                await connection.send(get(path) * random.randrange(1, 4))
                await asyncio.sleep(random.choice((0, 0, 0.001, 0.02)))
                if random.random() < 0.5:
                    connection.reset()
        except (ConnectionError, TimeoutError):
            pass
        self.tally.note("abort", "left", 0.0, path)
        return True

    async def _session(self, random):
        """Runs a viewer's session: opens it, moves a few times, and closes it properly."""
        content = random.choice(self.bout.contents)
        start = time.monotonic()
        try:
            async with self._connection(Session) as session:
                answer = await session.open(f"/session/{name(random)}?content={content.id}")
                status = answer.status if answer else 0
                if status not in INTENDED["session"]:
                    self.tally.fault("session", content.id, f"answered {status}: {answer.text[:100] if answer else ''}")
                if status == 101:
                    for _ in range(random.randrange(1, 6)):
                        scale = content.scale(random.randint(0, content.deepest))
                        await session.send(viewport(random.uniform(0, content.width), random.uniform(0, content.height),
                                                    800 / scale, 600 / scale, scale,
                                                    velocityX=random.uniform(-3000, 3000)))
                        await asyncio.sleep(0.02)
                    await session.send(frame(b"1", PING))
                    if await session.until_pong(b"1", 30) is None:
                        await session.send(close_frame())
                        await session.until_closed(30)
            self.tally.note("session", status, time.monotonic() - start, content.id)
        except (ConnectionError, TimeoutError, Broken) as error:
            if await self.bout.alive():
                self.tally.note("session", "broken", time.monotonic() - start, content.id)
                self.tally.fault("session", content.id, f"{type(error).__name__} {error}")
        return True


def judge_cold(tally, alone=0.0, clients=CLIENTS, name="cold tiles"):
    """Adds faults in the times of cold tiles, and in the number of refused ones.

    `alone` is the time in seconds of a tile of the slowest sound content without load, and `clients` how many there were.
    """
    group = tally.group("cold")
    if group.requests < 20:
        tally.fault("cold", name, f"only {group.requests} asked for: too few to judge")
        return
    limit, worst_limit = cold_bounds(alone, clients, len(os.sched_getaffinity(0)))
    most = percentile(group.latencies, 0.95)
    reference = f"; alone, a tile of the slowest takes {alone:.2f} s"
    if most > limit:
        tally.fault("cold", name, f"95 of 100 within {most:.1f} s, not {limit:.1f} s{reference}", may_be_neighbours=True)
    if group.worst > worst_limit:
        tally.fault("cold", name, f"one took {group.worst:.1f} s, more than {worst_limit:.1f} s{reference}: "
                    f"{group.worst_of}", may_be_neighbours=True)
    refused = group.answers["503"] / group.requests
    if refused > COLD_REFUSED:
        tally.fault("cold", name, f"{refused:.0%} refused with 503, more than {COLD_REFUSED:.0%}")


class LoadPart:
    """The load alone, which runs in any case."""

    NAME = "load"
    clients = 0

    def __init__(self, bout, only=None):
        self.bout = bout
        self.tally = None

    async def run(self, until):
        while not until.has_come and self.bout.server.is_running:
            await asyncio.sleep(0.1)

