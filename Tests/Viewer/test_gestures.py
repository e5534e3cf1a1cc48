"""Every gesture moves the picture by its amount."""

import math

import pytest


@pytest.fixture
def mosaic(viewer):
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.settled()
    return viewer


def position_at(viewer, scale, x=1152, y=768, content="mosaic"):
    """Returns an address at which a unit of the content is `scale` points."""
    description = viewer.server.tilejson(content)
    level = description["maxzoom"] + math.log2(scale / description["tilework"]["deepestScale"])
    return f"#{level:.5f}/{x}/{y}"


def test_a_drag_moves_the_picture_with_the_pointer(mosaic):
    mouse = mosaic.page.mouse
    before = mosaic.state()
    with mosaic.moving():
        mouse.move(500, 300)
        mouse.down()
        mouse.move(420, 340, steps=4)
        # The finger rests for longer than velocity is measured, so there is no momentum.
        mosaic.page.evaluate("new Promise((done) => setTimeout(done, 150))")
        mouse.up()
    after = mosaic.state()
    # The first three points distinguish a drag from a click, and are not made up for.
    part = 1 - 3 / math.hypot(80, 40)
    assert after["offset"]["x"] - before["offset"]["x"] == pytest.approx(80 * part, abs=0.01)
    assert after["offset"]["y"] - before["offset"]["y"] == pytest.approx(-40 * part, abs=0.01)
    assert after["scale"] == before["scale"]


def test_a_click_does_not_move_the_picture(mosaic):
    before = mosaic.state()
    with mosaic.moving():
        mosaic.page.mouse.click(300, 300)
    assert mosaic.state()["center"] == before["center"]


def flick(viewer, session, step_x, step_y=0, steps=6, milliseconds=16, start=(700, 350)):
    """Drags with explicit time stamps, so that the speed does not depend on this machine's."""
    now = viewer.page.evaluate("(performance.timeOrigin + performance.now()) / 1000")
    began = now - steps * milliseconds / 1000

    def send(kind, index, buttons):
        session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": start[0] + step_x * index, "y": start[1] + step_y * index, "button": "left",
            "buttons": buttons, "clickCount": 1, "timestamp": began + index * milliseconds / 1000,
        })

    send("mousePressed", 0, 1)
    for index in range(1, steps + 1):
        send("mouseMoved", index, 1)
    send("mouseReleased", steps, 0)


@pytest.mark.parametrize("step", [(-4, 0), (-8, 0), (6, -5)])
def test_a_flick_goes_on_after_release_and_lands_where_a_scroll_view_would(open_page, step):
    viewer = open_page()
    viewer.open("mosaic", position_at(viewer, 2.0))
    viewer.settled()
    flick(viewer, viewer.cdp(), *step)
    viewer.wait("state.lastFlick !== null")
    flicked = viewer.state()["lastFlick"]
    after = viewer.settled()
    speed = math.hypot(flicked["velocity"]["x"], flicked["velocity"]["y"])
    asked = math.hypot(*step) / 0.016
    assert speed == pytest.approx(asked, rel=0.05)
    # v(t) = v0 · 0.998^(1000 t) until 10 points a second are left: measured landing is (v0 − 10) · 0.499.
    travelled = math.hypot(
        after["offset"]["x"] - flicked["offset"]["x"], after["offset"]["y"] - flicked["offset"]["y"]
    )
    assert travelled == pytest.approx((speed - 10) * 0.499, abs=0.5)
    # Straight on, in the direction of the finger.
    assert (after["offset"]["x"] - flicked["offset"]["x"]) * step[0] <= 0
    assert (after["offset"]["y"] - flicked["offset"]["y"]) * step[1] <= 0


def test_a_press_stops_a_flick(mosaic):
    # The flick can't reach an edge, from which the picture would return after the press.
    mosaic.show(centerX=600, centerY=768)
    mosaic.settled()
    flick(mosaic, mosaic.cdp(), -20)
    mosaic.wait("state.moving")
    mosaic.page.mouse.move(500, 500)
    mosaic.page.mouse.down()
    mosaic.wait("!state.moving")
    held = mosaic.state()["offset"]
    mosaic.page.mouse.up()
    after = mosaic.settled()
    assert after["offset"]["x"] == pytest.approx(held["x"], abs=0.01)


