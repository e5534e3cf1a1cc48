import CommandSupport
import Foundation
import TestSupport
import Testing
import TileSupport

@testable import TileCommands

@Suite("tilework build")
struct BuildCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("an XYZ folder is built, and the summary says what it holds")
    func xyz() throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(["build", "plan.svg", "-o", "out"], in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("out: 3 tiles, "))
        #expect(run.output.hasSuffix(" tiles/s\n"))
        #expect(run.errors.contains("plan.svg: 3 tiles in 2 levels, full size 300 × 200 pixels"))
        // Output that is not a terminal has no progress bar.
        #expect(!run.errors.contains("\r") && !run.errors.contains("\u{1B}"))
        #expect(try folder.names() == ["out", "plan.svg"])
        #expect(folder.exists("out/tiles.json") && folder.exists("out/0/0/0.png") && folder.exists("out/1/1/0.png"))
    }

    @Test("the options reach the build")
    func options() throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(
            [
                "build", "plan.svg", "-o", "plan.dzi", "--tile-size", "512", "--format", "jpg", "--quality", "50",
                "--min-level", "3", "--max-level", "11", "--jobs", "3", "--overviews", "box",
            ], in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        let levels = try FileManager.default.contentsOfDirectory(atPath: folder.file("plan_files")).compactMap(Int.init)
        #expect(levels.sorted() == Array(3...11))
        let descriptor = try String(contentsOfFile: folder.file("plan.dzi"), encoding: .utf8)
        #expect(descriptor.contains("TileSize=\"512\"") && descriptor.contains("Width=\"1200\" Height=\"800\""))
        #expect(folder.exists("plan_files/11/2_1.jpg"))
    }

    @Test("as JSON the summary holds counts and levels, and quiet leaves nothing else")
    func json() throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(["build", "plan.svg", "-o", "out", "--json", "--quiet"], in: folder.path)
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["output"] as? String == "out" && json["format"] as? String == "png")
        #expect(json["tiles"] as? Int == 3 && (json["bytes"] as? Int ?? 0) > 300)
        let levels = try #require(json["levels"] as? [[String: Int]])
        #expect(levels.map { $0["columns"] } == [1, 2] && levels.map { $0["width"] } == [150, 300])
        let events = try CommandLineRun.run(["build", "plan.svg", "-o", "loud", "--json"], in: folder.path)
        let lines = try events.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.first?["event"] as? String == "begin" && lines.first?["tiles"] as? Int == 3)
        #expect(lines.last?["event"] as? String == "done" && lines.last?["tiles"] as? Int == 3)
        #expect(events.errors.isEmpty)
        let quiet = try CommandLineRun.run(["build", "plan.svg", "-o", "again", "-q"], in: folder.path)
        #expect(quiet.code == 0 && quiet.errors.isEmpty && quiet.output.isEmpty)
        let failed = try CommandLineRun.run(["build", "plan.svg", "-o", "again", "-q"], in: folder.path)
        #expect(failed.code == 73 && failed.errors.contains("again: already exists"))
    }

    @Test("a dry run counts what a build makes, and writes nothing")
    func dryRun() throws {
        try folder.write("plan.svg", drawing())
        func report(_ line: String) throws -> [String: Any] {
            let run = try CommandLineRun.run(line.split(separator: " ").map(String.init), in: folder.path)
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
            return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        }
        let dry = try report("build plan.svg -o plan.pmtiles --scale 8 --dry-run --json --quiet")
        #expect(try folder.names() == ["plan.svg"])
        let built = try report("build plan.svg -o plan.pmtiles --scale 8 --json --quiet")
        for count in ["tiles", "bytes", "solidTiles", "repeatedTiles"] {
            #expect(dry[count] as? Int == built[count] as? Int && dry[count] != nil, "\(count)")
        }
        // An existing archive does not prevent a dry run.
        let text = try CommandLineRun.run(["build", "plan.svg", "-o", "plan.pmtiles", "--dry-run"], in: folder.path)
        #expect(text.code == 0 && text.output.hasPrefix("plan.pmtiles: 3 tiles, none written, "), "\(text.output)")
        let refused = try CommandLineRun.run(
            ["build", "plan.svg", "-o", "plan.pmtiles", "--dry-run", "--update"], in: folder.path)
        #expect(refused.code == 64)
    }

    @Test("a result that can't be written is an I/O error, and a reader that goes away ends it by SIGPIPE")
    func fullOutput() throws {
        try folder.write("plan.svg", drawing())
        for command in ["info plan.svg", "info plan.svg --json", "build plan.svg -o a", "build plan.svg -o b --json"] {
            let full = try CommandLineRun.shell("exec \"$TILEWORK\" \(command) >/dev/full", in: folder.path)
            #expect(full.code == 74, "\(command): \(full.errors)")
            #expect(full.errors.contains("tilework: can't write to standard output: No space left on device"))
        }
        // The reader has ended before anything is written.
        let gone = try CommandLineRun.shell(
            "mkfifo pipe; : <pipe & exec 3>pipe; wait; \"$TILEWORK\" info plan.svg >&3; echo ended by $? >&2",
            in: folder.path)
        #expect(gone.errors.contains("ended by 141") && !gone.errors.contains("tilework:"), "\(gone.errors)")
    }

    @Test("on a terminal a usage error is broken to its width")
    func wrapped() throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.shell(
            "script -qec 'stty cols 40; \"$TILEWORK\" build plan.svg -o out --jobs 0' /dev/null", in: folder.path)
        let lines = run.output.split(whereSeparator: \.isNewline)
        #expect(lines.contains { $0.hasPrefix("Error: --jobs 0") }, "\(run.output)")
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(run.output)")
    }

    @Test("an output that is there is refused, and replaced by force")
    func force() throws {
        try folder.write("plan.svg", drawing())
        #expect(try CommandLineRun.run(["build", "plan.svg", "-o", "out"], in: folder.path).code == 0)
        let again = try CommandLineRun.run(["build", "plan.svg", "-o", "out"], in: folder.path)
        #expect(again.code == 73)
        #expect(again.errors.contains("out: already exists") && again.errors.contains("--force"))
        // What can't be replaced is not said to need --force, and an empty folder needs none.
        for name in ["foreign", "empty"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try folder.write("foreign/note.txt", "mine")
        for force in [[], ["--force"]] {
            let refused = try CommandLineRun.run(["build", "plan.svg", "-o", "foreign"] + force, in: folder.path)
            #expect(
                refused.code == 73
                    && refused.errors.hasSuffix(
                        "foreign: exists and is not a tile archive, so it is not replaced; remove it or choose another "
                            + "name\n"),
                "\(refused.errors)")
        }
        try FileManager.default.removeItem(atPath: folder.file("foreign"))
        #expect(try CommandLineRun.run(["build", "plan.svg", "-o", "empty"], in: folder.path).code == 0)
        #expect(folder.exists("empty/0/0/0.png"))
        try FileManager.default.removeItem(atPath: folder.file("empty"))
        let forced = try CommandLineRun.run(
            ["build", "plan.svg", "-o", "out", "--force", "--max-level", "0"], in: folder.path)
        #expect(forced.code == 0)
        #expect(!folder.exists("out/1"))
        #expect(try folder.names() == ["out", "plan.svg"])
    }

    @Test(
        "input that cannot be shown is named with its fault and the right code",
        arguments: [
            ("missing.svg", nil, 66, "no such file"), ("empty.svg", "", 65, "the file is empty"),
            ("text.svg", "hello", 65, "this is plain text"), ("page.svg", "<html></html>", 65, "this is an HTML page"),
            ("cut.svg", String(drawing().prefix(150)), 65, "cut.svg"),
            ("document.png", "%PDF-1.4", 65, "Poppler can't read it: PDF document is damaged; copy or export"),
            ("broken.png", "\u{1}PNG", 65, "unrecognized file format"), (".", nil, 66, "a folder"),
        ] as [(String, String?, Int32, String)])
    func badInput(name: String, content: String?, code: Int32, message: String) throws {
        if let content { try folder.write(name, content) }
        let before = try folder.names()
        for arguments in [["build", name, "-o", "out"], ["info", name]] {
            let run = try CommandLineRun.run(arguments, in: folder.path)
            #expect(run.code == code && run.signal == 0, "\(run.errors)")
            #expect(run.errors.hasPrefix("tilework: \(name)") && run.errors.contains(message), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
        #expect(try folder.names() == before)
    }

    @Test("a PNG that claims 10⁶ × 10⁶ pixels is refused at once")
    func hostileSize() throws {
        let million: [UInt8] = [0x00, 0x0F, 0x42, 0x40]
        let bytes: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + million + million
            + [8, 2, 0, 0, 0, 0, 0, 0, 0]
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("bomb.png")))
        let run = try CommandLineRun.run(["build", "bomb.png", "-o", "out"], in: folder.path)
        #expect(run.code == 65)
        let reason = "bomb.png: its size is 1,000,000 × 1,000,000 pixels, more than the limit of 4,294,967,296 pixels"
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(try folder.names() == ["bomb.png"])
    }

    @Test("an image that is cut off fails while it is built and leaves nothing")
    func cutImage() throws {
        try folder.write("plan.svg", drawing())
        #expect(
            try CommandLineRun.run(["build", "plan.svg", "-o", "t", "--format", "jpg"], in: folder.path).code == 0)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("t/1/0/0.jpg")))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: folder.file("cut.jpg")))
        let info = try CommandLineRun.run(["info", "cut.jpg"], in: folder.path)
        #expect(info.output.contains("\n  note: It can be served, but not built.\n"), "\(info.output)")
        let run = try CommandLineRun.run(["build", "cut.jpg", "-o", "out"], in: folder.path)
        #expect(run.code == 65)
        #expect(run.errors.contains("cut.jpg: damaged: the file ends before the picture does"))
        #expect(try folder.names() == ["cut.jpg", "plan.svg", "t"])
    }

    @Test(
        "a place where nothing can be made is named",
        arguments: [
            ("missing/out", "does not exist"), ("plan.svg/out", "Not a directory"),
            ("/proc/out", "the folder /proc takes no files; choose another place"),
        ])
    func unwritable(output: String, message: String) throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(["build", "plan.svg", "-o", output], in: folder.path)
        #expect(run.code == 73, "\(run.errors)")
        #expect(run.errors.contains("tilework: \(output): can't be created") && run.errors.contains(message))
        #expect(try folder.names() == ["plan.svg"])
    }

    @Test("a write that fails midway, as on a full disk, is an I/O error and leaves nothing")
    func writeFails() throws {
        try folder.write("plan.svg", drawing(width: 3000, height: 2000))
        // Files of at most one block: a few tiles fit, then writing fails with a file that is too large.
        let run = try CommandLineRun.shell(
            "ulimit -f 1; exec \"$TILEWORK\" build plan.svg -o out --format jpg --quality 100", in: folder.path)
        #expect(run.code == 74 && run.signal == 0, "\(run.errors)")
        #expect(run.errors.contains("tilework: out: can't be written: File too large"))
        #expect(try folder.names() == ["plan.svg"])
    }

    @Test("a full disk is an I/O error, after which the same command goes on")
    func fullDisk() throws {
        try folder.write("plan.svg", drawing(width: 3000, height: 2000))
        let disk = folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        let mounted = try CommandLineRun.shell("mount -t tmpfs -o size=64k none disk", in: folder.path)
        guard mounted.code == 0 else {
            // Only root may mount; the test above covers the same path for others.
            try Test.cancel("no small disk can be mounted here: \(mounted.errors)")
        }
        defer { _ = try? CommandLineRun.shell("umount disk", in: folder.path) }
        let run = try CommandLineRun.run(["build", "plan.svg", "-o", "disk/out"], in: folder.path)
        #expect(run.code == 74, "\(run.errors)")
        #expect(run.errors.contains("disk/out: can't be written: No space left on device"))
        #expect(run.errors.contains("run the same command to continue"))
        #expect(!folder.exists("disk/out") && folder.exists("disk/.out.tilework/log"))
        // With more space, the same command completes the build.
        #expect(try CommandLineRun.shell("mount -o remount,size=8m disk", in: folder.path).code == 0)
        let again = try CommandLineRun.run(["build", "plan.svg", "-o", "disk/out"], in: folder.path)
        #expect(again.code == 0 && again.output.contains("from an earlier build"), "\(again.output)\(again.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["out"])
        #expect(try CommandLineRun.run(["build", "plan.svg", "-o", "whole", "-q"], in: folder.path).code == 0)
        #expect(try CommandLineRun.shell("diff -r whole disk/out", in: folder.path).code == 0)
    }

    @Test("an interrupt ends the build, which another goes on with", arguments: [SIGINT, SIGTERM])
    func interrupt(signal: Int32) throws {
        // 2²² pixels wide: hours of work.
        try folder.write("plan.svg", drawing())
        let arguments = ["build", "plan.svg", "-o", "out", "--scale", "10000", "--min-level", "10"]
        let changes = DispatchSemaphore(value: 0)
        let watch = try FolderWatch { _ in changes.signal() }
        try watch.add(folder.path)
        let started = try CommandLineRun.Started(
            try CommandLineRun.executable(), arguments, in: folder.path)
        started.process.terminationHandler = { _ in changes.signal() }
        // The log has tiles.
        while true {
            if folder.exists(".out.tilework") { try watch.add(folder.file(".out.tilework")) }
            let log = folder.file(".out.tilework/log")
            if (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0 >= 4000 { break }
            try #require(started.process.isRunning)
            changes.wait()
        }
        kill(started.process.processIdentifier, signal)
        let run = started.wait()
        #expect(run.code == 130 && run.signal == 0, "\(run.errors)")
        #expect(
            run.errors.contains("tilework: out: stopped after ")
                && run.errors.contains("run the same command to continue"))
        #expect(try folder.names() == [".out.tilework", "plan.svg"])
        let changed = try CommandLineRun.run(arguments + ["--format", "webp"], in: folder.path)
        #expect(changed.code == 64, "\(changed.errors)")
        #expect(
            changed.errors.contains(
                "out: an unfinished build does not match this one: --format was png; discard it with --restart"))
    }

    @Test("a part and a level are built alone, and what is none is refused")
    func parts() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 800))
        let part = try CommandLineRun.run(
            ["build", "plan.svg", "-o", "part", "--bounds", "300,300,300,100", "--no-preview"], in: folder.path)
        #expect(part.code == 0, "\(part.errors)")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: folder.file("part")).filter { $0.hasSuffix(".png") }
                .sorted() == ["0/0/0.png", "1/0/0.png", "1/1/0.png", "2/1/1.png", "2/2/1.png"])
        let level = try CommandLineRun.run(
            ["build", "plan.svg", "-o", "level", "--only-level", "1"], in: folder.path)
        #expect(level.code == 0, "\(level.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("level")).sorted() == [
                "1", "index.html", "tiles.json",
            ])
        for (arguments, message) in [
            (["-o", "x", "--bounds", "1,2,3"], "--bounds"), (["-o", "x", "--bounds", "0,0,0,9"], "--bounds"),
            (
                ["-o", "x", "--bounds", "2000,0,9,9"],
                "--bounds 2000,0,9,9: outside the content (1,000 × 800)"
            ),
            (
                ["-o", "x.dzi", "--bounds", "0,0,9,9"],
                "Deep Zoom can't hold a part of the content: leave out --bounds"
            ),
            (["-o", "x", "--only-level", "1", "--max-level", "2"], "--only-level"),
        ] {
            let run = try CommandLineRun.run(["build", "plan.svg"] + arguments, in: folder.path)
            #expect(run.code == 64 && run.errors.contains(message), "\(run.errors)")
        }
    }

    @Test(
        "a malformed option is a usage error that names it",
        arguments: [
            (["--tile-size", "300"], "300"), (["--tile-size", "x"], "x"), (["--format", "gif"], "gif"),
            (["--quality", "50"], "--quality"),
            (["--format", "jpg", "--quality", "0"], "--quality 0: use 1 to 100 for jpg"),
            (["--format", "webp", "--quality", "101"], "--quality 101: use 0 to 100 for webp"),
            (["--jobs", "0"], "--jobs 0"),
            (["--jobs", "many"], "many"), (["--scale", "0"], "--scale 0"), (["--scale", "inf"], "--scale inf"),
            (["--scale", "1e9"], "choose a lower maximum level or scale"), (["--max-level", "99"], "--max-level 99"),
            (["--min-level", "9"], "--min-level 9"), (["--min-level", "2", "--max-level", "1"], "--min-level 2"),
            (["--overviews", "none"], "none"), (["--nonsense"], "--nonsense"), (["extra"], "extra"),
            (["--scale", "-1"], "--scale -1: use a finite number above 0"),
            (["--scale", "-.5"], "--scale -0.5: use a finite number"),
            (["--jobs", "-2"], "--jobs -2: use 1 to 1,024"), (["--max-level", "-3"], "--max-level -3: use 0 or more"),
            (["--bounds", "-1,x,5,5"], "-1,x,5,5"),
        ])
    func usage(arguments: [String], message: String) throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(["build", "plan.svg", "-o", "out"] + arguments, in: folder.path)
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try folder.names() == ["plan.svg"])
    }

    @Test(
        "it reports the size of the archive, in which equal tiles are stored once",
        arguments: ["a.pmtiles", "a.mbtiles", "a", "a.dzi"])
    func archiveSize(output: String) throws {
        // Most of the 64 tiles of the deepest level are empty.
        try folder.write(
            "plan.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2048\" height=\"2048\"><circle cx=\"90\" cy=\"90\" r=\"80\"/></svg>"
        )
        let line = ["build", "plan.svg", "-o", output, "--json", "-q"]
        let run = try CommandLineRun.run(line, in: folder.path)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.errors)")
        // Files with several names (hard links) count once.
        let measured = try CommandLineRun.shell(
            "find a* -type f -printf '%i %s\\n' | sort -u | awk '{ sum += $2 } END { print sum }'", in: folder.path)
        let size = try #require(Int(measured.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(report["archiveBytes"] as? Int == size)
        let again = try CommandLineRun.run(["build", "plan.svg", "-o", output, "--force"], in: folder.path)
        #expect(again.output.contains(" of one color, \(Amounts.bytes(size)), "), "\(again.output)")
        // A dry run counts only the distinct tiles of the archive, without the rest of its files.
        let dry = try CommandLineRun.run(line + ["--dry-run"], in: folder.path)
        let trial = try #require(try JSONSerialization.jsonObject(with: Data(dry.output.utf8)) as? [String: Any])
        let tiles = try #require(trial["archiveBytes"] as? Int)
        #expect(tiles < size && tiles > 100 && trial["bytes"] as? Int == report["bytes"] as? Int)
        // Clients receive equal tiles each time.
        #expect(try #require(report["bytes"] as? Int) > tiles)
    }

    @Test(
        "an ending that is no output is refused in the same way by every command",
        arguments: [
            ("build plan.svg -o x.zip", "use .dzi, .pmtiles, or .mbtiles, or no ending for a folder"),
            ("build plan.svg --layout xyz -o x.zip", "leave out .zip, or add a slash"),
            ("build plan.svg --layout zoomify -o x.zip --dry-run", "leave out .zip, or add a slash"),
            ("build plan.svg --layout dzi -o x.zip", "must end in .dzi"),
            ("merge plan.svg -o x.zip", "use .dzi, .pmtiles, or .mbtiles, or no ending for a folder"),
            ("merge plan.svg --layout xyz -o x.zip", "leave out .zip, or add a slash"),
            ("convert a.pmtiles --layout pmtiles -o x.zip", "must end in .pmtiles"),
            ("convert a.pmtiles -o x.zip", "use .dzi, .pmtiles, or .mbtiles, or no ending for a folder"),
            ("extract a.pmtiles -o x.zip", "leave out .zip, or add a slash"),
            ("extract a.pmtiles -o x.zip --tile 0/0/0", "use .png"),
            ("film t.json -o x.zip", "use .webp, .png, or .apng, or no ending for a folder"),
            ("perf record plan.svg -o x.zip", "use .json"), ("diff a.pmtiles a.pmtiles --picture x.zip", "use .png"),
            ("perf run t.json -o x.zip", "leave out .zip, or add a slash"),
            ("perf run t.json --update --ledgers x.zip", "leave out .zip, or add a slash"),
            ("perf run t.json --junit x.zip", "use .xml"),
            ("perf run t.json --benchstat x.zip", "use .txt, .bench, or .out"),
            ("perf compare t.json t.json --json x.zip", "use .json"),
            ("perf compare t.json t.json --junit x.zip", "use .xml"),
            ("perf minimize t.json -o x.zip", "use .json"),
            ("perf minimize t.json -o x.json --save-ledgers x.zip", "leave out .zip, or add a slash"),
            ("perf report t.json -o x.zip", "leave out .zip, or add a slash"),
            ("info plan.svg --cache-dir x.zip", "leave out .zip, or add a slash"),
            ("serve plan.svg --access-log x.zip", "use .log, .json, .jsonl, .ndjson, or .txt"),
        ])
    func endings(line: String, advice: String) throws {
        try folder.write("plan.svg", drawing())
        try folder.write("t.json", "{}")
        #expect(try CommandLineRun.run(["build", "plan.svg", "-o", "a.pmtiles", "-q"], in: folder.path).code == 0)
        let run = try CommandLineRun.run(line.split(separator: " ").map(String.init), in: folder.path)
        #expect(run.code == 64, "\(run.errors)")
        // The message is wrapped to the terminal.
        let errors = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(errors.contains("x.zip: ") && errors.contains(advice), "\(run.errors)")
        #expect(try folder.names() == ["a.pmtiles", "plan.svg", "t.json"])
    }

    @Test(
        "standard output and a name that is only an ending are refused as outputs",
        arguments: [
            ("build plan.svg -o -", "--output -: standard output can't hold an archive; name a file"),
            ("build plan.svg --layout pmtiles -o -", "--output -: standard output can't hold an archive; name a file"),
            ("build plan.svg -o .pmtiles", "--output .pmtiles: not a name for an archive"),
            ("convert a.pmtiles -o .dzi", "--output .dzi: not a name for an archive"),
            ("film t.json -o -", "--output -: standard output can't be used here; give a name"),
        ])
    func unusableNames(line: String, message: String) throws {
        try folder.write("plan.svg", drawing())
        try folder.write("t.json", "{}")
        #expect(try CommandLineRun.run(["build", "plan.svg", "-o", "a.pmtiles", "-q"], in: folder.path).code == 0)
        let run = try CommandLineRun.run(line.split(separator: " ").map(String.init), in: folder.path)
        #expect(run.code == 64, "\(run.errors)")
        let errors = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(errors.contains(message), "\(run.errors)")
        #expect(try folder.everything() == ["a.pmtiles", "plan.svg", "t.json"])
    }

    @Test("film refuses an output that exists or can't be created before it draws, and reports a missing film")
    func filmOutputs() throws {
        try folder.write("t.json", "{}")
        try folder.write("old.webp", "")
        for (line, code, message) in [
            ("film t.json -o old.webp", 73, "old.webp: already exists; choose another name or remove it"),
            (
                "film t.json -o nosuch/x.webp", 73,
                "nosuch/x.webp: can't be created: the folder nosuch does not exist; create it, or choose another place"
            ),
            ("film /bin/true -o x.webp", 69, "x.webp was not written: /bin/true has no “film” command"),
        ] as [(String, Int32, String)] {
            let run = try CommandLineRun.run(line.split(separator: " ").map(String.init), in: folder.path)
            #expect(run.code == code && run.errors == "tilework: \(message)\n", "\(run.code) \(run.errors)")
        }
        let failing = try CommandLineRun.run(["film", "/bin/false", "-o", "x.webp"], in: folder.path)
        #expect(failing.code == 1 && failing.errors.isEmpty, "\(failing.errors)")
        #expect(try folder.everything() == ["old.webp", "t.json"])
    }

    @Test("on a terminal the message of an interrupt has a line of its own, and the bar is there from 40 columns on")
    func interruptedBar() throws {
        try folder.write("plan.svg", drawing())
        // Its own process group, so that the signal reaches the build alone.
        let run = try CommandLineRun.shell(
            """
            script -qec 'stty cols 40; "$TILEWORK" build plan.svg -o out --scale 10000 --min-level 10 & build=$!
            until [ "$(stat -c %s .out.tilework/log 2>/dev/null || echo 0)" -gt 4000 ]; do :; done
            kill -INT $build; wait $build' /dev/null
            """, in: folder.path)
        let lines = run.output.split(whereSeparator: { $0.isNewline || $0 == "\r\n" })
        let message = lines.first { $0.contains("stopping after the tiles in progress") }
        let line = try #require(message, "\(run.output)")
        // The bar is erased before the message, so nothing of it remains in front.
        let shown = line.split(separator: "\r").last ?? ""
        #expect(
            shown == "\u{1B}[Ktilework: stopping after the tiles in progress; interrupt again to stop at once",
            "\(line)")
    }

    @Test("the output must be named")
    func noOutput() throws {
        let run = try CommandLineRun.run(["build", "plan.svg"], in: folder.path)
        #expect(run.code == 64 && run.errors.contains("--output"))
    }
}
