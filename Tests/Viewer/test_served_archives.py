"""Archives as content: from this machine's disks, from an S3 bucket (moto), over HTTP (nginx)."""

import contextlib
import io
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.error
import urllib.request

import numpy
import PIL.Image
import pytest
from moto.server import DomainDispatcherApplication, create_backend_app
from pmtiles.reader import MmapSource, Reader, all_tiles
from werkzeug.serving import make_server

from viewer import listening

# The seconds until a missing event fails the test. A slow machine must not fail it earlier.
PATIENCE = 60
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"
NGINX = "/usr/sbin/nginx"


def tilework(*arguments, check=True, **options):
    return subprocess.run(
        [os.environ["TILEWORK_BIN"], *map(str, arguments)], check=check, capture_output=True, text=True, **options)


@contextlib.contextmanager
def serving(*paths, environment=None):
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", *map(str, paths)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    try:
        url = listening(process)
        assert url is not None, process.stderr.read()
        yield url.rstrip("/")
        assert process.poll() is None, "the server ended"
    finally:
        process.terminate()
        process.wait()


def get(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        return answer.read(), answer.headers


def status(url):
    try:
        return urllib.request.urlopen(url).status
    except urllib.error.HTTPError as error:
        return error.code


def pixels(data):
    return numpy.asarray(PIL.Image.open(io.BytesIO(data)).convert("RGBA")).astype(int)


def tiles_of(archive):
    with open(archive, "rb") as file:
        return dict(all_tiles(MmapSource(file)))


# MARK: Archives on this machine


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """One image in all kinds of archives, and the same written by other programs."""
    folder = tmp_path_factory.mktemp("archives")
    for name, options in [
        ("a.pmtiles", []), ("b.mbtiles", []), ("c.dzi", []), ("d", []), ("e", ["--layout", "zoomify"]),
    ]:
        tilework("build", SAMPLES / "relief.jpg", "-o", folder / name, "--format", "png", "-q", *options)
    vips = ["vips", "dzsave", SAMPLES / "relief.jpg"]
    subprocess.run([*vips, folder / "lapped", "--suffix", ".png"], check=True, capture_output=True)
    subprocess.run([*vips, folder / "google", "--layout", "google", "--suffix", ".png"], check=True, capture_output=True)
    return folder


def test_every_kind_is_served_alike(archives):
    with serving(archives, SAMPLES / "relief.jpg") as url:
        contents = json.loads(get(f"{url}/contents.json")[0])
        while contents["opening"]:
            contents = json.loads(get(f"{url}/contents.json")[0])
        kinds = {content["id"]: content["kind"] for content in contents["contents"]}
        assert kinds == {
            "a": "pmtiles", "b": "mbtiles", "c": "dzi", "d": "xyz", "e": "zoomify", "lapped": "dzi", "google": "xyz",
            "relief": "jpeg"}
        description = json.loads(get(f"{url}/tiles/relief.json")[0])
        deepest = description["maxzoom"]
        width, height = description["tilework"]["width"], description["tilework"]["height"]
        for level, column, row in [(deepest, 1, 1), (deepest - 1, 0, 0), (2, 1, 1)]:
            drawn = pixels(get(f"{url}/tiles/relief/{level}/{column}/{row}.png")[0])
            for name in "abcde":
                tile = pixels(get(f"{url}/tiles/{name}/{level}/{column}/{row}.png")[0])
                assert numpy.array_equal(tile, drawn), (name, level)
                webp, headers = get(f"{url}/tiles/{name}/{level}/{column}/{row}.webp")
                assert headers["content-type"] == "image/webp" and webp[:4] == b"RIFF"
                assert "immutable" not in headers["cache-control"] and headers["etag"]
        # libvips cuts its Deep Zoom differently, so a region is compared.
        region = f"region=100,100,300,200&scale=1&format=png"
        for name in ["lapped", "google", "a"]:
            assert json.loads(get(f"{url}/tiles/{name}.json")[0])["tilework"]["width"] >= width
        assert status(f"{url}/tiles/a/{deepest + 1}/0/0.png") == 404
        assert get(f"{url}/dzi/c.dzi")[0].count(b"<Image") == 1 and height > 0


def test_stored_tiles_are_handed_on_as_they_are(archives):
    stored = tiles_of(archives / "a.pmtiles")
    with serving(archives / "a.pmtiles") as url:
        for (level, column, row), tile in stored.items():
            assert get(f"{url}/tiles/a/{level}/{column}/{row}.png")[0] == tile
        metrics = get(f"{url}/metrics")[0].decode()
        assert f"tilework_tiles_stored_total {len(stored)}" in metrics
        assert "tilework_tiles_encoded_total 0" in metrics


def test_an_archive_is_copied_or_read_in_parts(archives, tmp_path):
    stored = tiles_of(archives / "a.pmtiles")
    whole = (archives / "a.pmtiles").read_bytes()
    with serving(archives / "a.pmtiles") as url:
        def part(offset, length):
            data, headers = get(f"{url}/archive/a", Range=f"bytes={offset}-{offset + length - 1}")
            assert headers["content-range"] == f"bytes {offset}-{offset + len(data) - 1}/{len(whole)}"
            return data

        reader = Reader(part)
        for (level, column, row), tile in stored.items():
            assert reader.get(level, column, row) == tile
        # An interrupted copy continues.
        copy = tmp_path / "a.pmtiles"
        copy.write_bytes(whole[:1000])
        subprocess.run(["curl", "--fail", "--silent", "-C", "-", "-o", copy, f"{url}/archive/a"], check=True)
        assert copy.read_bytes() == whole
        # The largest number.
        assert get(f"{url}/archive/a", Range=f"bytes=0-{2**63 - 1}")[0] == whole


def test_what_others_overlap_is_cut(archives):
    with serving(archives / "lapped.dzi") as url:
        description = json.loads(get(f"{url}/tiles/lapped.json")[0])
        level, side = description["maxzoom"], description["tilework"]["tileSize"]
        image = numpy.asarray(PIL.Image.open(SAMPLES / "relief.jpg").convert("RGB")).astype(int)
        for column, row in [(0, 0), (1, 1), (2, 0)]:
            tile = pixels(get(f"{url}/tiles/lapped/{level}/{column}/{row}.png")[0])[:, :, :3]
            expected = image[row * side:(row + 1) * side, column * side:(column + 1) * side]
            difference = numpy.abs(tile[:expected.shape[0], :expected.shape[1]] - expected)
            assert difference.mean() < 2, (column, row)


def test_a_map_begins_where_it_is_and_shows_levels_that_it_lacks(tmp_path, archives, open_page):
    # A map of a town: levels of one region, by other programs' rules.
    path = tmp_path / "town.mbtiles"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE metadata (name text, value text);
        CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
        CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row);
    """)
    database.executemany("INSERT INTO metadata VALUES (?, ?)", [
        ("name", "Town"), ("format", "png"), ("bounds", "13.35,52.48,13.45,52.54"), ("minzoom", "14"), ("maxzoom", "15")])
    for level in (14, 15):
        first_column, first_row = int((13.35 + 180) / 360 * 2 ** level), {14: 5370, 15: 10740}[level]
        count = {14: 6, 15: 12}[level]
        for column in range(first_column, first_column + count):
            for row in range(first_row, first_row + count):
                data = io.BytesIO()
                PIL.Image.new("RGB", (256, 256), (200, 40 + column % 2 * 100, 40 + row % 2 * 100)).save(data, "PNG")
                database.execute(
                    "INSERT INTO tiles VALUES (?, ?, ?, ?)", (level, column, 2 ** level - 1 - row, data.getvalue()))
    database.commit()
    database.close()
    with serving(path) as url:
        description = json.loads(get(f"{url}/tiles/town.json")[0])
        west, south, east, north = description["bounds"]
        assert abs(west - 13.35) < 1e-3 and abs(north - 52.54) < 1e-3 and east > west and north > south
        page = open_page().page
        page.goto(f"{url}/view/town")
        page.wait_for_function("document.querySelector('#picture') !== null")
        page.wait_for_timeout(1500)
        shown = pixels(page.screenshot())
        reddish = (shown[:, :, 0] > 150) & (shown[:, :, 2] < 160)
        assert reddish[100:600, 300:700].mean() > 0.5, "the town is not in the middle"
        # No tiles are stored at shallow levels: the server makes them from deeper tiles, after a while.
        while True:
            data, headers = get(f"{url}/tiles/town/9/275/167.png")
            if headers["cache-control"] != "no-store":
                break
            # An answer does not tell when the tile will have been made.
            time.sleep(0.01)
        assert pixels(data)[:, :, 3].max() == 255


# MARK: Archives in a bucket


class Unsteady:
    """Fails every third request on demand."""

    def __init__(self, application):
        self.application, self.count, self.fails, self.log = application, 0, False, []
        self.logged = threading.Condition()

    def __call__(self, environment, start):
        self.count += 1
        with self.logged:
            self.log.append(f"{environment['REQUEST_METHOD']} {environment['PATH_INFO']}?{environment['QUERY_STRING']}")
            self.logged.notify_all()
        if self.fails and self.count % 3 == 0:
            start("503 Slow Down", [("Content-Length", "0")])
            return [b""]
        return self.application(environment, start)


@pytest.fixture(scope="module")
def bucket(tmp_path_factory):
    application = Unsteady(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, application, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}", "AWS_ACCESS_KEY_ID": "me",
        "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
    get_ = urllib.request.Request(f"{environment['AWS_ENDPOINT_URL']}/maps", method="PUT")
    urllib.request.urlopen(get_)
    folder = tmp_path_factory.mktemp("working")
    yield application, environment, folder
    server.shutdown()


def test_an_archive_is_built_into_a_bucket_and_served_from_it(bucket):
    application, environment, folder = bucket
    run = dict(env={**os.environ, **environment}, cwd=folder)
    tilework("build", SAMPLES / "relief.jpg", "-o", "s3://maps/a/relief.pmtiles", "-q", **run)
    tilework("build", SAMPLES / "relief.jpg", "-o", folder / "local.pmtiles", "-q", **run)
    assert list(folder.glob(".*")) == [], "what was made on the way is gone"
    again = tilework("build", SAMPLES / "relief.jpg", "-o", "s3://maps/a/relief.pmtiles", check=False, **run)
    assert again.returncode == 73 and "already exists" in again.stderr
    tilework("build", SAMPLES / "relief.jpg", "-o", "s3://maps/a/relief.pmtiles", "-q", "--force", **run)
    assert tilework("verify", "s3://maps/a/relief.pmtiles", **run).stdout
    missing = tilework("verify", "s3://maps/none.pmtiles", check=False, **run)
    assert missing.returncode == 66 and "no such file" in missing.stderr
    nowhere = tilework("build", SAMPLES / "relief.jpg", "-o", "s3://none/x.pmtiles", check=False, **run)
    assert nowhere.returncode == 69 and "no such bucket" in nowhere.stderr
    stored = tiles_of(folder / "local.pmtiles")
    application.fails = True
    try:
        with serving("s3://maps/a/relief.pmtiles", environment=environment) as url:
            before = application.count
            for (level, column, row), tile in stored.items():
                assert get(f"{url}/tiles/relief/{level}/{column}/{row}.png")[0] == tile
            assert application.count > before
    finally:
        application.fails = False


def test_a_bucket_that_fails_every_third_time_gets_the_whole_archive(bucket):
    application, environment, folder = bucket
    run = dict(env={**os.environ, **environment}, cwd=folder)
    # More than one part of 16 MiB.
    options = ["--scale", "8", "--tile-size", "512"]
    local = folder / "large.pmtiles"
    noise = folder / "noise.png"
    PIL.Image.fromarray(
        numpy.random.default_rng(5).integers(0, 255, (2600, 2600, 3), dtype=numpy.uint8)).save(noise, compress_level=1)
    tilework("build", noise, "-o", local, "-q", **run)
    assert local.stat().st_size > 20 << 20 and options
    application.fails = True
    try:
        tilework("build", noise, "-o", "s3://maps/large.pmtiles", "-q", **run)
    finally:
        application.fails = False
    assert get(f"{environment['AWS_ENDPOINT_URL']}/maps/large.pmtiles")[0] == local.read_bytes()
    assert [entry for entry in application.log if "partNumber=2" in entry]


def test_an_upload_that_was_killed_goes_on(bucket):
    application, environment, folder = bucket
    run = dict(env={**os.environ, **environment}, cwd=folder)
    noise = folder / "noise.png"
    start = len(application.log)
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "build", noise, "-o", "s3://maps/killed.pmtiles", "-q"], **run)
    with application.logged:
        assert application.logged.wait_for(
            lambda: any("killed" in entry and "partNumber" in entry for entry in application.log[start:]), PATIENCE)
    assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert status(f"{environment['AWS_ENDPOINT_URL']}/maps/killed.pmtiles") == 404, "nobody sees half an archive"
    second = tilework("build", noise, "-o", "s3://maps/killed.pmtiles", **run)
    assert "tiles" not in second.stdout, "it was made before"
    assert get(f"{environment['AWS_ENDPOINT_URL']}/maps/killed.pmtiles")[0] == (folder / "large.pmtiles").read_bytes()
    assert list(folder.glob(".*")) == []


def test_images_in_a_bucket_are_read_in_parts_or_copied(bucket, tmp_path):
    application, environment, folder = bucket
    run = dict(env={**os.environ, **environment}, cwd=folder)
    pyramid, photo = tmp_path / "scan.tif", SAMPLES / "relief.jpg"
    subprocess.run(
        ["vips", "tiffsave", photo, pyramid, "--tile", "--tile-width", "128", "--tile-height", "128", "--pyramid",
         "--compression", "deflate"], check=True, capture_output=True)
    for file in (pyramid, photo):
        request = urllib.request.Request(
            f"{environment['AWS_ENDPOINT_URL']}/maps/images/{file.name}", data=file.read_bytes(), method="PUT",
            headers={"Content-Type": "application/octet-stream"})
        urllib.request.urlopen(request).close()
    described = tilework("info", "s3://maps/images/scan.tif", **run).stdout
    assert "fetched in parts" in described
    missing = tilework("info", "s3://maps/images/none.tif", check=False, **run)
    assert missing.returncode == 66 and "not found; check the name" in missing.stderr
    with serving(pyramid, photo) as url:
        names = [("scan", 0, 0, 0), ("scan", 2, 1, 1), ("relief", 2, 2, 1)]
        right = {name: get(f"{url}/tiles/{name[0]}/{'/'.join(map(str, name[1:]))}.png")[0] for name in names}
    application.fails = True
    start = len(application.log)
    environment = {**environment, "TILEWORK_CACHE_DIR": str(tmp_path / "cache")}
    try:
        with serving("s3://maps/images/scan.tif", "s3://maps/images/relief.jpg", environment=environment) as url:
            contents = json.loads(get(f"{url}/contents.json")[0])
            while contents["opening"]:
                contents = json.loads(get(f"{url}/contents.json")[0])
            for name, tile in right.items():
                place = "/".join(map(str, name[1:]))
                assert get(f"{url}/tiles/{name[0]}/{place}.png")[0] == tile
    finally:
        application.fails = False
    requests = application.log[start:]
    assert all("/maps/images/" in entry and entry.startswith(("GET", "HEAD")) for entry in requests)
    refused = tilework(
        "info", "s3://maps/images/scan.tif", check=False, cwd=folder,
        env={**os.environ, **environment, "AWS_ENDPOINT_URL": "http://127.0.0.1:9"})
    assert refused.returncode == 69


# MARK: Archives over HTTP


@pytest.fixture
def web(tmp_path):
    """nginx, serving a folder."""
    root = tmp_path / "root"
    root.mkdir()
    # nginx takes over a socket that listens already, as it does when it replaces itself. Connections wait until it accepts them.
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    (tmp_path / "nginx.conf").write_text(f"""
        {"user root;" if os.geteuid() == 0 else ""}
        daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log;
        events {{ worker_connections 64; }}
        http {{
            access_log {tmp_path}/access.log; client_body_temp_path {tmp_path}/b; proxy_temp_path {tmp_path}/p;
            fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;
            server {{ listen 127.0.0.1:{port}; root {root}; }}
        }}""")
    process = subprocess.Popen(
        [NGINX, "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error.log"], pass_fds=[listener.fileno()],
        env={**os.environ, "NGINX": f"{listener.fileno()};"})
    listener.close()
    yield f"http://127.0.0.1:{port}", root, process
    process.terminate()
    process.wait()


def test_an_archive_that_is_replaced_is_never_mixed_with_the_old_one(tmp_path, web):
    url, root, nginx = web
    for name, color in [("one", (250, 0, 0)), ("two", (0, 0, 250))]:
        noise = numpy.random.default_rng(7).integers(0, 40, (1500, 1500, 3), dtype=numpy.uint8)
        PIL.Image.fromarray(numpy.clip(noise + numpy.uint8(color) // 2, 0, 255).astype(numpy.uint8)).save(
            tmp_path / f"{name}.png", compress_level=1)
        tilework("build", tmp_path / f"{name}.png", "-o", tmp_path / f"{name}.pmtiles", "-q")
    old, new = tiles_of(tmp_path / "one.pmtiles"), tiles_of(tmp_path / "two.pmtiles")
    shutil.copy(tmp_path / "one.pmtiles", root / "plan.pmtiles")
    with serving(f"{url}/plan.pmtiles") as served:
        places = sorted(old)
        for place in places[:10]:
            assert get(f"{served}/tiles/plan/{place[0]}/{place[1]}/{place[2]}.png")[0] == old[place]
        shutil.copy(tmp_path / "two.pmtiles", root / "new")
        os.rename(root / "new", root / "plan.pmtiles")
        for place in reversed(places):
            tile, headers = get(f"{served}/tiles/plan/{place[0]}/{place[1]}/{place[2]}.png")
            assert tile == new[place], place
            assert "no-cache" in headers["cache-control"], "a viewer asks whether it is still the same"
        # The server is gone: known tiles are shown, and the others soon fail with a reason.
        nginx.terminate()
        nginx.wait()
        assert get(f"{served}/tiles/plan/0/0/0.png")[0] == new[(0, 0, 0)]
        begin = time.monotonic()
        assert status(f"{served}/tiles/plan/{places[-1][0]}/0/0.webp") in (200, 503)
        assert time.monotonic() - begin < 30


def test_a_server_that_is_not_there_at_first_is_asked_again(tmp_path, web):
    url, root, _ = web
    tilework("build", SAMPLES / "relief.jpg", "-o", root / "late.pmtiles", "-q")
    gone = "http://127.0.0.1:9/none.pmtiles"
    with serving(f"{url}/late.pmtiles", gone) as served:
        assert get(f"{served}/tiles/late/0/0/0.png")[0]
        assert status(f"{served}/tiles/none/0/0/0.png") == 503
    # A single unreadable archive leaves nothing to serve.
    result = tilework("serve", "--port", "0", gone, check=False)
    assert result.returncode == 69 and "unreachable" in result.stderr
