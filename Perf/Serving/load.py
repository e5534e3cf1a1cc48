"""Clients that ask as fast as they are answered."""

import collections
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from .servers import CLIENT_CORE

# Requests a second, and the server's processor time of each in microseconds.
Rate = collections.namedtuple("Rate", "rate cost")


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def wrk(server, paths, seconds):
    """The paths in turn over 32 connections, by one core."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        requests = ",\n".join(f'wrk.format("GET", "{path}")' for path in paths)
        script.write(
            "local requests\nlocal next = 0\n"
            f"function init() requests = {{\n{requests}\n}} end\n"
            "function request() next = next % #requests + 1; return requests[next] end\n")
        script.flush()
        before = server.seconds
        output = subprocess.run(
            ["taskset", "-c", CLIENT_CORE, "wrk", "-t1", "-c32", f"-d{seconds}", "-s", script.name,
             f"{'https' if server.secure else 'http'}://127.0.0.1:{server.port}"],
            capture_output=True, text=True, check=True).stdout
        taken = server.seconds - before
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(f"bench-http: not all answers were good:\n{output}")
    count = int(re.search(r"(\d+) requests in", output).group(1))
    return Rate(float(re.search(r"Requests/sec:\s+([0-9.]+)", output).group(1)), taken / count * 1e6)


def h2load(server, paths, seconds):
    """The same over HTTP/2, ten requests at a time on each connection."""
    with tempfile.NamedTemporaryFile("w") as addresses:
        addresses.write("".join(f"https://127.0.0.1:{server.port}{path}\n" for path in paths))
        addresses.flush()
        before = server.seconds
        output = subprocess.run(
            ["taskset", "-c", CLIENT_CORE, "h2load", "-t1", "-c32", "-m10", f"-D{seconds}",
             f"--input-file={addresses.name}"], capture_output=True, text=True, check=True).stdout
        taken = server.seconds - before
    codes = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", output)
    if not codes or [int(code) for code in codes.groups()[1:]] != [0, 0, 0]:
        sys.exit(f"bench-http: not all answers were good:\n{output}")
    return Rate(float(re.search(r"finished in [0-9.]+s, ([0-9.]+) req/s", output).group(1)), taken / int(codes[1]) * 1e6)


def in_turn(runs, loads):
    """Each of the named loads in turn, so often; medians by name. Prints each run, and ratios to the first."""
    found = {name: [] for name, _ in loads}
    for run in range(runs):
        for name, load in loads:
            found[name].append(load())
        first = found[loads[0][0]][-1].rate
        print(f"  run {run + 1}: " + "   ".join(
            f"{name} {rates[-1].rate:8.0f}/s ({rates[-1].cost:6.1f} µs)" + (
                f" ratio {rates[-1].rate / first:.2f}" if rates[-1].rate != first else "")
            for name, rates in found.items()))
    return {
        name: Rate(*(statistics.median(values) for values in zip(*rates))) for name, rates in found.items()
    }


def together(port, paths, clients):
    """Each path once, by so many clients at a time, on the clients' core; the times of all in ms, and paths a second."""
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {int(CLIENT_CORE)})
    try:
        return _together(port, list(reversed(paths)), clients)
    finally:
        os.sched_setaffinity(0, everywhere)


def _together(port, waiting, clients):
    times, start = [], time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for _ in range(min(clients, len(waiting))):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connection, selectors.EVENT_READ, _Asking(waiting.pop(), connection))
        while selector.get_map():
            for key, _ in selector.select():
                asking = key.data
                if not asking.receive():
                    continue
                times.append((time.perf_counter() - asking.start) * 1e3)
                selector.unregister(asking.connection)
                if waiting:
                    # A server may close after each answer.
                    connection = asking.connection if asking.stays else socket.create_connection(("127.0.0.1", port))
                    selector.register(connection, selectors.EVENT_READ, _Asking(waiting.pop(), connection))
                else:
                    asking.connection.close()
    return times, len(times) / (time.perf_counter() - start)


class _Asking:
    """A request that is under way."""

    def __init__(self, path, connection):
        self.path, self.connection, self.answer, self.length = path, connection, b"", None
        self.start = time.perf_counter()
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def receive(self):
        """Whether that was all of the answer."""
        part = self.connection.recv(1 << 16)
        self.answer += part
        if self.length is None and (end := self.answer.find(b"\r\n\r\n")) >= 0:
            head = self.answer[:end].decode("latin-1").lower()
            if " 200 " not in head.split("\r\n")[0] + " ":
                sys.exit(f"bench-http: {self.path}: {head}")
            self.stays = "connection: close" not in head
            length = re.search(r"content-length: *(\d+)", head)
            self.chunked = length is None
            self.length = end + 4 + int(length.group(1)) if length else -1
        if self.length is None:
            done = False
        elif self.chunked:
            done = self.answer.endswith(b"0\r\n\r\n") or not part
        else:
            done = len(self.answer) >= self.length
        if not part and not done:
            sys.exit(f"bench-http: {self.path}: the connection ended early")
        return done
