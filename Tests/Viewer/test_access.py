"""Private contents, by tokens and by expiring addresses, also in the viewer; and limits for clients' requests."""

import json
import os
import pathlib
import re
import signal
import subprocess
import urllib.error
import urllib.request

import pytest

import viewer as viewing
from test_served_archives import get, serving, status, tilework

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"
TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def private(tmp_path):
    access = tmp_path / "access.json"
    access.write_text(json.dumps({
        "private": ["floor-plan"], "tokens": {TOKEN: ["floor-plan"]},
        "key": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}))
    with serving("--access", access, SAMPLES) as url:
        viewing.Server(url + "/").await_contents()
        yield url, access


def signed(url, access, *options):
    return tilework("sign", "floor-plan", "--access", access, "--at", url, *options).stdout.strip()


def test_the_viewer_shows_what_is_private_to_whoever_has_its_address(private, browser):
    url, access = private
    assert status(f"{url}/view/floor-plan") == 404
    for base in (signed(url, access), f"{url}/~{TOKEN}/"):
        context = browser.new_context(viewport={"width": 900, "height": 700})
        context.set_default_timeout(viewing.TIMEOUT)
        page = context.new_page()
        refused = []
        page.on("response", lambda response: refused.append(response.url) if response.status >= 400 else None)
        viewer = viewing.Viewer(page, viewing.Server(base)).open("floor-plan")
        viewer.settled()
        # Sessions use the same prefix.
        viewing.until(page, "tilework.state().session.isOpen")
        assert len({tuple(color) for color in viewer.picture().reshape(-1, 3)[::97]}) > 3
        assert refused == []
        # The gallery lists the content here, and nowhere else.
        assert "floor-plan" in json.dumps(json.loads(get(base + "contents.json")[0]))
        context.close()
    assert "floor-plan" not in get(f"{url}/contents.json")[0].decode()


def test_addresses_in_answers_hold_for_other_viewers(private):
    url, access = private
    base = signed(url, access, "--for", "1h")
    template = json.loads(get(base + "tiles/floor-plan.json")[0])["tiles"][0]
    tile, headers = get(template.format(z=1, x=0, y=0))
    assert tile.startswith(b"\x89PNG") and headers["Cache-Control"].startswith("private")
    # Requested twice, so that the fast path sends the second answer.
    assert get(template.format(z=1, x=0, y=0))[0] == tile
    info = json.loads(get(base + "iiif/3/floor-plan/info.json")[0])
    assert info["id"].startswith(base)
    assert get(f"{info['id']}/full/200,/0/default.png")[0].startswith(b"\x89PNG")
    request = urllib.request.Request(f"{url}/tiles/floor-plan/1/0/0.png", headers={"Authorization": f"Bearer {TOKEN}"})
    assert urllib.request.urlopen(request).read() == tile
    assert status(f"{url}/tiles/floor-plan/1/0/0.png") == 404


def test_a_hangup_has_the_file_read_again_and_a_broken_one_changes_nothing(tmp_path):
    access = tmp_path / "access.json"
    access.write_text('{"private": ["floor-plan"]}')
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--access", access, SAMPLES / "floor-plan.svg"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        url = viewing.listening(process).rstrip("/")
        viewing.Server(url + "/").await_contents()
        assert status(f"{url}/tiles/floor-plan.json") == 404
        access.write_text("{")
        process.send_signal(signal.SIGHUP)
        assert "invalid JSON in line 1, column 2: unexpected end of file" in process.stderr.readline()
        assert status(f"{url}/tiles/floor-plan.json") == 404
        access.write_text("{}")
        process.send_signal(signal.SIGHUP)
        assert "read again" in process.stderr.readline()
        assert status(f"{url}/tiles/floor-plan.json") == 200
    finally:
        process.terminate()
        process.wait()


def answers(url, count, **headers):
    found = []
    for _ in range(count):
        try:
            found.append(urllib.request.urlopen(urllib.request.Request(url, headers=headers)).status)
        except urllib.error.HTTPError as error:
            found.append(error.code)
            assert error.code != 429 or int(error.headers["Retry-After"]) >= 1
    return found


def test_who_asks_too_often_is_told_when_to_ask_again_and_others_are_not(tmp_path):
    # A rate so low that no token is added while the test runs.
    limits = ["--rate-limit", "0.001", "--rate-burst", "20", "--trusted-proxy", "127.0.0.1"]
    with serving(*limits, SAMPLES / "floor-plan.svg") as url:
        tile = f"{url}/tiles/floor-plan/0/0/0.png"
        # Requests of one client that the proxy names: cached tiles cost the same as others.
        found = answers(tile, 30, **{"X-Forwarded-For": "203.0.113.1"})
        assert found.count(200) == 20 and found.count(429) == 10
        assert answers(tile, 3, **{"X-Forwarded-For": "203.0.113.1"}) == [429] * 3
        assert answers(tile, 3, **{"X-Forwarded-For": "203.0.113.2"}) == [200] * 3
        # Addresses that a client adds before its proxy's may be invented.
        assert answers(tile, 1, **{"X-Forwarded-For": "203.0.113.9, 203.0.113.1"}) == [429]
        assert answers(f"{url}/healthz", 30) == [200] * 30


@pytest.mark.parametrize("arguments, words", [
    (["--rate-limit", "0"], "invalid rate limit 0: use a finite number above 0"),
    (["--rate-burst", "5"], "a rate burst needs a rate limit"),
    (["--trusted-proxy", "somewhere"], "use an address such as 10.1.2.3"),
    (["--base-path", "maps"], "invalid base path “maps”: use a path such as /maps"),
    (["--access", "nothing.json"], "nothing.json: no such file"),
])
def test_what_can_not_be_is_said(tmp_path, arguments, words):
    done = tilework("serve", "--port", "0", *arguments, SAMPLES / "floor-plan.svg", check=False, cwd=tmp_path)
    assert done.returncode in (64, 65, 66) and words in done.stderr


def test_signing_says_what_is_missing(tmp_path):
    (tmp_path / "access.json").write_text("{}")
    done = tilework("sign", "plan", "--access", "access.json", check=False, cwd=tmp_path)
    assert done.returncode == 65 and "the file has no “key”" in done.stderr
    done = tilework("sign", "plan", "--access", "access.json", "--for", "a day", check=False, cwd=tmp_path)
    assert done.returncode == 64 and "12h" in done.stderr


def test_a_folder_of_the_site_is_before_all_addresses(browser):
    with serving("--base-path", "/maps", SAMPLES / "floor-plan.svg") as url:
        viewing.Server(url + "/").await_contents()
        context = browser.new_context(viewport={"width": 900, "height": 700})
        context.set_default_timeout(viewing.TIMEOUT)
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{url}/maps/")
        page.click("a[href*='view/floor-plan']")
        viewing.until(page, "window.tilework !== undefined")
        viewing.until(page, "tilework.state().session.isOpen")
        page.evaluate("tilework.settled()")
        assert all(re.match(rf"{url}/maps/", address) for address in asked)
        context.close()
