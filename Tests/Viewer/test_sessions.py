"""The viewer's session: drafts that are refined, contents that change, and operation without a session."""

import io
import json
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest
from PIL import Image

from test_gestures import position_at
from viewer import TIMEOUT, Server, Viewer, listening, tile_of

DRAFT = (200, 30, 30)


def tile_of_color(color, side=256):
    file = io.BytesIO()
    Image.new("RGB", (side, side), color).save(file, "PNG")
    return file.getvalue()


class Line:
    """A session's server for the page, played by the test."""

    def __init__(self, viewer, generation=0):
        self.socket = None
        self.heard = []
        self.opened = 0
        self.answered = 0
        self.answers = True
        self.generation = generation
        viewer.page.route_web_socket(re.compile("/session/"), self.open)

    def open(self, socket):
        self.socket = socket
        self.opened += 1
        socket.on_message(lambda text: self.heard.append(json.loads(text)))
        if self.answers:
            self.answer()

    def answer(self):
        """Answers the page's requests for a session, from the last one on."""
        self.answers = True
        if self.answered < self.opened:
            self.answered = self.opened
            self.say({"type": "opened", "generation": self.generation})

    def say(self, message):
        self.socket.send(json.dumps(message))


class Tiles:
    """Watches the requests for tiles, and answers those with a session by drafts while it is told to."""

    def __init__(self, viewer, drafts=False):
        self.asked = []
        self.drafts = drafts
        viewer.page.route("**/tiles/**/*.png", self.decide)

    def decide(self, route):
        session = route.request.headers.get("tile-session")
        self.asked.append((tile_of(route.request.url), session))
        if session and self.drafts:
            headers = {"Tile-Quality": "draft", "Cache-Control": "no-store"}
            route.fulfill(status=200, content_type="image/png", headers=headers, body=tile_of_color(DRAFT))
        else:
            route.continue_()

    def names(self):
        return [f"{level}/{column}/{row}" for (level, column, row), _ in self.asked]


def show_drafts(viewer):
    """Has the viewer, at rest with a session, show drafts of all visible tiles."""
    line = Line(viewer)
    tiles = Tiles(viewer)
    # A small view, so that no tile of the deepest level has been requested ahead.
    viewer.open("mosaic", position_at(viewer, 0.25, 700, 500))
    viewer.settled()
    viewer.wait("state.session.isOpen")
    tiles.asked.clear()
    tiles.drafts = True
    viewer.show(scale=1, centerX=1700, centerY=1000)
    viewer.wait("state.missing === 0 && state.draftsShown > 0 && state.inFlight === 0")
    return line, tiles


def share_of(pixels, color):
    return float((np.abs(pixels - np.array(color)).max(axis=-1) < 8).mean())


def test_the_viewer_says_what_it_shows_and_when_it_stands(viewer):
    line = Line(viewer)
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.wait("state.session.sent > 0")
    first = line.heard[0]
    state = viewer.settled()
    assert first["type"] == "viewport" and "velocityX" not in first
    assert first["width"] * first["scale"] == pytest.approx(state["size"]["width"])
    assert first["x"] + first["width"] / 2 == pytest.approx(state["center"]["x"])
    for step in range(1, 30):
        viewer.show(centerX=1152 - 4 * step, centerY=768)
    viewer.wait("state.session.sent > 1")
    while "velocityX" in line.heard[-1] or len(line.heard) < 2:
        viewer.wait(f"state.session.sent > {len(line.heard)}")
    last = line.heard[-1]
    assert "velocityX" not in last and "landing" not in last, "it stands"
    assert last["x"] + last["width"] / 2 == pytest.approx(1152 - 116)
    assert any(message.get("velocityX", 0) < 0 for message in line.heard)


def test_drafts_are_shown_until_the_server_says_that_they_are_refined_and_only_those_are_asked_for_again(viewer):
    line, tiles = show_drafts(viewer)
    assert share_of(viewer.picture(), DRAFT) > 0.2
    assert not viewer.state()["settled"]
    drafts = [name for name, (_, session) in zip(tiles.names(), tiles.asked) if session]
    tiles.drafts = False
    tiles.asked.clear()
    requested = viewer.state()["requested"]
    one, *_ = [name for name in dict.fromkeys(drafts) if name.startswith("4/")]
    line.say({"type": "refined", "tiles": [one]})
    viewer.wait(f"state.requested > {requested} && state.inFlight === 0")
    assert tiles.names() == [one]
    line.say({"type": "refined", "tiles": drafts})
    viewer.wait("state.session.refined === 2 && state.settled")
    assert sorted(tiles.names()) == sorted(set(tiles.names())), "none is asked for twice"
    assert share_of(viewer.picture(), DRAFT) == 0


