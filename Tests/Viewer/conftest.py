import os
import pathlib
import subprocess

import pytest
from playwright.sync_api import sync_playwright

import contents
from viewer import TIMEOUT, Server, Viewer, listening

TOP = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = TOP / "assets" / "samples"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# The failed tests of a run, one name a line, written as they fail: `Tests/Viewer/run @FILE` runs them again.
FAILED = os.environ.get("TILEWORK_TEST_FAILED")


def pytest_configure(config):
    if "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(Failures(config), "failures")


class Failures:
    """Reports each failed test at once. pytest does so at the end, which a run that is ended does not reach."""

    def __init__(self, config):
        self.config = config
        if FAILED:
            pathlib.Path(FAILED).write_text("")

    def pytest_runtest_logreport(self, report):
        if not report.failed:
            return
        if FAILED:
            with open(FAILED, "a") as file:
                print(report.nodeid, file=file)
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        terminal.ensure_newline()
        terminal.write_line(f"FAILED {report.nodeid} ({report.when})\n{report.longreprtext}")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The real server, on a free port, with the samples and the contents made for the tests. Pages of other origins may
    read it, as docs/viewers.md requires; test_web_pages.py has servers that do not allow it."""
    folder = tmp_path_factory.mktemp("contents")
    contents.write_all(folder)
    log = open(tmp_path_factory.mktemp("server") / "log.txt", "w+b")
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--allow-origin", "*", str(SAMPLES), str(folder)],
        stdout=subprocess.PIPE, stderr=log, text=True, cwd=TOP,
    )
    try:
        url = listening(process)
        if url is None:
            log.seek(0)
            pytest.fail(f"the server printed no URL before it ended:\n{log.read().decode(errors='replace')}")
        server = Server(url)
        server.await_contents()
        yield server
        assert process.poll() is None, "the server ended while the tests ran"
    finally:
        process.terminate()
        try:
            process.wait()
        finally:
            log.close()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, server):
    """Opens pages: `open_page(ratio=2, touch=True, width=…, height=…, …)`. An error on any of them fails the test."""
    contexts = []
    errors = []

    def make(width=1000, height=700, ratio=1, touch=False, **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=ratio, has_touch=touch, **options
        )
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return Viewer(page, server)

    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def viewer(open_page):
    return open_page()


@pytest.fixture
def pictures(tmp_path):
    """The folder in which a failed comparison leaves its pictures."""
    folder = pathlib.Path(os.environ.get("TILEWORK_TEST_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
