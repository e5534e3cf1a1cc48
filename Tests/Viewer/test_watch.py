"""Files that change while a server shows them (`serve --watch`), and the changes in viewers."""

import json
import os
import pathlib
import shutil
import urllib.error

import playwright.sync_api
import pytest

import viewer as viewing
from test_served_archives import get, serving, status

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"


def drawing(left, size="1000 800", fill="#c03030"):
    rects = "".join(f'<rect x="{x}" y="{y}" width="40" height="40" fill="#306090"/>' for x in range(0, 900, 100) for y in range(0, 700, 100))
    width, height = size.split()
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {size}">{rects}'
            f'<rect id="a" x="{left}" y="50" width="30" height="30" fill="{fill}"/></svg>')


@pytest.fixture
def watched(tmp_path):
    folder = tmp_path / "plans"
    folder.mkdir()
    (folder / "plan.svg").write_text(drawing(50))
    with serving("--watch", "--recursive", folder) as url:
        viewing.Server(url + "/").await_contents()
        yield folder, url


def until(condition):
    while not condition():
        pass


def replace(path, text):
    """Saves a file as careful programs do: by writing another file and renaming it."""
    other = path.with_name(".new")
    other.write_text(text)
    other.rename(path)


@pytest.mark.parametrize("save", [replace, lambda path, text: path.write_text(text)])
def test_a_change_is_seen_without_asking_and_only_its_tiles_are_others(watched, browser, save):
    folder, url = watched
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.set_default_timeout(viewing.TIMEOUT)
    page = context.new_page()
    asked = []
    page.on("response", lambda response: asked.append((response.url, response.status)) if "/tiles/" in response.url else None)
    viewer = viewing.Viewer(page, viewing.Server(url + "/")).open("plan")
    viewer.settled()
    viewing.until(page, "tilework.state().session.isOpen")
    far, near = f"{url}/tiles/plan/2/3/2.png", f"{url}/tiles/plan/2/0/0.png"
    tags = [get(address)[1]["ETag"] for address in (near, far)]
    asked.clear()
    save(folder / "plan.svg", drawing(60))
    until(lambda: get(near)[1]["ETag"] != tags[0])
    assert get(far)[1]["ETag"] == tags[1]
    while not asked:
        page.wait_for_timeout(viewing.LOOK)
    viewer.settled()
    # The tiles of the shown levels that the change touches.
    columns_and_rows = {tuple(map(int, address.split("plan/")[1].split(".")[0].split("@")[0].split("/"))) for address, _ in asked}
    assert all((x + 1) * 256 / 2 ** (z - 2) >= 50 and x * 256 / 2 ** (z - 2) <= 90 for z, x, y in columns_and_rows if z >= 2)
    context.close()


def test_a_file_that_is_being_written_is_left_alone(watched):
    folder, url = watched
    tile = f"{url}/tiles/plan/0/0/0.png"
    before = get(tile)[1]["ETag"]
    text = drawing(500, fill="#00ff00")
    with open(folder / "plan.svg", "w") as file:
        file.write(text[:1000])
        file.flush()
        # Another file is added meanwhile and noticed, so everything has been checked.
        replace(folder / "other.svg", drawing(10))
        until(lambda: status(f"{url}/tiles/other.json") == 200)
        assert get(tile)[1]["ETag"] == before
        file.write(text[1000:])
    until(lambda: get(tile)[1]["ETag"] != before)


def test_files_come_and_go_in_folders_too(watched):
    folder, url = watched
    (folder / "floor").mkdir()
    shutil.copy(SAMPLES / "relief.jpg", folder / "floor" / "one.jpg")
    until(lambda: status(f"{url}/tiles/floor.one.json") == 200)
    ids = [item["id"] for item in json.loads(get(f"{url}/contents.json")[0])["contents"]]
    assert ids == ["plan", "floor.one"]
    (folder / "plan.svg").unlink()
    until(lambda: status(f"{url}/tiles/plan.json") == 404)
    shutil.rmtree(folder / "floor")
    until(lambda: json.loads(get(f"{url}/contents.json")[0])["contents"] == [])


def test_a_viewer_of_what_is_another_content_begins_anew(watched, browser):
    folder, url = watched
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.set_default_timeout(viewing.TIMEOUT)
    page = context.new_page()
    viewer = viewing.Viewer(page, viewing.Server(url + "/")).open("plan")
    viewer.settled()
    viewing.until(page, "tilework.state().session.isOpen")
    page.evaluate("window.before = true")
    replace(folder / "plan.svg", drawing(50, size="400 300"))
    viewing.until(page, "window.before === undefined && window.tilework !== undefined")
    context.close()


@pytest.fixture
def watcher(watched, browser):
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.set_default_timeout(viewing.TIMEOUT)
    yield viewing.Viewer(context.new_page(), viewing.Server(watched[1] + "/"))
    context.close()


def opened(viewer, position=""):
    """Opens the viewer at a position of the plan with a session. The page is marked, to detect a reload."""
    viewer.open("plan", position).settled()
    viewing.until(viewer.page, "tilework.state().session.isOpen")
    viewer.page.evaluate("window.before = true")
    return viewer


def shows(viewer, color):
    """Returns whether the window has a pixel of a color; false if the page reloads while its pixels are read."""
    try:
        return (viewer.picture() == color).all(axis=2).any()
    except playwright.sync_api.Error:
        viewing.until(viewer.page, "window.tilework !== undefined")
        if viewer.page.evaluate("window.before"):
            raise
        return False


