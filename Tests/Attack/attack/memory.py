"""The load of issue 11, line 3, which tests whether memory changes after the first minute."""

import asyncio
import time

from . import judge
from .bout import KEPT, Bout, megabytes
from .load import MIXED, Load
from .server import ServerEnded
from .tally import Tally

# Each kind alone, to find the kind that leaks.
VARIANTS = {
    "mixed": MIXED, "hot": {"hot": 1}, "cold": {"cold": 1}, "404": {"missing": 1}, "abort": {"abort": 1},
    "session": {"session": 1}, "render": {"render": 1}, "conditional": {"conditional": 1}, "document": {"document": 1},
}
CLIENTS = 16
# The server's cache, which the first minute of the mixed load (a tenth of a shorter run) fills with tiles, so that
# later growth is not the cache's.
CACHE = "64MB"
# Additional clients in the first minute of the mixed load, which mostly request cold tiles: a heap grows to the largest
# need at one time, which the load alone reaches after some minutes. The number of concurrent renders is the load's own.
WARMING = {**MIXED, "cold": 4 * MIXED["cold"], "render": 0}
LINE_INTERVAL = 10.0


class Memory:
    """Runs a server under one load for the whole time. Prints a line every ten seconds."""

    NAME = "memory"

    def __init__(self, run, variant):
        self.run, self.variant = run, variant
        arguments = ["--cache-size", CACHE]
        if "--memory" in run.flags:
            arguments += ["--memory", "256MB"]
        if "--metrics-port" in run.flags:
            arguments += ["--metrics-port", "0"]
        self.bout = Bout(run, "memory", [run.sound_folder, *run.samples], arguments)
        self.points = []

    async def go(self, seconds):
        bout = self.bout
        tally = bout.tally("memory")
        kinds = VARIANTS[self.variant]
        load = Load(bout, tally, kinds, CLIENTS)
        warming = Load(bout, Tally("warm-up", self.run.on_finding), WARMING, CLIENTS if kinds is MIXED else 0, first=CLIENTS)
        minute = min(60.0, seconds / 10)
        try:
            await bout._start()
            fresh = bout.server.vitals()
            print(f"memory: the load “{self.variant}” for {seconds:.0f} s, judged after {minute:.0f} s\n"
                  f"{'s':>6} {'RSS':>9} {'kept':>9} {'children':>9} {'descriptors':>12} {'threads':>8} "
                  f"{'disk':>8} {'requests':>9}",
                  flush=True)
            load.start()
            warming.start()
            await self._watch(seconds, load, tally, warming, minute)
            await load.stop()
            if not bout.server.is_running:
                raise ServerEnded(bout.server.how_it_ended())
            bout._row("memory", judge.flat_memory(self.points, minute))
            bout.sockets.close_all()
            await self._settled(fresh)
        except ServerEnded as ended:
            bout.fault(str(ended))
        finally:
            await warming.stop()
            await load.stop()
            bout.sockets.close_all()
            if bout.server:
                if wrong := await bout.server.end():
                    bout.fault(wrong)
                bout._judge_log()

    async def _watch(self, seconds, load, tally, warming, minute):
        bout = self.bout
        start = time.monotonic()
        line = LINE_INTERVAL
        while (now := time.monotonic() - start) < seconds and bout.server.is_running:
            if now >= minute:
                await warming.stop()
            vitals = bout.server.vitals()
            self.points.append((now, vitals.memory))
            if now >= line:
                line += LINE_INTERVAL
                kept = megabytes(await bout.gauge(KEPT) or 0)
                print(f"{now:6.0f} {megabytes(vitals.memory):>9} {kept:>9} {megabytes(vitals.elsewhere):>9} "
                      f"{vitals.descriptors:12} "
                      f"{vitals.threads:8} {megabytes(vitals.disk):>8} {load.requests:9}", flush=True)
            await asyncio.sleep(1.0)
        if tally.requests < seconds and self.variant != "render":
            bout.fault(f"only {tally.requests} requests in {seconds:.0f} s: no load")

    async def _settled(self, fresh):
        """Checks that connections are closed and processes ended when the load is over."""
        bout = self.bout
        limit = time.monotonic() + 45
        while True:
            now = bout.server.vitals()
            verdicts = [(kind, judge.at_most(getattr(now, kind), judge.end_bound(kind, getattr(fresh, kind)) + spare))
                        # Spare amounts for pools that start on demand: an event loop and a worker for each core, and
                        # Dispatch's threads.
                        for kind, spare in (("descriptors", 8), ("threads", 16), ("children", 0))]
            if all(verdict.green for _, verdict in verdicts) or time.monotonic() > limit:
                break
            await asyncio.sleep(1.0)
        for kind, verdict in verdicts:
            bout._row(kind, verdict)
