"""The page's arithmetic, module by module, compared with numbers computed here."""

import json
import math
import pathlib

import pytest

VECTORS = pathlib.Path(__file__).resolve().parents[1] / "Vectors"


@pytest.fixture(scope="module")
def evaluate(browser, server):
    """Evaluates JavaScript with a module of the page as `module`."""
    page = browser.new_page()
    page.goto(server.url)

    def run(module, body, argument=None):
        return page.evaluate(
            f"async (argument) => {{ const module = await import('{server.url}assets/{module}'); {body} }}", argument
        )

    yield run
    page.close()


# Pyramid


PYRAMID = "const pyramid = new module.Pyramid(argument);"


def pyramid(width=1000, height=700, tile=256, scale=1, doubled=False):
    levels = 0
    while tile * 2**levels < max(width, height) * scale - 1e-6:
        levels += 1
    return {
        "width": width, "height": height, "tileSize": tile, "deepestScale": scale, "maxLevel": levels,
        "doubled": doubled, "template": "http://host/tiles/a/{z}/{x}/{y}.png",
    }


@pytest.mark.parametrize("size", [(1000, 700), (1, 1), (256, 256), (257, 1), (7.5, 4096.01), (760, 360)])
@pytest.mark.parametrize("tile", [256, 512])
def test_a_level_has_as_many_tiles_as_cover_it(evaluate, size, tile):
    description = pyramid(*size, tile=tile)
    grids = evaluate("pyramid.js", PYRAMID + """
        const levels = [...Array(pyramid.maxLevel + 1).keys()];
        return levels.map((level) => [
            pyramid.sizeOf(level).width, pyramid.sizeOf(level).height, pyramid.columns(level), pyramid.rows(level)]);
    """, description)
    for level, (width, height, columns, rows) in enumerate(grids):
        scale = 2.0 ** (level - description["maxLevel"])
        assert width == max(1, math.ceil(size[0] * scale - 1e-6))
        assert height == max(1, math.ceil(size[1] * scale - 1e-6))
        assert (columns - 1) * tile < width <= columns * tile
        assert (rows - 1) * tile < height <= rows * tile
    assert grids[0][2:] == [1, 1]


def test_the_level_shown_is_the_coarsest_that_is_fine_enough(evaluate):
    scales = [0.01, 0.25, 0.2501, 0.27, 0.5, 0.505, 0.52, 0.99, 1, 1.01, 3]
    levels = evaluate("pyramid.js", """
        const pyramid = new module.Pyramid(argument[0]); return argument[1].map((scale) => pyramid.levelFor(scale));
    """, [pyramid(), scales])
    assert levels == [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]


def test_parents_and_children_are_each_others(evaluate):
    wrong = evaluate("pyramid.js", PYRAMID + """
        const wrong = [];
        const all = { minX: 0, minY: 0, maxX: pyramid.width, maxY: pyramid.height };
        for (let level = 0; level <= pyramid.sharpestLevel; level++) {
            for (const tile of pyramid.tiles(pyramid.range(level, all))) {
                for (const child of pyramid.children(tile)) {
                    if (pyramid.parent(child).key !== tile.key) wrong.push(child.key);
                }
                const parent = pyramid.parent(tile);
                if (parent && !pyramid.children(parent).some(({ key }) => key === tile.key)) wrong.push(tile.key);
                if (!parent !== (level === 0)) wrong.push(tile.key);
            }
        }
        return wrong;
    """, pyramid(1300, 700, doubled=True))
    assert wrong == []


def test_the_level_beyond_the_deepest_is_the_deepest_at_twice_the_resolution(evaluate):
    result = evaluate("pyramid.js", PYRAMID + """
        return [pyramid.sharpestLevel, pyramid.columns(3), pyramid.columns(2), pyramid.url(pyramid.tile(3, 1, 2)),
            pyramid.url(pyramid.tile(2, 1, 2)), pyramid.scaleOf(3), pyramid.tilePixels(3)];
    """, pyramid(doubled=True))
    assert result == [3, 4, 4, "http://host/tiles/a/2/1/2@2x.png", "http://host/tiles/a/2/1/2.png", 2, 512]


