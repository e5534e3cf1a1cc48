"""Keys, buttons, the overview map and the measurements, also for users who do not see or point."""

import re

import pytest

from test_gestures import position_at
from viewer import until


@pytest.fixture
def mosaic(viewer):
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.settled()
    return viewer


@pytest.mark.parametrize(("key", "x", "y"), [
    ("ArrowRight", 250, 0), ("ArrowLeft", -250, 0), ("ArrowDown", 0, 175), ("ArrowUp", 0, -175),
    ("Shift+ArrowRight", 900, 0), ("PageDown", 0, 630), ("PageUp", 0, -630),
])
def test_keys_move_the_picture(mosaic, key, x, y):
    mosaic.show(centerX=1152, centerY=768, scale=2)
    before = mosaic.settled()["offset"]
    with mosaic.moving():
        mosaic.page.keyboard.press(key)
    after = mosaic.state()["offset"]
    assert after["x"] - before["x"] == pytest.approx(x, abs=0.01)
    assert after["y"] - before["y"] == pytest.approx(y, abs=0.01)


def test_keys_pressed_in_a_row_add_up(mosaic):
    before = mosaic.state()["offset"]
    with mosaic.moving():
        for _ in range(3):
            mosaic.page.keyboard.press("ArrowRight")
        mosaic.page.keyboard.press("ArrowDown")
    after = mosaic.state()["offset"]
    assert after["x"] - before["x"] == pytest.approx(652, abs=0.01)
    assert after["x"] == mosaic.state()["limits"]["offsets"]["x"]["max"]
    assert after["y"] - before["y"] == pytest.approx(175, abs=0.01)


@pytest.mark.parametrize(("key", "factor"), [("+", 2), ("=", 2), ("-", 0.5)])
def test_keys_zoom_by_a_level_about_the_middle(open_page, key, factor):
    viewer = open_page(width=600, height=400)
    viewer.open("mosaic", position_at(viewer, 1.0))
    before = viewer.settled()
    with viewer.moving():
        viewer.page.keyboard.press(key)
    after = viewer.state()
    assert after["scale"] == pytest.approx(before["scale"] * factor, rel=1e-5)
    assert after["center"]["x"] == pytest.approx(before["center"]["x"], abs=0.01)
    assert after["center"]["y"] == pytest.approx(before["center"]["y"], abs=0.01)


@pytest.mark.parametrize("key", ["0", "Home"])
def test_a_key_shows_everything(mosaic, key):
    with mosaic.moving():
        mosaic.page.keyboard.press(key)
    state = mosaic.state()
    assert state["scale"] == pytest.approx(state["limits"]["minScale"])
    assert state["center"] == pytest.approx({"x": 1152, "y": 768})


def test_keys_with_control_are_left_to_the_browser(mosaic):
    moves = mosaic.state()["moves"]
    mosaic.page.keyboard.press("Control+ArrowRight")
    mosaic.page.keyboard.press("Alt+h")
    # The next key has been handled, so the earlier ones have, too.
    mosaic.page.keyboard.press("m")
    mosaic.page.wait_for_selector("#minimap", state="hidden")
    assert mosaic.state()["moves"] == moves
    assert mosaic.page.locator("#hud").is_hidden()


def test_buttons_zoom_and_show_everything(mosaic):
    button = mosaic.page.get_by_role
    with mosaic.moving():
        button("button", name="Zoom in").click()
    assert mosaic.state()["scale"] == pytest.approx(2, rel=1e-5)
    with mosaic.moving():
        button("button", name="Zoom out").click()
    assert mosaic.state()["scale"] == pytest.approx(1, rel=1e-5)
    with mosaic.moving():
        button("button", name="Show everything").click()
    assert mosaic.state()["scale"] == pytest.approx(mosaic.state()["limits"]["minScale"])
    assert button("button", name="Zoom out").get_attribute("aria-disabled") == "true"
    with mosaic.moving():
        button("button", name=re.compile("Actual size, now at")).click()
    assert mosaic.state()["scale"] == pytest.approx(1)
    assert button("button", name="Actual size, now at 100%").count() == 1


def test_the_overview_map_shows_where_and_a_drag_in_it_moves_the_picture(mosaic):
    overview = mosaic.page.get_by_role("img", name="Overview map")
    box = overview.locator("canvas").bounding_box()
    mouse = mosaic.page.mouse
    # A press beside the frame moves the frame there.
    with mosaic.moving():
        mouse.move(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.7)
        mouse.down()
        mosaic.wait("!state.moving && state.center.x > 1600")
        mouse.up()
    state = mosaic.state()
    assert state["center"]["x"] == pytest.approx(2304 * 0.75, abs=2304 / box["width"])
    assert state["center"]["y"] == pytest.approx(1536 * 0.7, abs=1536 / box["height"])
    # A press on the frame drags it.
    with mosaic.moving():
        mouse.move(box["x"] + box["width"] * 0.70, box["y"] + box["height"] * 0.65)
        mouse.down()
        mouse.move(box["x"] + box["width"] * 0.50, box["y"] + box["height"] * 0.55, steps=4)
        mouse.up()
    moved = mosaic.state()
    assert moved["center"]["x"] - state["center"]["x"] == pytest.approx(-2304 * 0.2, abs=5)
    assert moved["center"]["y"] - state["center"]["y"] == pytest.approx(-1536 * 0.1, abs=5)


def test_the_overview_map_hides_while_everything_is_shown_and_by_a_key(mosaic):
    overview = mosaic.page.locator("#minimap")
    assert overview.is_visible()
    mosaic.page.keyboard.press("m")
    overview.wait_for(state="hidden")
    mosaic.page.keyboard.press("m")
    overview.wait_for(state="visible")
    with mosaic.moving():
        mosaic.page.keyboard.press("0")
    assert overview.is_hidden()


