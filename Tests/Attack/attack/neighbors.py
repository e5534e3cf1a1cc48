"""Clients of a heavy drawing: clients of other contents are served almost as fast as without them."""

import asyncio
import time

from . import judge, site
from .bout import Bout, Until
from .hostile_files import svg
from .wire import Broken, Connection, generator, get

# The number of concurrent clients of the heavy drawing, each with one connection.
CLIENTS = 8
LAYERS = 10_000
SIDE = 2000
# The sides of the layers. A tile takes about a tenth of a second, less than the quarter from which a tile is slow.
SIZES = (30, 150)
MODES = ("multiply", "screen", "overlay", "darken", "lighten", "difference")
# Seconds until the server knows the cost of the drawing.
LEARNING = 2.0


def layers(random):
    """Returns a drawing of overlapping layers, each with a blend mode and an opacity."""
    parts = []
    for number in range(LAYERS):
        x, y, side = random.randrange(SIDE), random.randrange(SIDE), random.randrange(*SIZES)
        parts.append(f"<g style='mix-blend-mode:{MODES[number % len(MODES)]}' opacity='0.6'>"
                     f"<rect x='{x}' y='{y}' width='{side}' height='{side}' fill='#{random.randrange(4096):03x}'/>"
                     f"<rect x='{x + side // 2}' y='{y}' width='{side}' height='{side}' "
                     f"fill='#{random.randrange(4096):03x}'/></g>")
    return svg("".join(parts), SIDE, SIDE)


class Neighbors:
    """Measures cold tiles of a sound drawing alone and beside the clients, in turn."""

    NAME = "neighbors"
    ROUNDS = 3

    def __init__(self, bout, only=None):
        self.bout = bout
        self.tally = bout.tally(self.NAME)
        self.clients = CLIENTS

    async def run(self, until):
        bout = self.bout
        plan = next(content for content in bout.vectors if content.id == "city-plan")
        heavy = await site.content(bout.sockets, bout.server, "layers")
        random = generator(bout.seed, self.NAME)
        levels = range(4, plan.deepest + 1)
        paths = [plan.tile(level, x, y) for level in levels
                 for x in range(plan.columns(level)) for y in range(plan.rows(level))]
        random.shuffle(paths)
        slice_of_time = until.left / (2 * self.ROUNDS)
        pairs = []
        for number in range(self.ROUNDS):
            alone = await self._measure(paths, Until(slice_of_time))
            clients = [asyncio.create_task(self._visit(heavy, generator(bout.seed, self.NAME, number, client)))
                       for client in range(CLIENTS)]
            try:
                await asyncio.sleep(LEARNING)
                pairs.append((alone, await self._measure(paths, Until(slice_of_time - LEARNING))))
            finally:
                for client in clients:
                    client.cancel()
                await asyncio.gather(*clients, return_exceptions=True)
        bout._row("cold tiles beside a heavy drawing", judge.neighbors(pairs))

    async def _measure(self, paths, until):
        """Returns the seconds of tiles that nobody has requested before."""
        times = []
        async with self._connection() as connection:
            while not until.has_come and paths and self.bout.server.is_running:
                if (seconds := await self._ask("cold", connection, paths.pop())) is not None:
                    times.append(seconds)
                await asyncio.sleep(0.005)
        return times

    async def _visit(self, heavy, random):
        while self.bout.server.is_running:
            try:
                async with self._connection() as connection:
                    while await self._ask("layers", connection, heavy.any_tile(random)) is not None:
                        pass
            except (ConnectionError, TimeoutError, Broken):
                await asyncio.sleep(0.05)

    def _connection(self):
        server = self.bout.server
        return Connection(self.bout.sockets, server.host, server.port, self.bout.address())

    async def _ask(self, kind, connection, path):
        """Returns the seconds of an answer, or None if the connection can't be used again."""
        start = time.monotonic()
        await connection.send(get(path))
        answer = await connection.answer(patience=90)
        seconds = time.monotonic() - start
        self.tally.note(kind, answer.status if answer else "closed", seconds, path)
        # Tiles of the layers may be refused: they take long.
        if answer is not None and answer.status != 200 and (kind == "cold" or answer.status != 503):
            self.tally.fault(kind, kind, f"{path}: answered {answer.status}")
        return seconds if answer is not None and answer.header("connection") != "close" else None


async def go(run, seconds):
    """Runs the part with a server of its own. Returns the bout."""
    folder = run.folder / "layers"
    folder.mkdir()
    (folder / "layers.svg").write_bytes(layers(generator(run.seed, "layers")))
    limits = ["--cache-size", "64MB", "--memory", "256MB", "--metrics-port", "0", "--max-level", "9"]
    bout = Bout(run, "neighbors", [*run.samples, run.sound_folder, folder], limits)
    await bout.go([(Neighbors, 1.0)], max(30.0, seconds - 20.0), 10.0, 5.0, load=False)
    return bout
