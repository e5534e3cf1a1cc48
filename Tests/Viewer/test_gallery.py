"""The gallery, which lists all contents."""

import io
import json

import pytest
from PIL import Image

from viewer import until

NAMES = """[...document.querySelectorAll("li:not([hidden]) h3")]
    .filter((name) => name.closest("section:not([hidden])")).map((name) => name.textContent)"""


def test_the_gallery_lists_all_contents_with_a_drawn_thumbnail(viewer, server):
    contents = json.loads(server.get("contents.json"))["contents"]
    assert {"solid", "mosaic", "terrain"} <= {content["id"] for content in contents}
    page = viewer.page
    page.goto(server.url)
    until(page, "document.querySelectorAll('.card').length > 0")
    links = page.get_by_role("listitem").get_by_role("link")
    assert links.count() == len(contents)
    titles = set()
    for link in links.all():
        titles.add(link.get_by_role("heading", level=3).text_content())
        link.scroll_into_view_if_needed()
        link.locator("canvas[data-drawn]").wait_for()
    assert titles == {content["title"] for content in contents}
    assert page.get_by_role("status").text_content() == f"{len(contents)} contents"


def test_a_thumbnail_has_the_contents_shape_and_color(viewer, server):
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


# A server with many contents, played by the test


def plan(name, folder=None, width=3000, height=2000):
    content = {"id": name.replace(" ", "-"), "title": name, "width": width, "height": height, "kind": "svg"}
    return content if folder is None else {**content, "folder": folder}


class Many:
    """Contents that the page lists, with tiles of one color. Counts the concurrent requests."""

    def __init__(self, viewer, contents, opening=0):
        self.page = viewer.page
        self.url = viewer.server.url
        self.contents = contents
        self.opening = opening
        self.asked = []
        self.held = None
        file = io.BytesIO()
        Image.new("RGB", (256, 256), (40, 90, 160)).save(file, "PNG")
        self.tile = file.getvalue()
        self.page.route("**/contents.json", self.list)
        self.page.route("**/tiles/*.json", self.describe)
        self.page.route("**/tiles/**/*.png", lambda route: route.fulfill(content_type="image/png", body=self.tile))

    def list(self, route):
        route.fulfill(json={"contents": self.contents, "opening": self.opening})

    def describe(self, route):
        id = route.request.url.rsplit("/", 1)[1].removesuffix(".json")
        self.asked.append(id)
        if self.held is not None:
            self.held.append(route)
            return
        route.fulfill(json={
            "tiles": [f"/tiles/{id}/{{z}}/{{x}}/{{y}}.png"], "minzoom": 0, "maxzoom": 4,
            "tilework": {"id": id, "width": 3000, "height": 2000, "tileSize": 256, "deepestScale": 1},
        })

    def open(self, path=""):
        self.page.goto(self.url + path)
        until(self.page, "document.querySelectorAll('li').length > 0")
        return self

    def names(self):
        return self.page.evaluate(NAMES)


def hundreds():
    return [plan(f"Plan {number}") for number in range(300, 0, -1)]


def test_names_are_in_the_order_of_people(viewer):
    names = ["plan 10", "Zoo", "école", "Plan 2", "eclipse", "Étage 1", "plan 1", "ark"]
    many = Many(viewer, [plan(name) for name in names]).open()
    assert many.names() == ["ark", "eclipse", "école", "Étage 1", "plan 1", "Plan 2", "plan 10", "Zoo"]


def test_folders_are_sections(viewer):
    many = Many(viewer, [
        plan("roof", folder="site/10"), plan("b", folder="site"), plan("cellar", folder="site/2"), plan("a"),
        plan("loft", folder="Annex"), plan("z", folder=""),
        # The name tells the folder if no folder is given.
        {**plan("wall"), "id": "site/2/wall", "title": "site/2/wall"},
    ]).open()
    sections = many.page.get_by_role("region")
    found = {
        section.get_by_role("heading", level=2).text_content():
            [name.text_content() for name in section.get_by_role("heading", level=3).all()]
        for section in sections.all()
    }
    assert list(found.items()) == [
        ("All contents", ["a", "z"]), ("Annex", ["loft"]), ("site", ["b"]), ("site/2", ["cellar", "wall"]),
        ("site/10", ["roof"]),
    ]
    assert many.page.locator("a.card", has_text="wall").get_attribute("href") == "view/site%2F2%2Fwall"


