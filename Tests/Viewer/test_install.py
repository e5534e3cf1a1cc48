"""The result of `make install`, used as installed: without a repository above it."""

import os
import pathlib
import subprocess
import urllib.request

import pytest

from conftest import TOP
from viewer import listening

BUILD = pathlib.Path(os.environ["TILEWORK_BIN"]).parent


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("install")
    subprocess.run(
        [TOP / "scripts" / "install", BUILD, "/usr"], check=True, cwd=folder, env={**os.environ, "DESTDIR": str(folder)})
    return folder / "usr"


def test_the_program_serves_its_viewer_and_draws_by_librsvg(prefix, tmp_path):
    filtered = tmp_path / "filtered.svg"
    filtered.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><filter id="f"><feOffset in="BackgroundImage"/><feFlood flood-color="red"/></filter>'
        '<rect width="60" height="60" fill="red" filter="url(#f)"/></svg>')
    server = subprocess.Popen(
        [prefix / "bin" / "tilework", "serve", filtered, "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        url = listening(server)

        def get(path):
            return urllib.request.urlopen(url + path)

        assert b"<canvas" in get("view/filtered").read()
        assert get("assets/main.js").headers["Content-Type"].startswith("text/javascript")
        assert get("tiles/filtered/0/0/0.png").read().startswith(b"\x89PNG")
    finally:
        server.terminate()
        server.wait()


def test_a_storyboard_is_served_with_the_viewer_by_the_program_with_views(prefix, tmp_path):
    board = tmp_path / "Main.storyboard"
    board.write_text(
        '<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="a">'
        '<device id="retina4_7" orientation="portrait" appearance="light"/><scenes><scene><objects>'
        '<viewController title="Board" id="a"><view key="view" id="v"><rect key="frame" x="0" y="0" width="375" height="667"/>'
        '</view></viewController></objects></scene></scenes></document>')
    server = subprocess.Popen(
        [prefix / "bin" / "tilework", "serve", board, "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        url = listening(server)
        assert b"<canvas" in urllib.request.urlopen(url + "view/Main").read()
        assert urllib.request.urlopen(url + "tiles/Main/0/0/0.png").read().startswith(b"\x89PNG")
        assert os.readlink(f"/proc/{server.pid}/exe") == str(prefix / "libexec/tilework/tilework-views")
    finally:
        server.terminate()
        server.wait()


def test_every_command_has_a_page_that_man_takes(prefix):
    pages = sorted(each.name for each in (prefix / "share/man/man1").iterdir())
    assert {"tilework.1", "tilework-serve.1", "tilework-build.1", "tilework-info.1", "tilework-perf-run.1"} <= set(pages)
    build = (prefix / "share/man/man1/tilework-build.1").read_text()
    assert r"\fB\-o\fR, \fB\-\-output\fR \fIoutput\fR" in build and r"\-\-no\-preview" in build
    for name in pages:
        lines = (prefix / "share/man/man1" / name).read_text().splitlines()
        assert lines[0].startswith(".TH ")
        requests = {line.split()[0] for line in lines if line.startswith(".")}
        assert requests <= {".TH", ".SH", ".TP", ".PP", ".B", ".ad"}, name


def test_shells_complete_the_commands(prefix):
    script = prefix / "share/bash-completion/completions/tilework"
    done = subprocess.run(
        ["bash", "-c", f'. "{script}"; COMP_WORDS=(tilework b); COMP_CWORD=1; COMP_LINE="tilework b"; COMP_POINT=10;'
         ' $(complete -p tilework | sed "s/.*-F \\([^ ]*\\).*/\\1/") tilework b tilework; echo "${COMPREPLY[@]}"'],
        stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.split() == ["build"]
    assert (prefix / "share/zsh/site-functions/_tilework").read_text().startswith("#compdef tilework")
    assert "complete -c 'tilework'" in (prefix / "share/fish/vendor_completions.d/tilework.fish").read_text().replace('"', "'")


def test_removing_it_leaves_no_file(prefix):
    environment = {**os.environ, "DESTDIR": str(prefix.parent)}
    subprocess.run([TOP / "scripts" / "install", "--remove", BUILD, "/usr"], check=True, env=environment)
    assert [each for each in prefix.rglob("*") if each.is_file()] == []
