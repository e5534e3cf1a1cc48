"""The page survives its server: it reports that it waits, notices the server's return, and becomes complete again."""

import os
import shutil
import subprocess
import urllib.parse

import pytest

import contents
from conftest import TOP
from test_gestures import position_at
from test_tiles import Hold
from viewer import TIMEOUT, Server, Viewer, listening, until

# The longest pause between two checks for the server's return, in milliseconds.
LONGEST = 3000


class OwnServer(Server):
    """A server that a test may kill and restart at the same port."""

    def __init__(self, folder):
        super().__init__(None)
        self.folder = folder
        self.port = 0
        self.process = None
        self.start()

    def start(self):
        self.descriptions = {}
        self.process = subprocess.Popen(
            [os.environ["TILEWORK_BIN"], "serve", "--port", str(self.port), str(self.folder)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=TOP,
        )
        self.url = listening(self.process)
        self.port = urllib.parse.urlsplit(self.url).port
        self.await_contents()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def own_server(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    contents.write_all(folder)
    server = OwnServer(folder)
    yield server
    if server.process.poll() is None:
        server.kill()


@pytest.fixture
def own_viewer(browser, own_server):
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    context.set_default_timeout(TIMEOUT)
    errors = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.clock.install()
    yield Viewer(page, own_server)
    context.close()
    assert errors == []


def notice(viewer):
    return viewer.page.evaluate(
        "(({ hidden, innerText }) => hidden ? null : innerText)(document.getElementById('notice'))")


def await_notice(viewer, words):
    until(viewer.page, f"document.getElementById('notice').hidden === {'true' if words is None else 'false'}")
    assert notice(viewer) == words


def hurry(viewer, condition, step=LONGEST, answers_come=False):
    """Advances the page's clock until a condition is true, but not while answers are under way: on a busy machine those would
    exceed the page's timeout."""
    while not viewer.page.evaluate(f"(() => {{ const state = tilework.state(); return {condition}; }})()"):
        if answers_come:
            viewer.wait("state.inFlight === 0")
        viewer.page.clock.run_for(step)


def lose(viewer):
    """Kills the server while the page is at rest, and waits until the page notices."""
    viewer.settled()
    viewer.wait("state.session.isOpen")
    viewer.server.kill()
    hurry(viewer, "state.isLost")


def test_the_page_says_that_the_server_is_gone_and_is_whole_after_its_return(own_viewer, pictures):
    own_viewer.open("mosaic", position_at(own_viewer, 0.5))
    lose(own_viewer)
    own_viewer.page.clock.run_for(600)
    await_notice(own_viewer, "The server is not reachable. Trying again…")
    asked = []
    own_viewer.page.on("request", lambda request: asked.append(request.url))
    # Half a minute, in which users continue to look around.
    for x in range(900, 1200, 30):
        own_viewer.show(centerX=x, centerY=700, scale=1)
        before = len(asked)
        own_viewer.page.clock.run_for(LONGEST)
        own_viewer.page.wait_for_timeout(0)
        while len(asked) == before:
            own_viewer.page.wait_for_timeout(10)
    # One small request at a time, and no tiles.
    assert {url.removeprefix(own_viewer.server.url) for url in asked} - {"assets/icon.svg"} == {"healthz"}
    own_viewer.server.start()
    hurry(own_viewer, "!state.isLost")
    await_notice(own_viewer, None)
    state = own_viewer.settled()
    assert state["missing"] == 0
    own_viewer.wait("state.session.isOpen")
    own_viewer.compare(state, 0.05, 2, pictures, "after-the-return")


@pytest.mark.parametrize("event", ["window.dispatchEvent(new Event('online'))",
                                   "document.dispatchEvent(new Event('visibilitychange'))"])
def test_an_event_of_the_browser_has_it_ask_at_once(own_viewer, event):
    own_viewer.open("mosaic")
    lose(own_viewer)
    own_viewer.server.start()
    # Nothing is due by the clock, which stands still.
    own_viewer.page.clock.pause_at(own_viewer.page.evaluate("Date.now()") + 1)
    own_viewer.page.evaluate(event)
    own_viewer.wait("!state.isLost")


def test_a_server_that_shows_something_else_under_the_name_has_the_page_load_anew(own_viewer):
    own_viewer.open("mosaic", position_at(own_viewer, 0.5))
    lose(own_viewer)
    shutil.copy(own_viewer.server.folder / "solid.svg", own_viewer.server.folder / "mosaic.svg")
    own_viewer.page.evaluate("window.isOld = true")
    own_viewer.server.start()
    # The page may load anew before this call has returned, or has done so already.
    own_viewer.page.evaluate("void setTimeout(() => window.dispatchEvent(new Event('online')))")
    until(own_viewer.page, "window.isOld === undefined && window.tilework !== undefined")
    own_viewer.settled()
    middle = own_viewer.picture()[350, 500]
    assert abs(middle - contents.SOLID_COLOR).max() <= 1


def test_a_server_without_the_content_has_the_page_say_so_and_lead_back(own_viewer):
    own_viewer.open("mosaic")
    lose(own_viewer)
    (own_viewer.server.folder / "mosaic.svg").unlink()
    own_viewer.server.start()
    message = own_viewer.page.get_by_role("alert")
    while not message.is_visible():
        own_viewer.page.clock.run_for(LONGEST)
    assert message.get_by_role("heading").text_content() == "No longer here"
    message.get_by_role("link", name="All contents").click()
    own_viewer.page.wait_for_selector("a.card")


def test_a_restart_too_quick_to_be_noticed_is_made_good_too(own_viewer):
    own_viewer.open("mosaic", position_at(own_viewer, 0.5))
    own_viewer.settled()
    own_viewer.wait("state.session.isOpen")
    opened = own_viewer.state()["session"]["tries"]
    own_viewer.server.kill()
    own_viewer.server.start()
    hurry(own_viewer, f"state.session.tries > {opened} && state.session.isOpen")
    own_viewer.show(centerX=1100, centerY=700, scale=1)
    assert own_viewer.settled()["missing"] == 0


def test_a_page_that_opens_before_its_server_answers_waits_for_it(own_viewer):
    page = own_viewer.page
    tries = []

    def refuse(route):
        tries.append(route.request.url)
        route.abort("connectionrefused")

    page.route("**/tiles/mosaic.json", refuse)
    page.goto(f"{own_viewer.server.url}view/mosaic")
    while len(tries) < 4:
        page.clock.run_for(500)
    page.clock.run_for(600)
    # The page retries until this check, however long that takes, and is refused.
    await_notice(own_viewer, "The server is not reachable. Trying again…")
    page.unroute("**/tiles/mosaic.json")
    while not page.evaluate("window.tilework !== undefined"):
        page.clock.run_for(LONGEST)
    assert own_viewer.settled()["missing"] == 0
    await_notice(own_viewer, None)


@pytest.fixture
def clocked(viewer):
    viewer.page.clock.install()
    viewer.open("mosaic", position_at(viewer, 0.25))
    viewer.settled()
    return viewer


def answer(viewer, times, **answer):
    """Answers the first `times` requests for each tile with `answer`. Returns the number of requests for each."""
    counts = {}

    def decide(route):
        url = route.request.url
        counts[url] = counts.get(url, 0) + 1
        if counts[url] <= times:
            route.fulfill(**answer)
        else:
            route.continue_()

    viewer.page.route("**/tiles/**/*.png", decide)
    return counts


def test_a_busy_server_is_asked_as_often_as_it_puts_the_page_off(clocked):
    counts = answer(clocked, 9, status=503, headers={"Retry-After": "1"}, body="too many tiles wait: ask again")
    clocked.show(centerX=1100, centerY=700, scale=1)
    clocked.wait("state.missing > 0")
    hurry(clocked, "state.missing === 0", 1000, answers_come=True)
    assert max(counts.values()) == 10


def test_a_tile_that_cannot_be_drawn_is_given_up_and_tried_when_somebody_comes_back(clocked):
    answer(clocked, 5, status=500, body="it can't be drawn")
    clocked.show(centerX=1100, centerY=700, scale=1)
    hurry(clocked, "state.settled", 4000)
    state = clocked.state()
    assert state["missing"] == state["visible"] and not state["isLost"]
    # Nothing runs in the background.
    assert notice(clocked) is None
    clocked.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    clocked.wait("state.missing === 0")


def test_a_tile_put_off_for_long_is_given_up_for_as_long(clocked):
    answer(clocked, 1, status=503, headers={"Retry-After": "30"}, body="this part takes too long to draw")
    clocked.show(centerX=1100, centerY=700, scale=1)
    state = clocked.settled()
    assert state["missing"] == state["visible"]
    hurry(clocked, "state.missing === 0", 10_000)


def test_a_proxy_without_its_server_is_no_server(clocked):
    page = clocked.page
    page.route("**/healthz", lambda route: route.fulfill(status=502, body="bad gateway"))
    answer(clocked, 1, status=502, body="bad gateway")
    clocked.show(centerX=1100, centerY=700, scale=1)
    hurry(clocked, "state.isLost", 500)
    page.unroute("**/healthz")
    hurry(clocked, "!state.isLost")
    assert clocked.settled()["missing"] == 0


def test_requests_that_hang_are_noticed(clocked):
    page = clocked.page
    page.route("**/healthz", lambda route: None)
    page.route("**/tiles/**/*.png", lambda route: None)
    clocked.show(centerX=1100, centerY=700, scale=1)
    clocked.wait("state.inFlight > 0")
    hurry(clocked, "state.isLost", 4000)
    assert clocked.state()["inFlight"] == 0
    page.unroute("**/healthz")
    page.unroute("**/tiles/**/*.png")
    hurry(clocked, "!state.isLost")
    assert clocked.settled()["missing"] == 0


def test_loading_is_said_only_when_it_takes_a_while(clocked):
    page = clocked.page
    hold = Hold(clocked, from_level=0)
    page.clock.pause_at(page.evaluate("Date.now()") + 1)
    clocked.show(centerX=1100, centerY=700, scale=1)
    # The frame that lacks them, and then slightly less than the time until the user is told.
    page.clock.run_for(50)
    clocked.wait("state.missing > 0")
    page.clock.run_for(700)
    assert notice(clocked) is None
    page.clock.run_for(200)
    assert notice(clocked) == "Loading…"
    page.clock.resume()
    hold.release()
    clocked.settled()
    await_notice(clocked, None)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_name_that_is_not_there_gets_words_and_a_way_back(open_page, scheme, size):
    viewer = open_page(width=size[0], height=size[1], color_scheme=scheme)
    page = viewer.page
    html = (TOP / "assets" / "viewer" / "index.html").read_text()
    policy = {}
    page.on("response", lambda response: policy.update({response.url: response.headers}))
    page.goto(f"{viewer.server.url}view/mosaic")
    headers = {"Content-Security-Policy": policy[page.url]["content-security-policy"]}
    page.route("**/view/no%20plan", lambda route: route.fulfill(
        status=404, content_type="text/html", headers=headers, body=html))
    page.goto(f"{viewer.server.url}view/no%20plan")
    message = page.get_by_role("alert")
    message.get_by_role("heading", name="Not found").wait_for()
    assert "“no plan”" in message.text_content()
    assert page.locator("#controls").is_hidden()
    message.get_by_role("link", name="All contents").click()
    page.wait_for_selector("a.card")
