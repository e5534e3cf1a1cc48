"""Part 3: hostile files and their tiles at several levels, while other clients request sound contents."""

import asyncio
import json
import struct
import time

from . import answers, hostile_files, site
from .wire import Broken, Connection, generator, get

# Few clients, because a hostile tile may take its deadline and delays those after it. The part judges the other
# contents.
CLIENTS = 2
LEAVERS = 2
# The seconds for a tile. It has 10 s of processor time (issue 11, line 8) after at most one other tile of these clients
# and one abandoned tile. Beside the other load, a second of processor time takes up to two seconds.
TILE_BOUND = 60.0
# An intended answer is an image, a client's error, or a temporary refusal, but never 500 (issue 11, "done when").
GOOD = (200,)
# Levels that most files have, for files without a description.
LEVELS = (0, 4, 7)

MB = 1_000_000
# The limits for decoded pixels on disk, and for memory at the peak and at the end, with all these files open. The
# largest file has 12 MB. Opening may take 12 times as much plus 64 MB (issue 11, line 10), twice at a time. The rest is
# for caches.
BOUNDS = {"memory": 1000 * MB, "memory at most": 2000 * MB, "disk": 4000 * MB, "disk at most": 8000 * MB, "children": 4}

SIGNATURES = {"png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"), "jpg": (b"\xff\xd8\xff", b"\xff\xd9"),
              "webp": (b"RIFF", b"")}


def image_fault(data, format):
    """Returns what is wrong with an image, or None."""
    first, last = SIGNATURES[format]
    if not data.startswith(first) or not data.endswith(last):
        return f"no whole {format}: {data[:12]!r} … {data[-8:]!r}"
    if format == "png":
        width, height = struct.unpack(">II", data[16:24])
        if not (0 < width <= 4096 and 0 < height <= 4096):
            return f"a tile of {width} × {height}"
    return None


