"""HTTP/2 with clients that open small windows, or none, based on hyper-h2."""

import json
import pathlib

import h2.settings
import pytest

from http2_peer import Line
from test_http2 import curl
from test_served_archives import serving
from test_tls import make

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"
STREAM_WINDOW = h2.settings.SettingCodes.INITIAL_WINDOW_SIZE
TABLE = h2.settings.SettingCodes.HEADER_TABLE_SIZE
# A file of one or two megabytes.
LARGE = "/iiif/3/relief/full/1200,/0/default.png"
TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    folder = tmp_path_factory.mktemp("http2")
    certificate, key = make(folder, "server")
    access = folder / "access.json"
    access.write_text(json.dumps({"private": ["floor-plan"], "tokens": {TOKEN: ["floor-plan"]}}))
    with serving("--tls-certificate", certificate, "--tls-key", key, "--access", access, SAMPLES) as url:
        tiles = {}
        for _ in range(2):
            for place in ("0/0/0", "1/0/0", "1/1/0", "2/0/0", "2/1/0", "2/1/1"):
                path = f"/tiles/relief/{place}.jpg"
                tiles[path] = curl(certificate, "--http1.1", "--fail", "--retry", "20", url + path)
        yield certificate, url, tiles


def test_tiles_come_whole_through_windows_of_any_size(secure):
    certificate, url, tiles = secure
    for window, more in ((100, 0), (16_384, 0), (65_535, 0), (1 << 20, 1 << 20)):
        line = Line(url, certificate, {STREAM_WINDOW: window}, more)
        streams = {line.ask(path): path for path in list(tiles) * 5}
        for stream, path in streams.items():
            assert line.answer(stream) == (200, tiles[path])
        line.close()


def test_large_answers_and_tiles_share_a_connections_window(secure):
    certificate, url, tiles = secure
    body = curl(certificate, "--http1.1", url + LARGE)
    assert len(body) > 1 << 20
    for window in (0, 1000, 1 << 19):
        line = Line(url, certificate, {STREAM_WINDOW: 1 << 24}, window)
        streams = {}
        # Tiles are requested between the parts of the large answer.
        whole = line.ask(LARGE)
        while whole not in line.ended:
            assert line.receive()
            line.give_back()
            if len(streams) < 60:
                path = list(tiles)[len(streams) % len(tiles)]
                streams[line.ask(path)] = path
        assert line.answer(whole) == (200, body)
        for stream, path in streams.items():
            assert line.answer(stream) == (200, tiles[path])
        line.close()


def test_the_last_byte_that_a_client_allows_for_is_sent(secure):
    certificate, url, tiles = secure
    for window in (0, 1, 2, 70_000):
        line = Line(url, certificate, {STREAM_WINDOW: 1 << 24}, window)
        stream = line.ask(LARGE)
        line.until(lambda: len(line.bodies.get(stream, b"")) == 65_535 + window, gives_back=False)
        line.open(3)
        line.until(lambda: len(line.bodies[stream]) == 65_535 + window + 3, gives_back=False)
        line.close()


def test_tables_of_header_fields_may_be_of_any_size_and_change(secure):
    certificate, url, tiles = secure
    line = Line(url, certificate, {TABLE: 0}, 1 << 20)
    path, body = next(iter(tiles.items()))
    for size in (0, 65_536, 100, 4096):
        line.state.update_settings({TABLE: size})
        line.flush()
        for _ in range(3):
            assert line.answer(line.ask(path)) == (200, body)
            assert line.answer(line.ask("/healthz")) == (200, b"ok\n")
            assert line.answer(line.ask("/nothing", x_long="x" * 200))[0] == 404
    line.close()


def test_what_is_no_plain_request_for_a_tile_is_answered_as_ever(secure):
    certificate, url, tiles = secure
    line = Line(url, certificate, window=1 << 20)
    path, body = next(iter(tiles.items()))
    status, whole = line.answer(line.ask(path, method="HEAD"))
    assert (status, whole) == (200, b"")
    stream = line.ask(path)
    line.answer(stream)
    tag = line.heads[stream]["etag"]
    assert line.answer(line.ask(path, if_none_match=tag)) == (304, b"")
    assert line.answer(line.ask(path, if_none_match='"other"')) == (200, body)
    assert line.answer(line.ask(path, method="POST", body=b"x" * 16_000))[0] == 405
    private = "/tiles/floor-plan/1/0/0.png"
    for _ in range(2):
        assert line.answer(line.ask(private))[0] == 404
        status, tile = line.answer(line.ask(private, authorization=f"Bearer {TOKEN}"))
        assert status == 200 and tile.startswith(b"\x89PNG")
        assert line.answer(line.ask(f"/~{TOKEN}{private}")) == (200, tile)
    # A swipe's worth of cancelled requests.
    for _ in range(300):
        stream = line.ask(path)
        if stream not in line.ended:
            line.state.reset_stream(stream)
            line.flush()
    assert line.answer(line.ask(path)) == (200, body)
    line.close()


def test_a_client_that_opens_no_window_is_let_go(secure):
    certificate, url, tiles = secure
    line = Line(url, certificate, {STREAM_WINDOW: 0})
    for path in tiles:
        line.ask(path)
    while line.receive():
        pass
    assert not line.ended and not line.bodies
    # Other clients were served all the time, and still are.
    assert curl(certificate, "--http2", url + next(iter(tiles))) == next(iter(tiles.values()))


@pytest.mark.parametrize("code, frames", [
    # A window update of zero, and one beyond the limit; invalid settings; a request from the server's side; a stream that was
    # never opened; a frame that is too long; another frame between the parts of a head; invalid fields; a request on a stream
    # that was answered.
    (1, ["00000408 00 00000000 00000000"]), (3, ["00000408 00 00000000 7fffffff"]), (6, ["00000104 00 00000000 00"]),
    (1, ["00000001 05 00000002"]), (1, ["00000408 00 00000063 00000001"]), (6, ["00400106 00 00000000" + "00" * 0x4001]),
    (1, ["00000001 00 00000063", "00000000 00 00000063"]), (9, ["00000101 05 00000063 ff"]), (5, ["00000001 05 00000001"]),
])
def test_who_breaks_the_rules_is_told_and_let_go(secure, code, frames):
    certificate, url, tiles = secure
    line = Line(url, certificate, window=1 << 20)
    path, body = next(iter(tiles.items()))
    assert line.answer(line.ask(path)) == (200, body)
    for frame in frames:
        line.line.sendall(bytes.fromhex(frame))
    while line.receive():
        pass
    assert line.goodbye == code
