"""Damaged files: the reports of the damage, where and how often, and the part that is still shown."""

import contextlib
import json
import os
import re
import subprocess

import numpy as np
import pytest
from PIL import Image

import viewer as viewing
from test_served_archives import get, status, tilework

WIDTH, HEIGHT = 1200, 900


def picture():
    """Noise over a gradient: all rows take about the same number of bytes."""
    noise = np.random.default_rng(1).integers(0, 60, (HEIGHT, WIDTH, 3))
    ramp = np.linspace(40, 190, WIDTH)[None, :, None]
    return Image.fromarray((ramp + noise).astype(np.uint8))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Writes `cut.jpg`, which has 60% of its data; `broken.tif`, which can't be decoded; and `sound.jpg`."""
    folder = tmp_path_factory.mktemp("damaged")
    image = picture()
    image.save(folder / "sound.jpg", quality=90)
    data = (folder / "sound.jpg").read_bytes()
    (folder / "cut.jpg").write_bytes(data[: len(data) * 6 // 10])
    # The directory is valid, but the data that it refers to is not.
    image.save(folder / "broken.tif", compression="tiff_deflate")
    with Image.open(folder / "broken.tif") as tiff:
        places = list(zip(tiff.tag_v2[273], tiff.tag_v2[279]))
    data = bytearray((folder / "broken.tif").read_bytes())
    for start, count in places:
        data[start : start + count] = bytes(count)
    (folder / "broken.tif").write_bytes(data)
    return folder


@contextlib.contextmanager
def logging(folder, log, *flags):
    """A server that logs to a file."""
    with open(log, "w") as errors:
        process = subprocess.Popen(
            [os.environ["TILEWORK_BIN"], "serve", "--port", "0", *flags, str(folder)], stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            url = viewing.listening(process)
            assert url is not None, log.read_text()
            server = viewing.Server(url)
            server.await_contents()
            yield server
            assert process.poll() is None, log.read_text()
        finally:
            process.terminate()
            process.wait()


@pytest.fixture(scope="module")
def damaged(files, tmp_path_factory):
    log = tmp_path_factory.mktemp("log") / "log.txt"
    with logging(files, log) as server:
        yield server, log


@pytest.fixture
def page_of(damaged, browser):
    context = browser.new_context(viewport={"width": 1000, "height": 760})
    context.set_default_timeout(viewing.TIMEOUT)
    yield viewing.Viewer(context.new_page(), damaged[0])
    context.close()


def keep(viewer, pictures, name):
    viewer.page.screenshot(path=pictures / f"{name}.png")


def test_check_and_info_name_a_file_that_ends_early(files):
    done = tilework("serve", "--check", files / "cut.jpg", files / "sound.jpg", check=False)
    assert done.returncode == 65
    assert "cut.jpg: The file ends early: about 4" in done.stderr and "% of the picture is missing" in done.stderr
    assert done.stdout.strip().endswith("2 of 2 files can be served; 1 damaged")
    assert tilework("serve", "--check", files / "sound.jpg", check=False).returncode == 0
    assert "note: The file ends early: about 4" in tilework("info", files / "cut.jpg").stdout


def test_what_is_there_of_a_photograph_is_shown_with_a_sentence_about_the_rest(page_of, pictures):
    viewer = page_of.open("cut")
    state = viewer.settled()
    notice = viewer.page.locator("#notice")
    notice.wait_for()
    assert notice.text_content().strip().startswith("The file ends early: about 4")
    keep(viewer, pictures, "damaged-photograph")
    left, top, right, bottom = viewer.content_box(state, inset=4)
    shown = viewer.picture()[top:bottom, left:right]
    height = bottom - top
    assert shown[: height // 2].std() > 10, "the upper half is a picture"
    assert (shown[-height // 4 :] == 255).all(), "the last quarter is paper"
    # Screen readers announce it, too.
    assert "The file ends early" in viewer.page.locator("#status").text_content()


def test_where_nothing_can_be_shown_the_server_s_sentence_stands_in_the_middle(page_of, damaged, pictures):
    _, log = damaged
    viewer = page_of.open("broken")
    notice = viewer.page.locator("#notice")
    notice.wait_for()
    viewing.until(viewer.page, "document.getElementById('notice').dataset.kind === 'failed'")
    assert notice.text_content().strip() == "“broken” can't be shown: its file is damaged."
    keep(viewer, pictures, "nothing-shown")
    box = notice.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - 500) < 2 and 250 < box["y"] < 450
    # More tiles fail after zooming in, but the log still has one line.
    viewer.show(scale=4)
    viewer.settled()
    lines = [line for line in log.read_text().splitlines() if "“broken”" in line]
    assert len(lines) == 1 and "broken.tif: damaged: " in lines[0], log.read_text()


def test_damage_that_is_found_when_tiles_are_drawn_is_shown_and_logged_once(tmp_path, browser, pictures):
    image = picture()
    image.save(tmp_path / "flipped.png")
    data = bytearray((tmp_path / "flipped.png").read_bytes())
    # The file has its whole length, so that only decoding shows the damage.
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "flipped.png").write_bytes(data)
    image.save(tmp_path / "cut.jpg", quality=90)
    data = (tmp_path / "cut.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(data[: len(data) // 2])
    log = tmp_path / "log.txt"
    with logging(tmp_path, log) as server:
        context = browser.new_context(viewport={"width": 1000, "height": 760})
        context.set_default_timeout(viewing.TIMEOUT)
        viewer = viewing.Viewer(context.new_page(), server).open("flipped")
        sentence = "A part of the file is damaged and shown empty."
        viewing.until(viewer.page, f"document.getElementById('notice').textContent.trim() === {json.dumps(sentence)}")
        keep(viewer, pictures, "damage-found-late")
        # A viewer that opens now has the sentence from the start.
        description = json.loads(get(f"{server.url}tiles/flipped.json")[0])
        assert description["tilework"]["damage"] == sentence
        viewer.show(scale=4)
        viewer.settled()
        viewer.open("cut").settled()
        context.close()
        lines = log.read_text().splitlines()
        assert len([line for line in lines if "flipped" in line]) == 1, lines
        assert len([line for line in lines if "cut" in line]) == 1, lines


def test_a_watched_file_that_becomes_damaged_says_so_in_open_viewers_until_it_is_repaired(tmp_path, browser):
    (tmp_path / "served").mkdir()
    file = tmp_path / "served" / "photo.jpg"
    picture().save(file, quality=90)
    data = file.read_bytes()
    with logging(tmp_path / "served", tmp_path / "log.txt", "--watch") as server:
        context = browser.new_context(viewport={"width": 1000, "height": 760})
        context.set_default_timeout(viewing.TIMEOUT)
        viewer = viewing.Viewer(context.new_page(), server).open("photo")
        viewer.settled()
        viewer.page.evaluate("window.isSamePage = true")
        for content, condition in [(data[: len(data) // 2], "kind === 'damaged' && !notice.hidden"), (data, "notice.hidden")]:
            (tmp_path / "new.jpg").write_bytes(content)
            (tmp_path / "new.jpg").rename(file)
            viewing.until(
                viewer.page,
                f"(() => {{ const notice = document.getElementById('notice'), {{ kind }} = notice.dataset; "
                f"return {condition}; }})()")
        assert viewer.page.evaluate("window.isSamePage"), "the page was not opened again"
        context.close()


def test_the_log_names_the_format_of_a_watched_file_whose_name_no_longer_fits(tmp_path):
    (tmp_path / "served").mkdir()
    file, log = tmp_path / "served" / "photo.png", tmp_path / "log.txt"
    picture().save(file)
    with logging(tmp_path / "served", log, "--watch") as server:
        while status(f"{server.url}tiles/photo.json") != 200:
            pass
        assert "The name ends in" not in log.read_text()
        picture().save(tmp_path / "new.jpg")
        (tmp_path / "new.jpg").rename(file)
        while "photo.png: changed" not in log.read_text():
            pass
        lines = [line for line in log.read_text().splitlines() if "The name ends in" in line]
        assert lines == [f"tilework: {file}: The name ends in .png, but the content is JPEG; it is read as JPEG."]
        assert status(f"{server.url}tiles/photo/0/0/0.jpg") == 200


def test_the_log_is_in_one_format(damaged, files):
    server, log = damaged
    status(f"{server.url}tiles/broken/0/0/0.png")
    for line in log.read_text().splitlines():
        assert line.startswith("tilework: "), line


def test_a_page_that_can_not_be_opened_says_why(tmp_path, browser, pictures):
    image = picture()
    image.save(tmp_path / "whole.png")
    # libheif decodes no picture with missing bytes.
    save = ["vips", "heifsave", tmp_path / "whole.png", tmp_path / "whole.avif", "--compression", "av1"]
    subprocess.run(save, check=True)
    data = (tmp_path / "whole.avif").read_bytes()
    (tmp_path / "cut.avif").write_bytes(data[: len(data) // 2])
    log = tmp_path / "log.txt"
    with logging(tmp_path, log) as server:
        context = browser.new_context(viewport={"width": 1000, "height": 760})
        context.set_default_timeout(viewing.TIMEOUT)
        page = context.new_page()
        page.goto(f"{server.url}view/cut")
        message = page.get_by_role("alert")
        message.wait_for()
        assert message.get_by_role("heading").text_content() == "This content can't be shown"
        assert message.locator("p").first.text_content() == "“cut” can't be shown: its file is damaged."
        page.screenshot(path=pictures / "refused.png")
        context.close()
    told = re.search(
        r"cut\.avif: damaged: the file ends early: about (\d+)% of the picture's data is missing, "
        r"and the rest can't be decoded",
        log.read_text())
    assert told and 40 <= int(told[1]) <= 60, log.read_text()


def test_a_build_of_an_image_that_ends_early_says_so(tmp_path):
    image = picture()
    image.save(tmp_path / "whole.png")
    save = ["--tile-width", "64", "--tile-height", "64"]
    subprocess.run(["vips", "jp2ksave", tmp_path / "whole.png", tmp_path / "whole.jp2", *save], check=True)
    subprocess.run(["vips", "jxlsave", tmp_path / "whole.png", tmp_path / "whole.jxl"], check=True)
    # The name, the exit code, and the end of the message.
    for name, code, words in [
        ("cut.png", 65, "cut.png: damaged: the file ends early; copy or export it again\n"),
        ("cut.jxl", 65, "cut.jxl: damaged: the file ends early: about 50% of the picture's data is missing, and the rest "
                        "can't be decoded; copy or export it again\n"),
        ("cut.jp2", 0, "of the archive are incomplete because the file ends early\n"),
    ]:
        data = (tmp_path / f"whole.{name[-3:]}").read_bytes()
        (tmp_path / name).write_bytes(data[: len(data) // 2])
        told = subprocess.run(
            [os.environ["TILEWORK_BIN"], "build", tmp_path / name, "-o", tmp_path / f"{name[-3:]}-tiles", "-q"],
            capture_output=True, text=True)
        assert told.returncode == code and told.stderr.endswith(words), told.stderr
        assert "unsupported features" not in told.stderr
