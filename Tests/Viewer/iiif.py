"""The published validators of the IIIF Image API, both of them."""

import pathlib
import subprocess
import sys

import iiif_validator
from iiif_validator.tests import test as validation

# Both validators require this image, and both contain it.
IMAGE = pathlib.Path(iiif_validator.__file__).parent / "validation_image.png"
VERSIONS = {3: validation.IIIFVersion.V3, 2: validation.IIIFVersion.V2}

# The older validator's module has the same name as the newer's, so Tests/Viewer/run installs it in a separate folder.
OLDER = pathlib.Path(sys.prefix).parent / "iiif-validator"


def newer(server, identifier, version):
    """Runs each test that applies to the features that the server declares, and returns the tests with their results."""
    target = validation.TargetServer(server, identifier, VERSIONS[version])
    features = target.feature_set()
    outcomes = []
    for test in validation.get_tests(target.version):
        level = test.compliance_level
        level = level[target.version] if isinstance(level, dict) else level
        names = test.extra_name if isinstance(test.extra_name, list) else [test.extra_name]
        offered = features.extra_formats + features.extra_qualities + features.extra_features
        if level > features.compliance_level and not any(name in offered for name in names):
            # Only headers declare caching.
            if test.__name__ != "HttpCachingTest":
                continue
        results = test.run(target)
        for result in results if isinstance(results, list) else [results]:
            outcomes.append((test.name, result))
    return outcomes


def older(server, identifier, version):
    """Runs the older validator and returns its exit code and output."""
    host, prefix = server.removeprefix("http://").split("/", 1)
    command = [
        sys.executable, OLDER / "bin" / "iiif-validate.py", "-s", host, "-p", prefix, "-i", identifier,
        f"--version={version}.0", "--level=2", "-v",
    ]
    done = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": str(OLDER)})
    return done.returncode, done.stdout + done.stderr
