"""/openapi.json and the server that it describes: schemathesis requests every operation, and knows only the description.

Each run sends the same requests, with random values from SEED. OPENAPI_SEED selects others, and OPENAPI_EXAMPLES their number:
400 examples take about ten minutes.
"""

import base64
import collections
import copy
import http.client
import json
import os
import urllib.parse

import openapi_spec_validator
import PIL.Image
import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from test_pages import write_document
from test_served_archives import get, serving, tilework

SEED = int(os.environ.get("OPENAPI_SEED", "19"))
# The number of requests for each operation, in addition to its examples and those at the edges of its schemas.
EXAMPLES = int(os.environ.get("OPENAPI_EXAMPLES", "8"))

# Paths at which a valid request may be refused with 400 or 413, because the limits depend on the content: a region outside the
# image, a size above it, a page after the last, keys that one of WMTS's requests needs, a range of what is no raster image.
BY_CONTENT = [
    "/iiif/{version}/{id}/{region}/{size}/{rotation}/{quality}.{format}", "/wmts", "/search/{id}", "/static/{id}", "/render/{id}",
    "/tiles/{id}/{z}/{x}/{y}.{format}", "/tiles/{id}/{z}/{x}/{y}@2x.{format}", "/tiles/{id}/{z}/{x}/{y}",
]
# One of every kind of content. The first has all features except those of documents.
IDS = ["plan", "photo", "heights", "manual-p1", "manual-p3"]
NAMED = {"/archive/{id}": "stored", "/links/{id}": "manual-p1", "/outline/{id}": "manual", "/search/{id}": "manual"}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A server of a drawing, an image, a document and an archive, all small, because whole pictures are requested often."""
    folder = tmp_path_factory.mktemp("described")
    write_contents(folder)
    with serving("--max-level", "2", folder) as url:
        # Waits until all are open, so that every run gets the same answers.
        for id in IDS:
            get(f"{url}/tiles/{id}/0/0/0.png")
        yield url


def write_contents(folder):
    shapes = "".join(f'<circle cx="{20 * x + 10}" cy="60" r="{4 + x % 5}" fill="#{x % 10}8c"/>' for x in range(10))
    (folder / "plan.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120">{shapes}</svg>', encoding="utf-8")
    PIL.Image.linear_gradient("L").resize((300, 200)).save(folder / "photo.png")
    PIL.Image.linear_gradient("L").convert("I").convert("I;16").save(folder / "heights.tif")
    write_document(folder / "manual.pdf", 3)
    tilework("build", folder / "plan.svg", "-o", folder / "stored.pmtiles", "--max-level", "2")


@pytest.fixture(scope="module")
def document(base):
    return json.loads(get(f"{base}/openapi.json")[0])


def test_the_document_is_sound(document):
    openapi_spec_validator.validate(document)
    names = [operation["operationId"] for path in document["paths"].values() for method, operation in path.items()
             if method in ("get", "head")]
    assert len(names) == len(set(names)) == 2 * len(document["paths"])


def test_its_server_is_the_one_that_was_asked(base):
    def servers(**headers):
        return [server["url"] for server in json.loads(get(f"{base}/openapi.json", **headers)[0])["servers"]]

    assert servers() == [base]
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "maps.example", "X-Forwarded-Prefix": "/tiles/"}
    assert servers(**forwarded) == ["https://maps.example/tiles"]


def closed(schema):
    """Forbids undescribed members of objects. Clients must accept more, but here nothing may be forgotten."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema:
            schema["additionalProperties"] = False
        for part in schema.values():
            closed(part)
    elif isinstance(schema, list):
        for part in schema:
            closed(part)


def with_examples(document, base):
    """Adds the names of existing contents, which a description of all servers can't have."""
    document = copy.deepcopy(document)
    tiles = json.loads(get(f"{base}/tiles/{IDS[0]}.json")[0])
    for template, path in document["paths"].items():
        for parameter in path["parameters"]:
            match parameter["name"]:
                case "id" if "/session/" not in template:
                    parameter["example"] = NAMED.get(template, IDS[0])
                case "content":
                    parameter["example"] = IDS[0]
                case "set":
                    parameter["example"] = f"square-{tiles['tilework']['tileSize']}-{tiles['maxzoom']}"
    closed(document)
    return document