def test_a_tile_that_changed_stays_until_the_new_one_is_there(viewer):
    line = Line(viewer)
    asked, held, told = [], [], []

    def decide(route):
        asked.append(tile_of(route.request.url))
        if told and asked[-1] == (3, 3, 2):
            held.append(route)
        else:
            route.continue_()

    viewer.page.route("**/tiles/**/*.png", decide)
    viewer.open("solid", position_at(viewer, 1.0, 1000, 700, "solid"))
    viewer.settled()
    viewer.wait("state.session.isOpen")
    before, shown = viewer.picture(), set(asked)
    asked.clear()
    told.append("3/3/2")
    line.say({"type": "changed", "tiles": told, "rects": [[800, 550, 20, 20]]})
    viewer.wait("state.session.changed === 1")
    while not held:
        viewer.page.wait_for_timeout(10)
    assert not viewer.state()["settled"], asked
    assert (viewer.picture() == before).all(), "nothing flickers"
    assert viewer.state()["missing"] == 0
    held[0].fulfill(status=200, content_type="image/png", body=tile_of_color(DRAFT))
    viewer.settled()
    # On a busy machine some border tiles are requested only now; of the loaded tiles, only the changed ones are requested
    # again.
    assert [tile for tile in asked if tile in shown and tile[0] == 3] == [(3, 3, 2)]
    assert 0.02 < share_of(viewer.picture(), DRAFT) < 0.2


def test_a_tile_that_is_delivered_is_shown_and_not_asked_for_unless_it_has_no_file(viewer):
    line = Line(viewer)
    tiles = Tiles(viewer)
    viewer.open("solid", position_at(viewer, 1.0, 1000, 700, "solid"))
    viewer.settled()
    viewer.wait("state.session.isOpen")
    assert "deliver=tiles" in line.socket.url
    tiles.asked.clear()
    before = viewer.picture()
    line.say({"type": "changed", "tiles": ["3/3/2", "3/2/2"], "rects": [[600, 550, 220, 20]], "delivered": 2})
    viewer.wait("state.session.changed === 1")
    name = b"3/3/2"
    line.socket.send(bytes([len(name)]) + name + tile_of_color(DRAFT))
    viewer.wait("state.brought === 1")
    assert 0.02 < share_of(viewer.picture(), DRAFT) < 0.2
    assert not [tile for tile in tiles.names() if tile in ("3/3/2", "3/2/2")], "the other is waited for"
    assert not viewer.state()["settled"]
    line.socket.send(bytes([len(name)]) + b"3/2/2")
    viewer.settled()
    assert tiles.names().count("3/2/2") == 1 and "3/3/2" not in tiles.names()
    # A session that ends sends nothing more.
    line.say({"type": "changed", "tiles": ["3/3/2"], "rects": [[800, 550, 20, 20]], "delivered": 1})
    viewer.wait("state.session.changed === 2")
    line.answers = False
    line.socket.close(code=1001)
    viewer.wait("!state.session.isOpen && state.settled")
    assert (viewer.picture() == before).all(), "asked for, past what the browser kept"


def test_without_sessions_the_viewer_works_with_plain_tiles_and_tries_again(viewer, pictures):
    tries = []

    def refuse(socket):
        tries.append(socket)
        socket.close(code=1013)

    tiles = Tiles(viewer)
    viewer.page.route_web_socket(re.compile("/session/"), refuse)
    viewer.open("mosaic", position_at(viewer, 1.0))
    state = viewer.settled()
    assert not state["session"]["isOpen"]
    assert all(session is None for _, session in tiles.asked)
    viewer.compare(state, 0.05, 2, pictures, "without-a-session")
    viewer.wait("state.session.tries > 1")
    assert len(tries) > 1


def test_a_page_that_may_not_open_sockets_works(open_page):
    viewer = open_page()
    viewer.page.add_init_script("window.WebSocket = class { constructor() { throw new Error('not allowed'); } }")
    viewer.open("mosaic")
    assert viewer.settled()["missing"] == 0


