"""The gallery's mark of drawings with features that are not honored."""

import os
import re
import subprocess

import pytest

from viewer import until

LOSSY = """<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
<rect width="300" height="200" fill="#ccc"/>
<mesh/>
<mesh/><script>draw()</script>
</svg>"""


@pytest.fixture
def gallery(tmp_path):
    (tmp_path / "lossy.svg").write_text(LOSSY)
    (tmp_path / "plain.svg").write_text(re.sub("<mesh/>|<script.*script>", "", LOSSY))
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", str(tmp_path)], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        yield re.search(r"http://\S+?/", process.stdout.readline()).group(0)
    finally:
        process.terminate()
        process.wait()


def test_a_mark_opens_the_list_of_what_is_not_honored(viewer, gallery):
    page = viewer.page
    page.goto(gallery)
    until(page, "document.querySelectorAll('.card').length === 2")
    mark = page.get_by_role("button", name="2 features are not honored")
    mark.wait_for()
    assert page.locator(".omission").count() == 1
    panel = page.locator(".omissions")
    assert not panel.is_visible()
    mark.click()
    assert panel.is_visible()
    assert panel.locator("p").all_text_contents() == [
        "2 features are not honored:",
        "<mesh> is unknown and not drawn, as in browsers (2 times, first on line 3)",
        "<script> is not run (line 4)",
    ]
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    assert page.url.rstrip("/") == gallery.rstrip("/")
