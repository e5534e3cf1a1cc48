"""Two servers behind nginx that share tiles in a Redis, which is killed, stopped, filled and started again."""

import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from test_served_archives import NGINX, SAMPLES, get, serving, status, tilework
from test_tls import make as make_certificate
from viewer import listening

# The seconds until a missing event fails the test. A slow machine must not fail it earlier.
PATIENCE = 60
# A long timeout, so that no answer counts as late on a busy machine.
UNHURRIED = ["--shared-cache-timeout", "20000"]
CLIENTS = 12
SESSION = "one-that-nobody-can-guess-at"
OPERATIONS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "operations.md"
CONFIGURATION = pathlib.Path(__file__).resolve().parents[2] / "docs" / "many-servers" / "nginx.conf"


# Headers of proxies, as a client forges them.
FORGED = {
    "X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9;host=evil.example", "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "9", "X-Forwarded-Prefix": "/evil", "X-Forwarded-Proto": "https",
}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(condition):
    """Waits until a condition is true. Redis, nginx and the servers tell their states only in answers, so it asks repeatedly."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


class Redis:
    def __init__(self, folder, *options):
        self.folder, self.options, self.port = folder, options, free_port()
        self.socket = folder / "redis.sock"
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self.folder,
             "--unixsocket", self.socket, *self.options], stdout=subprocess.DEVNULL)
        until(lambda: b"PONG" in self.cli("PING", check=False) or b"NOAUTH" in self.cli("PING", check=False))

    def cli(self, *words, check=True):
        done = subprocess.run(["redis-cli", "-s", self.socket, *words], capture_output=True, check=check)
        return done.stdout + done.stderr

    def kill(self):
        self.process.kill()
        self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"


@contextlib.contextmanager
def redis_server(folder, *options):
    folder.mkdir(exist_ok=True)
    redis = Redis(folder, *options)
    redis.start()
    try:
        yield redis
    finally:
        redis.process.send_signal(signal.SIGCONT)
        redis.kill()


@pytest.fixture
def redis(tmp_path):
    with redis_server(tmp_path / "redis") as redis:
        yield redis


def metrics(url):
    text = urllib.request.urlopen(f"{url}/metrics").read().decode()
    return {name: float(value) for name, value in re.findall(r"^(tilework_\S+) (\S+)$", text, re.M)}


def sums(*urls):
    """Returns each metric's sum over the servers."""
    total = collections.Counter()
    for url in urls:
        total.update(metrics(url))
    return total


def looks(total):
    return {
        name.split('"')[1]: count for name, count in total.items()
        if name.startswith("tilework_shared_cache_looks_total")}


def connected(*urls):
    return all(metrics(url)["tilework_shared_cache_connected"] == 1 for url in urls)


@contextlib.contextmanager
def running_nginx(folder, configuration, port):
    """Runs nginx with a configuration, to which this adds paths and the user."""
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    (folder / "nginx.conf").write_text(
        f"daemon off; {'user root;' if os.geteuid() == 0 else ''} pid {folder}/nginx.pid;"
        + configuration.replace("http {", f"http {{ {temporary}", 1))
    process = subprocess.Popen([NGINX, "-c", folder / "nginx.conf", "-e", folder / "error.log"])
    url = f"http://127.0.0.1:{port}"

    def answers():
        assert process.poll() is None, "nginx ended"
        with contextlib.suppress(OSError):
            return status(f"{url}/healthz") == 200
        return False

    try:
        until(answers)
        yield url
    finally:
        process.terminate()
        process.wait()


def nginx(folder, *servers):
    """nginx without a cache, which sends each request to the next server, because the tests are about concurrent servers."""
    port = free_port()
    folder.mkdir()
    upstream = "".join(f"server {server.removeprefix('http://')};" for server in servers)
    return running_nginx(folder, f"""
        error_log {folder}/error.log;
        events {{ worker_connections 256; }}
        http {{
            access_log off;
            upstream tilework {{ {upstream} keepalive 32; }}
            server {{
                listen 127.0.0.1:{port};
                location / {{
                    proxy_pass http://tilework; proxy_http_version 1.1; proxy_set_header Connection "";
                    proxy_set_header Host $http_host;
                    proxy_next_upstream error timeout;
                }}
            }}
        }}""", port)


