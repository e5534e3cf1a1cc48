"""The server as a service: settings, checks, sockets, logs."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import pytest

import viewer as viewing
from test_served_archives import get, serving, status, tilework

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"


def test_settings_come_from_flags_the_environment_and_a_file(tmp_path):
    (tmp_path / "tilework.json").write_text(json.dumps({
        "paths": [str(SAMPLES / "floor-plan.svg")], "port": 1, "host": "nowhere.invalid", "tile-size": 512, "watch": True}))
    environment = {**os.environ, "TILEWORK_PORT": "0"}
    arguments = ["serve", "--config", "tilework.json", "--host", "127.0.0.1"]
    printed = tilework(*arguments, "--print-config", cwd=tmp_path, env=environment)
    settings = json.loads(printed.stdout)
    assert settings["port"] == "0" and settings["host"] == "127.0.0.1" and settings["tile-size"] == "512"
    assert settings["watch"] is True and settings["paths"] == [str(SAMPLES / "floor-plan.svg")]
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], *arguments], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True)
    try:
        url = viewing.listening(process)
        viewing.Server(url).await_contents()
        assert json.loads(get(f"{url}tiles/floor-plan.json")[0])["tilework"]["tileSize"] == 512
    finally:
        process.terminate()
        process.wait()


def test_settings_that_can_not_be_are_said(tmp_path):
    (tmp_path / "tilework.json").write_text('{"cache-sise": "1GB"}')
    done = tilework("serve", "--config", "tilework.json", SAMPLES, check=False, cwd=tmp_path)
    assert done.returncode == 65 and "tilework.json: unknown setting “cache-sise”; did you mean “cache-size”?" in done.stderr
    (tmp_path / "tilework.json").write_text('{"cache-size": "much"}')
    done = tilework("serve", "--config", "tilework.json", "--print-config", SAMPLES, check=False, cwd=tmp_path)
    assert done.returncode == 65 and "much" in done.stderr and done.stdout == ""


def test_a_check_opens_everything_and_serves_nothing(tmp_path):
    good = tilework("serve", "--port", "0", "--check", SAMPLES)
    assert "floor-plan: SVG, " in good.stdout and "files can be served" in good.stdout
    shutil.copy(SAMPLES / "floor-plan.svg", tmp_path / "a.svg")
    (tmp_path / "notes.txt").write_text("nothing to show\n")
    assert tilework("serve", "--port", "0", "--check", tmp_path).returncode == 0
    (tmp_path / "broken.svg").write_text("<svg")
    bad = tilework("serve", "--port", "0", "--check", tmp_path, check=False)
    assert bad.returncode == 65 and "broken.svg" in bad.stderr and "a: SVG" in bad.stdout
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = tilework("serve", "--port", port, "--check", SAMPLES, check=False)
        assert done.returncode == 74 and f"port {port} at 127.0.0.1 is in use" in done.stderr


def ask(path, request=b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(request)
        answer = b""
        while part := client.recv(65536):
            answer += part
        return answer


def test_a_socket_of_the_file_system_is_listened_at_and_its_proxy_believed(tmp_path):
    path = tmp_path / "tilework.sock"
    # A file that a killed server left behind.
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    log = tmp_path / "log"
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--unix-socket", path, "--access-log", log, SAMPLES / "floor-plan.svg"],
        stdout=subprocess.PIPE, text=True)
    assert f"http+unix:{path}" in process.stdout.readline()
    assert ask(path).startswith(b"HTTP/1.1 200")
    tile = b"GET /tiles/floor-plan/0/0/0.png HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\n\r\n"
    while not ask(path, tile).startswith(b"HTTP/1.1 200"):
        pass
    process.terminate()
    assert process.wait() == 0
    assert not path.exists()
    assert {"203.0.113.9", "-"} == {json.loads(line)["client"] for line in log.read_text().splitlines()}


def test_a_socket_that_was_opened_for_it_is_served_and_who_started_it_is_told(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(tmp_path / "notify"))
        port = listening.getsockname()[1]

        def hand_over():
            os.dup2(listening.fileno(), 3)
            os.set_inheritable(3, True)

        # Started as by systemd: the descriptor is 3, and the environment has the process's own number.
        process = subprocess.Popen(
            ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve "$1"', os.environ["TILEWORK_BIN"], SAMPLES / "floor-plan.svg"],
            stdout=subprocess.DEVNULL, preexec_fn=hand_over, close_fds=False, env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")})
        try:
            assert told.recv(100) == b"READY=1"
            assert status(f"http://127.0.0.1:{port}/healthz") == 200
            process.send_signal(signal.SIGHUP)
            assert told.recv(100).startswith(b"RELOADING=1\nMONOTONIC_USEC=")
            assert told.recv(100) == b"READY=1"
        finally:
            process.terminate()
            assert process.wait() == 0


def test_requests_are_logged_by_a_name_that_answers_have_and_logs_are_rotated(tmp_path):
    log = tmp_path / "access.log"
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--access-log", log, SAMPLES / "floor-plan.svg"],
        stdout=subprocess.PIPE, text=True)
    try:
        url = viewing.listening(process).rstrip("/")
        viewing.Server(url + "/").await_contents()
        name = get(f"{url}/tiles/floor-plan.json", **{"X-Request-Id": "mine-1"})[1]["X-Request-Id"]
        assert name == "mine-1"
        other = get(f"{url}/tiles/floor-plan.json")[1]["X-Request-Id"]
        for _ in range(2):
            get(f"{url}/tiles/floor-plan/0/0/0.png?x=1")

        def lines(file):
            return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

        tiles = []
        while len(tiles) < 2:
            tiles = [line for line in lines(log) if "0.png" in line["path"]]
        found = {line["id"]: line for line in lines(log)}
        assert found["mine-1"]["path"] == "/tiles/floor-plan.json" and found[other]["status"] == 200
        # The routes drew the first, and the fast path sent the second.
        assert tiles[0]["bytes"] == tiles[1]["bytes"] > 0 and tiles[1]["client"] == "127.0.0.1"
        log.rename(tmp_path / "access.log.1")
        process.send_signal(signal.SIGHUP)
        while not log.exists():
            pass
        get(f"{url}/healthz")
        while not any(line["path"] == "/healthz" for line in lines(log)):
            pass
    finally:
        process.terminate()
        process.wait()


def test_a_full_disk_under_the_log_stops_nothing(tmp_path):
    with serving("--access-log", "/dev/full", SAMPLES / "floor-plan.svg") as url:
        for _ in range(200):
            assert status(f"{url}/healthz") == 200


def test_a_hangup_has_the_files_looked_for_again(tmp_path):
    shutil.copy(SAMPLES / "floor-plan.svg", tmp_path / "a.svg")
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", tmp_path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        url = viewing.listening(process)
        viewing.Server(url).await_contents()
        shutil.copy(SAMPLES / "floor-plan.svg", tmp_path / "b.svg")
        (tmp_path / "a.svg").unlink()
        assert status(f"{url}tiles/b.json") == 404 and status(f"{url}tiles/a.json") == 200
        process.send_signal(signal.SIGHUP)
        while status(f"{url}tiles/b.json") == 404:
            pass
        assert status(f"{url}tiles/a.json") == 404
    finally:
        process.terminate()
        process.wait()


def test_who_does_not_read_takes_little_of_the_network_s_buffers():
    def waits(port):
        """Returns the bytes in the buffers of the server's end of its connections."""
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return max((int(row[4].split(":")[0], 16) for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "01"),
                   default=0)

    with serving(SAMPLES / "relief.jpg") as url, socket.socket() as client:
        viewing.Server(url + "/").await_contents()
        port = int(url.rsplit(":", 1)[1])
        tile, _ = get(f"{url}/tiles/relief/2/1/1.jpg")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /tiles/relief/2/1/1.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n" * (8_000_000 // len(tile)))
        while waits(port) < 100_000:
            pass
        # The buffer is full: further answers wait in the server, which reads no more requests. The kernel does not announce that
        # a buffer stands still. If the server pauses for longer, the test sees less than it could, and does not fail.
        last = 0
        while (now := waits(port)) != last:
            last = now
            time.sleep(0.2)
        assert last < 500_000
