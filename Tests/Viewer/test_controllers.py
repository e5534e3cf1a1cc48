"""Screens of view controllers that each viewer has for its own: pushed, presented, rotated, fitted to the window, restored."""

import os
import pathlib
import subprocess

import numpy as np
import pytest

from viewer import Server, Viewer, listening

WIDTH, HEIGHT = 390, 760
# In points of the window. Tabs are along its lower edge, so the first number does not matter.
TABS = {"Departures": 1 / 6, "Map": 1 / 2, "Settings": 5 / 6}
ADD = (WIDTH - 28, 22)


def program():
    path = pathlib.Path(os.environ["TILEWORK_BIN"]).parent / "Timetable"
    if not path.exists():
        pytest.fail(f"{path} is missing: swift build -c release --product Timetable")
    return path


@pytest.fixture
def served():
    process = subprocess.Popen(
        [program(), "serve", "--interactive", "--port", "0"], stdout=subprocess.PIPE, text=True)
    server = Server(listening(process))
    server.await_contents()
    yield server
    process.terminate()
    process.wait()


def ready(viewer):
    """Waits until the screen has the window's size and is fully drawn."""
    viewer.wait("state.session.isOpen && state.scale === 1 && state.center.x === Math.floor(innerWidth) / 2"
                " && state.center.y === Math.floor(innerHeight) / 2")
    viewer.settled()
    return viewer


@pytest.fixture
def app(open_page, served):
    return ready(Viewer(open_page(width=WIDTH, height=HEIGHT).page, served).open("timetable"))


def look_until(viewer, isMeant):
    """Waits for the first picture that satisfies a condition."""
    while not isMeant(picture := viewer.picture()):
        viewer.page.wait_for_timeout(20)
    return picture


def still(viewer, picture):
    """Waits for a picture that is the same twice in a row and differs from an earlier one."""
    last = None
    while True:
        viewer.page.wait_for_timeout(100)
        now = viewer.picture()
        if last is not None and np.array_equal(now, last) and not np.array_equal(now, picture):
            return now
        last = now


def tap(viewer, x, y):
    """Taps, and returns the screen when the resulting animation has ended."""
    before = viewer.picture()
    viewer.page.mouse.click(x, y)
    return still(viewer, before)


def tab(viewer, name):
    size = viewer.page.viewport_size
    return tap(viewer, size["width"] * TABS[name], size["height"] - 24)


def is_dark(picture):
    """A grouped background is light gray in light mode, and black in dark mode."""
    return picture[:, 2].mean() < 60


def turn_dark(viewer):
    tab(viewer, "Settings")
    # The switch of the first row, below a large title.
    viewer.page.mouse.click(WIDTH - 55, 140)
    # The switch's knob moves for a moment longer.
    return still(viewer, look_until(viewer, is_dark)[:0])


def test_it_is_a_screen_as_large_as_the_window_with_nothing_over_it(app):
    for part in ("title", "controls", "minimap"):
        assert not app.page.locator(f"#{part}").is_visible()
    picture = app.picture()
    page = app.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--page').trim()")
    assert page.startswith("#") and len(page) == 7
    color = np.array([int(page[i:i + 2], 16) for i in (1, 3, 5)])
    # The page's own color surrounds a picture that does not fill the window.
    for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]):
        assert not (edge == color).all(axis=-1).all()


def test_a_tap_pushes_and_the_back_button_leads_back(app):
    first = app.picture()
    details = tap(app, 195, 150)
    assert not np.array_equal(details, first)
    assert np.array_equal(tap(app, 24, 22), first)


def test_a_sheet_comes_and_is_dragged_away(app):
    first = app.picture()
    tap(app, *ADD)
    mouse = app.page.mouse
    mouse.move(195, 395)
    mouse.down()
    app.wait("state.touched === true")
    mouse.move(195, 740, steps=8)
    mouse.up()
    look_until(app, lambda picture: np.array_equal(picture, first))


def test_it_is_turned_and_resized_with_the_window(app):
    upright = app.picture()
    app.page.set_viewport_size({"width": HEIGHT, "height": WIDTH})
    ready(app)
    # Tabs are along the lower edge again, and the first is tinted.
    lying = look_until(app, lambda picture: picture.shape[:2] == (WIDTH, HEIGHT) and is_tinted(picture))
    assert is_tinted(upright) and lying.shape != upright.shape
    app.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    ready(app)
    look_until(app, lambda picture: np.array_equal(picture, upright))


def is_tinted(picture):
    """Returns whether the first tab is blue and the tabs right of it are not."""
    bar = picture[-49:]
    half = bar.shape[1] // 2
    blue = (bar[..., 2] > 200) & (bar[..., 0] < 80)
    return blue[:, :half].any() and not blue[:, half:].any()


def test_a_reload_finds_it_as_it_was_and_another_page_has_its_own(app, open_page, served):
    dark = turn_dark(app)
    app.page.reload()
    ready(app.open("timetable"))
    look_until(app, lambda picture: np.array_equal(picture, dark))
    other = ready(Viewer(open_page(width=WIDTH, height=HEIGHT).page, served).open("timetable"))
    assert not is_dark(other.picture())


def test_two_pages_of_one_tab_have_a_tree_each(app, served):
    """The same as a duplicated tab, which has the same stored values."""
    turn_dark(app)
    with app.page.context.expect_page() as opened:
        app.page.evaluate("void window.open(location.href)")
    other = Viewer(opened.value, served)
    other.content = "timetable"
    while not other.page.evaluate("window.tilework !== undefined"):
        other.page.wait_for_timeout(20)
    ready(other)
    assert not is_dark(other.picture())