def test_after_a_lost_session_drafts_are_asked_for_plainly_and_missed_changes_are_looked_for(viewer):
    line, tiles = show_drafts(viewer)
    tiles.asked.clear()
    # The page asks for another session after a second, which may come before the last tile.
    line.answers = False
    line.socket.close(code=1001)
    viewer.wait("state.draftsShown === 0")
    assert tiles.asked and all(session is None for _, session in tiles.asked)
    tiles.drafts = False
    viewer.settled()
    tiles.asked.clear()
    line.answer()
    viewer.wait("state.session.isOpen")
    viewer.settled()
    assert line.opened == 2
    visible = viewer.state()["visible"]
    assert len(set(tiles.names())) >= visible, "all that is shown is asked for again"


def test_backing_off_doubles_up_to_a_minute(open_page):
    viewer = open_page()
    viewer.open("mosaic")
    viewer.settled()
    delays = viewer.page.evaluate("""async () => {
        const { Session } = await import("/assets/session.js");
        const delays = [];
        const original = [window.WebSocket, window.setTimeout, Math.random];
        window.WebSocket = class extends EventTarget {};
        Math.random = () => 0;
        const session = new Session({
            base: location.href, content: "a", format: "png", onOpen() {}, onRefined() {}, onChanged() {}, onLost() {},
        });
        window.setTimeout = (action, delay) => { delays.push(delay); return 1; };
        for (let round = 0; round < 9; round += 1) {
            session.open();
            session.lose(session.socket);
        }
        [window.WebSocket, window.setTimeout, Math.random] = original;
        return delays;
    }""")
    assert delays == [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]


# A program whose views change


@pytest.fixture(scope="module")
def seats():
    """Serves the seat map, which sells a seat each second."""
    program = pathlib.Path(os.environ["TILEWORK_BIN"]).parent / "SeatMap"
    if not program.exists():
        pytest.fail(f"{program} is missing: swift build --product SeatMap")
    process = subprocess.Popen([str(program), "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        yield Server(listening(process))
    finally:
        process.terminate()
        process.wait()


def rects_of(heard):
    return [rect for message in heard if message["type"] == "changed" for rect in message["rects"]]


def test_an_open_viewer_shows_what_a_program_changes(browser, seats):
    context = browser.new_context(viewport={"width": 900, "height": 800})
    try:
        viewer = Viewer(context.new_page(), seats)
        heard = []
        viewer.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: heard.append(json.loads(data)) if isinstance(data, str) else None))
        # At a level's own scale, because rows of seats look different when their tiles are shrunk.
        viewer.open("seats", position_at(viewer, 0.25, 2700, 2450, "seats"))
        # The page is at rest only between sales, so no wait for rest is without a limit.
        viewer.wait("state.session.isOpen && state.settled")
        before = viewer.picture()
        # Messages from here on follow that picture.
        heard.clear()
        started = viewer.state()
        # Seats are sold anywhere in the stadium, and only a part of it is shown.
        for sales in range(1, 60):
            viewer.wait(f"state.session.changed >= {started['session']['changed'] + sales}")
            if sales >= 3 and (sold := [place for place in map(viewer.place_of, rects_of(heard)) if place]):
                break
        else:
            pytest.fail(f"of {sales} seats none was sold where the viewer looks: {rects_of(heard)}")
        # Seats are sold meanwhile: one of several attempts is between two sales.
        for _ in range(20):
            viewer.wait("state.settled")
            state = viewer.state()
            after = viewer.picture()
            left, top, right, bottom = viewer.content_box(state, inset=2)
            drawn = viewer.rendering(state)[top:bottom, left:right]
            difference = np.abs(after[top:bottom, left:right] - drawn)
            if difference.mean() < 0.5 and difference.max() <= 60:
                break
        else:
            pytest.fail(f"the window is not what the server draws: {difference.mean():.3f}, {difference.max()}")
        seen = np.abs(after - before).max(axis=-1) > 16
        for left, top, right, bottom in sold:
            assert seen[top:bottom, left:right].any(), f"the seat sold at {left}, {top} is not seen"
        sales = state["session"]["changed"] - started["session"]["changed"]
        tiles = state["received"] - started["received"]
        assert tiles <= 6 * sales, f"{tiles} tiles for {sales} sales"
        # The page was never reloaded.
        assert viewer.page.evaluate("performance.getEntriesByType('navigation').length") == 1
    finally:
        context.close()