def test_words_find_contents_whatever_their_case_and_accents(viewer):
    many = Many(viewer, [
        plan("Étage 1", folder="Gare du Nord"), plan("Etage 2", folder="Gare du Nord"), plan("Étage 1", folder="Opéra")
    ])
    many.contents[2]["id"] = "other"
    many.open()
    search = many.page.get_by_role("searchbox", name="Search contents")
    status = many.page.get_by_role("status")
    many.page.keyboard.press("/")
    many.page.keyboard.type("ETAGE opera")
    assert many.names() == ["Étage 1"]
    assert status.text_content() == "1 of 3 contents"
    assert many.page.url.endswith("?q=ETAGE+opera")
    assert many.page.get_by_role("region").count() == 1
    search.fill("nothing like it")
    assert many.names() == []
    many.page.get_by_text("Nothing matches “nothing like it”.").wait_for()
    many.page.get_by_role("button", name="Show all").click()
    assert len(many.names()) == 3
    assert many.page.evaluate("document.activeElement.id") == "search"
    search.fill("2")
    assert many.names() == ["Etage 2"]
    many.page.keyboard.press("Escape")
    assert search.input_value() == "" and "?" not in many.page.url


@pytest.mark.parametrize(("size", "longest"), [((1440, 900), 10_000), ((390, 844), 26_000)])
def test_three_hundred_contents_are_no_endless_page(open_page, size, longest):
    viewer = open_page(width=size[0], height=size[1])
    many = Many(viewer, hundreds()).open()
    height = "document.documentElement.scrollHeight"
    before = many.page.evaluate(height)
    assert before < longest
    assert many.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    # The length is not a guess: it stays the same when everything has been seen.
    for at in range(0, before, 2000):
        many.page.evaluate("(at) => { scrollTo(0, at); return new Promise(requestAnimationFrame); }", at)
    assert many.page.evaluate(height) == before


def test_ten_thousand_contents_are_shown_as_one_comes_to_them_and_found_by_name_at_once(viewer):
    contents = [plan(f"Plan {number}") for number in range(1, 10_001)]
    for content in contents:
        # Not open yet.
        del content["width"], content["height"]
    many = Many(viewer, contents).open()
    page = many.page
    assert page.get_by_role("status").text_content() == "10,000 contents"
    cards = "document.querySelectorAll('li').length"
    assert page.evaluate(cards) == 600
    facts = page.locator("li:first-child .words p")
    page.locator("li:first-child canvas[data-drawn]").wait_for()
    assert facts.text_content() == "SVG · 3,000 × 2,000"
    assert page.locator("li", has_text="Plan 600").locator(".words p").text_content() == "SVG"
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    until(page, f"{cards} === 1200")
    assert many.names()[:1200:300] == ["Plan 1", "Plan 301", "Plan 601", "Plan 901"]
    page.keyboard.press("/")
    page.keyboard.type("plan 9999")
    assert many.names() == ["Plan 9999"]
    page.locator("canvas[data-id=Plan-9999][data-drawn]").wait_for()
    page.keyboard.press("Escape")
    assert len(many.names()) == 600
    assert len(many.asked) < 200


def test_only_thumbnails_in_sight_are_asked_for(viewer):
    many = Many(viewer, hundreds()).open()
    many.page.locator("li:first-child canvas[data-drawn]").wait_for()
    until(many.page, """[...document.querySelectorAll("li")].every((card) => {
        const { bottom, top } = card.getBoundingClientRect();
        return bottom < 0 || top > innerHeight || card.querySelector("[data-drawn]") !== null;
    })""")
    assert 10 < len(many.asked) < 80


def test_thumbnails_that_are_scrolled_past_are_given_up_and_few_are_asked_for_at_a_time(viewer):
    many = Many(viewer, hundreds())
    many.held = []
    failed = []
    many.page.on("requestfailed", lambda request: failed.append(request.url))
    many.open()
    while len(many.held) < 6:
        many.page.wait_for_timeout(10)
    many.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    while len([url for url in failed if "/tiles/" in url]) < 6:
        many.page.wait_for_timeout(10)
    first = set(many.asked[:6])
    # The next six are those in the window now; the ones in between were never requested.
    while len(many.asked) < 12:
        many.page.wait_for_timeout(10)
    assert len(many.asked) == 12
    places = [int(name.removeprefix("Plan-")) for name in many.asked[6:]]
    assert min(places) > 200
    assert first == {f"Plan-{number}" for number in range(1, 7)}