def test_a_range_names_the_tiles_that_meet_a_box_and_no_others(evaluate):
    boxes = [(0, 0, 1000, 700), (-50, -50, -1, -1), (255, 255, 257, 257), (256, 256, 512, 512), (990, 690, 2000, 2000)]
    found = evaluate("pyramid.js", """
        const pyramid = new module.Pyramid(argument[0]);
        return argument[1].map(([minX, minY, maxX, maxY]) =>
            pyramid.tiles(pyramid.range(2, { minX, minY, maxX, maxY })).map(({ column, row }) => [column, row]));
    """, [pyramid(), boxes])
    for (left, top, right, bottom), tiles in zip(boxes, found):
        expected = [
            [column, row] for row in range(3) for column in range(4)
            if column * 256 < right and (column + 1) * 256 > left and row * 256 < bottom and (row + 1) * 256 > top
        ]
        assert tiles == expected


# Physics


def test_a_flick_travels_as_the_published_deceleration_says(evaluate):
    for velocity in (50, 300, 1200, 4000):
        times = [0, 0.1, 0.5, 1.0, 2.0]
        distances = evaluate("physics.js", """
            return argument[1].map((time) => module.glideDistance(argument[0], time));
        """, [velocity, times])
        for time, distance in zip(times, distances):
            # The sum of the milliseconds' ways, v0 · (0.998 + 0.998² + …).
            expected = velocity * 0.499 * (1 - 0.998 ** (1000 * time))
            assert distance == pytest.approx(expected)
        rest = evaluate("physics.js", """
            const rest = module.glideDuration(argument); return [rest, module.glideDistance(argument, rest)];
        """, velocity)
        assert velocity * 0.998 ** (1000 * rest[0]) == pytest.approx(10)
        assert rest[1] == pytest.approx((velocity - 10) * 0.499, abs=1e-6)


def test_content_moves_as_the_vectors_say_that_scroll_views_are_held_to(evaluate):
    vectors = json.loads((VECTORS / "scrolling.json").read_text())
    names = {"decelerationRate": "decelerationRate", "restSpeed": "restSpeed", "thrownPart": "thrownPart",
             "springRate": "catchFrequency", "creepSpeed": "returnSpeed", "creepSlope": "returnCurve.slope",
             "creepRate": "returnCurve.rate", "nearness": "nearness", "rubberBand": "rubberBand"}
    assert set(names) == set(vectors["constants"])
    for name, ours in names.items():
        assert evaluate("physics.js", f"return module.{ours};") == vectors["constants"][name], name
    found = evaluate("physics.js", """
        const [min, max] = argument.range;
        return argument.glides.map(({ offset, velocity, at }) => {
            const rest = module.glideDuration(Math.abs(velocity));
            const glide = new module.Glide({ offset, velocity, min, max, rest });
            return { duration: glide.duration, end: glide.at(60), at: at.map(([time]) => glide.at(time)) };
        });
    """, vectors)
    for glide, ours in zip(vectors["glides"], found, strict=True):
        assert ours["duration"] == pytest.approx(glide["duration"], abs=3e-4), glide
        assert ours["end"] == pytest.approx(glide["end"], abs=1e-4), glide
        assert ours["at"] == pytest.approx([offset for _, offset in glide["at"]], abs=1e-3), glide
    for band in vectors["bands"]:
        shown = evaluate("physics.js", "return module.banded(...argument);", [band["pull"], band["length"]])
        assert shown == pytest.approx(band["shown"], abs=1e-5), band


def test_the_rubber_band_gives_the_published_lengths(evaluate):
    for pulled, shown in ((5, 2.74), (100, 52.02), (960, 340.65)):
        assert evaluate("physics.js", "return module.banded(argument, 960);", pulled) == pytest.approx(shown, abs=0.01)
        other_way = evaluate("physics.js", "return module.banded(-argument, 960);", pulled)
        assert other_way == pytest.approx(-shown, abs=0.01)
        back = evaluate("physics.js", "return module.unbanded(module.banded(argument, 960), 960);", pulled)
        assert back == pytest.approx(pulled)


