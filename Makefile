# Tilework's tasks. On a fresh Debian 12 with Swift 6.2 or newer, git and make, each installs what it needs else.

CONTENT ?= assets/samples
HOST    ?= 127.0.0.1
PORT    ?= 8080
PREFIX  ?= /usr/local

# C sources of packages check their stacks, as Swift does by itself. Each function has a section of its own, so that the linker
# can remove those that no program uses. lld, which comes with Swift, also folds functions with equal code, and packs the
# addresses that are adjusted when a program starts (glibc 2.36 and newer). DEBUG_FLAGS are flags for debug information.
BUILD_FLAGS ?= $(DEBUG_FLAGS) -Xcc -fstack-protector-strong -Xcc -ffunction-sections \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --icf=all \
	-Xlinker -z -Xlinker pack-relative-relocs

# Where `make deb` puts the package.
DEB_FOLDER ?= .build-deb

release := .build/release/tilework

# Builds release programs, and shows the progress.
build = BUILD_FLAGS="$(BUILD_FLAGS)" scripts/build
page_files = $(wildcard assets/viewer/*.js assets/viewer/*.css assets/viewer/*.html Perf/TilePerf/Reports/Page/*)
# Prints the paths of all Swift files, separated by null characters: too many for one command line.
swift_files := find . -name '.*' -not -name . -prune -o -name '*.swift' -print0

.PHONY: help run program views build-adapt deb test-deb test test-swift test-adapt test-strangers test-api test-scripts test-linking test-threads test-viewer test-builds attack api lint docs bench-peers bench-http bench-shapes bench-images bench-documents bench-micro bench-views bench-layout bench-lists bench-demand bench-scroll bench-sessions bench-open-sessions bench-shared-cache bench-changes bench-controllers bench-taps bench-seats soak perf clean release install uninstall samples

help:
	@echo "make run          build a release, serve $(CONTENT) and print the URL (CONTENT=… HOST=… PORT=…)"
	@echo "make install      the program, its manual pages and completions (PREFIX=… DESTDIR=…); make uninstall takes them away"
	@echo "make deb          a Debian package of it, in $(DEB_FOLDER)"
	@echo "make program      tilework alone, for serving and building; make views adds perf, film, nibs and storyboards"
	@echo "make release      the programs that the docs name, in .build/release"
	@echo "make test         all tests: Swift, what threads share under the thread sanitizer, the viewer in Chromium, the API"
	@echo "make test-adapt   what rewrites iOS sources for Linux (docs/adapt.md)"
	@echo "make attack       ten minutes of attacks on the release, on this machine only (ATTACK_SECONDS=…, ATTACK_ONLY=…)"
	@echo "make api          what there is of UIKit, Core Animation and Core Graphics, by type; what must be whole is checked"
	@echo "make test-builds  builds that are killed at random moments (KILL_ROUNDS=30)"
	@echo "make test-deb     the package in a Debian of its own: installed, served by systemd, upgraded, purged; only as root"
	@echo "make lint         swift format, strictly"
	@echo "make docs         one DocC site of the libraries and the articles of docs/, in .docc-build"
	@echo "make bench-peers  Tilework and vips dzsave on the same files"
	@echo "make bench-images gigapixel images: what is seen at once, and when all is there"
	@echo "make bench-documents  PDF: first tiles of slow pages beside pdftocairo (DOCUMENTS=…), opening 5,000 pages"
	@echo "make bench-shapes large drawings: first tile, and ten times the shapes"
	@echo "make bench-http   the server under wrk, beside nginx"
	@echo "make bench-micro  raster, encoders, cache, layout, demand, commit, each by itself; constraints beside kiwi"
	@echo "make bench-views  frames over trees of 10,000 layers and views: times, allocations, sizes"
	@echo "make bench-layout the solver of constraints beside kiwi"
	@echo "make bench-lists  tables and collections of a million rows: first frame, jump, drag; snapshots told apart"
	@echo "make bench-demand what a tiled surface takes each frame to say what it wants, and keeps at rest"
	@echo "make bench-scroll placing tile views, and a flick over drawings (DRAWINGS=…)"
	@echo "make bench-sessions  2,000 viewers that scroll: time of an update, memory at rest"
	@echo "make bench-open-sessions  1,000 to 10,000 open sessions: memory of each"
	@echo "make bench-shared-cache  tiles shared by servers in a Redis: what that costs and saves"
	@echo "make bench-changes  a thousand open viewers and a change a second: until the last is told"
	@echo "make bench-controllers  from a tap to what it changes on a served screen, and 200 viewers with a tree each"
	@echo "make bench-taps         the same in headless Chromium: from the event in the page to the tiles painted"
	@echo "make bench-seats  a seat map drawn by code, served: milliseconds a tile"
	@echo "make soak         two hours of mixed load: memory, descriptors and latencies, as a plot (SOAK=\"--minutes 5\")"
	@echo "make perf         replay the corpus of scrolls, and compare what was counted with Perf/Ledgers"
	@echo "make samples      draw assets/samples anew"
	@echo "make clean        remove what was built"

# The program that serves and builds, without views.
program:
	@scripts/need build
	@$(build) tilework

# The program that `tilework` starts for perf, film, nibs and storyboards.
views:
	@scripts/need build
	@$(build) tilework-views

# Every program that the pages name.
release: program views
	@$(build) tilework-perf SeatMap CardBoard DepartureBoard Timetable Arrivals

install: program views
	@scripts/need scripts
	@scripts/install .build/release $(PREFIX)

uninstall:
	@scripts/install --remove .build/release $(PREFIX)

deb: program views
	@scripts/need build scripts deb
	@package=$$(scripts/deb .build/release $(DEB_FOLDER)) && \
	lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$$package" && echo "$$package"

run: program
	$(release) serve $(CONTENT) --host $(HOST) --port $(PORT)

# Text is drawn with DejaVu whatever fonts are installed. A package is tested with those of a fresh system.
test-swift test-strangers test-viewer test-builds test-threads attack perf: export FONTCONFIG_FILE := $(CURDIR)/Tests/fonts.conf

test: test-scripts test-swift test-adapt test-strangers test-api test-viewer test-linking test-builds test-threads

# What talks over sockets, or starts programs that keep a core busy, beside nothing of the rest: two lines of them, each one
# test after the other. By target and suite, which is what the filter sees.
commands = ^CommandTests\.($(1))Tests/
line_one := ^TileServerTests\.(TileServerTests|SessionSocketTests)/|$(call commands,SeatMap|Program|ServeCommand|HostileDrawing|BudgetArguments|BuildCommand|PerfMinimizeCommand)
all_lines := ^CommandTests\.|^TileServerTests\.(TileServerTests|SessionSocketTests)/|LibrsvgProcess

# What is tested is compiled as a release is, with its assertions: so the tests take a third of the time that a debug build's do.
optimized := TILEWORK_OPTIMIZED=1

# Of which kind the build is that is tested. `debug` compiles anew what changed; where all is to be built once, as .ci/run has it,
# `release` with TILEWORK_OPTIMIZED=1 in the environment is one build for the tests and the programs.
TESTED ?= debug

# What `swift test` starts, started by itself: two of those at a time want the same database of the build, and on a slow machine
# one of them gives up.
tests := .build/$(TESTED)/TileworkPackageTests.xctest --testing-library swift-testing

test-swift:
	@scripts/need build tests
	$(optimized) swift build $(BUILD_FLAGS) -c $(TESTED) --build-tests
	$(tests) --skip '$(all_lines)'
	@echo "two lines of what is not run beside the rest; the second's output comes after the first's"
	@$(tests) --no-parallel --filter '$(all_lines)' --skip '$(line_one)' >.build/second-line.log 2>&1 & second=$$!; \
	$(tests) --no-parallel --filter '$(line_one)'; first=$$?; \
	wait $$second; second=$$?; cat .build/second-line.log; [ $$first = 0 ] && [ $$second = 0 ]

# Rewriting sources of iOS is a package of its own. Its tests use the toolchain's swift-syntax, if the toolchain has one.
build-adapt:
	@scripts/need
	TILEWORK_TOOLCHAIN_SYNTAX="$$(scripts/toolchain-syntax)" swift build --package-path Adapt --build-tests

test-adapt: build-adapt
	Adapt/.build/debug/TileworkAdaptPackageTests.xctest --testing-library swift-testing

# Libraries that others wrote for iOS, where they are to be had: by the modules of the tests' build, adapted by what test-adapt
# has built.
test-strangers:
	@scripts/need build scripts
	TILEWORK_BUILD=.build/$(TESTED) Tests/Strangers/run

# By the modules of the tests' build.
test-api:
	@scripts/need build scripts
	scripts/api-coverage --check --build .build/$(TESTED)

# What was built: which libraries the programs load, and how they are hardened.
test-linking: release
	@scripts/need build scripts
	TILEWORK_BUILD_FLAGS="$(BUILD_FLAGS)" python3 -B -m unittest Tests/Scripts/linking_test.py

test-scripts:
	@scripts/need build scripts
	python3 -B -m unittest discover -s Tests/Scripts -p '*_test.py'

# Builds that are killed, again and again, have to come to the same archive.
KILL_ROUNDS ?= 30
test-builds: release
	@scripts/need scripts
	Tests/Builds/kill --rounds $(KILL_ROUNDS)

# The viewer is tested with what is served in earnest: the release build. By three at a time, file by file: half of the time is
# waiting.
test-viewer: release
	@scripts/need tests
	Tests/Viewer/run -n 3 --dist loadfile

test-deb: deb
	@scripts/need test-deb
	Tests/Packaging/run $$(ls -t $(DEB_FOLDER)/tilework_*.deb | head -n 1)

# By the names of their types and functions, which is what the filter sees.
threaded_tests := TileEngineTests|StripTests|every thread|TwoTreesTests|DrawingThreadTests|TextBlockCacheTests|twoThreads|TiledLayerThreadTests|SessionThreadTests

# ATTACK_ONLY: one part, as Tests/Attack/run --help names them; ATTACK_ONLY=memory is ten minutes of steady load.
ATTACK_SECONDS ?= 600
ATTACK_ONLY    ?=

attack: program
	@scripts/need scripts
	Tests/Attack/run --again --seconds $(ATTACK_SECONDS) $(if $(ATTACK_ONLY),--only $(ATTACK_ONLY))

# Package.swift lists the tests of state that threads share (`threadedTests`). The sanitizer does not build the HTTP server's
# packages, which would take minutes.
test-threads:
	@scripts/need build
	TILEWORK_CORE=threads swift test --sanitize=thread --scratch-path .build-tsan --filter '$(threaded_tests)'

# The names that a type lacks: scripts/api-coverage --missing UIView
api:
	@scripts/need build scripts
	@$(optimized) scripts/api-coverage --table --check

# How many places scripts/wording may find: names of UIKit and C that it takes for vague ones, and a few others.
WORDING := 80

lint:
	@scripts/need scripts
	@echo swift format lint --strict
	@$(swift_files) | xargs -0 swift format lint --strict --parallel
	@echo comments: 120 columns
	@if LC_ALL=C.UTF-8 grep -nP '^.{121}|\s$$' $(page_files); then echo "these lines are longer than 120 columns, or end in a space"; exit 1; fi
	@if $(swift_files) | LC_ALL=C.UTF-8 xargs -0 grep -nP '^(?=.{121}) *//' | grep .; then echo "these comments are longer than 120 columns"; exit 1; fi
	@echo wording: at most $(WORDING) places
	@found=$$(scripts/wording --max $(WORDING)) || { echo "$$found"; echo "more than $(WORDING) places read badly"; exit 1; }

# One site: what the libraries declare, and the articles of docs/, which the umbrella's catalog gets for the time.
docs:
	@scripts/need build scripts
	scripts/doc-articles Sources/Umbrella/Tilework/Tilework.docc/Articles
	@mkdir -p .docc-build
	swift package --allow-writing-to-directory .docc-build generate-documentation \
		--enable-experimental-combined-documentation $$(scripts/libraries | sed 's/^/--target /') \
		--disable-indexing --transform-for-static-hosting --output-path .docc-build
	@rm -r Sources/Umbrella/Tilework/Tilework.docc/Articles
	@echo "The pages are in .docc-build; to read them: python3 -m http.server --directory .docc-build"
	@echo "and open http://localhost:8000/documentation"

bench-peers: program
	@scripts/need bench-peers
	Perf/bench-peers

bench-http: program
	@scripts/need bench-http
	Perf/bench-http

bench-shared-cache: program
	@scripts/need bench-shared-cache
	Perf/bench-shared-cache

bench-changes: program
	@scripts/need bench-shapes
	Perf/bench-changes

bench-controllers:
	@scripts/need build bench-shapes
	swift build $(BUILD_FLAGS) -c release --product Timetable
	Perf/bench-controllers

bench-taps: program
	@scripts/need tests
	swift build $(BUILD_FLAGS) -c release --product Timetable
	@Tests/Viewer/run --version
	Perf/bench-taps

soak: program
	@scripts/need soak
	Perf/soak $(SOAK)

bench-shapes: program
	@scripts/need bench-shapes
	Perf/bench-shapes

bench-images: program
	@scripts/need bench-images
	Perf/bench-images

bench-documents: program
	@scripts/need bench-documents
	Perf/bench-documents $(DOCUMENTS)

bench-micro:
	@scripts/need build bench-layout
	swift package --package-path Perf/Benchmarks benchmark
	Perf/bench-layout

bench-views:
	@scripts/need build
	Perf/bench-views

bench-layout:
	@scripts/need build bench-layout
	Perf/bench-layout

bench-lists:
	@scripts/need build
	Perf/bench-lists

bench-demand:
	@scripts/need build
	Perf/bench-demand

bench-scroll:
	@scripts/need build
	Perf/bench-scroll $(DRAWINGS)

bench-sessions: program
	@scripts/need build bench-shapes
	swift build --package-path Perf/Sessions -c release
	Perf/bench-sessions

bench-open-sessions: program
	@scripts/need bench-shapes
	Perf/bench-open-sessions

bench-seats:
	@scripts/need build bench-shapes
	swift build $(BUILD_FLAGS) -c release --product SeatMap
	Perf/bench-seats

# The counts are those of the virtual clock: the same on every machine.
perf: program views
	$(release) perf run Perf/Traces --ledgers Perf/Ledgers

samples:
	@scripts/need samples
	scripts/samples

clean:
	rm -rf .build .build-tsan .build-viewer .build-deb .docc-build Perf/Benchmarks/.build Adapt/.build