def test_a_thumbnail_that_cannot_be_had_says_so(viewer):
    many = Many(viewer, [plan("good"), plan("bad")])
    many.page.route("**/tiles/bad.json", lambda route: route.fulfill(status=404, body="“bad” can't be shown"))
    many.open()
    many.page.locator("a.card", has_text="bad").get_by_text("No preview").wait_for()
    many.page.locator("canvas[data-id=good][data-drawn]").wait_for()
    assert many.page.locator("a.card", has_text="good").get_by_text("No preview").is_hidden()


def test_thumbnails_come_when_the_server_is_back(viewer):
    many = Many(viewer, [plan("good")])
    tries = []

    def refuse(route):
        tries.append(route)
        if len(tries) < 3:
            route.abort("connectionrefused")
        else:
            route.fallback()

    many.page.route("**/tiles/good.json", refuse)
    many.open()
    many.page.locator("canvas[data-id=good][data-drawn]").wait_for()
    assert len(tries) == 3


def test_a_gallery_without_its_server_says_so_and_asks_for_no_thumbnails_until_it_is_back(viewer):
    viewer.page.clock.install()
    many = Many(viewer, hundreds()).open()
    many.page.locator("li:first-child canvas[data-drawn]").wait_for()
    gone = ("**/healthz", "**/contents.json", "**/tiles/*.json", "**/tiles/**/*.png")
    for address in gone:
        many.page.route(address, lambda route: route.abort("connectionrefused"))
    many.page.evaluate("scrollTo(0, 4000)")
    while not many.page.locator("#notice").is_visible():
        many.page.clock.run_for(500)
    asked = []
    many.page.on("request", lambda request: asked.append(request.url.removeprefix(many.url)))
    for _ in range(5):
        before = len(asked)
        many.page.clock.run_for(3000)
        while len(asked) == before:
            many.page.wait_for_timeout(10)
    assert set(asked) <= {"healthz", "contents.json"}
    for address in gone:
        many.page.unroute(address)
    many.page.route("**/contents.json", many.list)
    many.page.route("**/tiles/*.json", many.describe)
    many.page.route("**/tiles/**/*.png", lambda route: route.fulfill(content_type="image/png", body=many.tile))
    while many.page.locator("#notice").is_visible():
        many.page.clock.run_for(3000)
    until(many.page, """[...document.querySelectorAll("li")].every((card) => {
        const { bottom, top } = card.getBoundingClientRect();
        return bottom < 0 || top > innerHeight || card.querySelector("[data-drawn]") !== null;
    })""")


def test_the_list_comes_when_the_server_is_back(viewer):
    viewer.page.clock.install()
    many = Many(viewer, [plan("good")])
    tries = []

    def refuse(route):
        tries.append(route)
        if len(tries) < 4:
            route.abort("connectionrefused")
        else:
            route.fallback()

    many.page.route("**/contents.json", refuse)
    many.page.goto(many.url)
    while not many.page.locator("#notice").is_visible():
        many.page.clock.run_for(500)
    assert many.page.locator("#notice").inner_text() == "The server is not reachable. Trying again…"
    while many.page.locator("a.card").count() == 0:
        many.page.clock.run_for(3000)
    assert many.page.locator("#notice").is_hidden()


@pytest.mark.parametrize("answer, text", [
    ({"status": 429, "body": "slow down"}, "The server answered with status 429. Trying again…"),
    ({"status": 200, "body": "<html>"}, "The server sent an invalid list. Trying again…"),
    ({"status": 502, "body": "bad gateway"}, "The server is not reachable. Trying again…"),
])
def test_an_answer_without_a_list_is_not_called_unreachable(viewer, answer, text):
    viewer.page.clock.install()
    many = Many(viewer, [plan("good")])
    many.page.route("**/contents.json", lambda route: route.fulfill(content_type="text/plain", **answer))
    many.page.goto(many.url)
    notice = many.page.locator("#notice")
    # "Loading…" may come first.
    for _ in range(100):
        many.page.clock.run_for(500)
        if notice.is_visible() and notice.inner_text() == text:
            break
    assert notice.inner_text() == text
    many.page.unroute("**/contents.json")
    many.page.route("**/contents.json", many.list)
    while many.page.locator("a.card").count() == 0:
        many.page.clock.run_for(3000)
    assert many.page.locator("#notice").is_hidden()