@pytest.mark.parametrize(
    ("offset", "velocity"), [(0, 900), (500, 3000), (500, -3000), (-40, 0), (1040, 0), (1040, -800)]
)
def test_a_glide_has_no_jump_and_ends_within_the_edges(evaluate, offset, velocity):
    path = evaluate("physics.js", """
        const [offset, velocity] = argument;
        const rest = module.glideDuration(Math.abs(velocity));
        const glide = new module.Glide({ offset, velocity, min: 0, max: 1000, rest });
        const path = [];
        for (let time = 0; time < glide.duration + 0.05; time += 0.001) path.push(glide.at(time));
        return path;
    """, [offset, velocity])
    assert path[0] == pytest.approx(offset)
    assert 0 <= path[-1] <= 1000
    fastest = max(abs(velocity), 600) / 1000
    assert all(abs(after - before) <= fastest * 1.5 for before, after in zip(path, path[1:]))


# Motion and viewport


def test_zooming_softly_keeps_the_fixed_point_fixed(evaluate):
    drift = evaluate("viewport.js", """
        const { between } = await import(new URL("motion.js", argument).href);
        const from = new module.Viewport({ centerX: 300, centerY: 200, scale: 1, width: 800, height: 600, ratio: 1 });
        const to = from.zoomed(3.7, 120, 450);
        const fixed = from.contentAt(120, 450);
        return [0, 0.2, 0.5, 0.9, 1].map((part) => {
            const at = between(from, to, part).contentAt(120, 450);
            return Math.hypot(at.x - fixed.x, at.y - fixed.y);
        });
    """, evaluate("pyramid.js", "return new URL('assets/', location.href).href;"))
    assert max(drift) < 1e-9


def test_limits_keep_the_content_in_the_window(evaluate):
    offsets = evaluate("viewport.js", """
        const { Pyramid } = await import(new URL("assets/pyramid.js", location.href).href);
        const size = { width: 500, height: 400, ratio: 1 };
        const limits = new module.Limits(new Pyramid(argument), size);
        const at = (centerX, centerY, scale) =>
            limits.clamp(new module.Viewport({ centerX, centerY, scale, ...size })).offset;
        return [at(-1e6, 1e6, 1), at(1e6, -1e6, 1), at(0, 0, 1e-9), at(500, 350, 1)];
    """, pyramid())
    assert offsets[0] == {"x": 0, "y": 300}
    assert offsets[1] == {"x": 500, "y": 0}
    assert offsets[2]["x"] < 0 and offsets[2]["y"] < 0
    assert offsets[3] == {"x": 250, "y": 150}


# Demand


DEMAND = """
    const { Pyramid } = await import(new URL("assets/pyramid.js", location.href).href);
    const { Viewport } = await import(new URL("assets/viewport.js", location.href).href);
    const pyramid = new Pyramid(argument.pyramid);
    const viewport = new Viewport({ width: 800, height: 600, ratio: 1, ...argument.at });
    const to = argument.to ? viewport.with(argument.to) : viewport;
    const has = (key) => (argument.there ?? []).includes(key);
    const { level, visible, wanted } = module.demand(pyramid, viewport, argument.velocity ?? { x: 0, y: 0 }, to, has);
    return { level, visible: visible.map(({ key }) => key),
        wanted: wanted.map(({ tile, priority }) => ({ ...tile, priority })) };
"""


def test_demand_names_visible_tiles_first_then_those_around(evaluate):
    result = evaluate("demand.js", DEMAND, {
        "pyramid": pyramid(16384, 16384), "at": {"centerX": 8000, "centerY": 8000, "scale": 1},
    })
    assert result["level"] == 6
    assert [tile["priority"] for tile in result["wanted"]] == sorted(tile["priority"] for tile in result["wanted"])
    keys = [tile["key"] for tile in result["wanted"]]
    assert len(keys) == len(set(keys))
    assert keys[0] == "0/0/0"
    assert keys[1 : 1 + len(result["visible"])] == result["visible"]


