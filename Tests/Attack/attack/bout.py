"""One bout against a server: it is started, warmed up, measured without load, attacked, left to settle, and judged."""

import asyncio
import collections
import dataclasses
import itertools
import re
import statistics
import time

from . import judge, site
from .load import Load, judge_cold
from .probe import Probe
from .server import START_BOUND, Server, ServerEnded
from .tally import Tally
from .wire import Broken, Connection, Sockets, any_certificate, client_address, get

MB = judge.MB
# The most concurrent clients of all parts of a bout together.
MOST_CLIENTS = 64
# The seconds in which the server has to return to its former state. Idle worker processes are ended after 30 s.
SETTLING = 45.0
# The share of a core that a server at rest may use, for timers and the health probe.
REST_SHARE = 0.05
# The gauge of what the server counts against --memory, and its limit (the parts' servers have 256 MB).
KEPT = "tilework_kept_bytes"
MOST_KEPT = 256 * MB
# Seconds to wait until the server has nothing to do, before it is measured.
REST_PATIENCE = 10.0
# The place of the renders that tell how long a tile takes on this machine, as a share of the sides: the filter of the
# slowest content, blurred.svg, is there.
ALONE_PLACE = 0.25
# The seconds after the end of its time at which an unfinished part is ended.
GRACE = 120.0
# A case that ended at most this many seconds before the server was found dead may have caused its end.
AT_WORK = 0.3


class Until:
    def __init__(self, seconds):
        self.end = time.monotonic() + seconds

    @property
    def has_come(self):
        return time.monotonic() >= self.end

    @property
    def left(self):
        return max(0.0, self.end - time.monotonic())


@dataclasses.dataclass(frozen=True)
class Row:
    """A line of a table of judged quantities."""

    name: str
    verdict: judge.Verdict