def tile_paths(level):
    return [f"/tiles/floor-plan/{level}/{x}/{y}.png" for x in range(2**level) for y in range(2**level)]


def fetch(url, paths, clients=CLIENTS):
    """Fetches each tile with several concurrent clients."""
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        return dict(zip(paths, pool.map(lambda path: get(url + path)[0], paths)))


def existing(url, paths):
    return [path for path in paths if status(url + path) == 200]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Returns the tiles of the same drawing from a single server, by path, within the drawing's extent."""
    with serving(SAMPLES / "floor-plan.svg") as url:
        paths = [path for level in range(5) for path in existing(url, tile_paths(level))]
        yield fetch(url, paths)


@contextlib.contextmanager
def pair(folder, redis, *options):
    """Starts two servers of the same drawing, each with a copy of another age, and nginx in front of them."""
    with contextlib.ExitStack() as stack:
        urls = []
        for name, age in [("one", 100_000), ("two", 5_000)]:
            (folder / name).mkdir()
            path = folder / name / "floor-plan.svg"
            shutil.copy(SAMPLES / "floor-plan.svg", path)
            os.utime(path, (time.time() - age, time.time() - age))
            log = folder / f"{name}.log"
            urls.append(stack.enter_context(
                serving("--shared-cache", redis.url, "--access-log", log, *options, path)))
        until(lambda: connected(*urls))
        yield stack.enter_context(nginx(folder / "nginx", *urls)), urls


def test_each_tile_is_drawn_once_by_two_servers_and_a_third_draws_none(tmp_path, redis, alone):
    paths = list(alone)
    with pair(tmp_path, redis, *UNHURRIED) as (front, servers):
        # Each tile is requested twice at about the same time: nginx sends one request to each server.
        assert fetch(front, [path for path in paths for _ in range(2)]) == alone
        for server in servers:
            assert fetch(server, paths) == alone
        total = sums(*servers)
        # A server that waited too long for the other also drew: that is counted, and happens on slow machines.
        assert total["tilework_tiles_rendered_total"] == len(paths) + looks(total)["expired"]
        assert looks(total)["failed"] == looks(total)["full"] == looks(total)["skipped"] == 0
        assert total["tilework_shared_cache_stored_total"] == total["tilework_tiles_rendered_total"]
        assert total["tilework_tiles_shared_total"] >= len(paths) - looks(total)["expired"]
        for server in servers:
            assert 0 < metrics(server)["tilework_tiles_rendered_total"] < len(paths)
        # No lock remains.
        assert len(redis.cli("KEYS", "tilework:*").split()) == len(paths)
        with serving("--shared-cache", redis.url, *UNHURRIED, SAMPLES / "floor-plan.svg") as third:
            until(lambda: connected(third))
            assert fetch(third, paths) == alone
            assert metrics(third)["tilework_tiles_rendered_total"] == 0
            assert metrics(third)["tilework_shared_cache_hit_seconds_count"] == len(paths)


def test_what_is_drawn_otherwise_is_not_shared(tmp_path, redis):
    drawing = SAMPLES / "floor-plan.svg"
    path = "/tiles/floor-plan/1/0/0.png"
    for options in [[], ["--tile-size", "512"], ["--color-scheme", "dark"], ["--shared-cache-prefix", "other"]]:
        with serving("--shared-cache", redis.url, *UNHURRIED, *options, drawing) as url:
            until(lambda: connected(url))
            get(url + path)
            assert looks(metrics(url))["miss"] == 1, options
    changed = tmp_path / "floor-plan.svg"
    changed.write_bytes(drawing.read_bytes() + b"<!-- -->")
    with serving("--shared-cache", redis.url, *UNHURRIED, changed) as url:
        until(lambda: connected(url))
        get(url + path)
        assert looks(metrics(url))["miss"] == 1


def test_a_redis_that_is_killed_costs_the_sharing_and_nothing_else(tmp_path, redis, alone):
    paths = list(alone)
    half = len(paths) // 2
    with pair(tmp_path, redis) as (front, servers):
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            answers = [pool.submit(get, front + path) for path in paths[:half]]
            redis.kill()
            assert [answer.result()[0] for answer in answers] == [alone[path] for path in paths[:half]]
        assert fetch(front, paths[half:-20]) == {path: alone[path] for path in paths[half:-20]}
        until(lambda: not any(connected(server) for server in servers))
        assert fetch(servers[0], paths) == alone
        # The servers find the empty Redis again by themselves, and share what is drawn from then on.
        redis.start()
        until(lambda: connected(*servers))
        assert get(servers[1] + paths[-1])[0] == alone[paths[-1]]
        assert looks(metrics(servers[0]))["skipped"] > 0


