"""HTTP/2, which the server speaks over TLS, with curl and with a browser."""

import json
import os
import pathlib
import socket
import ssl
import subprocess

import pytest

import viewer as viewing
from test_served_archives import serving
from test_tls import make

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    folder = tmp_path_factory.mktemp("http2")
    certificate, key = make(folder, "server")
    with serving("--tls-certificate", certificate, "--tls-key", key, SAMPLES) as url:
        yield certificate, url


def curl(certificate, *arguments):
    return subprocess.run(
        ["curl", "--silent", "--show-error", "--cacert", certificate, *arguments], check=True, capture_output=True).stdout


def head(certificate, *arguments):
    lines = curl(certificate, "--output", "/dev/null", "--dump-header", "-", *arguments).decode().splitlines()
    return lines[0].strip(), dict(line.split(": ", 1) for line in lines[1:] if ": " in line)


@pytest.mark.parametrize("path", [
    "/tiles/floor-plan/1/0/0.png", "/tiles/floor-plan.json", "/", "/contents.json", "/iiif/3/relief/full/300,/0/default.jpg",
    "/nothing", "/dzi/relief_files/3/0_0.jpg",
])
def test_answers_are_those_of_http_1(secure, path):
    certificate, url = secure
    # The second time, tiles come from the cache through the fast path.
    for _ in range(2):
        first, old = head(certificate, "--http1.1", url + path)
        second, new = head(certificate, "--http2", url + path)
        assert first.split()[:2] == ["HTTP/1.1", second.split()[1]] and second.startswith("HTTP/2 ")
        old, new = ({name.lower(): value for name, value in each.items()} for each in (old, new))
        for name in ("date", "server-timing", "x-request-id", "transfer-encoding", "content-length"):
            old.pop(name, None), new.pop(name, None)
        assert old == new
        assert curl(certificate, "--http1.1", url + path) == curl(certificate, "--http2", url + path)


def test_a_tile_that_is_known_is_not_sent_again(secure):
    certificate, url = secure
    tile = f"{url}/tiles/floor-plan/1/0/0.png"
    tag = head(certificate, "--http2", tile)[1]["etag"]
    line, headers = head(certificate, "--http2", "--header", f"If-None-Match: {tag}", tile)
    assert line == "HTTP/2 304" and headers["etag"] == tag
    line, headers = head(certificate, "--http2", "--head", tile)
    assert line == "HTTP/2 200" and int(headers["content-length"]) > 0


def test_other_methods_and_bodies_are_refused_and_the_connection_goes_on(secure):
    certificate, url = secure
    tile = f"{url}/tiles/floor-plan/1/0/0.png"
    codes = curl(
        certificate, "--http2", "--write-out", "%{http_code} %{num_connects}\n", "--output", "/dev/null", "--data", "x" * 100_000, tile,
        "--next", "--http2", "--cacert", certificate, "--silent", "--write-out", "%{http_code} %{num_connects}\n",
        "--output", "/dev/null", tile).decode().splitlines()
    assert [line.split()[0] for line in codes] == ["405", "200"]


def test_a_thousand_tiles_come_over_one_connection(secure, tmp_path):
    certificate, url = secure
    info = json.loads(curl(certificate, f"{url}/tiles/city-plan.json"))
    level = min(4, info["maxzoom"])
    side = 2 ** level
    config = tmp_path / "tiles"
    names = [(level, x % side, x // side % side, x) for x in range(1000)]
    config.write_text("".join(
        f'url = "{url}/tiles/city-plan/{z}/{x}/{y}.png?{number}"\noutput = "{tmp_path}/{number}"\n' for z, x, y, number in names))
    done = curl(
        certificate, "--http2", "--parallel", "--parallel-max", "100", "--config", config, "--write-out",
        "%{http_version} %{http_code} %{num_connects}\n").decode().split("\n")
    lines = [line.split() for line in done if line]
    # There is nothing outside the city plan's edges.
    assert {line[0] for line in lines} == {"2"} and {line[1] for line in lines} <= {"200", "404"}
    assert sum(int(line[2]) for line in lines) <= 3 and sum(line[1] == "200" for line in lines) > 100


def test_the_viewer_works_with_sessions_beside(secure, browser):
    certificate, url = secure
    context = browser.new_context(viewport={"width": 900, "height": 700}, ignore_https_errors=True)
    context.set_default_timeout(viewing.TIMEOUT)
    page = context.new_page()
    page.goto(f"{url}/view/city-plan")
    viewing.until(page, "window.tilework !== undefined")
    page.evaluate("tilework.settled()")
    viewing.until(page, "tilework.state().session.isOpen")
    protocols = page.evaluate(
        "performance.getEntriesByType('resource').filter((e) => e.name.includes('/tiles/')).map((e) => e.nextHopProtocol)")
    assert set(protocols) == {"h2"}
    # A swipe cancels requests under way, and the connection survives it.
    for _ in range(30):
        page.mouse.move(450, 350)
        page.mouse.wheel(0, -400)
        page.mouse.wheel(0, 380)
    page.evaluate("tilework.settled()")
    assert page.evaluate("fetch('/healthz').then((answer) => answer.status)") == 200
    context.close()


def test_the_server_ends_while_connections_are_open(tmp_path):
    certificate, key = make(tmp_path, "server")
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--tls-certificate", certificate, "--tls-key", key, SAMPLES],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    url = viewing.listening(process).rstrip("/")
    host, port = url.removeprefix("https://").split(":")
    context = ssl.create_default_context(cafile=certificate)
    context.set_alpn_protocols(["h2"])
    with socket.create_connection((host, int(port))) as plain, context.wrap_socket(plain, server_hostname=host) as line:
        assert line.selected_alpn_protocol() == "h2"
        # The preface and settings (RFC 9113 section 3.4), and then nothing, over a connection that stays open.
        line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04\x00" + bytes(4))
        assert frame(line)[0] == SETTINGS
        process.terminate()
        kinds = []
        while (found := frame(line)) is not None:
            kinds.append(found[0])
        assert GOAWAY in kinds
    assert process.wait() == 0


SETTINGS, GOAWAY = 4, 7


def frame(line):
    """Reads a frame. Returns its kind and payload, or None at the end."""
    def exactly(count):
        data = b""
        while len(data) < count and (part := line.recv(count - len(data))):
            data += part
        return data

    head = exactly(9)
    if len(head) < 9:
        return None
    return head[3], exactly(int.from_bytes(head[:3], "big"))