class Hostile:
    """Requests all files once in a random order from the seed, then again at random until the time is over."""

    NAME = "hostile"
    clients = CLIENTS + LEAVERS

    def __init__(self, bout, only=None):
        self.bout, self.only = bout, only
        self.tally = bout.tally(self.NAME)
        self.files = bout.run.hostile
        self.seen = set()

    async def run(self, until):
        random = generator(self.bout.seed, "hostile")
        names = sorted(name for name in self.files if not self.only or self.only in name)
        if not self.only:
            await self.links()
        order = list(names)
        random.shuffle(order)
        # Sound but demanding files come first: they must be shown in spite of the others.
        order.sort(key=lambda name: not self.files[name].is_sound)
        queue = list(reversed(order))

        def next_name():
            # With a single file, the part requests it once and waits for the result.
            if queue and (self.only or not until.has_come):
                return queue.pop()
            return None if self.only or until.has_come else random.choice(names)

        async def client():
            while self.bout.server.is_running and (name := next_name()):
                await self.one(name, until)

        async def leaver(number):
            mine = generator(self.bout.seed, "leaver", number)
            while self.bout.server.is_running and not until.has_come:
                await self.leave(mine.choice(names), mine)

        leavers = [asyncio.create_task(leaver(number)) for number in range(0 if self.only else LEAVERS)]
        await asyncio.gather(*(client() for _ in range(CLIENTS)))
        for each in leavers:
            each.cancel()
        await asyncio.gather(*leavers, return_exceptions=True)
        self.bout.say(f"hostile: asked for {len(self.seen)} of {len(names)} files")

    async def ask(self, group, path, case, patience=TILE_BOUND):
        """Requests a path and judges the answer by the general checks. Returns None if there is no answer."""
        bout = self.bout
        start = time.monotonic()
        try:
            answer = await site.fetch(bout.sockets, bout.server, path, source=bout.address(), patience=patience)
            label = answer.status if answer else "closed"
            fault = None if answer else "closed without an answer"
        except TimeoutError:
            answer, label, fault = None, "late", f"no answer within {patience:.0f} s"
        except (ConnectionError, Broken) as error:
            answer, label, fault = None, "broken", f"{error}"
        bout.done(f"{case} {path}")
        if not (bout.server.is_running if answer else await bout.alive()):
            return None
        self.tally.note(group, label, time.monotonic() - start, f"{case} {path}")
        if fault:
            self.tally.fault(group, case, f"{path}: {fault}")
        if answer:
            if answer.status not in GOOD and not 400 <= answer.status < 500 and answer.status not in (500, 503):
                self.tally.fault(group, case, f"{path}: answered {answer.status}")
            for fault in answers.faults(answer, path, bout.secrets):
                self.tally.fault(group, case, f"{path}: {fault}")
        return answer

    async def one(self, name, until):
        """Requests a file's description, and tiles at the top, in the middle and at the bottom."""
        file = self.files[name]
        group = "sound, large" if file.is_sound else "images" if not file.name.endswith((".svg",
                                                                                         ".svgz")) else "drawings"
        random = generator(self.bout.seed, name)
        described = await self.ask(group, f"/tiles/{name}.json", name)
        paths = [f"/tiles/{name}/{level}/{2 ** level // 2}/{2 ** level // 2}.png" for level in LEVELS]
        if described and described.status == 200:
            try:
                content = site.Content.of(json.loads(described.body))
                paths = [content.middle(0), content.any_tile(random, [content.deepest // 2]),
                         content.middle(content.deepest),
                         content.any_tile(random, format="webp"), content.middle(content.deepest).replace(".", "@2x."),
                         f"/render/{name}?x=0&y=0&width=200&height=200&scale={content.scale(0):.17g}"]
            except (ValueError, KeyError, ZeroDivisionError, OverflowError) as error:
                self.tally.fault(group, name, f"/tiles/{name}.json: no description: {error!r}")
        elif file.is_sound and described:
            self.tally.fault(group, name,
                             f"a sound file is answered with {described.status}: {described.text[:120].strip()}")
        self.seen.add(name)
        for path in paths:
            if until.has_come and not self.only:
                return
            answer = await self.ask(group, path, name)
            if answer is None:
                # A client without an answer stops requesting this file.
                return
            if answer.status == 200:
                format = "png" if path.startswith("/render") else path.rsplit(".", 1)[1]
                if fault := image_fault(answer.body, format):
                    self.tally.fault(group, name, f"{path}: {fault}")
            elif file.is_sound and answer.status != 503:
                self.tally.fault(group, name, f"{path}: a sound file is answered with {answer.status}: "
                                 f"{answer.text[:120].strip()}")

    async def leave(self, name, random):
        """Requests a tile and disconnects, so that it is drawn for nobody."""
        path = f"/tiles/{name}/{random.choice(LEVELS)}/0/0.png"
        bout = self.bout
        try:
            async with Connection(bout.sockets, bout.server.host, bout.server.port, bout.address()) as connection:
                await connection.send(get(path))
                await asyncio.sleep(random.choice((0.01, 0.1, 0.5)))
                if random.random() < 0.5:
                    connection.reset()
        except (ConnectionError, TimeoutError):
            pass
        self.tally.note("left", "left", 0.0, name)
        await asyncio.sleep(0.5)

    async def links(self):
        """Checks that links out of the folder yield no content, and that the gallery lists none."""
        listed = await self.ask("links", "/contents.json", "contents.json")
        if listed is None or listed.status != 200:
            self.tally.fault("links", "contents.json", "the contents are not listed")
            return
        if json.loads(listed.body)["contents"] == []:
            self.tally.fault("links", "contents.json", "the list is empty")
        ids = {item["id"] for item in json.loads(listed.body)["contents"]}
        for name in hostile_files.LINKS_OUT:
            answer = await self.ask("links", f"/tiles/{name}/0/0/0.png", name)
            if answer and answer.status != 404:
                self.tally.fault("links", name, f"a link out of the folder is answered with {answer.status}")
            if name in ids:
                self.tally.fault("links", name, "a link out of the folder is listed")
        for item in json.loads(listed.body)["contents"]:
            if set(item["id"]) & set("/\\<>\"'%\n\r\0 "):
                self.tally.fault("links", repr(item["id"]), "an identifier that is none")
