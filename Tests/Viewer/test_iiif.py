"""IIIF as independent validators, libraries and readers use it."""

import io
import json
import pathlib
import shutil

import iiif_prezi3
import numpy
import PIL.Image
import pytest

import iiif
from test_served_archives import get, serving

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "assets" / "samples"
IDENTIFIER = "67352ccc-d1b0-11e1-89ae-279075081939"


@pytest.fixture(scope="module")
def validated(tmp_path_factory):
    """A server of the validators' image, of samples in folders, and of a document."""
    folder = tmp_path_factory.mktemp("iiif")
    shutil.copy(iiif.IMAGE, folder / f"{IDENTIFIER}.png")
    (folder / "house" / "upper floor").mkdir(parents=True)
    shutil.copy(SAMPLES / "floor-plan.svg", folder / "house" / "upper floor")
    with serving("--allow-origin", "*", "--recursive", folder, SAMPLES / "relief.jpg") as url:
        yield url


@pytest.mark.parametrize("version", [3, 2])
def test_the_newer_validator_finds_nothing(validated, version):
    outcomes = iiif.newer(f"{validated}/iiif/{version}", IDENTIFIER, version)
    assert [(name, result) for name, result in outcomes if not result.success] == []
    assert len(outcomes) > 80


@pytest.mark.parametrize("version", [3, 2])
def test_the_older_validator_finds_nothing(validated, version):
    code, printed = iiif.older(f"{validated}/iiif/{version}", IDENTIFIER, version)
    assert code == 0, printed


def picture(url):
    return numpy.asarray(PIL.Image.open(io.BytesIO(get(url)[0])).convert("RGB")).astype(int)


def test_tiles_as_a_viewer_asks_for_them_make_up_the_image(validated):
    """Requests regions as OpenSeadragon and Mirador compute them: by width, height and the scale factors."""
    base = f"{validated}/iiif/3/relief"
    info = json.loads(get(f"{base}/info.json")[0])
    (tiles,) = info["tiles"]
    for factor in tiles["scaleFactors"]:
        width, height = (-(-info[side] // factor) for side in ("width", "height"))
        if max(width, height) > 1100:
            continue
        whole = numpy.zeros((height, width, 3), int)
        step = tiles["width"] * factor
        for y in range(0, info["height"], step):
            for x in range(0, info["width"], step):
                w, h = min(step, info["width"] - x), min(step, info["height"] - y)
                tile = picture(f"{base}/{x},{y},{w},{h}/{-(-w // factor)},{-(-h // factor)}/0/default.png")
                top, left = y // factor, x // factor
                whole[top:top + tile.shape[0], left:left + tile.shape[1]] = tile
        assert numpy.abs(whole - picture(f"{base}/full/{width},{height}/0/default.png")).max() <= 2


def test_a_collection_lists_all_and_its_documents_are_sound(validated):
    """Checks with the models of iiif-prezi3, which refuse everything that the specification does not allow."""
    root = f"{validated}/iiif/presentation/3/collection.json"
    seen = []

    def walk(address):
        text, headers = get(address)
        assert headers["Content-Type"].startswith("application/ld+json")
        document = json.loads(text)
        assert document["id"] == address
        if document["type"] == "Collection":
            iiif_prezi3.Collection.model_validate(document)
            for item in document["items"]:
                walk(item["id"])
        else:
            manifest = iiif_prezi3.Manifest.model_validate(document)
            for canvas in manifest.items:
                body = document["items"][0]["items"][0]["items"][0]["body"]
                for address in (body["id"], document["items"][0]["thumbnail"][0]["id"]):
                    shown = PIL.Image.open(io.BytesIO(get(address)[0]))
                    assert abs(shown.width / shown.height - canvas.width / canvas.height) < 0.02
                thumbnail = document["items"][0]["thumbnail"][0]
                assert shown.size == (thumbnail["width"], thumbnail["height"])
                assert json.loads(get(body["service"][0]["id"] + "/info.json")[0])["profile"] == "level2"
            seen.append(document["label"]["none"][0])

    walk(root)
    assert sorted(seen) == sorted([IDENTIFIER, "floor-plan", "relief"])