def test_a_redis_that_answers_nothing_costs_each_server_one_deadline(tmp_path, redis, alone):
    paths = list(alone)
    with pair(tmp_path, redis) as (front, servers):
        redis.signal(signal.SIGSTOP)
        assert fetch(front, paths) == alone
        for server in servers:
            answers = looks(metrics(server))
            # Only lookups under way at the first late answer failed; later ones were not sent. A new connection first has to
            # show that it answers.
            assert 1 <= answers["failed"] <= CLIENTS
            assert answers["skipped"] > 0 and answers["hit"] == 0
            assert metrics(server)["tilework_shared_cache_connected"] == 0
        redis.signal(signal.SIGCONT)
        until(lambda: connected(*servers))


def test_a_full_redis_gives_what_it_has_and_takes_more_when_it_can(tmp_path, redis, alone):
    paths = list(alone)
    with pair(tmp_path, redis, *UNHURRIED) as (front, servers):
        assert get(servers[0] + paths[0])[0] == alone[paths[0]]
        until(lambda: redis.cli("DBSIZE").strip() == b"1")
        redis.cli("CONFIG", "SET", "maxmemory-policy", "noeviction")
        redis.cli("CONFIG", "SET", "maxmemory", "1")
        assert fetch(front, paths) == alone
        assert get(servers[1] + paths[0])[0] == alone[paths[0]]
        total = sums(*servers)
        assert looks(total)["hit"] == 1 and looks(total)["full"] == total["tilework_tiles_rendered_total"] - 1
        assert redis.cli("DBSIZE").strip() == b"1" and connected(*servers)
        redis.cli("CONFIG", "SET", "maxmemory", "0")
        fetch(servers[0], [path.replace(".png", ".webp") for path in paths[:5]])
        until(lambda: int(redis.cli("DBSIZE")) > 1)


def test_what_somebody_else_has_put_there_is_no_tile(tmp_path, redis, alone):
    paths = list(alone)[:21]
    with pair(tmp_path, redis, *UNHURRIED) as (_, servers):
        fetch(servers[0], paths)
        until(lambda: int(redis.cli("DBSIZE")) == len(paths))
        names = redis.cli("KEYS", "*").decode().split()
        values = ["", "x", "\x00" * 100_000, "<svg onload='alert(1)'/>"]
        for index, name in enumerate(names):
            subprocess.run(
                ["redis-cli", "-s", redis.socket, "-x", "SET", name], input=values[index % 4].encode(), check=True,
                capture_output=True)
        # A value that is not even a string.
        redis.cli("DEL", names[0])
        redis.cli("LPUSH", names[0], "x")
        assert fetch(servers[1], paths) == {path: alone[path] for path in paths}
        now = metrics(servers[1])
        assert now["tilework_shared_cache_corrupt_total"] == len(paths) - 1 and looks(now)["failed"] == 1


