"""The server under attack, which is started on loopback with limits, and ended here."""

import asyncio
import ctypes
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

from . import vitals
from .judge import traps
from .wire import loopback

GB = 1_000_000_000
# The most bytes of memory. A server that takes more is killed, which is a finding, because other work on the machine
# would suffer.
MOST_MEMORY = 6 * GB
MOST_DISK = 20 * GB
# The soft limit that most systems have.
DESCRIPTORS = 1024
# The seconds until the server listens. `serve` opens no file before (issue 11, line 7), so this is the time to start a
# process on a busy machine.
START_BOUND = 10.0
# The further seconds to wait for a slow start, to find other faults.
START_PATIENCE = 90.0
WATCH_INTERVAL = 0.5


class ServerEnded(Exception):
    """The server has ended, or did not start."""


def _bound(descriptors):
    """Sets limits in the child process, and has it end with the script."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A server that may raise its soft limit does so.
    hard = max(DESCRIPTORS, resource.getrlimit(resource.RLIMIT_NOFILE)[1]) if descriptors is None else descriptors
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard), hard))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_DISK, MOST_DISK))
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGKILL, 0, 0, 0)


class Server:
    """One run of `tilework serve`."""

    def __init__(self, run, paths, name, arguments=(), descriptors=None, backtraces=False):
        """Starts a run. `descriptors` is a fixed limit of open files; None for the usual one."""
        self.descriptors, self.backtraces = descriptors, backtraces
        self.command = [str(run.binary), "serve", "--host", loopback(run.host), "--port", "0", *arguments,
                        *(str(path) for path in paths)]
        self.name = name
        self.folder = pathlib.Path(run.folder)
        self._spawner = run.spawner
        self.temporary = self.folder / f"{name}-temporary"
        self.log_file = self.folder / f"{name}.log"
        self.host, self.port = run.host, 0
        self.is_secure = False
        self._said = b""
        self.start_seconds = None
        self.process = None
        self.killed_for = None
        # The time when the process was first found dead.
        self.ended_at = None
        self.peak = vitals.Vitals(0, 0, 0, 0, 0, 0, 0.0)
        self._watch = None

    async def start(self):
        self.temporary.mkdir(parents=True, exist_ok=True)
        # A trap ends the process at once, so that the running cases are known. The log still has the reason.
        environment = {**os.environ, "TMPDIR": str(self.temporary)}
        if not self.backtraces:
            environment["SWIFT_BACKTRACE"] = "enable=no"
        start = time.monotonic()
        with open(self.log_file, "wb") as log:
            self.process = await self._spawner.start(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=environment,
                start_new_session=True, preexec_fn=lambda: _bound(self.descriptors))
        self._watch = asyncio.create_task(self._watch_over())
        os.set_blocking(self.process.stdout.fileno(), False)
        said = b""
        while not re.search(rb"^https?://\S+/ .*\n", said, re.MULTILINE):
            said += self.process.stdout.read() or b""
            if self.process.poll() is not None:
                raise ServerEnded(self.how_it_ended())
            if time.monotonic() - start > START_PATIENCE:
                raise ServerEnded(f"it did not listen within {START_PATIENCE:.0f} s")
            await asyncio.sleep(0.01)
        self.start_seconds = time.monotonic() - start
        found = re.search(rb"^(https?)://(\d+\.\d+\.\d+\.\d+):(\d+)/ ", said, re.MULTILINE)
        if not found:
            raise ServerEnded(f"it printed no address: {said[:100]!r}")
        self.is_secure = found.group(1) == b"https"
        self.host, self.port = loopback(found.group(2).decode()), int(found.group(3))
        self._said = said
        return self

    @property
    def metrics(self):
        """Returns the metrics' own host and port, or None."""
        self._said += self.process.stdout.read() or b""
        found = re.search(rb"^http://(\d+\.\d+\.\d+\.\d+):(\d+)/metrics\b", self._said, re.MULTILINE)
        return (loopback(found.group(1).decode()), int(found.group(2))) if found else None

    async def _watch_over(self):
        """Records the peak of all vitals, and kills the server if it exceeds its limit."""
        while self.is_running:
            now = self.vitals()
            self.peak = self.peak.largest(now)
            if now.memory + now.elsewhere > MOST_MEMORY:
                self.kill(f"it took more than {MOST_MEMORY / GB:.0f} GB of memory")
            if now.disk > MOST_DISK:
                self.kill(f"it took more than {MOST_DISK / GB:.0f} GB of disk")
            await asyncio.sleep(WATCH_INTERVAL)

    def vitals(self):
        return vitals.read(self.process.pid, self.temporary)

    @property
    def is_running(self):
        if self.process is None:
            return False
        if self.process.poll() is None:
            return True
        self.ended_at = self.ended_at or time.monotonic()
        return False

    @property
    def log(self):
        try:
            with open(self.log_file, "rb") as log:
                return log.read(4_000_000).decode("utf-8", "replace")
        except OSError:
            return ""

    def how_it_ended(self):
        if self.killed_for:
            return f"the server was killed: {self.killed_for}"
        code = self.process.poll()
        how = f"by signal {-code}" if code is not None and code < 0 else f"with code {code}"
        log = self.log
        last = next(iter(traps(log)), None) or next((line for line in reversed(log.splitlines()) if line.strip()), "")
        return f"the server ended {how}: {last.strip()[:200]}"

    def kill(self, reason):
        if self.is_running:
            self.killed_for = reason
            # The process leads its own session, so the signal reaches only it and its children.
            os.killpg(self.process.pid, signal.SIGKILL)

    async def end(self, patience=15.0):
        """Ends the server as an operator does. Returns what was wrong with its end, or None."""
        if self._watch:
            self._watch.cancel()
        if not self.process:
            return None
        if not self.is_running:
            return self.how_it_ended()
        below = vitals.children(self.process.pid)
        self.process.send_signal(signal.SIGTERM)
        limit = time.monotonic() + patience
        while self.is_running and time.monotonic() < limit:
            await asyncio.sleep(0.02)
        if self.is_running:
            self.kill("it did not end when it was told to")
            self.process.wait()
            return f"it did not end within {patience:.0f} s of SIGTERM"
        if self.process.returncode != 0:
            return self.how_it_ended()
        limit = time.monotonic() + 5
        while (left := [child for child in below if vitals.resident(child)]) and time.monotonic() < limit:
            await asyncio.sleep(0.02)
        return f"{len(left)} of its processes outlived it" if left else None