def test_what_stands_in_is_asked_for_after_what_shows_once_it_is_there(evaluate):
    result = evaluate("demand.js", DEMAND, {
        "pyramid": pyramid(16384, 16384), "at": {"centerX": 8000, "centerY": 8000, "scale": 1}, "there": ["0/0/0"],
    })
    keys = [tile["key"] for tile in result["wanted"]]
    assert keys[: len(result["visible"])] == result["visible"]
    assert keys[len(result["visible"])] == "0/0/0"
    assert [tile["priority"] for tile in result["wanted"]] == sorted(tile["priority"] for tile in result["wanted"])


@pytest.mark.parametrize("velocity", [0, 2000, -2000, 90000])
def test_demand_reaches_ahead_of_a_moving_viewport_up_to_a_limit(evaluate, velocity):
    result = evaluate("demand.js", DEMAND, {
        "pyramid": pyramid(16384, 16384), "at": {"centerX": 8000, "centerY": 8000, "scale": 1},
        "velocity": {"x": velocity, "y": 0},
    })
    soon = [tile["column"] for tile in result["wanted"] if tile["level"] == 6]
    assert (min(soon), max(soon)) == (
        math.floor((8000 - 400 - 120 - min(2000, max(0, -velocity * 0.5))) / 256),
        math.ceil((8000 + 400 + 120 + min(2000, max(0, velocity * 0.5))) / 256) - 1,
    )


def test_demand_of_a_zoom_under_way_is_that_of_where_it_leads(evaluate):
    result = evaluate("demand.js", DEMAND, {
        "pyramid": pyramid(16384, 16384), "at": {"centerX": 8000, "centerY": 8000, "scale": 0.25}, "to": {"scale": 1},
    })
    assert result["level"] == 4
    visible = [tile for tile in result["wanted"] if tile["priority"] == 0 and tile["level"] > 0]
    assert {tile["level"] for tile in visible} == {6}


# Store


def test_the_store_keeps_to_its_bytes_and_lets_the_least_used_go(evaluate):
    result = evaluate("tile-store.js", """
        const closed = [];
        const store = new module.TileStore(5 * 400, (tile) => tile.level === 0);
        const insert = (level, column) => {
            const key = `${level}/${column}/0`;
            store.insert({ level, column, row: 0, key }, { width: 10, height: 10, close: () => closed.push(key) }, 0);
        };
        insert(0, 0);
        for (let column = 0; column < 4; column++) { store.beginFrame(); insert(1, column); }
        store.beginFrame();
        store.use("1/0/0");
        insert(1, 4);
        insert(1, 5);
        return { closed, bytes: store.bytes, kept: [...store.entries.keys()] };
    """)
    assert result["closed"] == ["1/1/0", "1/2/0"]
    assert result["bytes"] == 2000
    assert result["kept"] == ["0/0/0", "1/3/0", "1/0/0", "1/4/0", "1/5/0"]


def test_the_store_never_lets_go_of_what_the_frame_shows(evaluate):
    kept = evaluate("tile-store.js", """
        const store = new module.TileStore(400);
        store.beginFrame();
        for (let column = 0; column < 4; column++) {
            store.insert({ level: 1, column, row: 0, key: `1/${column}/0` }, { width: 10, height: 10 }, 0);
        }
        return store.count;
    """)
    assert kept == 4


# Trying again


def test_the_pause_before_a_try_grows_and_never_exceeds_its_bound(evaluate):
    pauses, longest = evaluate("retry.js", """
        const { Connection } = await import(new URL("assets/connection.js", location.href).href);
        const tries = [...Array(2000).keys()];
        const chances = [0, 0.25, 0.5, 1 - Number.EPSILON];
        return [
            chances.map((chance) => tries.map((at) => module.pause(at, Connection.schedule, chance))),
            Connection.schedule.longest];
    """)
    # Leaves two of the five seconds within which a page is whole for its tiles.
    assert longest <= 3000
    for of_chance in pauses:
        assert of_chance == sorted(of_chance)
        assert of_chance[0] > 0 and of_chance[-1] <= longest
    assert pauses[0][0] < longest == pauses[0][-1]
    assert pauses[-1][-1] >= longest / 2


