"""HTTPS, and a certificate that is renewed while the server runs."""

import os
import pathlib
import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest

from test_served_archives import serving, tilework
from viewer import listening

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"


def make(folder, name, days="2"):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", days,
         "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / f"{name}.key",
         "-out", folder / f"{name}.crt"], check=True, capture_output=True)
    return folder / f"{name}.crt", folder / f"{name}.key"


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    make(folder, "first")
    for kind in ("crt", "key"):
        (folder / f"live.{kind}").symlink_to(folder / f"first.{kind}")
    with serving(
            "--tls-certificate", folder / "live.crt", "--tls-key", folder / "live.key", SAMPLES / "floor-plan.svg") as url:
        yield folder, url


def shown(url):
    """Returns the certificate that a new connection gets."""
    host, port = url.removeprefix("https://").split(":")
    return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, int(port))))


def ask(url, certificate, **headers):
    context = ssl.create_default_context(cafile=certificate)
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), context=context) as answer:
        return answer.read(), answer.headers


def test_tiles_and_pages_come_over_tls_with_addresses_that_say_so(secure):
    folder, url = secure
    assert url.startswith("https://127.0.0.1:")
    tile, headers = ask(f"{url}/tiles/floor-plan/0/0/0.png", folder / "first.crt")
    assert tile.startswith(b"\x89PNG")
    # The tile comes from the cache through the fast path.
    assert ask(f"{url}/tiles/floor-plan/0/0/0.png", folder / "first.crt")[1].get("Server-Timing") is None
    assert f'"{url}/tiles/floor-plan/'.encode() in ask(f"{url}/tiles/floor-plan.json", folder / "first.crt")[0]
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        urllib.request.urlopen(url.replace("https", "http") + "/healthz")


def test_who_says_nothing_holds_a_connection_no_longer_than_others(secure):
    folder, url = secure
    host, port = url.removeprefix("https://").split(":")
    with socket.create_connection((host, int(port))) as silent:
        silent.sendall(b"\x16\x03")
        # The server ends the connection; the test does not measure the time.
        while silent.recv(100):
            pass


def test_a_renewed_certificate_is_shown_without_a_restart_and_a_broken_one_is_not(secure):
    folder, url = secure
    before = shown(url)
    certificate, key = make(folder, "second")
    (folder / "broken").write_text("nothing\n")
    (folder / "new").symlink_to(folder / "broken")
    (folder / "new").rename(folder / "live.key")
    assert shown(url) == before
    for kind in ("crt", "key"):
        (folder / "new").symlink_to(folder / f"second.{kind}")
        (folder / "new").rename(folder / f"live.{kind}")
    while shown(url) == before:
        pass
    assert shown(url) == ssl.PEM_cert_to_DER_cert(certificate.read_text())


def test_a_renewed_certificate_is_logged(tmp_path):
    make(tmp_path, "a")
    make(tmp_path, "b")
    process = subprocess.Popen(
        [os.environ["TILEWORK_BIN"], "serve", "--port", "0", "--tls-certificate", str(tmp_path / "a.crt"), "--tls-key",
         str(tmp_path / "a.key"), str(SAMPLES / "floor-plan.svg")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert listening(process)
        for kind in ("key", "crt"):
            (tmp_path / f"b.{kind}").rename(tmp_path / f"a.{kind}")
        lines = iter(process.stderr.readline, "")
        line = next(line for line in lines if "certificate renewed" in line)
        assert line == f"tilework: certificate renewed: new connections use {tmp_path}/a.crt\n"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("arguments, words", [
    (["--tls-certificate", "a.crt"], "a TLS certificate needs its key"),
    (["--tls-certificate", "nothing.crt", "--tls-key", "a.key"], "nothing.crt: no such file"),
    (["--tls-certificate", "a.key", "--tls-key", "a.key"], "a.key: no PEM certificate in it"),
    (["--tls-certificate", "a.crt", "--tls-key", "b.key"], "b.key: the key does not match the certificate in a.crt"),
    (["--tls-certificate", "a.crt", "--tls-key", "a.crt"], "a.crt: no unencrypted PEM private key in it"),
])
def test_what_can_not_be_used_is_said_before_anything_is_served(tmp_path, arguments, words):
    for name in ("a", "b"):
        make(tmp_path, name)
    done = tilework("serve", "--port", "0", *arguments, SAMPLES / "floor-plan.svg", check=False, cwd=tmp_path)
    assert done.returncode != 0 and words in done.stderr