def test_a_flick_into_an_edge_comes_to_rest_at_the_edge(mosaic):
    mosaic.show(centerX=2304 - 520, centerY=768)
    mosaic.settled()
    flick(mosaic, mosaic.cdp(), -30)
    mosaic.wait("state.lastFlick !== null")
    after = mosaic.settled()
    assert after["offset"]["x"] == pytest.approx(after["limits"]["offsets"]["x"]["max"], abs=0.01)


def test_beyond_an_edge_the_picture_follows_as_a_rubber_band_and_returns(mosaic):
    mosaic.show(centerX=0, centerY=768)
    start = mosaic.settled()
    assert start["offset"]["x"] == pytest.approx(0, abs=0.01)
    mouse = mosaic.page.mouse
    moves = start["moves"]
    mouse.move(300, 300)
    mouse.down()
    mouse.move(303, 300)
    mouse.move(403, 300)
    mosaic.wait(f"state.offset.x < -20")
    pulled = mosaic.state()
    assert pulled["moves"] > moves
    # (1 − 1/(0.55 x/d + 1)) · d for 100 points in a window of 1000.
    assert pulled["offset"]["x"] == pytest.approx(-(1 - 1 / (0.55 * 100 / 1000 + 1)) * 1000, abs=0.01)
    mouse.up()
    assert mosaic.settled()["offset"]["x"] == pytest.approx(0, abs=0.01)


def test_a_mouse_wheel_zooms_about_the_pointer(mosaic):
    page = mosaic.page
    before = mosaic.state()
    page.mouse.move(250, 200)
    with mosaic.moving():
        page.mouse.wheel(0, -300)
    after = mosaic.state()
    assert after["scale"] == pytest.approx(before["scale"] * 2, rel=1e-6)
    for axis, at in (("x", 250), ("y", 200)):
        under_before = (before["offset"][axis] + at) / before["scale"]
        under_after = (after["offset"][axis] + at) / after["scale"]
        assert under_after == pytest.approx(under_before, abs=0.5)


def test_two_fingers_on_a_trackpad_scroll(mosaic):
    before = mosaic.state()
    mosaic.page.mouse.move(250, 200)
    with mosaic.moving():
        mosaic.page.mouse.wheel(7, 12)
    after = mosaic.state()
    assert after["offset"]["x"] - before["offset"]["x"] == pytest.approx(7)
    assert after["offset"]["y"] - before["offset"]["y"] == pytest.approx(12)
    assert after["scale"] == before["scale"]


def test_a_pinch_on_a_trackpad_zooms_about_the_pointer(mosaic):
    before = mosaic.state()
    mosaic.page.mouse.move(250, 200)
    mosaic.page.keyboard.down("Control")
    with mosaic.moving():
        mosaic.page.mouse.wheel(0, -20)
    mosaic.page.keyboard.up("Control")
    after = mosaic.state()
    assert after["scale"] == pytest.approx(before["scale"] * math.exp(0.2), rel=1e-6)
    assert (after["offset"]["x"] + 250) / after["scale"] == pytest.approx(before["offset"]["x"] + 250, abs=0.5)


def test_a_pinch_zooms_about_the_fingers_and_moves_with_them(open_page):
    viewer = open_page(touch=True)
    viewer.open("mosaic", position_at(viewer, 1.0))
    before = viewer.settled()
    session = viewer.cdp()
    with viewer.moving():
        viewer.touch(session, "touchStart", [(400, 300), (500, 300)])
        for part in (0.25, 0.5, 0.75, 1.0):
            viewer.touch(session, "touchMove", [(400 - 60 * part, 300 + 40 * part), (500 + 20 * part, 300 + 40 * part)])
        viewer.touch(session, "touchEnd", [])
    after = viewer.state()
    assert after["scale"] == pytest.approx(before["scale"] * 1.8, rel=1e-6)
    # The point between the fingers stays between them: (450, 300) before, (430, 340) after.
    assert (after["offset"]["x"] + 430) / after["scale"] == pytest.approx(before["offset"]["x"] + 450, abs=0.5)
    assert (after["offset"]["y"] + 340) / after["scale"] == pytest.approx(before["offset"]["y"] + 300, abs=0.5)


