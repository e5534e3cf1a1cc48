"""Requests hot tiles at a steady pace, and a trivial echo at the same times, in a separate process.

    python3 -B -m attack.probe http|https HOST PORT PATH…

Prints a line each tick: the moment (of the monotonic clock, which all processes share), the tile's latency, the echo's
latency, both in seconds, and the tile's status; 0 for no answer. The process ends when its standard input does.
"""

import asyncio
import os
import select
import socket
import subprocess
import sys
import time

from .judge import with_omitted
from .wire import any_certificate, loopback

# 50 a second: 500 samples in the ten seconds without load, so the 99th percentile is the fifth worst. The probe itself
# is no load.
INTERVAL = 0.02
# A tile that takes longer does not count as hot.
PATIENCE = 10.0
# The lengths of a request for a tile and of a small tile, so that the control's sockets do the same work.
REQUEST_BYTES, ANSWER_BYTES = 60, 4096


def echo_server():
    """Starts a process that answers with the bytes of a small tile. Returns its port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    if os.fork() == 0:
        try:
            connection, _ = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while connection.recv(REQUEST_BYTES, socket.MSG_WAITALL):
                connection.sendall(b"." * ANSWER_BYTES)
        except OSError:
            pass
        finally:
            os._exit(0)
    port = listener.getsockname()[1]
    listener.close()
    return port


class Client:
    """A blocking client with one connection and one request at a time, to measure the least time."""

    def __init__(self, host, port, tls=None):
        self.address = (loopback(host), port)
        self.tls = tls
        self.socket = None

    def connect(self):
        if self.socket is None:
            self.socket = socket.create_connection(self.address, PATIENCE)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls:
                self.socket = self.tls.wrap_socket(self.socket, server_hostname=self.address[0])

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise OSError("closed")
            data += more
        return data

    def get(self, path):
        """Returns the status of the answer, or 0 if there is none."""
        try:
            self.connect()
            self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.address[0]}\r\n\r\n".encode())
            data = b""
            while (end := data.find(b"\r\n\r\n")) < 0:
                more = self.socket.recv(65536)
                if not more:
                    raise OSError("closed")
                data += more
            head = data[:end].lower()
            length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            self.exactly(max(0, length - (len(data) - end - 4)))
            if b"connection: close" in head:
                self.drop()
            return int(data[9:12])
        except (OSError, ValueError, IndexError):
            self.drop()
            return 0

    def echo(self):
        self.connect()
        self.socket.sendall(b"?" * REQUEST_BYTES)
        self.exactly(ANSWER_BYTES)

    def drop(self):
        if self.socket:
            self.socket.close()
            self.socket = None


def main():
    scheme, host, port, paths = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    control = Client("127.0.0.1", echo_server())
    server = Client(host, port, any_certificate() if scheme == "https" else None)
    tick = time.monotonic()
    number = 0
    while True:
        tick = max(tick + INTERVAL, time.monotonic() - INTERVAL)
        # The script closes standard input to end the probe.
        if select.select([sys.stdin], [], [], max(0.0, tick - time.monotonic()))[0]:
            break
        path = paths[number % len(paths)]
        first = time.monotonic()
        # The order alternates, so that neither always profits from the other's wake-up.
        if number % 2:
            status = server.get(path)
            second = time.monotonic()
            control.echo()
            third = time.monotonic()
            tile, echo = second - first, third - second
        else:
            control.echo()
            second = time.monotonic()
            status = server.get(path)
            third = time.monotonic()
            tile, echo = third - second, second - first
        number += 1
        try:
            print(f"{first:.6f} {tile:.6f} {echo:.6f} {status}", flush=True)
        except OSError:
            break


class Probe:
    """The probe's process, as the script sees it. Its output is in a file, so that reading it delays nobody."""

    def __init__(self, run, server, paths):
        self._spawner = run.spawner
        self._command = [sys.executable, "-B", "-m", "attack.probe", "https" if server.is_secure else "http", server.host, str(server.port), *paths]
        self._file = run.folder / f"{server.name}-probe"
        self._process = None

    async def start(self):
        top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        with open(self._file, "wb") as output:
            self._process = await self._spawner.start(
                self._command, cwd=top, stdin=subprocess.PIPE, stdout=output)

    async def stop(self):
        self._process.stdin.close()
        limit = time.monotonic() + 2 * PATIENCE
        while self._process.poll() is None and time.monotonic() < limit:
            await asyncio.sleep(0.02)
        self._process.kill()
        self._process.wait()

    @property
    def samples(self):
        """Returns all samples so far: moment, tile's latency, echo's latency, status."""
        lines = self._file.read_text().splitlines()
        return [(float(moment), float(tile), float(echo), int(status))
                for moment, tile, echo, status in (line.split() for line in lines if line.count(" ") == 3)]

    def between(self, start, end):
        """Returns the latencies of tiles and echoes, and the statuses, of requests between two moments."""
        return divided(self.samples, start, end)


def divided(samples, start, end):
    chosen = [sample for sample in samples if start <= sample[0] < end]
    tiles = [late for sample in chosen for late in with_omitted(sample[1], INTERVAL)]
    echoes = [late for sample in chosen for late in with_omitted(sample[2], INTERVAL)]
    return tiles, echoes, [sample[3] for sample in chosen]


if __name__ == "__main__":
    main()
