"""The page that lists what there is."""

import json

from viewer import until


def test_the_gallery_lists_all_contents_with_a_drawn_thumbnail(viewer, server):
    contents = json.loads(server.get("contents.json"))["contents"]
    assert {"solid", "mosaic", "terrain"} <= {content["id"] for content in contents}
    page = viewer.page
    page.goto(server.url)
    until(page, "document.querySelectorAll('.card').length > 0")
    links = page.get_by_role("listitem").get_by_role("link")
    assert links.count() == len(contents)
    for content, link in zip(contents, links.all()):
        assert link.get_by_role("heading", level=2).text_content() == content["title"]
        link.scroll_into_view_if_needed()
        link.locator("canvas[data-drawn]").wait_for()
    assert page.get_by_role("status").text_content() == f"{len(contents)} contents"


def test_a_thumbnail_has_the_contents_shape_and_colour(viewer, server):
    page = viewer.page
    page.goto(server.url)
    canvas = page.locator("canvas[data-id=solid]")
    canvas.scroll_into_view_if_needed()
    page.locator("canvas[data-id=solid][data-drawn]").wait_for()
    shape = canvas.evaluate("(canvas) => [canvas.width, canvas.height]")
    assert abs(shape[0] / shape[1] - 2000 / 1400) < 0.02
    corner, middle = (
        canvas.evaluate(
            "(canvas, part) => [...canvas.getContext('2d').getImageData("
            "canvas.width * part, canvas.height * part, 1, 1).data]",
            part,
        )
        for part in (0.02, 0.5)
    )
    assert corner == middle == [58, 123, 213, 255]


def test_a_card_leads_to_the_viewer_and_back(viewer, server):
    page = viewer.page
    page.goto(server.url)
    page.locator("a.card[href$=mosaic]").click()
    until(page, "window.tilework !== undefined")
    viewer.settled()
    page.get_by_role("link", name="All contents").click()
    page.wait_for_selector("a.card")
    assert page.url == server.url


def test_a_thumbnail_as_a_plain_picture_is_a_tile(server):
    contents = json.loads(server.get("contents.json"))["contents"]
    for content in contents:
        assert server.get(f"tiles/{content['id']}/0/0/0.png")[:4] == b"\x89PNG"