def test_a_pinch_beyond_the_limits_returns_to_them(open_page):
    viewer = open_page(touch=True)
    viewer.open("mosaic")
    before = viewer.settled()
    session = viewer.cdp()
    with viewer.moving():
        viewer.touch(session, "touchStart", [(300, 300), (700, 300)])
        viewer.touch(session, "touchMove", [(480, 300), (520, 300)])
        viewer.wait(f"state.scale < {before['scale']} * 0.9")
        viewer.touch(session, "touchEnd", [])
    assert viewer.state()["scale"] == pytest.approx(before["limits"]["minScale"])


def test_when_one_finger_of_a_pinch_lifts_the_other_goes_on_dragging(open_page):
    viewer = open_page(touch=True)
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.settled()
    # The browser's own emulation can lift only all fingers at once, so these events are created in the page.
    def pointer(kind, finger, x):
        viewer.page.evaluate(
            """([kind, pointerId, clientX]) => document.getElementById("picture").dispatchEvent(new PointerEvent(kind, {
                pointerId, clientX, clientY: 300, pointerType: "touch", bubbles: true,
            }))""",
            [f"pointer{kind}", finger, x],
        )

    pointer("down", 11, 400)
    pointer("down", 12, 500)
    pointer("move", 11, 350)
    pointer("move", 12, 550)
    pointer("up", 12, 550)
    start = viewer.state()
    assert start["scale"] == pytest.approx(2)
    with viewer.moving():
        for step in (1, 2, 3, 4):
            pointer("move", 11, 350 - 30 * step)
        pointer("up", 11, 230)
    after = viewer.state()
    assert after["scale"] == start["scale"]
    assert after["offset"]["x"] > start["offset"]["x"] + 60


def test_a_double_tap_zooms_in_at_the_finger(open_page):
    viewer = open_page(touch=True)
    viewer.open("mosaic", position_at(viewer, 1.0))
    before = viewer.settled()
    with viewer.moving():
        viewer.page.touchscreen.tap(300, 250)
        viewer.page.touchscreen.tap(300, 250)
        viewer.wait(f"state.scale > {before['scale']} * 1.01")
    after = viewer.state()
    assert after["scale"] == pytest.approx(before["scale"] * 2)
    assert (after["offset"]["x"] + 300) / after["scale"] == pytest.approx(before["offset"]["x"] + 300, abs=0.5)


def test_a_double_click_zooms_in_and_with_shift_out(mosaic):
    before = mosaic.state()
    with mosaic.moving():
        mosaic.page.mouse.dblclick(300, 250)
        mosaic.wait(f"state.scale > {before['scale']} * 1.01")
    assert mosaic.state()["scale"] == pytest.approx(before["scale"] * 2)
    with mosaic.moving():
        mosaic.page.keyboard.down("Shift")
        mosaic.page.mouse.dblclick(700, 250)
        mosaic.page.keyboard.up("Shift")
        mosaic.wait(f"state.scale < {before['scale']} * 1.99")
    assert mosaic.state()["scale"] == pytest.approx(before["scale"])


def test_who_asked_for_less_motion_gets_the_new_place_at_once(open_page):
    viewer = open_page(reduced_motion="reduce")
    viewer.open("mosaic", position_at(viewer, 1.0))
    before = viewer.settled()
    viewer.page.mouse.move(250, 200)
    viewer.page.mouse.wheel(0, -300)
    viewer.wait(f"state.moves > {before['moves']}")
    state = viewer.state()
    assert not state["moving"]
    assert state["scale"] == pytest.approx(before["scale"] * 2)
