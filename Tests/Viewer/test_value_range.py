"""The panel that chooses the values shown as black and as white, for images that have more of them than a screen."""

import contextlib

import numpy as np
import playwright.sync_api
import pytest
from PIL import Image

from test_served_archives import serving
from viewer import Server, Viewer, until

# Larger than the window.
WIDTH, HEIGHT = 1200, 800
VALUES = np.arange(WIDTH, dtype=np.uint16) * 50


@pytest.fixture(scope="module")
def heights(tmp_path_factory):
    """A server of an image of 16 bits, whose columns have the values 0, 50, 100, …"""
    folder = tmp_path_factory.mktemp("heights")
    Image.fromarray(np.tile(VALUES, (HEIGHT, 1))).save(folder / "heights.tif")
    with serving(folder / "heights.tif") as url:
        server = Server(f"{url}/")
        server.await_contents()
        yield server


@pytest.fixture
def viewer(open_page, heights):
    return Viewer(open_page().page, heights)


def at_full_size(viewer, query=""):
    viewer.open("heights", query)
    viewer.show(centerX=WIDTH / 2, centerY=HEIGHT / 2, scale=1)
    return viewer.settled()


def shown(viewer):
    """Returns the grays of the window's columns, which show the image at full size, and the image's values there."""
    state = viewer.settled()
    left, top, right, bottom = viewer.content_box(state)
    assert right - left == state["size"]["width"]
    row = viewer.picture()[top + 40, left:right]
    assert (row.max(axis=1) == row.min(axis=1)).all()
    return row[:, 0], VALUES[state["render"]["x"]:][:right - left].astype(float)


def assert_shows(viewer, low, high):
    grays, values = shown(viewer)
    expected = np.clip((values - low) / (high - low), 0, 1) * 255
    assert np.abs(grays - expected).max() <= 1.5


def search_of(viewer):
    return viewer.page.evaluate("location.search")


def panel(viewer):
    viewer.page.get_by_role("button", name="Range of values").click()
    return viewer.page.get_by_role("region", name="Range of values")


def test_a_link_shows_its_range(viewer):
    assert at_full_size(viewer)["range"] == [0, 65535]
    assert_shows(viewer, 0, 65535)
    assert at_full_size(viewer, "?range=10000:2e4")["range"] == [10000, 20000]
    assert_shows(viewer, 10000, 20000)


@pytest.mark.parametrize("query", ["?range=", "?range=5:5", "?range=nan:1", "?range=0:1e400", "?range=a", "?orange=0:1"])
def test_a_link_without_a_range_shows_the_contents_own(viewer, query):
    assert at_full_size(viewer, query)["range"] == [0, 65535]
    assert_shows(viewer, 0, 65535)


def test_numbers_choose_the_range_and_reset_ends_it(viewer):
    at_full_size(viewer, "?a=b#0/600/400")
    values = panel(viewer)
    high = values.get_by_role("spinbutton", name="High")
    assert high.input_value() == "65535"
    high.fill("20000")
    high.press("Enter")
    assert search_of(viewer) == "?a=b&range=0:20000"
    assert_shows(viewer, 0, 20000)
    low = values.get_by_role("spinbutton", name="Low")
    low.fill("-1000.5")
    low.press("Enter")
    assert viewer.state()["range"] == [-1000.5, 20000]
    assert_shows(viewer, -1000.5, 20000)
    values.get_by_role("button", name="Reset").click()
    assert search_of(viewer) == "?a=b"
    assert low.input_value() == "0"
    assert_shows(viewer, 0, 65535)


@pytest.mark.parametrize("text", ["20000", "30000", "", "1e999"])
def test_a_number_that_is_no_low_end_is_said_and_changes_nothing(viewer, text):
    at_full_size(viewer, "?range=10000:20000")
    # The position is announced after a rest, in the same place.
    until(viewer.page, "document.getElementById('status').textContent.startsWith('Zoom')")
    low = panel(viewer).get_by_role("spinbutton", name="Low")
    low.fill(text)
    low.press("Enter")
    assert low.get_attribute("aria-invalid") == "true"
    assert "below High" in viewer.page.locator("#status").text_content()
    assert viewer.state()["range"] == [10000, 20000]
    assert search_of(viewer) == "?range=10000:20000"
    low.fill("15000")
    low.press("Enter")
    assert low.get_attribute("aria-invalid") is None
    assert viewer.state()["range"] == [15000, 20000]


def test_keys_move_the_sliders_and_not_the_picture(viewer):
    at_full_size(viewer)
    moves = viewer.state()["moves"]
    viewer.page.keyboard.press("v")
    values = viewer.page.get_by_role("region", name="Range of values")
    slider = values.get_by_role("slider", name="Low")
    assert slider.evaluate("(slider) => slider === document.activeElement")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        viewer.page.keyboard.press(key)
    low, high = viewer.state()["range"]
    assert 0 < low < 5000 and high == 65535 and low % 100 == 0
    assert slider.get_attribute("aria-valuetext") == str(low)
    assert_shows(viewer, low, high)
    viewer.page.keyboard.press("End")
    assert viewer.state()["range"] == [65435, 65535], "Low stays below High"
    assert viewer.state()["moves"] == moves
    viewer.page.keyboard.press("Escape")
    assert values.is_hidden()
    assert viewer.page.evaluate("document.activeElement.id") == "picture"
    assert viewer.page.get_by_role("button", name="Range of values").get_attribute("aria-expanded") == "false"


