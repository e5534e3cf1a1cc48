"""The page's address contains the position and restores it."""

import re

import pytest

from test_gestures import position_at
from viewer import until


def hash_of(viewer):
    return viewer.page.evaluate("location.hash")


def test_the_address_follows_the_picture_without_filling_the_history(viewer):
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.settled()
    entries = viewer.page.evaluate("history.length")
    with viewer.moving():
        viewer.page.keyboard.press("ArrowRight")
    until(viewer.page, "location.hash.includes('/1402/')")
    assert re.fullmatch(r"#[\d.]+/1402/768", hash_of(viewer))
    assert viewer.page.evaluate("history.length") == entries


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_link_restores_the_position_to_the_pixel(open_page, ratio):
    first = open_page(ratio=ratio, width=700, height=500)
    first.open("mosaic", position_at(first, 0.83, 1034.21, 655.13))
    first.settled()
    with first.moving():
        first.page.keyboard.press("ArrowRight")
    with first.moving():
        first.page.keyboard.press("+")
    moved = first.settled()
    first.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    second = open_page(ratio=ratio, width=700, height=500)
    second.open("mosaic", hash_of(first))
    restored = second.settled()
    assert restored["scale"] == pytest.approx(moved["scale"], rel=1e-5)
    assert abs(first.picture() - second.picture()).mean() < 0.5
    for axis in ("x", "y"):
        assert restored["center"][axis] == pytest.approx(moved["center"][axis], abs=0.2)


def test_a_changed_address_leads_there(viewer):
    viewer.open("mosaic", position_at(viewer, 1.0))
    viewer.settled()
    with viewer.moving():
        viewer.page.evaluate("(hash) => { location.hash = hash; }", position_at(viewer, 2.0, 700, 500))
    state = viewer.state()
    assert state["scale"] == pytest.approx(2, rel=1e-4)
    assert state["center"] == pytest.approx({"x": 700, "y": 500})


@pytest.mark.parametrize("address", ["#", "#1/2", "#a/b/c", "#1/2/3/4", "#NaN/0/0", "#999/1/1", "#/1/1", "#1//1"])
def test_an_address_that_names_no_position_shows_everything(viewer, address):
    state = viewer.open("mosaic", address).settled()
    assert state["scale"] == pytest.approx(state["limits"]["minScale"])


def test_an_address_beyond_the_content_leads_to_its_edge(viewer):
    state = viewer.open("mosaic", position_at(viewer, 2.0, 1e7, -1e7)).settled()
    assert state["offset"]["x"] == pytest.approx(state["limits"]["offsets"]["x"]["max"])
    assert state["offset"]["y"] == pytest.approx(0)


def test_an_unknown_content_is_not_found(viewer):
    response = viewer.page.goto(f"{viewer.server.url}view/no-such-content")
    assert response.status == 404
    viewer.page.get_by_text("no-such-content").wait_for()


@pytest.mark.parametrize(("status", "words"), [(404, "mosaic"), (500, "500")])
def test_a_content_that_is_not_described_is_said_in_words(viewer, status, words):
    # The same as when it was removed after the page had been loaded.
    viewer.page.route("**/tiles/*.json", lambda route: route.fulfill(status=status, body=""))
    viewer.page.goto(f"{viewer.server.url}view/mosaic")
    alert = viewer.page.get_by_role("alert")
    alert.wait_for()
    assert words in alert.text_content()
    assert alert.get_by_role("link", name="All contents").count() == 1


def test_a_server_that_does_not_answer_is_said_in_words(viewer):
    viewer.page.route("**/tiles/*.json", lambda route: route.abort("connectionrefused"))
    viewer.page.goto(f"{viewer.server.url}view/mosaic")
    viewer.page.get_by_text("The server is not reachable. Trying again…").first.wait_for()