@pytest.mark.parametrize("way", ["Back", "link"])
def test_who_comes_back_is_where_they_were(open_page, way):
    viewer = open_page(width=1000, height=700)
    many = Many(viewer, hundreds()).open("?q=plan")
    page = many.page
    page.unroute("**/tiles/*.json")
    page.unroute("**/tiles/**/*.png")
    page.evaluate("scrollTo(0, 2345)")
    until(page, "scrollY === 2345")
    # The card of a content that exists.
    page.evaluate("""() => {
        const cards = [...document.querySelectorAll("a.card")];
        const card = cards.find((card) => card.getBoundingClientRect().top > 150);
        card.href = "view/mosaic";
        card.dataset.opened = card.querySelector("canvas").dataset.id;
        window.name = card.dataset.opened;
    }""")
    page.locator("a.card[data-opened]").click()
    until(page, "window.tilework !== undefined")
    if way == "Back":
        page.go_back()
    else:
        page.get_by_role("link", name="All contents").click()
    until(page, "scrollY === 2345")
    assert page.get_by_role("searchbox").input_value() == "plan"
    assert page.evaluate("document.activeElement.querySelector('canvas').dataset.id === window.name")


def test_a_long_name_is_there_whole(viewer):
    name = "Second basement, ventilation and sprinklers, revision 14 of the drawing for the authorities"
    many = Many(viewer, [plan(name), *hundreds()]).open()
    link = many.page.get_by_role("link", name=name)
    assert link.get_attribute("title") == name
    lines = link.locator("h3").evaluate(
        "(name) => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)")
    assert round(lines, 1) == 2
    # The text does not push the elements below it out of the card.
    assert link.evaluate("(link) => link.scrollHeight <= link.clientHeight")


@pytest.mark.parametrize("count", [2, 30])
def test_the_words_of_a_card_have_as_much_space_above_as_below(viewer, count):
    many = Many(viewer, [plan(f"Plan {number}") for number in range(count)]).open()
    above, below = many.page.locator("li").first.evaluate("""(card) => {
        const [name, facts, picture] = ["h3", "p", ".picture"].map(
            (part) => card.querySelector(part).getBoundingClientRect());
        return [name.top - picture.bottom, card.getBoundingClientRect().bottom - facts.bottom];
    }""")
    assert abs(above - below) <= 1 and above > 8


def test_kinds_have_the_names_that_people_use(viewer):
    kinds = {"svg": "SVG", "webp": "WebP", "jpegXL": "JPEG XL", "jpeg2000": "JPEG 2000", "dzi": "Deep Zoom",
             "pmtiles": "PMTiles", "mbtiles": "MBTiles", "xyz": "Tiles"}
    many = Many(viewer, [{**plan(kind), "kind": kind} for kind in kinds]).open()
    for kind, name in kinds.items():
        card = many.page.locator("li", has=many.page.locator(f"canvas[data-id={kind}]"))
        assert card.locator("p").text_content() == f"{name} · 3,000 × 2,000"


def test_new_contents_come_between_those_that_are_there(viewer):
    viewer.page.clock.install()
    many = Many(viewer, [plan("a"), plan("c")], opening=1).open()
    assert many.page.get_by_role("status").text_content() == "2 contents, opening 1 more"
    many.page.locator("a.card", has_text="c").focus()
    many.contents.insert(0, plan("b"))
    many.opening = 0
    while len(many.names()) < 3:
        many.page.clock.run_for(1000)
    assert many.names() == ["a", "b", "c"]
    # The focus stays on the same card.
    assert many.page.evaluate("document.activeElement.querySelector('h3').textContent === 'c'")


def test_nothing_but_its_own_is_asked_for(viewer):
    hosts = set()
    viewer.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    Many(viewer, hundreds()).open()
    assert hosts == {viewer.server.url.split("/")[2]}
