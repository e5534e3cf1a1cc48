"""Servers under load."""

import asyncio
import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from attack import vitals
from soaking.client import Broken


class Server:
    """A `tilework serve` of this run, which ends with the script."""

    def __init__(self, program, folder, name, *arguments, prepare=None):
        """`prepare` is called in the server's process before the program starts."""
        self.temporary = folder / f"{name}-temporary"
        self.temporary.mkdir()
        self.log = folder / f"{name}.log"

        def begin():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
            if prepare:
                prepare()

        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--cache-dir", folder / f"{name}-cache", *arguments],
            stdout=subprocess.PIPE, stderr=open(self.log, "wb"), text=True,
            env={**os.environ, "TMPDIR": str(self.temporary)}, preexec_fn=begin)
        for line in self.process.stdout:
            if found := re.search(r"^https?://127.0.0.1:(\d+)/", line):
                self.port = int(found[1])
                return
        script = pathlib.Path(sys.argv[0]).name
        print(f"{script}: the server did not start\n{self.log.read_text()[-2000:]}", file=sys.stderr)
        sys.exit(69)

    def vitals(self):
        return vitals.read(self.process.pid, self.temporary)

    def end(self):
        """Ends the server. Returns what was wrong with its end, or None."""
        if self.process.poll() is not None:
            return f"a server ended with {self.process.returncode}: {self.log.read_text()[-500:]}"
        self.process.terminate()
        try:
            return f"a server ended with {code} at SIGTERM" if (code := self.process.wait(20)) else None
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "a server did not end within 20 s of SIGTERM"


async def ready(pool):
    """Waits until the server of a pool has opened its contents."""
    limit = time.monotonic() + 120
    while (await pool.get("/readyz"))[0].status != 200:
        if time.monotonic() > limit:
            raise Broken("/readyz: not within two minutes")
        await asyncio.sleep(0.2)