REOPENED = "window.before === undefined && window.tilework !== undefined"


def test_a_file_that_went_and_came_back_is_shown_again_where_it_was(watched, watcher):
    folder, _ = watched
    viewer = opened(watcher, "#2/500/400")
    before = viewer.state()
    (folder / "plan.svg").unlink()
    viewer.page.get_by_role("heading", name="No longer here").wait_for()
    replace(folder / "plan.svg", drawing(300, fill="#00ff00"))
    viewing.until(viewer.page, REOPENED)
    after = viewer.settled()
    assert (after["center"], after["scale"]) == (before["center"], before["scale"])
    # The new file is shown, and its changes are reported.
    viewing.until(viewer.page, "tilework.state().session.isOpen")
    green = lambda: (viewer.picture() == (0, 255, 0)).all(axis=2).any()
    assert green()
    replace(folder / "plan.svg", drawing(300, fill="#0000ff"))
    until(lambda: not green())


def test_a_file_that_came_back_in_another_size_is_shown_whole(watched, watcher):
    folder, _ = watched
    viewer = opened(watcher, "#4/900/700")
    (folder / "plan.svg").unlink()
    viewer.page.get_by_role("heading", name="No longer here").wait_for()
    replace(folder / "plan.svg", drawing(50, size="400 300"))
    viewing.until(viewer.page, REOPENED)
    state = viewer.settled()
    assert state["center"] == {"x": 200, "y": 150}


def test_a_file_that_changed_its_size_is_shown_whole(watched, watcher):
    folder, _ = watched
    viewer = opened(watcher, "#4/900/700")
    replace(folder / "plan.svg", drawing(50, size="400 300"))
    viewing.until(viewer.page, REOPENED)
    state = viewer.settled()
    assert state["center"] == {"x": 200, "y": 150}
    left, top, right, bottom = viewer.content_box(state, inset=4)
    assert viewer.picture()[top:bottom, left:right].std() > 10, "the page is blank"


def test_a_file_that_was_replaced_through_nothing_is_followed(watched, watcher):
    """An editor may remove the file for a moment. The content is then another one with the same description."""
    folder, url = watched
    viewer = opened(watcher)
    (folder / "plan.svg").unlink()
    until(lambda: status(f"{url}/tiles/plan.json") == 404)
    replace(folder / "plan.svg", drawing(300, fill="#00ff00"))
    until(lambda: status(f"{url}/tiles/plan.json") == 200)
    until(lambda: shows(viewer, (0, 255, 0)))


def test_viewers_follow_a_file_whose_name_another_file_shares(watched, browser):
    folder, url = watched
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.set_default_timeout(viewing.TIMEOUT)
    page = context.new_page()
    viewer = viewing.Viewer(page, viewing.Server(url + "/")).open("plan")
    viewer.settled()
    viewing.until(page, "tilework.state().session.isOpen")
    shutil.copy(SAMPLES / "relief.jpg", folder / "plan.jpg")
    page.wait_for_url(lambda address: "/view/plan-" in address)
    viewing.until(page, "window.tilework !== undefined && tilework.state().session.isOpen")
    assert page.title().startswith("plan")
    # The short name shows neither content, and leads to both.
    assert status(f"{url}/tiles/plan/0/0/0.png") == 404
    choice = context.new_page()
    choice.goto(f"{url}/view/plan")
    choice.get_by_text("Several contents have this name").wait_for()
    hashed = page.url.split("#")[0].split("/")[-1]
    names = choice.locator("#message a.way").all_text_contents()
    assert hashed in names and len(names) == 3 and names[-1] == "All contents"
    choice.get_by_role("link", name=hashed).click()
    viewing.until(choice, "window.tilework !== undefined && tilework.state().session.isOpen")
    (folder / "plan.jpg").unlink()
    page.wait_for_url(lambda address: address.split("#")[0].endswith("/view/plan"))
    viewing.until(page, "window.tilework !== undefined && tilework.state().session.isOpen")
    assert status(f"{url}/tiles/plan/0/0/0.png") == 200
    context.close()


def test_names_in_any_script_are_shown_as_they_are_and_lead_to_the_viewer(watched, browser):
    folder, url = watched
    (folder / "東京").mkdir()
    replace(folder / "東京" / "Zürich ☂.svg", drawing(50))
    until(lambda: status(f"{url}/tiles/%E6%9D%B1%E4%BA%AC.Z%C3%BCrich.json") == 200)
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.set_default_timeout(viewing.TIMEOUT)
    page = context.new_page()
    page.goto(f"{url}/")
    page.get_by_role("heading", name="東京").wait_for()
    page.get_by_text("Zürich ☂").click()
    page.wait_for_url("**/view/%E6%9D%B1%E4%BA%AC.Z%C3%BCrich**")
    viewing.until(page, "window.tilework !== undefined && tilework.state().session.isOpen")
    context.close()


def test_what_can_not_be_read_is_shown_as_it_was(watched):
    folder, url = watched
    before = get(f"{url}/tiles/plan/0/0/0.png")[1]["ETag"]
    replace(folder / "plan.svg", drawing(50)[:300])
    replace(folder / "other.svg", drawing(10))
    until(lambda: status(f"{url}/tiles/other.json") == 200)
    assert get(f"{url}/tiles/plan/0/0/0.png")[1]["ETag"] == before
    replace(folder / "plan.svg", drawing(70))
    until(lambda: get(f"{url}/tiles/plan/0/0/0.png")[1]["ETag"] != before)