# Painter


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_tile_fades_in_over_its_like_without_a_flash(evaluate, part):
    color = [24, 66, 58]
    shown = evaluate("painter.js", """
        const load = (name) => import(new URL(`assets/${name}`, location.href).href);
        const [{ Pyramid }, { TileStore }, { Viewport }] = await Promise.all(
            ["pyramid.js", "tile-store.js", "viewport.js"].map(load));
        const picture = (side) => {
            const context = new OffscreenCanvas(side, side).getContext("2d");
            context.fillStyle = `rgb(${argument.color})`;
            context.fillRect(0, 0, side, side);
            return context.canvas.transferToImageBitmap();
        };
        const pyramid = new Pyramid(argument.pyramid);
        const store = new TileStore(1e9);
        store.insert(pyramid.tile(0, 0, 0), picture(256), -1e6);
        const tile = pyramid.tile(1, 0, 0);
        store.insert(tile, picture(256), 0);
        const canvas = document.createElement("canvas");
        const painter = new module.Painter(canvas, pyramid, store);
        painter.resize(200, 200);
        const viewport = new Viewport({ centerX: 100, centerY: 100, scale: 1, width: 200, height: 200, ratio: 1 });
        painter.paint(viewport, { level: 1, visible: [tile] }, module.Painter.fade * argument.part, () => false);
        return [...canvas.getContext("2d").getImageData(100, 100, 1, 1).data];
    """, {"pyramid": pyramid(512, 512), "color": color, "part": part})
    assert max(abs(one - other) for one, other in zip(shown, color)) <= 2


# Address


@pytest.mark.parametrize("scale", [0.05, 0.37, 1, 4])
def test_an_address_brings_back_what_it_was_made_of(evaluate, scale):
    at = {"centerX": 512.34567, "centerY": 87.654321, "scale": scale, "pixelScale": scale}
    back = evaluate("address.js", """
        const { Pyramid } = await import(new URL("assets/pyramid.js", location.href).href);
        const pyramid = new Pyramid(argument.pyramid);
        return module.parse(module.format(argument.at, pyramid), pyramid);
    """, {"pyramid": pyramid(), "at": at})
    assert back["scale"] == pytest.approx(scale, rel=1e-5)
    assert abs(back["centerX"] - at["centerX"]) * scale <= 0.125
    assert abs(back["centerY"] - at["centerY"]) * scale <= 0.125


def test_tiles_that_stand_in_are_asked_for_again_until_they_come_or_nobody_looks(evaluate):
    result = evaluate("preparation.js", """
        module.Preparation.patience = 1;
        const due = [];
        let preparation;
        await new Promise((resolve) => {
            preparation = new module.Preparation((keys) => {
                due.push(keys);
                if (due.length === 1) preparation.noteTile("a", 0.5);
                if (due.length === 2) preparation.noteTile("a", null);
                if (keys.length === 0) resolve();
            });
            preparation.noteTile("full", null);
            preparation.noteTile("a", 0.25);
            preparation.noteTile("b", 0.25);
        });
        return { due, progress: preparation.progress };
    """)
    # The second never comes: it is due twice, and then forgotten.
    assert result["due"][0] == ["a", "b"]
    assert result["due"][1] == ["a", "b"]
    assert all(keys == ["b"] for keys in result["due"][2:-1])
    assert result["due"][-1] == []
    assert result["progress"] is None


# The queue


def test_what_does_not_show_and_is_only_out_of_date_is_asked_for_when_what_shows_has_come(evaluate):
    asked, rest, waited = evaluate("request-queue.js", """
        const there = new Set();
        const asked = [];
        const gates = new Map();
        const original = window.fetch;
        window.fetch = (key) => new Promise((resolve) => {
            asked.push(key);
            gates.set(key, () => resolve(new Response("", { status: 200 })));
        });
        const queue = new module.RequestQueue({
            url: ({ key }) => key, decode: async () => null, has: (key) => there.has(key),
            stands: (key) => key.startsWith("old"), onTile: ({ key }) => there.add(key), onChange: () => {},
        });
        const entry = (key, priority) => ({ tile: { key }, priority });
        queue.update([entry("shown", 0), entry("old 1", 1), entry("new", 1), entry("old 2", 1)]);
        const first = [...asked];
        gates.get("shown")();
        const begin = performance.now();
        while (asked.length < 4) await new Promise((resolve) => setTimeout(resolve));
        window.fetch = original;
        return [first, asked.slice(first.length), performance.now() - begin];
    """, None)
    assert waited >= 99, "while what shows is painted"
    assert asked == ["shown", "new"]
    assert rest == ["old 1", "old 2"]


