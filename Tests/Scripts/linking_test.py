"""The programs load only what they use, and are hardened; what is under the GPL among it, the copyright file names.

They are read where they were built, in .build/release; TILEWORK_PROGRAMS names another folder.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("TILEWORK_PROGRAMS", TOP / ".build" / "release"))
COPYRIGHT = TOP / "packaging" / "debian" / "copyright"
WORKERS = {"tilework-svg": "librsvg-2.so", "tilework-pdf": "libpoppler-glib.so", "tilework-image": "libvips.so"}
SHIPPED = ["tilework", "tilework-views", *WORKERS]
# Targets that only programs with views link.
VIEWS = ["TileDrawing", "TileLayers", "TileLayout", "TileViews", "TileBars", "TileTyping", "TileControllers", "TileLists", "TileNibs",
         "ViewContent", "NibContent", "ViewCommands", "VirtualTime", "TilePerf", "PerfCommands"]
# Packages of which most files are under the GPL, and the library is not.
OTHERWISE = {"libcom-err2": "MIT", "libkeyutils1": "LGPL-2+", "libblkid1": "LGPL-2.1+", "libmount1": "LGPL-2.1+",
             "libidn2-0": "LGPL-3+ or GPL-2+"}


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *map(str, arguments)], capture_output=True, text=True, check=True).stdout


def needed(program):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", readelf("--dynamic", PROGRAMS / program))


def is_among(name, libraries):
    return any(library.startswith(name) for library in libraries)


def loaded(program):
    """The paths of all libraries that a program loads, those of its libraries too."""
    listed = subprocess.run(["ldd", PROGRAMS / program], capture_output=True, text=True, check=True).stdout
    return {os.path.realpath(path) for path in re.findall(r"=> (/\S+)", listed)}


@functools.cache
def packages():
    """The Debian packages of all libraries, by path. One search for each library would take minutes."""
    listed = subprocess.run(["dpkg-query", "--search", "*.so*"], capture_output=True, text=True).stdout
    found = [line.split(": ", 1) for line in listed.splitlines() if ": /" in line]
    return {path: names.split(",")[0].split(":")[0] for names, path in found}


def package(path):
    """The Debian package of a library; none for those of others, such as Swift's."""
    return packages().get(path) or packages().get(path.removeprefix("/usr"))


def main_license(package):
    """The license of most files of a package, as its copyright file has it; empty where it is no such file."""
    path = pathlib.Path("/usr/share/doc") / package / "copyright"
    text = path.read_text(errors="replace") if path.exists() else ""
    found = re.search(r"^Files: ?\n? ?\*.*?\n(?:.*\n)*?License: ?(.*)$", text, re.M)
    return found[1].strip() if found else ""


@unittest.skipUnless((PROGRAMS / "tilework").exists(), f"nothing is built in {PROGRAMS}: run 'make release'")
@unittest.skipUnless(shutil.which("readelf"), "there is no readelf: install binutils")
class LinkingTests(unittest.TestCase):
    def test_only_the_workers_need_the_libraries_that_read_strangers_files(self):
        self.assertFalse(is_among("libpoppler", needed("tilework")), needed("tilework"))
        self.assertFalse(is_among("librsvg", needed("tilework")), needed("tilework"))
        for worker, library in WORKERS.items():
            self.assertTrue(is_among(library, needed(worker)), (worker, needed(worker)))

    def test_tilework_links_neither_views_nor_the_harness(self):
        def linked(program):
            symbols = readelf("--symbols", PROGRAMS / program)
            # A name in Swift's mangling begins with that of its module.
            return {name for name in VIEWS if f"$s{len(name)}{name}" in symbols}

        self.assertEqual(linked("tilework"), set())
        self.assertEqual(linked("tilework-views"), set(VIEWS))

    def test_no_program_loads_poppler_but_its_worker(self):
        for program in SHIPPED:
            names = [os.path.basename(path) for path in loaded(program)]
            self.assertEqual(is_among("libpoppler", names), program == "tilework-pdf", (program, sorted(names)))

    def test_no_program_needs_what_it_does_not_use(self):
        for program in SHIPPED:
            unused = subprocess.run(["ldd", "-u", PROGRAMS / program], capture_output=True, text=True).stdout
            # Of Swift's libraries, modules name those that they might need.
            libraries = [line.strip() for line in unused.splitlines() if "/lib/x86_64" in line or "/usr/lib/" in line]
            libraries = [path for path in libraries if package(os.path.realpath(path)) not in (None, "libc6", "libgcc-s1")]
            self.assertEqual(libraries, [], program)

    def test_symbols_are_resolved_at_the_start_and_cannot_be_changed_then(self):
        for program in SHIPPED:
            dynamic, headers = readelf("--dynamic", PROGRAMS / program), readelf("--program-headers", PROGRAMS / program)
            self.assertRegex(dynamic, r"BIND_NOW|Flags:.*\bNOW\b", program)
            self.assertRegex(dynamic, r"Flags:.*\bPIE\b", program)
            self.assertRegex(headers, r"GNU_RELRO", program)
            self.assertRegex(headers, r"GNU_STACK\s.*\sRW\s", f"{program} has a stack that can be executed")

    @unittest.skipUnless("pack-relative-relocs" in os.environ.get("TILEWORK_BUILD_FLAGS", ""), "make has the flag for the linker")
    def test_addresses_that_are_adjusted_at_the_start_are_packed(self):
        # Unpacked they are a tenth of tilework: 24 bytes for each address in a table of types.
        for program in SHIPPED:
            self.assertRegex(readelf("--dynamic", PROGRAMS / program), r"\(RELR\)", program)
            unpacked = readelf("--relocs", PROGRAMS / program).count("R_X86_64_RELATIVE ")
            self.assertLess(unpacked, 100, program)

    def test_every_program_checks_its_stack(self):
        for program in SHIPPED:
            self.assertIn("__stack_chk_fail", readelf("--dyn-syms", PROGRAMS / program), program)

    @unittest.skipUnless("-fstack-protector-strong" in os.environ.get("TILEWORK_BUILD_FLAGS", ""), "make has the flag for C")
    def test_the_c_sources_check_their_stacks(self):
        # Those with buffers: BoringSSL's, zlib's.
        for target in ("CNIOBoringSSL", "CNIOExtrasZlib"):
            objects = list((PROGRAMS / f"{target}.build").rglob("*.o"))
            self.assertTrue(any("__stack_chk_fail" in readelf("--symbols", path) for path in objects), target)

    @unittest.skipUnless(shutil.which("dpkg-query"), "this is no Debian")
    def test_libraries_under_the_gpl_are_named(self):
        text = COPYRIGHT.read_text()
        found = set()
        for program in SHIPPED:
            for name in filter(None, map(package, loaded(program))):
                license = main_license(name)
                if re.match(r"GPL", license) and not re.search(r"exception|LGPL", license) and name not in OTHERWISE:
                    found.add(name)
                    self.assertIn(name, text, f"{program} loads {name}, which is under {license}")
        # Those that libvips brings on Debian 12, and Poppler.
        self.assertLessEqual({"libfftw3-double3", "libimagequant0", "libpoppler-glib8"}, found)


if __name__ == "__main__":
    unittest.main()