def configuration(base):
    def operations(template):
        versions = ("2", "3") if "{version}" in template else ("",)
        return [template.replace("{version}", version) for version in versions]

    by_content = [path for template in BY_CONTENT for path in operations(template)]
    # 503: the machine is too busy to draw a whole picture in time, as it is when other programs are compiled.
    lenient = {"positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", 400, 404, 413, 503]}}
    # A 404 for a missing content and a 413 for an excessive size are refusals as good as a 400.
    refused = {"negative_data_rejection": {"expected-statuses": [400, 404, 413, 426]}}
    ids = {"dictionary": "ids", "probability": 0.7}
    return SchemathesisConfig.from_dict({
        "seed": SEED, "base-url": base, "continue-on-failure": True,
        "generation": {"deterministic": True, "max-examples": EXAMPLES, "no-shrink": True, "allow-extra-parameters": False},
        # Chains of operations: one takes from the answer of another, such as a content's name from the list of contents.
        "phases": {"stateful": {"enabled": True, "max-steps": 4}},
        "checks": refused,
        "dictionaries": {
            "ids": {"values": [*IDS, "manual"]}, "small": {"values": [0, 1, 2]}, "sizes": {"values": [1, 16, 200]},
        },
        "parameters": {
            "path.id": ids, "query.content": ids, "query.layer": ids,
            **{f"path.{name}": {"dictionary": "small", "probability": 0.8}
               for name in ("z", "x", "y", "level", "column", "row", "matrix", "group")},
            **{f"query.{name}": {"dictionary": "sizes", "probability": 0.9} for name in ("width", "height")},
        },
        "operations": [
            {"include-path": [path for path in by_content if path != "/wmts"], "checks": {**refused, **lenient}},
            # WMTS ignores unknown parameters, as OGC requires.
            {"include-path": "/wmts", "checks": {
                **lenient, "negative_data_rejection": {"expected-statuses": ["2xx", 304, 400, 404]}}},
            # A client that sends no handshake.
            {"include-path": "/session/{id}", "checks": {
                "positive_data_acceptance": {"expected-statuses": [404, 426]},
                "negative_data_rejection": {"expected-statuses": [400, 404]},
            }},
        ],
    })


@pytest.mark.timeout(600 + 5 * EXAMPLES)
def test_every_operation_answers_as_it_is_described(base, document):
    config = configuration(base)
    schema = schemathesis.openapi.from_dict(with_examples(document, base), config=config)
    statuses = collections.defaultdict(collections.Counter)
    faults, checks = [], collections.Counter()
    for event in from_schema(schema).execute():
        match event:
            case events.NonFatalError():
                faults.append(f"{event.label}: {event.value}")
            case events.ScenarioFinished():
                recorder = event.recorder
                for case, interaction in recorder.interactions.items():
                    label = recorder.cases[case].value.operation.label
                    if interaction.response is not None and interaction.request.method == label.split()[0]:
                        statuses[label][interaction.response.status_code] += 1
                for case, nodes in recorder.checks.items():
                    for node in nodes:
                        checks[node.name] += 1
                        request, response = recorder.interactions[case].request, recorder.interactions[case].response
                        # It follows the templates of TileJSON ({z}/{x}/{y}) as if they were addresses.
                        if node.status == Status.FAILURE and "%7Bz%7D" not in request.uri:
                            failure = node.failure_info.failure
                            status = response.status_code if response is not None else "no answer"
                            faults.append(f"{request.method} {request.uri}: {status}: {failure.title}: {failure.message}")
    assert faults == [], "\n".join(sorted(set(faults)))

    operations = {f"{method.upper()} {template}" for template in document["paths"] for method in ("get", "head")}
    assert operations == set(statuses)
    # A session is opened by a handshake, and an image of IIIF redirects to its description.
    instead = {"/session/{id}": 426, "/iiif/2/{id}": 303, "/iiif/3/{id}": 303}
    answered = {label: statuses[label][instead.get(label.split()[1], 200)] for label in operations}
    assert min(answered.values()) > 0, sorted(label for label, count in answered.items() if not count)
    assert sum(answered.values()) > 600
    for name in ("status_code_conformance", "content_type_conformance", "response_schema_conformance", "unsupported_method",
                 "response_headers_conformance", "not_a_server_error", "negative_data_rejection", "positive_data_acceptance"):
        assert checks[name] > 100, (name, checks)


def test_a_handshake_opens_the_session_that_is_described(base, document):
    answers = document["paths"]["/session/{id}"]["get"]["responses"]

    def handshake(target, **more):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(base).netloc)
        try:
            connection.request("GET", target, headers={
                "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": base64.b64encode(bytes(range(16))).decode(), **more,
            })
            return connection.getresponse().status
        finally:
            connection.close()

    example = next(parameter["example"] for parameter in document["paths"]["/session/{id}"]["parameters"]
                   if parameter["name"] == "id")
    seen = [
        handshake(f"/session/{example}?content=plan"), handshake(f"/session/{example}?content=nothing"),
        handshake("/session/short?content=plan"), handshake(f"/session/{example}"),
        handshake(f"/session/{example}?content=plan", Origin="https://other.example"),
        handshake(f"/session/{example}?content=plan", **{"Sec-WebSocket-Version": "8"}),
    ]
    assert seen == [101, 404, 400, 400, 403, 426]
    assert {str(status) for status in seen} <= set(answers)