def test_a_change_that_one_server_sees_is_seen_by_the_other_and_its_viewers(tmp_path, redis):
    """The same as with a disk that two machines share: the system notifies only the machine that writes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect width="512" height="512" fill="{}"/></svg>'
    (folder / "plan.svg").write_text(drawing.format("red"))
    with serving("--watch", "--shared-cache", redis.url, *UNHURRIED, folder) as sees, \
            serving("--shared-cache", redis.url, *UNHURRIED, folder) as hears:
        until(lambda: connected(sees, hears))
        path = "/tiles/plan/0/0/0.png"
        red = get(sees + path)[0]
        assert get(hears + path)[0] == red
        (folder / "new").write_text(drawing.format("blue"))
        (folder / "new").rename(folder / "plan.svg")
        until(lambda: get(sees + path)[0] != red)
        until(lambda: get(hears + path)[0] != red)
        assert get(hears + path)[0] == get(sees + path)[0]
        until(lambda: metrics(sees)["tilework_shared_cache_changes_sent_total"] >= 1)
        assert metrics(hears)["tilework_shared_cache_changes_heard_total"] >= 1
        assert sums(sees, hears)["tilework_tiles_rendered_total"] == 2


def test_the_pages_nginx_keeps_tiles_and_brings_a_session_and_its_tiles_to_one_server(tmp_path, redis, alone):
    paths = list(alone)
    with pair(tmp_path, redis, *UNHURRIED, "--trusted-proxy", "127.0.0.1") as (_, servers):
        port, folder = free_port(), tmp_path / "written"
        folder.mkdir()
        text = CONFIGURATION.read_text()
        for written, here in [
            ("listen 8000", f"listen 127.0.0.1:{port}"), ("/var/cache/nginx-tilework", f"{folder}/cache"),
            ("pid /run/nginx-tilework.pid;", ""), ("worker_connections 16384", "worker_connections 256"),
            *((f"127.0.0.1:808{number}", server.removeprefix("http://")) for number, server in enumerate(servers, 1)),
        ]:
            assert text.count(written) == 1, written
            text = text.replace(written, here)
        with running_nginx(folder, text, port) as front:
            assert fetch(front, paths) == alone
            answer, headers = get(front + paths[0])
            assert headers["x-cache"] == "HIT" and answer == alone[paths[0]]
            assert headers["cache-control"] == "public, max-age=60, must-revalidate"
            request = urllib.request.Request(front + paths[0], headers={"If-None-Match": headers["etag"]})
            with pytest.raises(urllib.error.HTTPError, match="304"):
                urllib.request.urlopen(request)
            assert status(f"{front}/metrics") == 404
            # A client's forged headers reach no server: neither those of its own address, nor those of the site's.
            for header, value in FORGED.items():
                description = json.loads(get(f"{front}/tiles/floor-plan.json?{header}", **{header: value})[0])
                assert description["tiles"][0].startswith(f"http://127.0.0.1:{port}/tiles/"), header
            assert all(metrics(server)["tilework_tiles_rendered_total"] > 0 for server in servers)
            # Requests of one session, at addresses that are not cached.
            before = [metrics(server)["tilework_tiles_requested_total"] for server in servers]
            for path in paths[:20]:
                get(front + path.replace(".png", ".webp"), **{"Tile-Session": SESSION})
            asked = [metrics(server)["tilework_tiles_requested_total"] - old for server, old in zip(servers, before)]
            assert sorted(asked)[0] == 0 < sorted(asked)[1]
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(
                    f"GET /session/{SESSION}?content=floor-plan HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                    f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                    f"Origin: {front}\r\n\r\n".encode())
                assert connection.recv(4096).startswith(b"HTTP/1.1 101")
                sessions = [metrics(server)["tilework_sessions"] for server in servers]
                assert [session == 1 for session in sessions] == [count > 0 for count in asked]
    lines = [json.loads(line) for name in ["one", "two"] for line in (tmp_path / f"{name}.log").read_text().splitlines()]
    assert lines and {line["client"] for line in lines} == {"127.0.0.1"}


def test_the_headers_that_the_docs_name_leave_a_client_nothing_to_forge(tmp_path):
    port = free_port()
    lines = re.findall(r"^    (proxy_set_header .*;)$", OPERATIONS.read_text(), re.M)
    assert len(lines) == len(FORGED)
    log = tmp_path / "log"
    with serving("--trusted-proxy", "127.0.0.1", "--access-log", log, SAMPLES / "floor-plan.svg") as server:
        configuration = "\n".join([
            "events {} http { access_log off; server {", f"listen 127.0.0.1:{port};", *lines,
            f"location / {{ proxy_pass {server}; }} }} }}"])
        with running_nginx(tmp_path, configuration, port) as front:
            for header, value in FORGED.items():
                description = json.loads(get(f"{front}/tiles/floor-plan.json?{header}", **{header: value})[0])
                assert description["tiles"][0].startswith(f"{server}/tiles/"), header
                get(f"{front}/tiles/floor-plan/0/0/0.png?{header}", **{header: value})
    clients = {json.loads(line)["client"] for line in log.read_text().splitlines()}
    assert clients == {"127.0.0.1"}


# MARK: How it is reached


def is_shared(url):
    """Returns whether the server is connected to a Redis that stores its tiles."""
    until(lambda: connected(url))
    get(url + "/tiles/floor-plan/0/0/0.png")
    until(lambda: metrics(url)["tilework_shared_cache_stored_total"] == 1)


def test_by_tls_by_a_socket_and_with_a_password_that_nobody_can_read(tmp_path):
    certificate, key = make_certificate(tmp_path, "redis")
    tls = free_port()
    drawing = SAMPLES / "floor-plan.svg"
    (tmp_path / "password").write_text("open sesame\n")
    with redis_server(
            tmp_path / "redis", "--requirepass", "open sesame", "--tls-port", str(tls), "--tls-cert-file", certificate,
            "--tls-key-file", key, "--tls-auth-clients", "no") as redis:
        file = ["--shared-cache-password-file", tmp_path / "password"]
        with serving("--shared-cache", f"{redis.url}/1", *file, drawing) as url:
            is_shared(url)
        with serving("--shared-cache", f"redis+unix://{redis.socket}?db=2", *file, drawing) as url:
            is_shared(url)
        with serving(
                "--shared-cache", f"rediss://127.0.0.1:{tls}/3", "--shared-cache-authority", certificate, *file,
                drawing) as url:
            is_shared(url)
        variable = {"TILEWORK_SHARED_CACHE": f"redis://default:open%20sesame@127.0.0.1:{redis.port}/4"}
        with serving(drawing, environment=variable) as url:
            is_shared(url)


@pytest.mark.parametrize("address, words", [
    ("rediss://:open%20sesame@127.0.0.1:{tls}", "no secure connection: its certificate is not trusted"),
    ("redis://:mistaken@127.0.0.1:{port}", "refused: WRONGPASS"),
    ("redis://127.0.0.1:{port}", "refused: NOAUTH"),
    ("redis://127.0.0.1:1", "refused"),
    ("redis+unix:///nowhere/redis.sock", "No such file"),
    ("redis://nowhere.invalid", "unknown host nowhere.invalid"),
])
def test_what_can_not_be_reached_is_said_once_without_a_password(tmp_path, address, words):
    certificate, key = make_certificate(tmp_path, "redis")
    tls = free_port()
    with redis_server(
            tmp_path / "redis", "--requirepass", "open sesame", "--tls-port", str(tls), "--tls-cert-file", certificate,
            "--tls-key-file", key, "--tls-auth-clients", "no") as redis:
        log = tmp_path / "log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--shared-cache",
                 address.format(tls=tls, port=redis.port), SAMPLES / "floor-plan.svg"], stderr=file,
                stdout=subprocess.PIPE, text=True)
            try:
                url = listening(process).rstrip("/")
                until(lambda: b"unavailable" in log.read_bytes())
                assert get(url + "/tiles/floor-plan/0/0/0.png")[0].startswith(b"\x89PNG")
                until(lambda: metrics(url)["tilework_shared_cache_failures_total"] >= 3)
            finally:
                process.terminate()
                process.wait()
        text = log.read_text()
        assert words in text and text.count("unavailable") == 1
        assert "sesame" not in text and "mistaken" not in text


@pytest.mark.parametrize("arguments, words", [
    (["--shared-cache", "http://:secret@host"], "unknown scheme “http”; use redis, rediss, or redis+unix"),
    (["--shared-cache", "redis://:secret@host/many"], "the number of a database"),
    (["--shared-cache", "rediss://host", "--shared-cache-authority", "nothing.pem"],
     "--shared-cache-authority: nothing.pem: no such file"),
    (["--shared-cache", "redis://host", "--shared-cache-password-file", "nothing"],
     "--shared-cache-password-file: nothing: no such file"),
    (["--shared-cache-authority", "nothing.pem"], "--shared-cache-authority needs --shared-cache"),
    (["--shared-cache-hours", "5"], "--shared-cache-hours needs --shared-cache"),
    (["--shared-cache", "redis://host", "--shared-cache-timeout", "0"], "invalid shared cache timeout 0: use 1 to 60,000"),
    (["--shared-cache", "redis://host", "--shared-cache-hours", "0"], "invalid shared cache hours 0: use 1 to"),
    (["--shared-cache", "redis://host", "--shared-cache-prefix", "a b"], "without spaces"),
])
def test_what_can_not_be_meant_is_said_before_anything_is_served(tmp_path, arguments, words):
    done = tilework("serve", "--port", "0", *arguments, SAMPLES / "floor-plan.svg", check=False, cwd=tmp_path)
    assert done.returncode != 0 and words in done.stderr and "secret" not in done.stderr
