"""Servers that end, and others that replace them, while clients send requests."""

import contextlib
import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import urllib.request

import pytest

import viewer as viewing
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"
CLIENTS = 8
# The seconds after which an event is considered missing.
PATIENCE = 120


def start(listening, *arguments):
    """Starts a server on a socket that already listens, as systemd does. Returns its process."""

    def hand_over():
        os.dup2(listening.fileno(), 3)
        os.set_inheritable(3, True)

    return subprocess.Popen(
        ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve "$@"', os.environ["TILEWORK_BIN"], *map(str, arguments),
         SAMPLES / "floor-plan.svg"],
        stdout=subprocess.DEVNULL, preexec_fn=hand_over, close_fds=False)


class Clients:
    """Sends requests all the time, each over a new connection or over a kept one."""

    def __init__(self, port, keeps):
        self.port, self.keeps = port, keeps
        self.answered, self.failed, self.closed = 0, [], 0
        self._change = threading.Condition()
        self._isOver = False
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(CLIENTS)]
        for thread in self._threads:
            thread.start()

    def _ask(self, number):
        connection = None
        while not self._isOver:
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            isFirst = connection.sock is None
            try:
                path = ("/healthz", "/contents.json", "/tiles.json", "/")[number % 4]
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                fault = None if answer.status == 200 else f"{path}: {answer.status}"
            except http.client.RemoteDisconnected as error:
                # The server may close an idle kept connection; a request that crosses the closing is repeated (RFC 9112,
                # 9.3.1). Over a new connection, each request must be answered.
                fault = None if not isFirst else f"{error!r}"
                answer = None
            except OSError as error:
                fault = None if not isFirst and isinstance(error, (BrokenPipeError, ConnectionResetError)) else f"{error!r}"
                answer = None
            if answer is None or not self.keeps:
                connection.close()
                connection = None
            with self._change:
                if fault:
                    self.failed.append(fault)
                elif answer is None:
                    self.closed += 1
                else:
                    self.answered += 1
                self._change.notify_all()

    def await_more(self, count=200):
        with self._change:
            wanted = self.answered + count
            assert self._change.wait_for(lambda: self.answered >= wanted or self.failed, PATIENCE)
            assert not self.failed, self.failed[:3]

    def end(self):
        self._isOver = True
        for thread in self._threads:
            thread.join()


@pytest.mark.parametrize("keeps", [False, True], ids=["new connections", "kept connections"])
def test_servers_that_follow_each_other_on_a_socket_fail_no_request(keeps):
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        process = start(listening)
        clients = Clients(listening.getsockname()[1], keeps)
        try:
            for _ in range(4):
                clients.await_more()
                process.terminate()
                assert process.wait(PATIENCE) == 0
                # Clients that connect meanwhile wait in the socket's queue.
                process = start(listening)
            clients.await_more()
        finally:
            clients.end()
            process.terminate()
            assert process.wait() == 0
        assert not clients.failed, clients.failed[:3]


def test_what_was_asked_for_before_the_end_is_answered():
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--workers", "1", "--no-cache-dir", SAMPLES / "city-plan.svg"],
        stdout=subprocess.PIPE, text=True)
    url = viewing.listening(process)
    viewing.Server(url).await_contents()
    port = int(url.rstrip("/").rsplit(":", 1)[1])
    count = 40
    with contextlib.ExitStack() as stack:
        connections = []
        for number in range(count):
            connection = stack.enter_context(contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)))
            # A kept connection that has been used before.
            connection.request("GET", "/healthz")
            assert connection.getresponse().read() == b"ok\n"
            connections.append(connection)
        for number, connection in enumerate(connections):
            connection.request("GET", f"/tiles/city-plan/6/{number % 8 + 8}/{number // 8 + 8}.png")

        def started():
            text = urllib.request.urlopen(f"{url}metrics").read().decode()
            return int(re.search(r"^tilework_tiles_started_total (\d+)", text, re.M)[1])

        while started() < count:
            pass
        process.send_signal(signal.SIGTERM)
        for connection in connections:
            answer = connection.getresponse()
            assert answer.status == 200 and answer.read()[:4] == b"\x89PNG"
            # The request must not be repeated.
            assert connection.sock is None or not connection.sock.recv(1)
        assert process.wait(PATIENCE) == 0
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
