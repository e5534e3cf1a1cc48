"""The mixed load: requests of each kind at a fixed mean rate and random times, however fast the server answers."""

import asyncio
import collections
import dataclasses
import json
import math
import random
import re
import struct
import time

from attack import websocket

from . import contents
from .client import PATIENCE, Broken

# Requests a second of each kind.
RATES = {
    "hot": 40, "conditional": 10, "cold": 8, "region": 2.5, "wmts": 5, "page": 3, "tls": 6, "http2": 0.1, "abort": 2,
    "wrong": 4, "session": 0.8, "change": 0.2,
}
# The most concurrent requests of one kind. Further requests are left out, so that the load stays bounded when the server
# stalls.
MOST = 32
WRONG = [
    ("/tiles/none/0/0/0.png", 404), ("/tiles/floor-plan/99/0/0.png", 404), ("/tiles/floor-plan/0/0/0.exe", 404),
    ("/iiif/3/floor-plan/x/max/0/default.jpg", 400), ("/wmts?service=WMTS&request=Nothing", 400),
    ("/view/none", 404), ("/static/floor-plan?rect=1", 400), ("/../../etc/passwd", (400, 404)),
    ("/dzi/floor-plan_files/x/0_0.png", (400, 404)), ("/session/short?content=floor-plan", (400, 426)),
]
RAW = [b"GET / HTTP/1.1\r\n\r\n", b"GET /\r\n\r\n", b"NONSENSE\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"]


@dataclasses.dataclass
class Kind:
    """The results of one kind since the last sample."""

    seconds: list = dataclasses.field(default_factory=list)
    left_out: int = 0


