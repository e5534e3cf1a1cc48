"""A server with a low limit of open files, and more silent clients than it has descriptors: requests are still answered."""

import asyncio
import time

from . import judge, site
from .bout import Row
from .server import Server, ServerEnded
from .tally import Tally
from .wire import Connection, Sockets, client_address, get

# A limit that is too low for the server to draw, which it has to report.
TOO_FEW = 24
LIMITS = (40, 64, 256, 1024)
# The number of silent clients beyond the limit.
MORE = 100
# The seconds for a request among the silent clients. Those are closed after a quarter of a second, sixteen at a time.
PATIENCE = 5.0
# The share of a core that a server may use while it waits for a descriptor.
MOST_WORK = 0.3
# The exit status for an input or output error, as `tilework --help` lists it.
INPUT_OUTPUT = 74


class Descriptors:
    """Runs the part with each limit in turn."""

    def __init__(self, run):
        self.run = run
        self.tally = Tally("descriptors", run.on_finding)
        self.tallies, self.rows, self.name = [self.tally], [], "descriptors"

    def _row(self, name, verdict):
        self.rows.append(Row(name, verdict))
        if not verdict.green:
            self.tally.fault("descriptors", name, verdict.text)

    async def go(self, seconds):
        await self._too_few()
        for limit in LIMITS:
            try:
                await self._attack(limit, seconds / len(LIMITS))
            except ServerEnded as ended:
                self.tally.fault("descriptors", f"{limit} files", str(ended))

    def _server(self, limit):
        return Server(self.run, self.run.samples, f"descriptors-{limit}", descriptors=limit, backtraces=True)

    async def _too_few(self):
        server = self._server(TOO_FEW)
        try:
            await server.start()
            wrong = "it listens"
        except ServerEnded:
            said = "allow at least" in server.log
            wrong = None if server.process.returncode == INPUT_OUTPUT and said else server.how_it_ended()
        self._row(f"{TOO_FEW} files", judge.Verdict(not wrong, wrong or "it says how many it needs"))
        await server.end()

    async def _attack(self, limit, seconds):
        server = self._server(limit)
        sockets = Sockets(limit + MORE + 20)
        silent = []
        try:
            await server.start()
            content = await site.content(sockets, server, "city-plan")
            for number in range(limit + MORE):
                connection = Connection(sockets, server.host, server.port, client_address(number))
                await connection.__aenter__()
                # Every second client has sent the beginning of a head.
                await connection.send(b"GET /" if number % 2 else b"")
                silent.append(connection)
            before, begin, worst, number = server.vitals(), time.monotonic(), 0.0, 0
            while time.monotonic() - begin < seconds and server.is_running:
                path = content.tile(content.deepest, number % content.columns(content.deepest),
                                    number // content.columns(content.deepest))
                start = time.monotonic()
                try:
                    async with Connection(sockets, server.host, server.port) as connection:
                        await connection.send(get(path, "Connection: close"))
                        answer = await connection.answer(patience=PATIENCE)
                    status = answer and answer.status
                except (TimeoutError, ConnectionError):
                    status = None
                worst = max(worst, time.monotonic() - start)
                self.tally.note("descriptors", status or "no answer", time.monotonic() - start, f"{limit} files")
                if status != 200:
                    self.tally.fault("descriptors", f"{limit} files", f"a tile is answered with {status}")
                number += 1
                await asyncio.sleep(0.02)
            if not server.is_running:
                raise ServerEnded(server.how_it_ended())
            work = (server.vitals().processor - before.processor) / (time.monotonic() - begin)
            self._row(f"{limit} files", judge.at_most(work, MOST_WORK, lambda share: f"{share:.0%} of a core"))
            for trap in judge.traps(server.log)[:3]:
                self.tally.fault("descriptors", f"{limit} files", f"its log says: {trap[:200]}")
        finally:
            for connection in silent:
                connection.close()
            if wrong := await server.end():
                self.tally.fault("descriptors", f"{limit} files", wrong)