class Bout:
    """Runs a server with sound contents, and hostile ones beside them for some parts."""

    def __init__(self, run, name, paths, arguments=(), bounds=None):
        self.run, self.name, self.paths, self.arguments = run, name, paths, list(arguments)
        self.seed = run.seed
        self.sockets = Sockets()
        self.most_clients = MOST_CLIENTS
        # Bounds of quantities at the end, in place of judge.end_bound.
        self.bounds = bounds or {}
        # The bytes of heap that the parts may leave in addition to judge.end_bound.
        self.margin = 0
        self.server = None
        self.contents, self.vectors, self.hot, self.tags = [], [], [], {}
        self.tallies = []
        self.rows = []
        self.secrets = run.secrets
        self._addresses = itertools.count()
        # The last finished cases, with their times.
        self._done = collections.deque(maxlen=40)
        self._restarts = 0
        self._probe = None
        self._windows = []
        self.baseline = self.final = None
        self._kept_first = self._kept_last = None

    # MARK: Interface for parts

    def address(self):
        """Returns an address for one more client."""
        return client_address(next(self._addresses) % 60_000)

    def tally(self, part):
        for tally in self.tallies:
            if tally.part == part:
                return tally
        tally = Tally(part, self.run.on_finding)
        self.tallies.append(tally)
        return tally

    def done(self, case):
        self._done.append((time.monotonic(), case))

    async def alive(self):
        """Returns whether the server is running. Called after a lost connection: a process takes a moment to end."""
        if self.server.is_running:
            await asyncio.sleep(AT_WORK)
        return self.server.is_running

    def at_work(self):
        """Returns the cases that were running when the server ended."""
        return [case for moment, case in self._done if moment > self.server.ended_at - AT_WORK]

    async def entity_tag(self, path):
        return self.tags[path]

    # MARK: Phases

    async def go(self, parts, seconds, quiet, warm, only=None, load=True):
        """Runs the bout. `parts` are pairs of a part's class and its share of the seconds."""
        self.margin = sum(getattr(kind, "memory", 0) for kind, _ in parts)
        background = Load(self, self.tally("load")) if load else None
        beside = [background] if background else []
        try:
            await self._start()
            self.say(f"{self.name}: listens after {self.server.start_seconds:.1f} s; warming up")
            self._row("start", judge.at_most(self.server.start_seconds, START_BOUND, lambda value: f"{value:.1f} s"))
            await self._warm(warm)
            await self._start_probe()
            self.say(f"{self.name}: quiet for {quiet:.0f} s")
            quiet_window = await self._window("quiet", lambda until: asyncio.sleep(until.left), quiet)
            alone = await self._alone() if background else 0.0
            clients = 0
            if background:
                background.start()
            for kind, share in parts:
                part = kind(self, only)
                # Cases that take longer than a part run beside the following parts.
                if slow := getattr(part, "slow", None):
                    slow.start()
                    beside.append(slow)
                busy = part.clients + sum(each.clients for each in beside)
                if busy > self.most_clients:
                    raise ValueError(f"{busy} clients at once are more than {self.most_clients}")
                clients = max(clients, busy)
                await self._part(part, kind.NAME, share * seconds, quiet_window)
            for each in beside:
                await each.stop()
            if background:
                await self._rest(REST_PATIENCE)
                judge_cold(background.tally, max(alone, await self._alone()), clients)
            await self._end()
        except ServerEnded as ended:
            self.fault(str(ended))
        finally:
            for each in beside:
                await each.stop()
            self.sockets.close_all()
            if self._probe:
                await self._probe.stop()
            if self.server:
                wrong = await self.server.end()
                if wrong:
                    self.fault(wrong)
                self._judge_log()

    def say(self, text):
        self.run.say(text)

    def fault(self, text, case="", part=None, may_be_neighbours=False):
        self.tally(part or "server").fault(self.name, case, text, may_be_neighbours)

    def _row(self, name, verdict, may_be_neighbours=False):
        self.rows.append(Row(name, verdict))
        if not verdict.green:
            self.fault(f"{name}: {verdict.text}", name, may_be_neighbours=may_be_neighbours)

    async def _start(self):
        suffix = f"-{self._restarts}" if self._restarts else ""
        self.server = Server(self.run, self.paths, self.name + suffix, self.arguments)
        await self.server.start()
        if self.server.is_secure:
            self.sockets.secure = (self.server.port, any_certificate())
        answer = await site.fetch(self.sockets, self.server, "/contents.json")
        if answer is None or answer.status != 200:
            raise ServerEnded(f"/contents.json is answered with {answer and answer.status}")
        self.contents = [content for id in self.run.sound
                         if (content := await site.content(self.sockets, self.server, id))]
        if len(self.contents) != len(self.run.sound):
            raise ServerEnded(f"of {', '.join(self.run.sound)} only {len(self.contents)} are served")
        self.vectors = [content for content in self.contents if content.kind == "svg"]
        self.hot = [content.middle(level) for content in self.contents
                    for level in range(min(2, content.deepest), min(6, content.deepest + 1))]
        for path in self.hot:
            answer = await site.fetch(self.sockets, self.server, path)
            if answer is None or answer.status != 200 or not answer.header("etag"):
                raise ServerEnded(f"{path} is answered with {answer and answer.status}")
            self.tags[path] = answer.header("etag")

    async def _warm(self, seconds):
        """Runs the load of the attack, so that everything that grows only once has grown."""
        tally = Tally("warm-up", self.run.on_finding)
        load = Load(self, tally)
        load.start()
        until = Until(seconds)
        while not until.has_come and self.server.is_running:
            await asyncio.sleep(0.1)
        await load.stop()
        self.sockets.close_all()
        if not self.server.is_running:
            raise ServerEnded(f"while it was warmed up: {self.server.how_it_ended()}")
        await self._rest(REST_PATIENCE)
        self.baseline = self.server.vitals()
        self._kept_first = self._kept_last = await self.gauge(KEPT)

    async def _alone(self):
        """Returns the seconds that an uncached tile of the slowest sound content takes without other clients.

        It is measured with renders of the levels in the middle, which are not cached.
        """
        slowest = 0.0
        for content in self.contents:
            times = []
            for level in range(max(0, content.deepest // 2 - 1), content.deepest // 2 + 2):
                side, scale = content.tile_size, content.scale(level)
                x, y = int(content.width * scale * ALONE_PLACE), int(content.height * scale * ALONE_PLACE)
                path = f"/render/{content.id}?x={x}&y={y}&width={side}&height={side}&scale={scale:.17g}"
                start = time.monotonic()
                if not self.server.is_running:
                    return slowest
                try:
                    answer = await site.fetch(self.sockets, self.server, path)
                except (OSError, TimeoutError, Broken):
                    continue
                if answer and answer.status == 200:
                    times.append(time.monotonic() - start)
            if times:
                slowest = max(slowest, statistics.median(times))
        self.say(f"{self.name}: alone, a tile of the slowest content takes {slowest:.2f} s")
        return slowest

    async def _rest(self, patience):
        """Waits until the server uses almost no processor time. Returns whether it did."""
        limit = time.monotonic() + patience
        while self.server.is_running:
            before, start = self.server.vitals(), time.monotonic()
            await asyncio.sleep(1.0)
            after = self.server.vitals()
            # The time of a child that has ended is missing until it is reaped, so the difference may be negative.
            if (after.processor - before.processor) / (time.monotonic() - start) <= REST_SHARE:
                return True
            if time.monotonic() > limit:
                return False
        return False

    async def _start_probe(self):
        self._probe = Probe(self.run, self.server, self.hot)
        await self._probe.start()

    async def _window(self, name, act, seconds):
        start = time.monotonic()
        await act(Until(seconds))
        window = (name, start, time.monotonic())
        self._windows.append(window)
        return window

    async def _part(self, part, name, seconds, quiet):
        self.say(f"{self.name}: {name} for {seconds:.0f} s")
        tally = self.tally(name)

        async def act(until):
            try:
                async with asyncio.timeout(seconds + GRACE):
                    await part.run(until)
            except TimeoutError:
                tally.fault("", name, f"its cases were not through {GRACE:.0f} s after its time")

        window = await self._window(name, act, seconds)
        if not self.server.is_running:
            tally.fault("", name, f"{self.server.how_it_ended()}; at work were: {' | '.join(self.at_work())[:300]}")
            await self._restart()
            return
        self._judge_hot(name, quiet, window)

    def _judge_hot(self, name, quiet, window):
        before, before_control, _ = self._probe.between(*quiet[1:])
        during, during_control, statuses = self._probe.between(*window[1:])
        self._row(f"hot tiles, {name}", judge.hot_tiles(before, during, before_control, during_control),
                  may_be_neighbours=True)
        wrong = collections.Counter(status for status in statuses if status != 200)
        if wrong:
            self.fault(f"hot tiles, {name}: " + ", ".join(f"{count} × {status or 'no answer'}" for status, count
                                                          in wrong.items()), "hot tiles")

    async def _restart(self):
        """Restarts the server for the following parts. The growth at the end can't be judged any more."""
        await self._probe.stop()
        self._probe = None
        self._done.clear()
        await self.server.end()
        self._judge_log()
        self._restarts += 1
        await self._start()
        await self._start_probe()

    async def _end(self):
        """Waits until the idle server returns to its former state."""
        self.sockets.close_all()
        await self._probe.stop()
        self._probe = None
        self.say(f"{self.name}: settling, {SETTLING:.0f} s at most")
        limit = time.monotonic() + SETTLING
        rested = False
        while True:
            rested = rested or await self._rest(max(0.0, limit - time.monotonic()))
            self.final = self.server.vitals()
            self._kept_last = await self.gauge(KEPT)
            verdicts = self._end_verdicts()
            if rested and all(row.verdict.green for row in verdicts) or time.monotonic() > limit \
                    or not self.server.is_running:
                break
            await asyncio.sleep(0.5)
        if not self.server.is_running:
            raise ServerEnded(f"while it was left alone: {self.server.how_it_ended()}")
        for row in verdicts:
            self._row(row.name, row.verdict)
        self._row("at rest", judge.Verdict(rested, f"≤ {REST_SHARE:.0%} of a core" if rested else
                                           f"still at work {SETTLING:.0f} s after the last client left"))
        for name, look in (("/healthz", self._health), ("headers", self._headers), ("/metrics", self._metrics)):
            try:
                wrong = await look()
            except (OSError, TimeoutError, Broken) as error:
                wrong = f"{error or 'no answer'}"
            self._row(name, judge.Verdict(not wrong, wrong or "as intended"))

    async def _health(self):
        answer = await site.fetch(self.sockets, self.server, "/healthz")
        return None if answer and answer.status == 200 and answer.body == b"ok\n" else f"{answer and answer.status}"

    async def _headers(self):
        """Checks the headers that keep browsers from guessing (issue 11, line 11). Returns what is wrong, or None."""
        for path in ("/", self.hot[0], "/contents.json", "/nothing", f"/view/{self.contents[0].id}"):
            answer = await site.fetch(self.sockets, self.server, path)
            if answer is None or answer.header("x-content-type-options") != "nosniff":
                return f"{path} has no X-Content-Type-Options"
            is_page = (answer.header("content-type") or "").startswith("text/html")
            if is_page and not answer.header("content-security-policy"):
                return f"{path} has no Content-Security-Policy"
        return None

    async def _metrics(self):
        """Checks that metrics have their own port and are closed to other sites. Returns what is wrong, or None."""
        answer = await site.fetch(self.sockets, self.server, "/metrics")
        if answer is None or answer.status != 404:
            return f"the port of the tiles answers /metrics with {answer and answer.status}"
        if self.server.metrics is None:
            return "they have no port of their own"
        answer = await self._own_metrics()
        if answer is None or answer.status != 200 or "tilework_" not in answer.text:
            return f"answered with {answer and answer.status}"
        return "other sites may read them" if answer.header("access-control-allow-origin") else None

    async def _own_metrics(self):
        async with Connection(self.sockets, *self.server.metrics) as connection:
            await connection.send(get("/metrics", "Connection: close"))
            return await connection.answer()

    async def gauge(self, name):
        """Returns the current value of a metric, or None without one."""
        try:
            answer = await self._own_metrics() if self.server.metrics else None
        except (OSError, TimeoutError, Broken):
            answer = None
        found = answer and re.search(rf"^{name} (\d+)$", answer.text, re.MULTILINE)
        return int(found[1]) if found else None

    def _end_verdicts(self):
        if self._restarts:
            return [Row("flat", judge.Verdict(False, "not to be told: the server had ended before"))]
        rows = []
        for kind, show in (("memory", megabytes), ("descriptors", str), ("threads", str), ("children", str),
                           ("disk", megabytes)):
            start, end = getattr(self.baseline, kind), getattr(self.final, kind)
            bound = self.bounds[kind] if kind in self.bounds else judge.end_bound(kind, start)
            if kind == "memory" and kind not in self.bounds:
                bound += self.margin
                # The memory that the server may keep, and reports as kept, fills up only under load.
                if None not in (self._kept_first, self._kept_last):
                    bound += max(0, self._kept_last - self._kept_first)
            verdict = judge.at_most(end, bound, show)
            peak = getattr(self.server.peak, kind)
            rows.append(Row(kind, judge.Verdict(
                verdict.green, f"{show(start)} → {show(end)}, at most {show(peak)}; bound {show(bound)}")))
            if (bound := self.bounds.get(f"{kind} at most")) is not None:
                rows.append(Row(f"{kind} at most", judge.at_most(peak, bound, show)))
        rows.append(Row("kept", judge.Verdict(False, f"{KEPT} is not told") if self._kept_last is None
                        else judge.at_most(self._kept_last, MOST_KEPT, megabytes)))
        return rows

    def _judge_log(self):
        for trap in judge.traps(self.server.log)[:3]:
            self.fault(f"its log says: {trap[:200]}", "log")


def megabytes(count):
    return f"{count / MB:.0f} MB"
