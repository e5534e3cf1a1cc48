"""The page's requests for tiles, and the placeholders until they arrive."""

import numpy as np
import pytest

from test_gestures import flick, position_at
from viewer import tile_of


class Hold:
    """Holds the requests for tiles from a level on until the test releases them."""

    def __init__(self, viewer, from_level):
        self.viewer = viewer
        self.from_level = from_level
        self.held = []
        self.isOn = True
        viewer.page.route("**/tiles/**/*.png", self.decide)

    def decide(self, route):
        tile = tile_of(route.request.url)
        if self.isOn and tile and tile[0] >= self.from_level:
            self.held.append(route)
        else:
            route.continue_()

    def release(self):
        self.isOn = False
        for route in self.held:
            # Requests that the page has cancelled no longer exist.
            route.continue_()
        self.held = []


def blank_pixels(pixels):
    """Returns the number of pixels that are paper or page; the mosaic has no such color."""
    return int((pixels.min(axis=-1) > 120).sum())


# Counts the blank pixels of each frame, on a grid of points, until it is stopped.
WATCH_FRAMES = """() => {
    const canvas = document.getElementById("canvas");
    const watch = window.watch = { frames: 0, worst: 0, on: true };
    const look = () => {
        if (!watch.on) return;
        const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let blank = 0;
        for (let at = 0; at < pixels.length; at += 4 * 37) {
            if (Math.min(pixels[at], pixels[at + 1], pixels[at + 2]) > 120) blank += 1;
        }
        watch.frames += 1;
        watch.worst = Math.max(watch.worst, blank);
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def test_a_coarser_tile_stands_in_until_the_finer_one_is_there(viewer, pictures):
    hold = Hold(viewer, from_level=3)
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.wait("state.missing > 0 && state.cached > 0")
    for x, y in ((1152, 768), (800, 500), (1600, 1000)):
        viewer.show(centerX=x, centerY=y)
        viewer.wait("state.missing === state.visible")
        assert blank_pixels(viewer.picture()) == 0
    hold.release()
    state = viewer.settled()
    assert state["missing"] == 0
    viewer.compare(state, 0.05, 2, pictures, "after-standing-in")


def test_no_frame_of_a_flick_shows_a_blank_pixel(viewer):
    viewer.open("mosaic", position_at(viewer, 2.0, 1152, 768))
    viewer.settled()
    hold = Hold(viewer, from_level=3)
    viewer.page.evaluate(WATCH_FRAMES)
    flick(viewer, viewer.cdp(), -16, -6, start=(800, 500))
    viewer.wait("state.lastFlick !== null && !state.moving")
    watch = viewer.page.evaluate("(watch.on = false, watch)")
    hold.release()
    assert watch["frames"] > 20
    assert watch["worst"] == 0
    assert viewer.settled()["missing"] == 0


def test_no_frame_of_zooming_in_and_out_shows_a_blank_pixel(viewer):
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.settled()
    hold = Hold(viewer, from_level=0)
    viewer.page.evaluate(WATCH_FRAMES)
    mouse = viewer.page.mouse
    mouse.move(420, 330)
    scale = viewer.state()["scale"]
    mouse.wheel(0, -300)
    viewer.wait(f"state.scale > {scale} * 1.99 && !state.moving")
    # Zooms out as far as the content still fills the window.
    mouse.wheel(0, 300)
    mouse.wheel(0, 100)
    viewer.wait(f"state.scale < {scale} * 0.9 && !state.moving")
    watch = viewer.page.evaluate("(watch.on = false, watch)")
    hold.release()
    assert watch["frames"] > 10
    assert watch["worst"] == 0


def test_the_old_level_stays_until_the_new_one_covers_it(viewer):
    viewer.open("mosaic", position_at(viewer, 0.5))
    viewer.settled()
    before = viewer.picture()
    hold = Hold(viewer, from_level=0)
    moves = viewer.state()["moves"]
    viewer.page.keyboard.press("+")
    viewer.wait(f"state.moves > {moves} && !state.moving && state.missing > 0")
    # The center of the former picture at twice the size: neither blank nor from a coarser level.
    middle = before[175:525, 250:750].repeat(2, axis=0).repeat(2, axis=1)
    zoomed = viewer.picture()
    assert np.abs(zoomed - middle).mean() < 6
    hold.release()
    viewer.settled()
    assert np.abs(viewer.picture() - zoomed).mean() < 6


def requests_of(viewer):
    asked = []
    viewer.page.on("request", lambda request: asked.append(tile_of(request.url)))
    return asked


def test_tiles_are_asked_for_from_the_centre_outwards_and_visible_ones_first(viewer):
    viewer.open("mosaic")
    viewer.settled()
    asked = requests_of(viewer)
    # A window of 1000 × 700 pixels at the scale of a level.
    viewer.show(centerX=1100, centerY=700, scale=1)
    state = viewer.settled()
    level = state["level"]
    description = viewer.server.tilejson("mosaic")["tilework"]
    side = description["tileSize"] / state["render"]["scale"]
    x, y, width, height = (state["render"][name] for name in ("x", "y", "width", "height"))
    size = description["tileSize"]
    visible = {
        (level, column, row)
        for column in range(x // size, -(-(x + width) // size))
        for row in range(y // size, -(-(y + height) // size))
    }
    tiles = [tile for tile in asked if tile is not None]
    assert len(visible) >= 12
    assert set(tiles[: len(visible)]) == visible
    centre = state["center"]
    distances = [
        ((column + 0.5) * side - centre["x"]) ** 2 + ((row + 0.5) * side - centre["y"]) ** 2
        for _, column, row in tiles[: len(visible)]
    ]
    assert distances == sorted(distances)


def test_at_most_six_requests_are_under_way(viewer):
    viewer.open("mosaic")
    viewer.settled()
    hold = Hold(viewer, from_level=0)
    viewer.show(centerX=1100, centerY=700, scale=1)
    viewer.wait("state.inFlight > 0")
    assert viewer.state()["inFlight"] == 6
    hold.release()
    viewer.settled()


def test_requests_for_tiles_that_left_the_screen_are_given_up(viewer):
    viewer.open("mosaic")
    viewer.settled()
    failed = []
    viewer.page.on("requestfailed", lambda request: failed.append((tile_of(request.url), request.failure)))
    hold = Hold(viewer, from_level=0)
    viewer.show(centerX=500, centerY=400, scale=2)
    viewer.wait("state.inFlight === 6")
    before = viewer.state()["aborted"]
    held = {tile_of(route.request.url) for route in hold.held}
    viewer.show(centerX=1900, centerY=1200, scale=2)
    viewer.wait(f"state.aborted === {before} + 6")
    hold.release()
    viewer.settled()
    assert {tile for tile, _ in failed} == held
    assert all("ERR_ABORTED" in why for _, why in failed)


def test_a_move_that_keeps_a_tile_on_the_screen_keeps_its_request(viewer):
    viewer.open("mosaic")
    viewer.settled()
    hold = Hold(viewer, from_level=0)
    viewer.show(centerX=1000, centerY=700, scale=2)
    viewer.wait("state.inFlight === 6")
    before = viewer.state()
    viewer.show(centerX=1005, centerY=702)
    viewer.wait(f"state.center.x > 1004")
    after = viewer.state()
    assert after["aborted"] == before["aborted"]
    assert after["requested"] == before["requested"]
    hold.release()
    viewer.settled()


def test_a_tile_that_fails_is_tried_again(viewer, pictures):
    failures = {}

    def fail_once(route):
        url = route.request.url
        failures[url] = failures.get(url, 0) + 1
        if failures[url] == 1:
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    viewer.open("mosaic")
    viewer.settled()
    viewer.page.route("**/tiles/**/*.png", fail_once)
    viewer.show(centerX=1100, centerY=700, scale=1)
    state = viewer.settled()
    assert state["failed"] >= state["visible"]
    assert state["missing"] == 0
    assert max(failures.values()) == 2
    viewer.compare(state, 0.05, 2, pictures, "after-failing")


def test_a_tile_that_the_server_refuses_is_not_asked_for_again(viewer):
    asked = {}

    def refuse(route):
        asked[route.request.url] = asked.get(route.request.url, 0) + 1
        route.fulfill(status=404, body="no such tile")

    viewer.open("mosaic", position_at(viewer, 0.5))
    viewer.settled()
    viewer.page.route("**/tiles/**/*.png", refuse)
    viewer.show(centerX=1100, centerY=700, scale=1)
    state = viewer.settled()
    assert state["missing"] == state["visible"]
    viewer.show(centerX=1103, centerY=700)
    viewer.settled()
    assert set(asked.values()) == {1}
    # The placeholders stay visible, except for a small mark.
    assert blank_pixels(viewer.picture()) < 2000


def test_the_answer_to_being_online_again_is_to_ask_again(viewer):
    viewer.open("mosaic")
    viewer.settled()
    viewer.page.route("**/tiles/**/*.png", lambda route: route.abort("internetdisconnected"))
    viewer.show(centerX=1100, centerY=700, scale=1)
    viewer.wait("state.failed >= 6")
    viewer.page.unroute("**/tiles/**/*.png")
    viewer.page.evaluate("window.dispatchEvent(new Event('online'))")
    assert viewer.settled()["missing"] == 0


def test_tiles_outside_the_content_are_never_asked_for(viewer):
    asked = requests_of(viewer)
    viewer.open("terrain")
    viewer.settled()
    description = viewer.server.tilejson("terrain")
    own = description["tilework"]
    for x, y in ((0, 0), (own["width"], own["height"])):
        for scale in (0.2, 0.5, 1.0, 2.0):
            viewer.show(centerX=x, centerY=y, scale=scale)
            viewer.settled()
    for level, column, row in filter(None, asked):
        assert description["minzoom"] <= level <= description["maxzoom"]
        scale = own["deepestScale"] * 2.0 ** (level - description["maxzoom"])
        assert 0 <= column * own["tileSize"] < own["width"] * scale + 1e-6
        assert 0 <= row * own["tileSize"] < own["height"] * scale + 1e-6


def test_nothing_is_asked_of_other_hosts(viewer):
    hosts = set()
    viewer.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    viewer.open("mosaic")
    viewer.settled()
    viewer.page.goto(viewer.server.url)
    viewer.page.wait_for_selector("canvas[data-drawn]")
    assert hosts == {viewer.server.url.split("/")[2]}