def test_the_measurements_appear_by_a_key_and_are_filled(mosaic):
    hud = mosaic.page.get_by_role("region", name="Performance")
    assert hud.count() == 0
    mosaic.page.keyboard.press("h")
    hud.wait_for()
    with mosaic.moving():
        mosaic.page.keyboard.press("ArrowRight")
    values = {item.get_attribute("data-value"): item.text_content() for item in hud.locator("dd").all()}
    assert set(values) == {
        "frame", "work", "level", "scale", "tiles", "flight", "traffic", "aborted", "failed", "cache"
    }
    assert all(values.values())
    assert re.fullmatch(r"\d+\.\d · \d+\.\d ms", values["frame"])
    assert values["scale"].endswith("px/unit")
    # The text at rest corresponds to the state at rest.
    until(mosaic.page, "document.querySelector('[data-value=flight]').textContent === String(tilework.state().inFlight)"
        " && tilework.state().inFlight === 0"
    )
    mosaic.page.keyboard.press("h")
    hud.wait_for(state="hidden")


def test_help_lists_the_keys_and_closes_by_key(mosaic):
    mosaic.page.keyboard.press("?")
    help_dialog = mosaic.page.get_by_role("dialog", name="Moving around")
    help_dialog.wait_for()
    for words in ("Zoom in", "Show everything", "Overview map", "Performance overlay"):
        assert help_dialog.get_by_text(words, exact=True).is_visible()
    # The picture behind it does not move.
    moves = mosaic.state()["moves"]
    mosaic.page.keyboard.press("ArrowRight")
    mosaic.page.keyboard.press("Escape")
    help_dialog.wait_for(state="hidden")
    assert mosaic.state()["moves"] == moves


def test_everything_has_a_name_and_a_role(mosaic):
    role = mosaic.page.get_by_role
    assert role("main").count() == 1
    assert role("heading", level=1).text_content() == mosaic.state()["title"]
    picture = role("application", name=mosaic.state()["title"])
    assert picture.get_attribute("aria-roledescription") == "zoomable picture"
    hint = picture.get_attribute("aria-describedby")
    assert "Arrow keys" in mosaic.page.locator(f"#{hint}").text_content()
    assert role("group", name="Zoom").count() == 1
    assert role("link", name="All contents").count() == 1
    for button in mosaic.page.locator("button:visible").all():
        assert (button.get_attribute("aria-label") or button.text_content()).strip()


def test_tab_goes_through_the_controls_in_reading_order(mosaic):
    def focused():
        return mosaic.page.evaluate("document.activeElement.id || document.activeElement.className")

    assert focused() == "picture"
    order = []
    for _ in range(6):
        mosaic.page.keyboard.press("Tab")
        order.append(focused())
    assert [name for name in order if name != "full-screen"][:5] == [
        "zoom-in", "percent", "zoom-out", "fit", "help-button"
    ]
    for _ in order:
        mosaic.page.keyboard.press("Shift+Tab")
    assert focused() == "picture"
    mosaic.page.keyboard.press("Shift+Tab")
    assert focused() == "back"


def test_who_comes_by_keyboard_sees_the_focus_and_who_points_does_not(mosaic):
    ring = "getComputedStyle(document.getElementById('picture'), '::after').borderTopWidth"
    content = "getComputedStyle(document.getElementById('picture'), '::after').content"
    assert mosaic.page.evaluate(content) == "none"
    mosaic.page.keyboard.press("Tab")
    mosaic.page.keyboard.press("Shift+Tab")
    assert mosaic.page.evaluate(content) != "none"
    assert mosaic.page.evaluate(ring) == "3px"
    mosaic.page.mouse.click(400, 300)
    assert mosaic.page.evaluate(content) == "none"


def test_keys_work_from_a_button_too(mosaic):
    mosaic.page.locator("#fit").focus()
    with mosaic.moving():
        mosaic.page.keyboard.press("+")
    assert mosaic.state()["scale"] == pytest.approx(2, rel=1e-5)


def test_a_new_position_is_said_once_the_picture_rests(mosaic):
    status = mosaic.page.get_by_role("status")
    assert status.text_content() == ""
    with mosaic.moving():
        mosaic.page.keyboard.press("+")
    until(mosaic.page, "document.getElementById('status').textContent !== ''")
    assert status.text_content() == (
        "Zoom 200%. Center at 50 percent from the left, 50 percent from the top."
    )


def test_dark_and_light_have_their_own_page_color(open_page):
    colors = set()
    for scheme in ("light", "dark"):
        viewer = open_page(color_scheme=scheme)
        viewer.open("mosaic")
        viewer.settled()
        colors.add(tuple(viewer.picture()[2, 2]))
    assert len(colors) == 2


def test_a_window_of_another_size_keeps_the_centre(mosaic):
    before = mosaic.state()
    mosaic.page.set_viewport_size({"width": 720, "height": 540})
    mosaic.wait("state.size.width === 720")
    after = mosaic.settled()
    assert after["center"]["x"] == pytest.approx(before["center"]["x"], abs=0.01)
    assert after["scale"] == before["scale"]
    assert mosaic.picture().shape == (540, 720, 3)


def test_everything_fits_again_after_the_window_got_another_size(viewer):
    viewer.open("mosaic")
    viewer.settled()
    viewer.page.set_viewport_size({"width": 400, "height": 800})
    viewer.wait("state.size.width === 400")
    state = viewer.settled()
    assert state["scale"] == pytest.approx(state["limits"]["minScale"])