def test_a_tile_that_comes_by_itself_is_not_asked_for_unless_it_does_not_come(evaluate):
    steps = evaluate("request-queue.js", """
        const there = new Map();
        const asked = [];
        const original = window.fetch;
        window.fetch = async (key, { cache, signal }) => {
            signal.throwIfAborted();
            asked.push(`${key} ${cache}`);
            return new Response("asked for", { status: 200 });
        };
        const queue = new module.RequestQueue({
            url: ({ key }) => key, decode: (blob) => blob.text(), has: (key) => there.has(key),
            onTile: ({ key }, text) => there.set(key, text), onChange: () => {},
        });
        const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
        const steps = [];
        const note = async () => {
            await rest();
            steps.push([asked.splice(0), Object.fromEntries(there), queue.inFlight.size]);
        };
        // More than are asked for at a time, and one that is not announced.
        const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        for (const key of names) queue.expect(key);
        const wanted = (keys) => keys.map((key) => ({ tile: { key }, priority: 0 }));
        queue.update(wanted([...names, "x"]));
        await note();
        for (const key of names.slice(0, 5)) queue.deliver(key, new Blob([`brought ${key}`]));
        queue.deliver("f", null);
        await note();
        // One that is not wanted any more, one of a session that ends.
        queue.update(wanted(["a", "h"]));
        queue.deliver("g", new Blob(["late"]));
        queue.expectNothing();
        await note();
        // What the browser may have kept of it is older.
        there.delete("a");
        queue.update(wanted(["a", "h"]));
        await note();
        window.fetch = original;
        return steps;
    """, None)
    brought = {key: f"brought {key}" for key in "abcde"}
    assert steps[0] == [["x default"], {"x": "asked for"}, 8], "what comes by itself does not take the others' places, and they wait for none"
    assert steps[1] == [["f default"], {**brought, "f": "asked for", "x": "asked for"}, 2]
    assert steps[2][0] == ["h default"] and steps[2][1]["h"] == "asked for" and "g" not in steps[2][1]
    assert steps[3][0] == ["a no-cache"]


# Ranges of values


def test_ranges_are_written_as_the_server_reads_them(evaluate):
    texts = ["0:3000", "-1.5:2e3", ".5:1.", "0:1e400", "-1e308:1e308", "1:1", "2:1", "nan:1", "0x1:2", " 1:2", "1:2:3", "", None]
    parsed = evaluate("value-range.js", "return argument.map((text) => module.parse(text));", texts)
    assert parsed == [[0, 3000], [-1.5, 2000], [0.5, 1]] + [None] * 10
    queries = evaluate("value-range.js", "return argument.map((range) => module.queryOf(range));",
                       [[0, 3000], [-1.5, 1e21], None])
    assert queries == ["?range=0:3000", "?range=-1.5:1e%2B21", ""]


def test_sliders_reach_over_all_values_in_steps_of_a_power_of_ten(evaluate):
    extents = evaluate("value-range.js", "return argument.map(([raster, chosen]) => module.extentOf(raster, chosen));", [
        [{"range": [0, 65535]}, None], [{"range": [0, 100], "values": [-20, 90]}, None],
        [{"range": [0, 100], "values": [-20, 90]}, [50, 300]],
    ])
    assert extents == [[0, 65535], [-20, 100], [-20, 300]]
    steps = evaluate("value-range.js", "return argument.map((extent) => module.stepOf(extent));",
                     [[0, 65535], [0, 255], [0, 1], [-0.5, 255], [-1e308, 7e307]])
    assert steps == pytest.approx([100, 1, 0.001, 0.1, 1e305])
    values = evaluate("value-range.js", "return argument.map(([value, step, extent]) => module.rounded(value, step, extent));",
                      [[149.9, 100, [0, 65535]], [65535, 100, [0, 65535]], [0.30000004, 0.1, [0, 1]]])
    assert values == [100, 65535, 0.3]


