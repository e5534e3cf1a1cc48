"""A thousand clients that read a byte a second of their answers: other clients are served as usual."""

import asyncio
import collections
import math
import resource
import subprocess
import time

from . import judge
from .bout import Bout
from .site import fetch
from .slow import READER_BOUND
from .wire import Broken, Connection, Sockets, get

CLIENTS = 1000
# The seconds in which they connect.
COMING = 10.0
# The bytes of tiles that each requests at once: more than the network's buffers hold, so the rest waits in the server.
ASKED = 8_000_000
# The most server memory for each client at the peak: an answer under way, its connection's buffers, TLS's state, and
# the heap between them.
MOST_A_CLIENT = 128_000
# The share of clients that must be connected at one time for a meaningful result.
CONNECTED = 0.95


class Trickle:
    NAME = "trickle"
    memory = CLIENTS * 16_000

    def __init__(self, bout, only=None):
        self.bout = bout
        self.tally = bout.tally(self.NAME)
        self.clients = CLIENTS
        self._connected = 0
        self._most = collections.Counter()

    async def run(self, until):
        bout = self.bout
        sizes = {path: len((await fetch(bout.sockets, bout.server, path)).body) for path in bout.hot}
        tile = max(sizes, key=sizes.get)
        requests = get(tile) * math.ceil(ASKED / sizes[tile])
        before = bout.server.vitals()
        clients = [asyncio.create_task(self._keep(requests, number)) for number in range(CLIENTS)]
        while not until.has_come and bout.server.is_running:
            vitals = bout.server.vitals()
            self._most["connected"] = max(self._most["connected"], self._connected)
            self._most["memory"] = max(self._most["memory"], vitals.memory)
            self._most["descriptors"] = max(self._most["descriptors"], vitals.descriptors)
            await asyncio.sleep(0.25)
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        self.bout._row("clients at once", judge.Verdict(
            self._most["connected"] >= CONNECTED * CLIENTS, f"{self._most['connected']} of {CLIENTS}"))
        self.bout._row("memory beside them", judge.at_most(
            self._most["memory"], before.memory + CLIENTS * MOST_A_CLIENT, lambda value: f"{value / judge.MB:.0f} MB"))
        if not self.tally.group("trickle").answers["dropped"]:
            self.tally.fault("trickle", "", "the server ended none of them")

    async def _keep(self, requests, number):
        # The attack is the slow reading, and not the burst of connections.
        await asyncio.sleep(number / CLIENTS * COMING)
        while True:
            begin, dropped = time.monotonic(), False
            try:
                async with Connection(self.bout.sockets, self.bout.server.host, self.bout.server.port,
                                      self.bout.address(), receive_buffer=4096) as connection:
                    self._connected += 1
                    try:
                        async with asyncio.timeout(READER_BOUND):
                            await self._trickle(connection, requests)
                        dropped = True
                    finally:
                        self._connected -= 1
            except (ConnectionError, Broken):
                dropped = True
            except TimeoutError:
                pass
            except asyncio.CancelledError:
                self.tally.note("trickle", "left", 0.0)
                raise
            seconds = time.monotonic() - begin
            self.tally.note("trickle", "dropped" if dropped else "kept", seconds)
            if not dropped:
                self.tally.fault("trickle", "", f"was still connected after {READER_BOUND:.0f} s")
            await asyncio.sleep(max(0.0, 1.0 - seconds))

    async def _trickle(self, connection, requests):
        await connection.send(requests)
        while await connection.receive_raw(2 * READER_BOUND, most=1) and not connection.was_reset:
            await asyncio.sleep(1.0)


def certificate(folder):
    """Creates a certificate for one day. Returns the flags that serve it."""
    files = folder / "tls.crt", folder / "tls.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=attack", "-keyout", files[1], "-out", files[0]], check=True, capture_output=True)
    return ["--tls-certificate", str(files[0]), "--tls-key", str(files[1])]


async def go(run, seconds):
    """Runs the part with its own server. Returns the bout."""
    limits = ["--cache-size", "64MB", "--memory", "256MB", "--metrics-port", "0"]
    if run.options.tls:
        limits += certificate(run.folder)
    bout = Bout(run, "trickle", [*run.samples, run.sound_folder], limits)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * CLIENTS), hard))
    # Further sockets are for requests for the server's contents and vitals.
    bout.sockets = Sockets(CLIENTS + 50)
    bout.most_clients = CLIENTS
    await bout.go([(Trickle, 1.0)], max(40.0, seconds - 20), 10.0, 5.0, load=False)
    return bout
