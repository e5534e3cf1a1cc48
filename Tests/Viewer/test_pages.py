"""Documents with pages: turning them, following links, finding text, and their entry in the gallery."""

import contextlib
import os
import pathlib
import subprocess

import pytest

from viewer import Server, listening, until

PAGES = 12


@contextlib.contextmanager
def serving(folder):
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", str(folder)], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, cwd=pathlib.Path(__file__).resolve().parents[2])
    try:
        url = listening(process)
        assert url, "the server ended"
        yield Server(url)
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a document of twelve pages, and one of a single page."""
    folder = tmp_path_factory.mktemp("documents")
    write_document(folder / "manual.pdf", PAGES)
    write_document(folder / "leaflet.pdf", 1)
    with serving(folder) as server:
        server.await_contents()
        yield server


def write_document(path, count):
    """
    Pages of 400 × 300 points with “Valve” and their number. The first has a link to the last and one to another site. A single
    page has text that is turned by 30 degrees.
    """
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", None, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    first = len(objects) + 1
    kids = [first + 2 * index for index in range(count)]
    for index in range(count):
        links = (
            f"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [40 200 140 240] /Dest [{kids[-1]} 0 R /XYZ 0 250 0] >>"
            "<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [40 100 140 140] /A << /S /URI /URI (https://a.example/) >> >>"
        ) if index == 0 else ""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents {first + 2 * index + 1} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> /Annots [{links}] >>")
        content = f"0.8 0.9 1 rg 0 0 400 300 re f 0 g BT /F1 20 Tf 50 210 Td (Valve {index + 1}) Tj ET"
        if count == 1:
            content += " BT /F1 20 Tf 0.866 0.5 -0.5 0.866 200 80 Tm (A turned pump) Tj ET"
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects[1] = f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>"
    data = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    data += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
        f"startxref\n{len(data)}\n%%EOF\n").encode()
    path.write_bytes(data)


def at(viewer, name):
    """Waits for the viewer of a page."""
    until(viewer.page, f"location.pathname.endsWith('/view/{name}') && window.tilework !== undefined")
    viewer.settled()


def test_the_gallery_has_one_card_for_a_document(viewer):
    viewer.page.goto(viewer.server.url)
    until(viewer.page, "document.querySelectorAll('.card').length === 2")
    facts = viewer.page.locator(".card").evaluate_all("cards => cards.map(card => card.querySelector('p').textContent)")
    assert facts == ["PDF · 533 × 400", "PDF · 12 pages"]
    viewer.page.locator(".card").nth(1).click()
    at(viewer, "manual-p1")


def test_a_document_among_many_that_are_not_open_shows_its_first_page(viewer, tmp_path):
    for number in range(101):
        (tmp_path / f"b{number}.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    write_document(tmp_path / "a.pdf", PAGES)
    with serving(tmp_path) as server:
        viewer.page.goto(server.url)
        until(viewer.page, "document.querySelector('.card canvas')?.matches('[data-drawn]')")
        color = viewer.page.evaluate("""() => {
            const canvas = document.querySelector('.card canvas');
            return [canvas.dataset.id, ...canvas.getContext('2d').getImageData(canvas.width - 5, 5, 1, 1).data];
        }""")
        assert color == ["a", 204, 229, 255, 255]


def test_the_name_of_a_document_leads_to_its_first_page(viewer):
    viewer.page.goto(f"{viewer.server.url}view/manual")
    at(viewer, "manual-p1")


def test_keys_and_buttons_turn_pages(viewer):
    viewer.open("manual-p1")
    viewer.settled()
    assert viewer.page.locator("#page-back").get_attribute("aria-disabled") == "true"
    viewer.page.keyboard.press("n")
    at(viewer, "manual-p2")
    viewer.page.keyboard.press("p")
    at(viewer, "manual-p1")
    viewer.page.locator("#page-next").click()
    at(viewer, "manual-p2")
    assert viewer.page.locator("#page-number").input_value() == "2"
    assert viewer.page.locator("#page-count").text_content() == "of 12"
    assert viewer.page.title() == "manual, page 2 – Tilework"


def test_a_number_leads_to_its_page_and_beyond_the_end_to_the_last(viewer):
    viewer.open("manual-p1")
    viewer.settled()
    for typed, name in [("7", "manual-p7"), ("99", "manual-p12")]:
        viewer.page.locator("#page-number").click()
        viewer.page.keyboard.type(typed)
        viewer.page.keyboard.press("Enter")
        at(viewer, name)
    # An invalid number has no effect.
    viewer.page.locator("#page-number").click()
    viewer.page.keyboard.type("x")
    viewer.page.keyboard.press("Enter")
    assert viewer.page.locator("#page-number").input_value() == "12"


def test_a_turned_page_is_seen_as_the_one_before(viewer):
    viewer.open("manual-p3")
    viewer.settled()
    viewer.show(centerX=200, centerY=350, scale=4)
    viewer.settled()
    viewer.page.keyboard.press("n")
    at(viewer, "manual-p4")
    state = viewer.state()
    assert state["scale"] == pytest.approx(4, rel=1e-3)
    assert state["center"]["x"] == pytest.approx(200, abs=0.5)
    # The first hit is at the top.
    assert state["offset"]["y"] == pytest.approx(0, abs=1)


def test_one_page_has_no_page_controls(viewer):
    viewer.open("leaflet")
    viewer.settled()
    assert not viewer.page.locator("#pages").is_visible()
    assert viewer.page.locator("#find-button").is_visible()


def test_a_tap_on_a_link_follows_it_and_a_drag_from_it_does_not(viewer):
    viewer.open("manual-p1")
    viewer.settled()
    until(viewer.page, "document.querySelectorAll('.link').length === 2")
    box = viewer.page.locator(".link").first.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    viewer.page.mouse.move(*middle)
    viewer.page.mouse.down()
    viewer.page.mouse.move(middle[0] + 40, middle[1] + 30, steps=4)
    viewer.page.mouse.up()
    viewer.settled()
    assert viewer.page.url.split("#")[0].endswith("manual-p1")
    box = viewer.page.locator(".link").first.bounding_box()
    viewer.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at(viewer, "manual-p12")
    viewer.page.go_back()
    at(viewer, "manual-p1")


def test_links_lie_where_the_page_has_them_at_any_scale(viewer):
    viewer.open("manual-p1")
    until(viewer.page, "document.querySelectorAll('.link').length === 2")
    viewer.show(centerX=120, centerY=110, scale=3)
    state = viewer.settled()
    box = viewer.page.locator(".link").first.bounding_box()
    # 40 × 3/4 and 60 × 3/4 points from the top left.
    assert box["x"] == pytest.approx(40 * 4 / 3 * 3 - state["offset"]["x"], abs=1.5)
    assert box["y"] == pytest.approx(60 * 4 / 3 * 3 - state["offset"]["y"], abs=1.5)
    assert box["width"] == pytest.approx(100 * 4 / 3 * 3, abs=1.5)


def test_a_link_elsewhere_opens_another_tab(viewer):
    viewer.open("manual-p1")
    until(viewer.page, "document.querySelectorAll('.link').length === 2")
    viewer.settled()
    link = viewer.page.locator(".link").nth(1)
    assert link.get_attribute("href") == "https://a.example/"
    viewer.page.context.route("https://a.example/**", lambda route: route.fulfill(body="there"))
    link.focus()
    with viewer.page.context.expect_page() as opened:
        viewer.page.keyboard.press("Enter")
    opened.value.wait_for_url("https://a.example/")


def test_text_is_found_on_all_pages_and_shown(viewer):
    viewer.open("manual-p4")
    viewer.settled()
    viewer.page.keyboard.press("/")
    viewer.page.keyboard.type("valve")
    # The search starts at the current page. Each letter begins another search, which empties the list.
    until(
        viewer.page,
        "[...document.querySelectorAll('#find-list .of')].map((page) => page.textContent).join()"
        " === '4,5,6,7,8,9,10,11,12,1,2,3'")
    assert viewer.page.locator("#find-count").text_content() == "12 found"
    assert viewer.page.locator(".match").count() == 1
    viewer.page.keyboard.press("Enter")
    until(viewer.page, "document.querySelectorAll('.match.current').length === 1")
    viewer.settled()
    # The search continues unchanged on another page.
    viewer.page.locator("#find-list button").nth(2).click()
    at(viewer, "manual-p6")
    until(viewer.page, "document.getElementById('find-count').textContent.endsWith('12 found')")
    assert viewer.page.locator("#find-text").input_value() == "valve"
    assert viewer.page.locator(".match").count() == 1
    viewer.page.locator("#find-close").click()
    assert viewer.page.locator(".match").count() == 0
    assert not viewer.page.locator("#find").is_visible()


def test_text_that_is_turned_is_marked_as_it_is_turned(viewer):
    viewer.open("leaflet")
    viewer.settled()
    viewer.page.keyboard.press("/")
    viewer.page.keyboard.type("turned pump")
    until(viewer.page, "document.querySelectorAll('.match').length === 1")
    angle, length = viewer.page.evaluate(
        "(() => { const { style } = document.querySelector('.match');"
        " return [parseFloat(style.transform.replace('rotate(', '')), parseFloat(style.width)]; })()")
    # Counterclockwise, in radians; in CSS pixels, of which 4 are 3 points.
    assert abs(angle + 0.5236) < 0.01
    assert 130 < length < 180


def test_what_is_not_there_is_said(viewer):
    viewer.open("manual-p2")
    viewer.settled()
    viewer.page.locator("#find-button").click()
    viewer.page.keyboard.type("pump")
    until(viewer.page, "document.getElementById('find-count').textContent === 'Not found'")
    # Keys in the box are text and do not turn the page.
    assert viewer.page.locator("#find-text").input_value() == "pump"
    viewer.page.keyboard.press("Escape")
    until(viewer.page, "document.getElementById('find').hidden")
    assert viewer.page.url.split("#")[0].endswith("manual-p2")
