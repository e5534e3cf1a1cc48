"""Pages of other sites and a server on loopback: the default permissions in Chromium, and those with settings."""

import http.client
import http.server
import threading
import urllib.parse

import pytest

from test_served_archives import SAMPLES, serving
from viewer import TIMEOUT

PAGE = b"<!DOCTYPE html><title>elsewhere</title><body>"
# Attempts of a page: to read the server, show a tile, open a session, and show the viewer in a frame.
TRIES = """async base => {
    const outcome = {};
    outcome.read = await fetch(`${base}/contents.json`).then(answer => answer.json()).then(() => true, () => false);
    outcome.tile = await new Promise(resolve => {
        const image = new Image();
        image.onload = () => resolve(true);
        image.onerror = () => resolve(false);
        image.src = `${base}/tiles/floor-plan/0/0/0.png`;
    });
    outcome.session = await new Promise(resolve => {
        const name = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => (byte % 16).toString(16)).join("");
        const socket = new WebSocket(`${base.replace("http", "ws")}/session/${name}abcdef?content=floor-plan`);
        socket.onopen = () => { resolve(true); socket.close(); };
        socket.onerror = () => resolve(false);
    });
    return outcome;
}"""


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another site: an empty page at every address."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def site():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()


@pytest.fixture
def page(browser):
    context = browser.new_context()
    context.set_default_timeout(TIMEOUT)
    yield context.new_page()
    context.close()


def ask(url, host, path="/contents.json", **headers):
    """Returns the status and headers of an answer to a request with a host name."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc)
    try:
        connection.request("GET", path, headers={"Host": host, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer.status, dict(answer.getheaders())
    finally:
        connection.close()


def is_framed(page, url):
    """Returns whether the browser shows the viewer in a frame of a page."""
    page.evaluate("url => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame); "
                  "return new Promise(resolve => { frame.onload = resolve; }); }", f"{url}/view/floor-plan")
    frame = page.frames[-1]
    return frame.url.startswith(url) and frame.locator("body").count() == 1 and frame.title() != ""


def test_a_page_elsewhere_reads_nothing_and_opens_nothing(page, site):
    with serving(SAMPLES / "floor-plan.svg") as url:
        page.goto(f"http://localhost:{site}/")
        assert page.evaluate(TRIES, url) == {"read": False, "tile": False, "session": False}
        # Another port of localhost is the same site, so a developer's own page may show tiles.
        local = url.replace("127.0.0.1", "localhost")
        assert page.evaluate(TRIES, local) == {"read": False, "tile": True, "session": False}
        assert not is_framed(page, url)
        # The server's own pages may, by each of its names.
        port = urllib.parse.urlsplit(url).port
        page.goto(f"http://localhost:{port}/")
        assert page.evaluate(TRIES, f"http://localhost:{port}") == {"read": True, "tile": True, "session": True}


def test_what_is_allowed_may_be_read_and_framed(page, site):
    origin = f"http://localhost:{site}"
    for allowed in (origin, "*"):
        with serving("--allow-origin", allowed, "--frame-ancestors", origin, SAMPLES / "floor-plan.svg") as url:
            page.goto(f"{origin}/")
            assert page.evaluate(TRIES, url) == {"read": True, "tile": True, "session": True}, allowed
            assert is_framed(page, url)


def test_a_name_that_points_here_is_not_answered():
    with serving(SAMPLES / "floor-plan.svg") as url:
        for path in ("/", "/contents.json", "/tiles/floor-plan/0/0/0.png", "/healthz"):
            assert ask(url, "evil.example", path)[0] == 421, path
        # The tile is cached by now, and requested through the fast path.
        assert ask(url, "127.0.0.1", "/tiles/floor-plan/0/0/0.png")[0] == 200
        assert ask(url, "evil.example", "/tiles/floor-plan/0/0/0.png")[0] == 421
        assert ask(url, "localhost")[0] == ask(url, "[::1]:80")[0] == 200
    with serving("--allowed-host", "maps.example", SAMPLES / "floor-plan.svg") as url:
        assert ask(url, "maps.example")[0] == 200 and ask(url, "evil.example")[0] == 421
    with serving("--host", "0.0.0.0", SAMPLES / "floor-plan.svg") as url:
        status, headers = ask(url.replace("0.0.0.0", "127.0.0.1"), "evil.example", Origin="https://a.example")
        assert status == 200 and headers["Access-Control-Allow-Origin"] == "*"