def test_the_overview_shows_the_range_too(viewer):
    at_full_size(viewer)
    viewer.show(centerX=600, centerY=400, scale=4)
    viewer.settled()
    middle = "() => document.querySelector('#minimap canvas').getContext('2d').getImageData(10, 10, 1, 1).data[0]"
    dark = viewer.page.evaluate(middle)
    high = panel(viewer).get_by_role("spinbutton", name="High")
    high.fill("3000")
    high.press("Enter")
    viewer.settled()
    while viewer.page.evaluate(middle) < dark + 50:
        viewer.page.wait_for_timeout(10)


class Held:
    """The requests for tiles with a range, which wait until a test lets them go on."""

    def __init__(self, viewer):
        self.page = viewer.page
        self.waiting = []
        self.ranges = []
        self.page.route("**/tiles/**", self.hold)

    def hold(self, route):
        query = route.request.url.partition("?range=")[2]
        if not query:
            route.continue_()
            return
        self.waiting.append(route)
        if query not in self.ranges:
            self.ranges.append(query)

    def let_go(self):
        for route in self.waiting:
            # Requests that the page has given up can't go on.
            with contextlib.suppress(playwright.sync_api.Error):
                route.continue_()
        self.waiting.clear()

    def until_asked(self, query):
        while query not in self.ranges:
            self.let_go()
            self.page.wait_for_timeout(10)


def slide(viewer, name, value, event="input"):
    viewer.page.evaluate(
        """([name, value, event]) => {
            const slider = document.getElementById(`${name}-slider`);
            slider.value = value;
            slider.dispatchEvent(new Event(event));
        }""", [name, value, event])


def test_a_drag_has_one_set_of_tiles_under_way_and_its_end_cancels_it(viewer):
    at_full_size(viewer)
    held = Held(viewer)
    for value in (50000, 40000, 30000):
        slide(viewer, "high", value)
    held.until_asked("0:50000")
    # Time for requests that must not be made. On a slow machine they would come too late to be seen.
    viewer.page.wait_for_timeout(50)
    assert held.ranges == ["0:50000"]
    held.until_asked("0:30000")
    assert held.ranges == ["0:50000", "0:30000"]
    assert search_of(viewer) == "", "the address follows when the drag ends"
    failed = []
    viewer.page.on("requestfailed", lambda request: failed.append(request.url))
    slide(viewer, "high", 20000)
    slide(viewer, "high", 20000, "change")
    while "0:20000" not in held.ranges or not failed:
        viewer.page.wait_for_timeout(10)
    assert all(url.endswith("?range=0:30000") for url in failed)
    assert search_of(viewer) == "?range=0:20000"
    viewer.page.unroute("**/tiles/**")
    held.let_go()
    assert_shows(viewer, 0, 20000)
    assert held.ranges == ["0:50000", "0:30000", "0:20000"]


def test_other_contents_have_no_such_panel(open_page):
    viewer = open_page()
    viewer.open("mosaic")
    viewer.settled()
    assert viewer.page.locator("#values-button").is_hidden()
    viewer.page.keyboard.press("v")
    assert viewer.page.locator("#values").is_hidden()
    assert viewer.state()["range"] is None


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """A server of an image of two channels of 8 bits, with the values 51 and 102."""
    folder = tmp_path_factory.mktemp("cells")
    pages = [Image.fromarray(np.full((HEIGHT, WIDTH), value, dtype=np.uint8)) for value in (51, 102)]
    description = "ImageJ=1.53t\nimages=2\nchannels=2\nhyperstack=true\nmode=composite\n"
    pages[0].save(folder / "cells.tif", save_all=True, append_images=pages[1:], description=description)
    with serving(folder / "cells.tif") as url:
        server = Server(f"{url}/")
        server.await_contents()
        yield server


def middle(viewer):
    """Returns the color in the middle of the window."""
    viewer.settled()
    picture = viewer.picture()
    return tuple(int(value) for value in picture[picture.shape[0] // 2, picture.shape[1] // 2][:3])


def test_channels_are_hidden_and_colored_and_reset_ends_it(open_page, cells):
    viewer = Viewer(open_page().page, cells)
    viewer.open("cells")
    assert middle(viewer) == (51, 102, 0)
    viewer.page.keyboard.press("v")
    values = viewer.page.get_by_role("region", name="Channels and values")
    first = values.get_by_role("checkbox", name="1")
    assert first.is_checked()
    first.uncheck()
    assert search_of(viewer) == "?channels=2:00ff00"
    assert middle(viewer) == (0, 102, 0)
    values.get_by_label("Color of 2").fill("#ff00ff")
    assert middle(viewer) == (102, 0, 102)
    assert search_of(viewer) == "?channels=2:ff00ff"
    values.get_by_role("checkbox", name="2").uncheck()
    assert middle(viewer) == (0, 0, 0)
    values.get_by_role("button", name="Reset").click()
    assert search_of(viewer) == ""
    assert middle(viewer) == (51, 102, 0)


def test_a_link_shows_its_channels(open_page, cells):
    viewer = Viewer(open_page().page, cells)
    viewer.open("cells", "?channels=2:blue@0.5")
    assert middle(viewer) == (0, 0, 51)
    viewer.page.keyboard.press("v")
    assert not viewer.page.get_by_role("checkbox", name="1").is_checked()
