"""The pages and commands of docs/viewers.md show the tiles of `tilework serve` and `tilework build` in the right places."""

import contextlib
import dataclasses
import functools
import http.server
import io
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.request

import numpy as np
import pytest
from PIL import Image

import snippets
from conftest import SAMPLES
from viewer import TIMEOUT, until

WIDTH, HEIGHT = 1000, 700


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


@dataclasses.dataclass
class Site:
    """A folder with built tiles and the pages, and a plain static server for it."""

    folder: object
    url: str


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    # The commands of the article, with the sample that they name.
    for command in re.findall(r"`(tilework build [^`]*--format [^`]*)`", snippets.article()):
        run_tilework(command, folder)
    assert (folder / "tiles" / "tiles.json").exists()
    build("relief.jpg", "-o", folder / "relief.dzi", "--format", "jpg")
    build("floor-plan.svg", "-o", folder / "plan", "--scale", "2")
    build("floor-plan.svg", "-o", folder / "plan.dzi", "--scale", "2")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Site(folder, f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    thread.join()
    server.server_close()


def run_tilework(command, folder):
    program, *arguments = shlex.split(command)
    assert program == "tilework"
    arguments = [str(SAMPLES / word) if (SAMPLES / word).is_file() else word for word in arguments]
    subprocess.run([os.environ["TILEWORK_BIN"], *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL)


def build(sample, *arguments):
    subprocess.run(
        [os.environ["TILEWORK_BIN"], "build", SAMPLES / sample, *arguments], check=True, stdout=subprocess.DEVNULL)


@dataclasses.dataclass(frozen=True)
class Source:
    """The address at which a page finds a content, and the relation of its units to those of the sample."""

    name: str
    sample: str
    tilejson: str
    dzi: str
    # Units of the sample per unit of the source's coordinates.
    unit: float
    # Pixels of the deepest level per unit of the sample.
    deepest: float
    # The level of the built tiles that has all pixels.
    maxzoom: int
    # Pixels per unit of the sample for the close views.
    close: float

    def address(self, kind, server, site):
        path = self.tilejson if kind == "tilejson" else self.dzi
        return path.replace("{serve}/", server.url).replace("{site}/", site.url)


SOURCES = [
    Source("serve-image", "relief", "{serve}/tiles/relief.json", "{serve}/dzi/relief.dzi", 1, 1, 4, 1),
    # `deepestScale` is 64.
    Source("serve-drawing", "floor-plan", "{serve}/tiles/floor-plan.json", "{serve}/dzi/floor-plan.dzi", 1, 64, 10, 2),
    Source("build-image", "relief", "{site}/tiles/tiles.json", "{site}/relief.dzi", 1, 1, 4, 1),
    Source("build-drawing", "floor-plan", "{site}/plan/tiles.json", "{site}/plan.dzi", 1, 2, 5, 2),
]
SIZES = {"relief": (4096, 3072), "floor-plan": (2760, 2040)}


@dataclasses.dataclass(frozen=True)
class Library:
    """Scripts that ask a page's library where it shows a point, and whether everything is loaded."""

    heading: str
    documented: str
    version: str
    kind: str
    # JavaScript for three tasks: the position in the window, [x, y], of a point of the sample; showing the point at a scale;
    # whether all is loaded.
    place: str
    show: str
    settled: str
    controls: str
    # The largest mean difference between the pixels and the sample's where one pixel is drawn for one.
    mean: float = 3
    # The number of pixels that the content's edge may be off.
    rim: int = 1


LEAFLET_SETTLED = """window.shown !== undefined && (() => {
    let loading = 0, layers = 0;
    shown.eachLayer((layer) => { layers += 1; loading += layer.isLoading() ? 1 : 0; });
    const tiles = [...document.querySelectorAll(".leaflet-tile")];
    return layers === 1 && loading === 0 && tiles.every((tile) => getComputedStyle(tile).opacity === "1");
})()"""

LEAFLET = Library(
    heading="Leaflet", documented="http://localhost:8080/tiles/relief.json", version="L.version", kind="tilejson",
    place="""({ x, y, source }) => {
        const point = shown.latLngToContainerPoint([y / source.unit, x / source.unit]);
        return [point.x, point.y];
    }""",
    show="""({ x, y, scale, source }) => {
        const at = (x) => shown.project([0, x / source.unit], shown.getZoom()).x;
        const zoom = shown.getZoom() + Math.log2(scale / (at(1000) - at(0)) * 1000);
        shown.setView([y / source.unit, x / source.unit], Math.round(zoom), { animate: false, reset: true });
    }""",
    settled=LEAFLET_SETTLED, controls=".leaflet-control-container",
)

# The world's 2^maxzoom tiles of 256 pixels a side are the tiles of the built levels.
WORLD = Library(
    heading="On a map of the world", documented="tiles/tiles.json", version="L.version", kind="tilejson",
    place="""({ x, y, source }) => {
        const point = shown.latLngToContainerPoint(
            shown.unproject([x * source.deepest, y * source.deepest], source.maxzoom));
        return [point.x, point.y];
    }""",
    show="""({ x, y, scale, source }) => {
        const zoom = source.maxzoom + Math.round(Math.log2(scale / source.deepest));
        const center = shown.unproject([x * source.deepest, y * source.deepest], source.maxzoom);
        shown.setView(center, zoom, { animate: false, reset: true });
    }""",
    settled=LEAFLET_SETTLED, controls=".leaflet-control-container",
)

OPENLAYERS = Library(
    heading="OpenLayers", documented="http://localhost:8080/tiles/relief.json", version="ol.util.VERSION",
    kind="tilejson",
    place="({ x, y, source }) => shown.getPixelFromCoordinate([x / source.unit, -y / source.unit])",
    show="""({ x, y, scale, source }) => {
        rendered = 0;
        shown.getView().setCenter([x / source.unit, -y / source.unit]);
        shown.getView().setResolution(1 / (scale * source.unit));
    }""",
    settled="window.shown !== undefined && rendered > 0", controls=".ol-overlaycontainer-stopevent",
)

OPENSEADRAGON = Library(
    heading="OpenSeadragon", documented="http://localhost:8080/dzi/relief.dzi",
    version="OpenSeadragon.version.versionStr", kind="dzi",
    place="""({ x, y, source }) => {
        const pixel = new OpenSeadragon.Point(x * source.deepest, y * source.deepest);
        const point = OpenSeadragon.getViewer("picture").viewport.imageToViewerElementCoordinates(pixel);
        return [point.x, point.y];
    }""",
    show="""({ x, y, scale, source }) => {
        const viewer = OpenSeadragon.getViewer("picture"), { viewport } = viewer;
        viewport.zoomTo(viewport.imageToViewportZoom(scale / source.deepest), null, true);
        viewport.panTo(viewport.imageToViewportCoordinates(x * source.deepest, y * source.deepest), true);
        window.drawn = false;
        viewer.addOnceHandler("update-viewport", () => { drawn = true; });
        viewer.forceRedraw();
    }""",
    settled="""window.OpenSeadragon !== undefined && window.drawn !== false && (() => {
        const item = OpenSeadragon.getViewer("picture")?.world.getItemAt(0);
        return item !== undefined && item.getFullyLoaded();
    })()""",
    controls=".openseadragon-container > div:not(.openseadragon-canvas)",
    # The library draws tiles without overlap a pixel larger to avoid seams, so each is interpolated.
    mean=6, rim=2,
)


@pytest.fixture
def open_snippet(browser, server, site):
    """Opens a page of the article. Any failed network request fails the test."""
    contexts = []
    problems = []

    def make(library, source, width=WIDTH, height=HEIGHT):
        address = source.address(library.kind, server, site)
        text = snippets.replaced(
            snippets.block(library.heading, "html"), f'"{library.documented}"', f'"{address}"')
        name = f"{library.heading}-{source.name}.html".replace(" ", "-")
        (site.folder / name).write_text(text)
        context = browser.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()

        def decide(route):
            url = route.request.url
            if url.startswith(snippets.CDN):
                types = {"js": "text/javascript", "css": "text/css", "png": "image/png"}
                route.fulfill(body=snippets.library_file(url), content_type=types[url.rsplit(".", 1)[1]])
            elif url.startswith((server.url, site.url)):
                route.continue_()
            else:
                problems.append(f"asks for {url}")
                route.abort()

        page.route("**/*", decide)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: message.type == "error" and problems.append(message.text))
        page.on(
            "response", lambda response: response.status >= 400 and "favicon" not in response.url
            and problems.append(f"{response.status} for {response.url}"))
        page.goto(site.url + name)
        until(page, library.settled)
        return Shown(page, library, source, server)

    yield make
    for context in contexts:
        context.close()
    assert [problem for problem in problems if "favicon" not in problem] == []


class Shown:
    """A page at rest, and the picture that it should show."""

    def __init__(self, page, library, source, server):
        self.page = page
        self.library = library
        self.source = source
        self.server = server

    def place(self, x, y):
        """Returns the position of a sample's point in the window, as the library reports it."""
        return self.page.evaluate(self.library.place, {"x": x, "y": y, "source": dataclasses.asdict(self.source)})

    def show(self, x, y, scale):
        self.page.evaluate(
            self.library.show, {"x": x, "y": y, "scale": scale, "source": dataclasses.asdict(self.source)})
        until(self.page, self.library.settled)

    def picture(self):
        self.page.add_style_tag(content=f"{self.library.controls} {{ visibility: hidden !important }}")
        return np.asarray(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")).astype(int)

    def box(self):
        """Returns the content's position: left, top, right, bottom."""
        width, height = SIZES[self.source.sample]
        return (*self.place(0, 0), *self.place(width, height))

    def scale(self):
        left, _, right, _ = self.box()
        return (right - left) / SIZES[self.source.sample][0]

    def expected(self):
        """Returns the sample on a white window, at the position that the library reports."""
        left, top, right, bottom = (round(side) for side in self.box())
        scale = self.scale()
        window = Image.new("RGB", (WIDTH, HEIGHT), "white")
        if self.source.sample == "relief":
            whole = Image.open(SAMPLES / "relief.jpg").convert("RGB")
            window.paste(whole.resize((right - left, bottom - top), Image.Resampling.BOX), (left, top))
        else:
            drawn = Image.open(io.BytesIO(self.server.get(
                f"render/floor-plan?x={-left}&y={-top}&width={WIDTH}&height={HEIGHT}&scale={scale}"))).convert("RGBA")
            window.paste(drawn, (0, 0), drawn)
        return np.asarray(window).astype(int)

    def check(self, mean, places):
        shown, expected = self.picture(), self.expected()
        left, top, right, bottom = self.box()
        x0, y0 = max(0, round(left)), max(0, round(top))
        x1, y1 = min(WIDTH, round(right)), min(HEIGHT, round(bottom))
        difference = np.abs(shown - expected)
        assert difference[y0:y1, x0:x1].mean() < mean

        # Only the page is visible outside the content.
        outside = np.ones((HEIGHT, WIDTH), bool)
        rim = self.library.rim
        outside[max(0, y0 - rim):y1 + rim, max(0, x0 - rim):x1 + rim] = False
        assert (shown[outside] == 255).all()

        # No band of another color along an edge in the window, either.
        for strip in edges(left, top, right, bottom):
            assert difference[strip].mean() < 20, strip

        # Known places are at their positions.
        found = landmarks(expected[y0:y1, x0:x1])
        assert len(found) >= places
        for x, y in found:
            dx, dy = displacement(shown, expected, x0 + x, y0 + y)
            assert max(abs(dx), abs(dy)) <= 1, f"what is at {x0 + x}, {y0 + y} is {dx}, {dy} pixels off"


def edges(left, top, right, bottom):
    """Returns strips of three pixels inside the edges in the window, without the row on the edge itself."""
    rows = slice(max(0, round(top) + 1), min(HEIGHT, round(bottom) - 1))
    columns = slice(max(0, round(left) + 1), min(WIDTH, round(right) - 1))
    if left >= 0:
        yield rows, slice(round(left) + 1, round(left) + 4)
    if top >= 0:
        yield slice(round(top) + 1, round(top) + 4), columns
    if right <= WIDTH:
        yield rows, slice(round(right) - 4, round(right) - 1)
    if bottom <= HEIGHT:
        yield slice(round(bottom) - 4, round(bottom) - 1), columns


# The side of a searched patch, and the largest distance from its place.
PATCH, REACH = 40, 6


def landmarks(picture):
    """Returns the positions of patches with contrast in both directions, at most one for each ninth of the picture."""
    height, width, _ = picture.shape
    grey = picture.sum(axis=-1)
    found = []
    for row in range(3):
        for column in range(3):
            candidates = []
            for y in range(row * height // 3 + REACH, (row + 1) * height // 3 - PATCH - REACH, 20):
                for x in range(column * width // 3 + REACH, (column + 1) * width // 3 - PATCH - REACH, 20):
                    patch = grey[y:y + PATCH, x:x + PATCH]
                    contrast = min(np.abs(np.diff(patch, axis=axis)).mean() for axis in (0, 1))
                    candidates.append((contrast, x, y))
            contrast, x, y = max(candidates, default=(0, 0, 0))
            if contrast > 8:
                found.append((x, y))
    return found


def displacement(shown, expected, x, y):
    """Returns the distance between (x, y) and the position in the window of what should be there."""
    patch = expected[y:y + PATCH, x:x + PATCH]
    steps = range(-REACH, REACH + 1)
    return min(
        ((dx, dy) for dx in steps for dy in steps),
        key=lambda step: np.abs(
            shown[y + step[1]:y + step[1] + PATCH, x + step[0]:x + step[0] + PATCH] - patch).mean())


CASES = [
    *((library, source) for library in (LEAFLET, OPENLAYERS, OPENSEADRAGON) for source in SOURCES),
    *((WORLD, source) for source in SOURCES if source.name.startswith("build")),
]


@pytest.mark.parametrize("library, source", CASES, ids=[f"{a.heading}-{b.name}" for a, b in CASES])
def test_a_page_shows_the_content_in_its_place(open_snippet, library, source):
    shown = open_snippet(library, source)
    width, height = SIZES[source.sample]
    left, top, right, bottom = shown.box()
    assert left >= -1 and top >= -1 and right <= WIDTH + 1 and bottom <= HEIGHT + 1, "it opens with the whole content"
    shown.check(mean=2 * library.mean, places=5)
    # A smaller scale shows the parts of these levels' tiles that are outside the content. The view is centered on a whole
    # pixel, so that nothing is interpolated.
    shown.show(width // 16 * 8, height // 16 * 8, 0.125)
    shown.check(mean=2 * library.mean, places=5)
    shown.show(width / 2, height / 2, source.close)
    assert shown.scale() == pytest.approx(source.close, rel=1e-3)
    shown.check(mean=library.mean, places=5)
    # The view is centered near the bottom right corner, so that its edges are in the window.
    shown.show(width - 300 / source.close, height - 200 / source.close, source.close)
    assert shown.box()[2:] == pytest.approx((WIDTH / 2 + 300, HEIGHT / 2 + 200), abs=1.5)
    shown.check(mean=library.mean, places=1)


@pytest.mark.parametrize("library", [LEAFLET, OPENLAYERS, OPENSEADRAGON], ids=lambda library: library.heading)
def test_the_library_tried_is_the_one_in_the_page(open_snippet, library):
    shown = open_snippet(library, SOURCES[0])
    version = shown.page.evaluate(library.version)
    assert f"@{version}/" in snippets.block(library.heading, "html")


# GDAL

def pixels(path, mode="RGB"):
    return np.asarray(Image.open(path).convert(mode)).astype(int)


def gdal_description(tiles):
    """Returns the description in the article, for other tiles."""
    return snippets.replaced(
        snippets.block("GDAL", "xml"), "http://localhost:8080/tiles/relief/${z}/${x}/${y}.png", tiles)


@pytest.mark.parametrize("where", ["serve", "serve-jpg", "build", "build-file"])
def test_gdal_reads_the_pixels_of_the_content(server, site, tmp_path, where):
    if where.startswith("build"):
        build("relief.jpg", "-o", site.folder / where)
    bands = 3 if where == "serve-jpg" else 4
    tiles = {
        "serve": f"{server.url}tiles/relief/${{z}}/${{x}}/${{y}}.png",
        "serve-jpg": f"{server.url}tiles/relief/${{z}}/${{x}}/${{y}}.jpg",
        "build": f"{site.url}{where}/${{z}}/${{x}}/${{y}}.png",
        "build-file": f"file://{site.folder}/{where}/${{z}}/${{x}}/${{y}}.png",
    }[where]
    text = snippets.replaced(gdal_description(tiles), "<BandsCount>4<", f"<BandsCount>{bands}<")
    (tmp_path / "relief.xml").write_text(text)
    subprocess.run(
        ["sh", "-e"], input=snippets.block("GDAL", "sh"), text=True, check=True, cwd=tmp_path,
        stdout=subprocess.DEVNULL)
    original = Image.open(SAMPLES / "relief.jpg").convert("RGB")
    whole = pixels(tmp_path / "relief.tif")
    assert whole.shape == (3072, 4096, 3)
    difference = np.abs(whole - np.asarray(original))
    # The server's JPEG is encoded twice; PNG contains the file's pixels, except for differences between decoders.
    assert difference.mean() < (1.5 if where == "serve-jpg" else 0.2)
    assert difference.max() <= (64 if where == "serve-jpg" else 4)
    corner = pixels(tmp_path / "corner.tif")
    half = original.crop((1000, 500, 2600, 1700)).resize((800, 600), Image.Resampling.BOX)
    assert np.abs(corner - np.asarray(half)).mean() < (4 if where == "serve-jpg" else 1)


def test_gdal_reads_a_drawing_by_its_deepest_scale(server, tmp_path):
    description = server.tilejson("floor-plan")
    own = description["tilework"]
    text = gdal_description(f"{server.url}tiles/floor-plan/${{z}}/${{x}}/${{y}}.png")
    # The article's rule: units in the window times `deepestScale` are pixels.
    for old, new in [
        ("<LowerRightX>4096<", f"<LowerRightX>{own['width']}<"),
        ("<LowerRightY>-3072<", f"<LowerRightY>-{own['height']}<"),
        ("<SizeX>4096<", f"<SizeX>{own['width'] * own['deepestScale']}<"),
        ("<SizeY>3072<", f"<SizeY>{own['height'] * own['deepestScale']}<"),
        ("<TileLevel>4<", f"<TileLevel>{description['maxzoom']}<"),
    ]:
        text = snippets.replaced(text, old, new)
    (tmp_path / "plan.xml").write_text(text)
    subprocess.run(
        "gdal_translate -q -projwin 100 -100 400 -300 -outsize 1200 800 plan.xml plan.tif", shell=True, check=True,
        cwd=tmp_path)
    drawn = server.get("render/floor-plan?x=400&y=400&width=1200&height=800&scale=4")
    difference = np.abs(pixels(tmp_path / "plan.tif", "RGBA") - pixels(io.BytesIO(drawn), "RGBA"))
    assert difference.mean() < 0.01 and difference.max() <= 2


# MapProxy

@contextlib.contextmanager
def mapproxy(folder, text):
    """Runs MapProxy with a configuration. Yields its address."""
    (folder / "mapproxy.yaml").write_text(text)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    assert shutil.which("mapproxy-util"), "MapProxy is missing: sudo scripts/need --install tests"
    process = subprocess.Popen(
        ["mapproxy-util", "serve-develop", "-b", address, "mapproxy.yaml"], cwd=folder, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        # MapProxy logs its address first, and then each request.
        assert any("Running on" in line for line in process.stderr), "MapProxy ended"
        threading.Thread(target=process.stderr.read, daemon=True).start()
        # The line is printed before the answering process listens.
        host, port = address.split(":")
        while socket.socket().connect_ex((host, int(port))) != 0:
            assert process.poll() is None, "MapProxy ended"
        yield f"http://{address}"
    finally:
        # MapProxy has a child process that is restarted when the configuration changes.
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def status(url):
    """Returns the status and the body of an answer."""
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


@pytest.mark.parametrize("service", ["xyz", "tms"])
def test_mapproxy_caches_the_tiles_and_is_clear_beyond_them(server, tmp_path, service):
    text = snippets.replaced(snippets.block("MapProxy", "yaml"), "http://localhost:8080/", server.url)
    if service == "tms":
        text = snippets.replaced(text, "tiles/relief/%(z)s/%(x)s/%(y)s.png", "tms/1.0.0/relief/%(tms_path)s.png")
        text = snippets.replaced(text, "base: GLOBAL_WEBMERCATOR", "base: GLOBAL_MERCATOR")
    inside, outside = "wmts/relief/tilework/2/1/1.png", "wmts/relief/tilework/2/3/3.png"
    with mapproxy(tmp_path, text) as url:
        code, tile = status(f"{url}/{inside}")
        assert code == 200
        own = server.get("tiles/relief/2/1/1.png")
        assert np.array_equal(pixels(io.BytesIO(tile), "RGBA"), pixels(io.BytesIO(own), "RGBA"))
        code, tile = status(f"{url}/{outside}")
        assert code == 200 and pixels(io.BytesIO(tile), "RGBA")[..., 3].max() == 0
    # The article says what happens without it.
    bare = re.sub(r"^    on_error:\n(      .*\n)+", "", text, flags=re.M).replace("base_dir: cache", "base_dir: bare")
    assert bare.count("on_error") == 0
    with mapproxy(tmp_path, bare) as url:
        assert status(f"{url}/{outside}")[0] == 500


# Other programs

def test_the_server_draws_a_rect(server, tmp_path):
    command = snippets.replaced(snippets.block("Any program", "sh"), "http://localhost:8080/", server.url)
    subprocess.run(["sh", "-e"], input=command, text=True, check=True, cwd=tmp_path, stderr=subprocess.DEVNULL)
    original = Image.open(SAMPLES / "relief.jpg").convert("RGB")
    half = original.crop((1000, 500, 2600, 1700)).resize((800, 600), Image.Resampling.BOX)
    assert np.abs(pixels(tmp_path / "corner.png") - np.asarray(half)).mean() < 1


def test_a_folder_has_the_layout_of_dzsave(site, tmp_path):
    subprocess.run(
        [
            "vips", "dzsave", SAMPLES / "relief.jpg", tmp_path / "relief", "--tile-size", "256", "--overlap", "0",
            "--suffix", ".jpg",
        ],
        check=True)

    def tiles(folder):
        return {str(path.relative_to(folder)): Image.open(path).size for path in folder.glob("*/*.jpg")}

    theirs = tiles(tmp_path / "relief_files")
    assert len(theirs) > 250
    assert tiles(site.folder / "relief_files") == theirs


def test_the_article_lists_the_members(server, site):
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", snippets.article(), re.M)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    # Only a GeoTIFF has a place on Earth, and only a TIFF has bands and values to choose.
    listed -= {"location", "raster"}
    assert set(server.tilejson("relief")["tilework"]) == listed
    of_server = {"id", "title", "kind", "background", "formats", "doubled"}
    assert set(json.loads((site.folder / "tiles" / "tiles.json").read_text())["tilework"]) == listed - of_server