class Load:
    def __init__(self, plain, secure, watched, seed, scale):
        self.plain, self.secure, self.watched = plain, secure, watched
        self.random = random.Random(seed)
        self.rates = {kind: rate * scale for kind, rate in RATES.items()}
        self.kinds = collections.defaultdict(Kind)
        self.total = collections.Counter()
        self.errors = collections.Counter()
        self.refused = 0
        self._under_way = collections.Counter()
        self._tasks = set()
        self._tags = {}
        self._changes = 0

    async def look(self):
        """Reads which contents and tiles can be requested."""
        listed = json.loads((await self.plain.get("/contents.json"))[0].body)
        self.contents = []
        for entry in listed["contents"]:
            description = json.loads((await self.plain.get(f"/tiles/{entry['id']}.json"))[0].body)
            own = description["tilework"]
            self.contents.append((own["id"], own["width"], own["height"], description["maxzoom"], own["deepestScale"],
                                  own["tileSize"], own["format"]))
        self.steady = [content for content in self.contents if not content[0].startswith("plan")]
        capabilities = (await self.plain.get("/wmts/1.0.0/WMTSCapabilities.xml"))[0].body.decode()
        self.sets = dict(re.findall(r"<Layer>.*?<ows:Identifier>(.*?)</ows:Identifier>.*?<TileMatrixSet>(.*?)</TileMatrixSet>",
                                    capabilities, re.S))
        self.hot_tiles = [self.tile(self.random.choice(self.steady), most=4) for _ in range(150)]

    def tile(self, content, most=None):
        id, width, height, deepest, scale, size, format = content
        level = self.random.randint(0, min(deepest, most) if most is not None else deepest)
        here = scale / 2 ** (deepest - level)
        column = self.random.randrange(max(1, math.ceil(width * here / size - 1e-9)))
        row = self.random.randrange(max(1, math.ceil(height * here / size - 1e-9)))
        return f"/tiles/{id}/{level}/{column}/{row}.{format}"

    async def run(self):
        async with asyncio.TaskGroup() as group:
            for kind, rate in self.rates.items():
                group.create_task(self._pace(kind, rate))

    async def _pace(self, kind, rate):
        """Sends requests of one kind as a Poisson process."""
        own, act = random.Random(f"{kind}{self.random.random()}"), getattr(self, "_" + kind)
        due = time.monotonic()
        while True:
            due += own.expovariate(rate)
            await asyncio.sleep(max(0, due - time.monotonic()))
            # Time that was lost in a stall is not made up.
            due = max(due, time.monotonic() - 1)
            if self._under_way[kind] >= MOST:
                self.kinds[kind].left_out += 1
                continue
            task = asyncio.create_task(self._one(kind, act))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _one(self, kind, act):
        self._under_way[kind] += 1
        try:
            seconds = await act()
            self.total[kind] += 1
            if seconds is not None:
                self.kinds[kind].seconds.append(seconds)
        except (Broken, OSError, TimeoutError, asyncio.TimeoutError, asyncio.IncompleteReadError) as error:
            self.errors[f"{kind}: {type(error).__name__} {error}"[:200]] += 1
        finally:
            self._under_way[kind] -= 1

    async def settle(self):
        await asyncio.wait(self._tasks, timeout=PATIENCE) if self._tasks else None
        self.plain.close()
        self.secure.close()

    async def _get(self, pool, path, *lines, statuses=(200,)):
        answer, seconds = await pool.get(path, *lines)
        if answer.status == 503 and 503 not in statuses and "retry-after" in answer.fields:
            self.refused += 1
        elif answer.status not in statuses:
            raise Broken(f"{path}: {answer.status}")
        return answer, seconds

    async def _hot(self):
        path = self.random.choice(self.hot_tiles)
        answer, seconds = await self._get(self.plain, path)
        self._tags[path] = answer.fields.get("etag")
        return seconds

    async def _conditional(self):
        path = self.random.choice(self.hot_tiles)
        tag = self._tags.get(path)
        return (await self._get(self.plain, path, *([f"If-None-Match: {tag}"] if tag else []), statuses=(200, 304)))[1]

    async def _cold(self):
        return (await self._get(self.plain, self.tile(self.random.choice(self.steady))))[1]

    async def _region(self):
        id, width, height, deepest, scale, *_ = self.random.choice(self.steady)
        # A region of what IIIF considers the full size.
        info = json.loads((await self._get(self.plain, f"/iiif/3/{id}/info.json"))[0].body)
        wide, high = (max(1, self.random.randint(side // 50, max(1, side // 4))) for side in (info["width"], info["height"]))
        x, y = self.random.randrange(max(1, info["width"] - wide)), self.random.randrange(max(1, info["height"] - high))
        shown = min(400, wide, high)
        return (await self._get(self.plain, f"/iiif/3/{id}/{x},{y},{wide},{high}/!{shown},{shown}/0/default.jpg"))[1]

    async def _wmts(self):
        path = self.tile(self.random.choice(self.steady), most=3)
        _, _, id, level, column, row = path.split("/")
        row, format = row.split(".")
        mime = {"jpg": "jpeg"}.get(format, format)
        return (await self._get(
            self.plain, f"/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER={id}&STYLE=default&TILEMATRIXSET={self.sets[id]}"
            f"&TILEMATRIX={level}&TILEROW={row}&TILECOL={column}&FORMAT=image/{mime}"))[1]

    async def _page(self):
        id = self.random.choice(self.steady)[0]
        return (await self._get(self.plain, self.random.choice(
            ["/", f"/view/{id}", "/contents.json", "/tiles.json", f"/tiles/{id}.json", "/openapi.json",
             "/wmts/1.0.0/WMTSCapabilities.xml", "/iiif/presentation/3/collection.json", f"/iiif/3/{id}/info.json",
             f"/dzi/{id}.dzi"]), "Accept-Encoding: gzip"))[1]

    async def _tls(self):
        return (await self._get(self.secure, self.random.choice(self.hot_tiles)))[1]

    async def _http2(self):
        """Requests forty tiles over one HTTP/2 connection with curl."""
        urls = [f"https://127.0.0.1:{self.secure.port}{self.random.choice(self.hot_tiles)}" for _ in range(40)]
        begin = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            "curl", "-sk", "--http2", "--parallel", "--max-time", "60", "-w", "%{http_version} %{http_code}\\n",
            *(word for url in urls for word in ("-o", "/dev/null", url)), stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL)
        said = (await process.communicate())[0].decode().split("\n")[:-1]
        wrong = [line for line in said if line != "2 200"]
        if process.returncode or wrong or len(said) != len(urls):
            raise Broken(f"curl ended with {process.returncode}: {wrong[:1]}")
        return time.perf_counter() - begin

    async def _abort(self):
        """Requests a tile that has to be drawn, and disconnects."""
        path = self.tile(self.random.choice(self.steady))
        _, writer = await self.plain.connect()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        await asyncio.sleep(self.random.choice([0, 0.005, 0.05]))
        if self.random.random() < 0.5:
            writer.transport.abort()
        else:
            writer.close()

    async def _wrong(self):
        if self.random.random() < 0.3:
            reader, writer = await self.plain.connect()
            try:
                writer.write(self.random.choice(RAW))
                if not (await asyncio.wait_for(reader.read(200), PATIENCE)).startswith(b"HTTP/1.1 4"):
                    raise Broken("nonsense was not answered with 400")
            finally:
                writer.close()
            return None
        path, statuses = self.random.choice(WRONG)
        return (await self._get(self.plain, path, statuses=statuses if isinstance(statuses, tuple) else (statuses,)))[1]

    async def _session(self):
        """Pans as a viewer for some seconds, ten times a second, and leaves: properly, or without closing."""
        id, width, height, deepest, scale, *_ = self.random.choice(self.contents)
        reader, writer = await self.plain.connect()
        try:
            begin = time.perf_counter()
            writer.write(websocket.handshake(f"/session/{websocket.name(self.random)}?content={id}"))
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if b" 101 " not in head.split(b"\r\n")[0]:
                if id.startswith("plan") and b" 404 " in head.split(b"\r\n")[0]:
                    return None  # Removed since.
                if b" 503 " in head.split(b"\r\n")[0] and b"\r\nretry-after:" in head.lower():
                    self.refused += 1  # A changed file is being opened, for example.
                    return None
                raise Broken(f"session: {head[:40]}")
            seconds = time.perf_counter() - begin
            drain = asyncio.create_task(self._drain(reader))
            shown = min(width, 1200 / scale * 2 ** self.random.randint(0, min(3, deepest)))
            place = [self.random.uniform(0, width), self.random.uniform(0, height)]
            speed = [self.random.uniform(-1, 1) * shown, self.random.uniform(-1, 1) * shown]
            for _ in range(self.random.randint(20, 80)):
                writer.write(websocket.viewport(*place, shown, shown * 0.7, 1200 / shown, velocityX=speed[0],
                                                velocityY=speed[1]))
                await asyncio.sleep(0.1)
                if drain.done():
                    raise Broken("a session was closed by the server")
                for axis, side in enumerate((width, height)):
                    place[axis] += speed[axis] * 0.1
                    if not 0 <= place[axis] <= side:
                        speed[axis] = -speed[axis]
            if self.random.random() < 0.5:
                writer.write(websocket.close_frame())
                await asyncio.wait_for(drain, PATIENCE)
            else:
                drain.cancel()
                writer.transport.abort()
            return seconds
        finally:
            writer.close()

    async def _drain(self, reader):
        """Reads frames until the server closes."""
        while True:
            try:
                first, size = await reader.readexactly(2)
                if size >= 126:
                    form, count = (">H", 2) if size == 126 else (">Q", 8)
                    size = struct.unpack(form, await reader.readexactly(count))[0]
                await reader.readexactly(size)
                if first & 15 == websocket.CLOSE:
                    return
            except (asyncio.IncompleteReadError, ConnectionError):
                return

    async def _change(self):
        """Changes, removes and restores a file."""
        self._changes += 1
        path = self.watched / f"plan{self.random.randrange(contents.WATCHED)}.svg"
        if self._changes % 5 == 0 and path.exists():
            path.unlink()
        else:
            contents.save(path, contents.drawing(self._changes))