def test_a_queue_whose_tiles_have_other_addresses_starts_over(evaluate):
    asked, there = evaluate("request-queue.js", """
        const there = new Map();
        const asked = [];
        const decoding = [];
        let query = "?old";
        const original = window.fetch;
        window.fetch = async (url, { signal }) => {
            signal.throwIfAborted();
            asked.push(url);
            if (url === "refused?old") return new Response("", { status: 404 });
            if (url === "late?old") {
                await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
            }
            return new Response(url, { status: 200 });
        };
        const queue = new module.RequestQueue({
            url: ({ key }) => key + query,
            decode: async (blob) => {
                const text = await blob.text();
                // These are cancelled while they are decoded.
                if (text === "decoded?old" || text === "left?old") await new Promise((resolve) => decoding.push(resolve));
                return text;
            },
            has: (key) => there.get(key)?.endsWith(query), onTile: ({ key }, text) => there.set(key, text),
            onChange: () => {},
        });
        const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
        const update = (names) => queue.update(names.map((key) => ({ tile: { key }, priority: 0 })));
        update(["there", "late", "decoded", "left", "refused"]);
        while (asked.length < 5 || decoding.length < 2 || !queue.hasGivenUp("refused")) await rest();
        // A tile that has left the view.
        update(["there", "late", "decoded", "refused"]);
        query = "?new";
        queue.restart();
        for (const resolve of decoding) resolve();
        while (queue.inFlight.size > 0) await rest();
        await rest();
        window.fetch = original;
        return [asked.slice(5), Object.fromEntries(there)];
    """, None)
    names = ["there", "late", "decoded", "refused"]
    assert sorted(asked) == sorted(f"{name}?new" for name in names)
    assert there == {name: f"{name}?new" for name in names}


# Channels


def test_channels(evaluate):
    channels = [
        {"name": "DAPI", "color": "0000ff", "shown": True}, {"name": "FITC", "color": "00ff00", "shown": True},
        {"name": "1", "color": "ff0000", "shown": False, "opacity": 0.5},
    ]
    texts = [
        "", None, "dapi", "2:FF0000@0.25,DAPI", "1@0", "4", "0", "DAPI:nocolor", "1@2", "a\nb",
        "DAPI:Red,FITC:rebeccapurple@.5,3:#F80", "DAPI:", "DAPI:transparent", "DAPI:url(a)",
        "DAPI:currentcolor", "DAPI:CanvasText",
    ]
    shown = evaluate(
        "channels.js",
        "return argument[0].map((text) => module.parse(text, argument[1]))"
        ".map((choices) => choices && choices.map((each) => each.isShown ? [each.color, each.opacity] : null));",
        [texts, channels])
    assert shown == [
        None, None, [["0000ff", 1], None, None], [["0000ff", 1], ["ff0000", 0.25], None], [None, None, None],
        None, None, None, None, None, [["ff0000", 1], ["663399", 0.5], ["ff8800", 1]], None, None, None,
        None, None,
    ]
    written = evaluate(
        "channels.js",
        "return argument[0].map((text) => module.textOf(module.parse(text, argument[1]), argument[1]))"
        ".concat(module.textOf(module.initial(argument[1]), argument[1]));",
        [["1,2", "FITC", "3:00f000", "2@0.5", "1@0"], channels])
    assert written == ["", "2:00ff00", "3:00f000", "2:00ff00@0.5", "1@0", ""]
    many = [{"name": f"c{number}", "color": "ffffff", "shown": False} for number in range(20)]
    refused = evaluate(
        "channels.js", "return module.parse(argument[0].join(), argument[1]);", [[each["name"] for each in many[:17]], many])
    assert refused is None
