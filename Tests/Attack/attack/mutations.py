"""Part 4: the samples with damaged bytes, fifty at a time in a folder, with a server for each folder."""

import asyncio
import json
import re
import shutil
import time

from . import answers, judge, pictures, site
from .bout import AT_WORK
from .server import START_BOUND, Server, ServerEnded
from .tally import Tally
from .wire import Broken, Sockets, generator

BATCH = 50
CLIENTS = 4
TILE_BOUND = 45.0


NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
WORD = re.compile(rb"[a-zA-Z-]{3,}")
ELEMENT = re.compile(rb"<[a-z]+ [^<>]*/>")
WILD_NUMBERS = (b"0", b"-1", b"1e9", b"1e30", b"1e-30", b"-1e308", b"1e999", b"NaN", b"9" * 40, b"", b"-", b".", b"1 2",
                b"100%")
WILD_WORDS = (b"none", b"use", b"svg", b"g", b"filter", b"clip-path", b"mask", b"image", b"text", b"url(#a)",
              b"inherit", b"x", b"transform",
              b"style", b"href", b"viewBox", b"pattern", b"currentColor", b"&#0;", b"&#x10ffff;")
PIECES = (b"<", b">", b"&", b"</g>", b"<g>", b"1e999", b"NaN", b"<svg>", b"\0", b"\xff\xd9", b"\r\n")


def damaged_drawing(data, random):
    """Changes a number, a word or an element, so that most drawings are still XML and reach the SVG reader."""
    place = random.randrange(len(data))
    kind = random.randrange(5)
    pattern = (NUMBER, NUMBER, WORD, ELEMENT, ELEMENT)[kind]
    found = pattern.search(data, place) or pattern.search(data)
    if not found:
        return
    piece = (random.choice(WILD_NUMBERS), found.group() * random.choice((2, 9, 40)), random.choice(WILD_WORDS), b"",
             b"<g>" + found.group() * random.choice((2, 300)) + b"</g>")[kind]
    data[found.start():found.end()] = piece


def damaged_bytes(data, random):
    # Half of all damage is at the beginning, where the structure is.
    place = random.randrange(max(1, random.choice((len(data), min(len(data), 2000)))))
    match random.randrange(7):
        case 0 if data:
            data[place % len(data)] ^= 1 << random.randrange(8)
        case 1:
            data[place:place] = random.randbytes(random.choice((1, 4, 64)))
        case 2:
            del data[place:place + random.choice((1, 4, 64, 5000))]
        case 3:
            data[place:place + 4] = random.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff",
                                                   b"\x80\0\0\0"))
        case 4:
            data[place:place] = data[place:place + random.randrange(1, 3000)]
        case 5:
            data[place:place] = random.choice(PIECES)
        case _ if random.random() < 0.3:
            del data[place:]


def mutated(seed, number, originals):
    """Returns an extension and damaged bytes that depend only on the seed and number. `originals` has extensions and bytes."""
    random = generator(seed, "mutation", number)
    ending, data = originals[random.randrange(len(originals))]
    data = bytearray(data)
    damage = damaged_drawing if ending == ".svg" and random.random() < 0.8 else damaged_bytes
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        damage(data, random)
    return ending, bytes(data)


async def originals(run):
    """Returns the samples, small images that Python can write, and others that the server makes of the samples."""
    files = [(path.suffix, path.read_bytes()) for path in sorted(run.samples)]
    random = generator(run.seed, "originals")
    files.append((".png", pictures.noise_png(60, random)))
    files.append((".png", pictures.png(300, 200, random.randbytes(300), 0, 8)))
    files.append((".tif", pictures.gray_tiff(120, 90)))
    files += [(".svg", (run.sound_folder / "blurred.svg").read_bytes())] * 2
    sockets = Sockets()
    server = Server(run, [run.sound_folder], "originals")
    try:
        await server.start()
        for ending in ("webp", "jpg"):
            answer = await site.fetch(sockets, server, f"/tiles/noise/0/0/0.{ending}")
            if answer and answer.status == 200:
                files.append((f".{ending}", answer.body))
    finally:
        await server.end()
    return files


class Mutations:
    """Runs batches until the time is over, and at least one."""

    NAME = "mutations"

    def __init__(self, run, only=None):
        self.run_, self.only = run, only
        self.tally = Tally(self.NAME, run.on_finding)
        self.sockets = Sockets()
        self.batches = 0

    async def go(self, seconds):
        end = time.monotonic() + seconds
        files = await originals(self.run_)
        if self.only:
            number = int(self.only.removeprefix("mutation "))
            await self.batch(files, range(number, number + 1))
            return
        while self.batches == 0 or time.monotonic() < end:
            first = BATCH * self.batches
            await self.batch(files, range(first, first + BATCH))
            self.batches += 1
        self.run_.say(f"mutations: {BATCH * self.batches} files")

    async def batch(self, files, numbers):
        run = self.run_
        folder = run.folder / "mutations"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        names = []
        for number in numbers:
            ending, data = mutated(run.seed, number, files)
            names.append(f"m{number}")
            (folder / f"m{number}{ending}").write_bytes(data)
        # A sound file, because a server without contents does not start.
        shutil.copy(run.sound_folder / "blurred.svg", folder / "sound.svg")
        server = Server(run, [folder], "mutations-server")
        case = f"mutation {numbers[0]}"
        doing = set()
        try:
            await server.start()
            started = judge.at_most(server.start_seconds, START_BOUND, lambda value: f"{value:.1f} s")
            if not started.green:
                self.tally.fault("start", case, f"a batch listens after {started.text}")
            queue = list(reversed(names))

            async def client():
                while queue and server.is_running:
                    name = queue.pop()
                    doing.add(name)
                    await self.one(server, name)
                    if server.is_running:
                        doing.discard(name)

            await asyncio.gather(*(client() for _ in range(CLIENTS)))
            if not server.is_running:
                raise ServerEnded(server.how_it_ended())
            answer = await site.fetch(self.sockets, server, "/tiles/sound/0/0/0.png")
            if answer is None or answer.status != 200:
                self.tally.fault("beside", case,
                                 f"a sound drawing among them is answered with {answer and answer.status}")
            if wrong := await server.end():
                self.tally.fault("end", case, wrong)
        except ServerEnded as ended:
            for name in sorted(doing) or names[:1]:
                self.tally.fault("end", f"mutation {name[1:]}", f"{ended}")
        except (ConnectionError, TimeoutError, Broken) as error:
            self.tally.fault("beside", case, f"a sound drawing among them: {error or 'no answer'}")
        finally:
            self.sockets.close_all()
            await server.end()
        for trap in judge.traps(server.log)[:2]:
            self.tally.fault("log", case, f"its log says: {trap[:200]}")

    async def one(self, server, name):
        """Requests a file's description and three of its tiles."""
        case = f"mutation {name[1:]}"
        described = await self.ask(server, case, f"/tiles/{name}.json")
        if described is None or described.status != 200:
            # A file without a description has no tiles; one is requested nevertheless.
            await self.ask(server, case, f"/tiles/{name}/0/0/0.png")
            return
        try:
            content = site.Content.of(json.loads(described.body))
        except (ValueError, KeyError) as error:
            self.tally.fault("tiles", case, f"no description: {error!r}")
            return
        for level in sorted({0, content.deepest // 2, content.deepest}):
            if await self.ask(server, case, content.middle(level)) is None:
                return

    async def ask(self, server, case, path):
        """Requests a path and judges the answer. Returns None if no further requests are needed."""
        start = time.monotonic()
        try:
            answer = await site.fetch(self.sockets, server, path, patience=TILE_BOUND)
            label = answer.status if answer else "closed"
        except TimeoutError:
            answer, label = None, "late"
        except (ConnectionError, Broken):
            answer, label = None, "broken"
        if answer is None:
            # A process takes a moment to end.
            await asyncio.sleep(AT_WORK)
        if not server.is_running:
            return None
        self.tally.note("tiles", label, time.monotonic() - start, f"{case} {path}")
        if answer is None:
            self.tally.fault("tiles", case, f"{path}: {label}")
            return None
        # Damage inside a file is found when it is drawn: the answer may be a reason without a path.
        for fault in answers.faults(answer, path, self.run_.secrets, may_fail=True):
            self.tally.fault("tiles", case, f"{path}: {fault}")
        return answer
