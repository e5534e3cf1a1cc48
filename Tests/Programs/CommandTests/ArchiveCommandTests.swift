import Foundation
import TestSupport
import Testing

@Suite("tilework verify, extract and diff")
struct ArchiveCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("plan.svg", drawing())
    }

    private func run(_ line: String) throws -> CommandLineRun {
        try CommandLineRun.run(line.split(separator: " ").map(String.init), in: folder.path)
    }

    private func build(_ output: String) throws {
        let built = try run("build plan.svg -q -o \(output)")
        #expect(built.code == 0, "\(built.errors)")
    }

    private func json(_ run: CommandLineRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test("a sound archive is told with its levels, and ends with 0")
    func sound() throws {
        try build("a.pmtiles")
        let verified = try run("verify a.pmtiles")
        #expect(verified.code == 0 && verified.errors.isEmpty, "\(verified.errors)")
        let lines = verified.output.split(separator: "\n")
        #expect(
            lines[0].hasPrefix("a.pmtiles: intact, 3 tiles in 2 levels, 0 repeated, ") && lines[0].hasSuffix(", PNG"))
        #expect(lines.count == 4 && lines[3].split(separator: " ").prefix(3) == ["1", "2", "2"])
        let quiet = try run("verify a.pmtiles --quiet")
        #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
        let report = try json(try run("verify a.pmtiles --json --jobs 1"))
        #expect(report["isSound"] as? Bool == true && report["kind"] as? String == "pmtiles")
        #expect(report["tiles"] as? Int == 3 && (report["problems"] as? [Any])?.isEmpty == true)
    }

    @Test("info tells what an archive's description contradicts, and serve does too")
    func contradictions() throws {
        try build("a.dzi")
        let text = try String(contentsOfFile: folder.file("a.dzi"), encoding: .utf8)
        try folder.write("a.dzi", text.replacingOccurrences(of: "Height=\"200\"", with: "Height=\"700\""))
        // 300 × 700 is two tiles by three at level 10, and the deepest level of 300 × 200 is 9.
        let told = try run("info a.dzi")
        #expect(told.code == 0, "\(told.errors)")
        #expect(told.output.contains("  note: the archive does not match its description: "), "\(told.output)")
        #expect((try json(try run("info a.dzi --json"))["contradictions"] as? [String])?.isEmpty == false)
        let checked = try run("serve --check --port 0 a.dzi")
        #expect(checked.errors.contains("a.dzi: the archive does not match its description: "), "\(checked.errors)")
    }

    @Test("tiles that are not drawn are named by every command, and not called damaged")
    func undrawnTiles() throws {
        try FileManager.default.createDirectory(atPath: folder.file("a/0/0"), withIntermediateDirectories: true)
        try folder.write("a/0/0/0.mlt", "tile")
        let title = "MapLibre Tiles (MLT)"
        let described = try run("info a")
        #expect(described.code == 0 && described.output.contains("  tiles           \(title)\n"))
        #expect(described.output.contains("  note: Tilework does not draw tiles of this format."))
        let verified = try run("verify a")
        #expect(verified.code == 0, "\(verified.errors)")
        #expect(verified.output.hasPrefix("a: intact, 1 tile in 1 level, 0 repeated, 4 bytes, \(title)\n"))
        #expect(try json(try run("verify a --json"))["format"] as? String == "mlt")
        for command in ["serve --check --port 0 a", "convert a -o b.pmtiles"] {
            let refused = try run(command)
            #expect(refused.code != 0 && !refused.errors.contains("damaged"), "\(refused.errors)")
            #expect(refused.errors.contains("a: not supported: its tiles are \(title)"), "\(refused.errors)")
        }
        let built = try run("build a -o b.pmtiles")
        #expect(built.code == 65)
        #expect(
            built.errors == "tilework: a: already an archive of tiles; use tilework convert to change its format\n")
    }

    @Test("--tile-scheme states the order of rows, and info tells it")
    func tileScheme() throws {
        try build("a")
        // The remaining tiles have no stated order.
        for name in ["tiles.json", "index.html", "0"] {
            try FileManager.default.removeItem(atPath: folder.file("a/\(name)"))
        }
        #expect(try json(try run("info a --json"))["scheme"] as? String == "xyz")
        let flipped = try run("info a --tile-scheme tms")
        #expect(flipped.output.contains("from the bottom (TMS)"), "\(flipped.output)")
        for line in ["extract a -o b --tile-scheme tms", "verify a --tile-scheme tms", "diff a b --tile-scheme tms -q"]
        {
            let run = try run(line)
            #expect(run.errors.isEmpty, "\(run.errors)")
        }
        // Level 1 has its tiles in the upper half, which is the lower one of the other order.
        #expect(folder.exists("b/1/0/1.png") && !folder.exists("b/1/0/0.png"))
        let wrong = try run("info a --tile-scheme up")
        #expect(wrong.code == 64 && wrong.errors.contains("xyz"), "\(wrong.errors)")
    }

    @Test("info says what an archive says of itself")
    func info() throws {
        try build("a.dzi")
        try build("a.pmtiles")
        let told = try run("info a.dzi")
        #expect(told.code == 0 && told.errors.isEmpty, "\(told.errors)")
        let lines = told.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines[1] == ["archive", "Deep", "Zoom"])
        #expect(lines.contains(["tiles", "PNG,", "256", "×", "256", "pixels"]))
        #expect(lines.contains(["levels", "0", "to", "9"]))
        #expect(lines.last == ["9", "300", "×", "200", "2", "1", "2"])
        let report = try json(try run("info a.pmtiles --json"))
        #expect(report["kind"] as? String == "pmtiles" && report["format"] as? String == "png")
        #expect(report["width"] as? Double == 300 && report["maxLevel"] as? Int == 1)
        #expect((report["levels"] as? [[String: Any]])?.map { $0["tiles"] as? Int } == [1, 2])
        try folder.write("b.pmtiles", "PMTiles\u{3}")
        let damaged = try run("info b.pmtiles")
        #expect(damaged.code == 65 && damaged.errors.contains("b.pmtiles: damaged: the file ends within its header"))
    }

    @Test("damage is listed, and ends with 65")
    func unsound() throws {
        try build("a")
        try FileManager.default.removeItem(atPath: folder.file("a/1/1/0.png"))
        try FileManager.default.removeItem(atPath: folder.file("a/0/0/0.png"))
        try folder.write("a/0/0/0.png", "no image")
        let verified = try run("verify a")
        #expect(verified.code == 65)
        #expect(
            verified.errors == """
                a: tile 1/1/0: missing
                a: tile 0/0/0: not an image
                tilework: a: damaged: 2 problems

                """)
        let few = try run("verify a --problems 1 --json")
        let report = try json(few)
        #expect(few.code == 65 && report["problemCount"] as? Int == 2)
        let problems = try #require(report["problems"] as? [[String: String]])
        #expect(problems.map { $0["kind"] } == ["tile"] || problems.map { $0["kind"] } == ["missing"])
    }

    @Test(
        "what is no archive, or cannot be read, ends each command with its code",
        arguments: [
            ("missing.pmtiles", nil, 66, "no such file"), ("empty.mbtiles", "", 65, "the file is empty"),
            ("text.dzi", "hello", 65, "not an archive of tiles"),
            ("text.zip", "PK\u{3}\u{4} < and more", 65, "not an archive of tiles; Tilework reads PMTiles"),
            ("page.html", "<!DOCTYPE html><p>", 65, "not an archive of tiles"),
            ("cut.dzi", "<?xml version=\"1.0\"?><Image Form", 65, "damaged: its XML can't be read"),
            ("cut.xml", "<Image Format=\"png\"><Size", 65, "damaged: its XML can't be read"),
            ("page.dzi", "<html></html>", 65, "does not describe a Deep Zoom image"),
            ("old.pmtiles", "PMTiles\u{2}", 65, "version 2"),
            ("cut.pmtiles", "PMTiles\u{3}", 65, "ends within its header"),
            ("no.mbtiles", "SQLite format 3\0" + String(repeating: "x", count: 200), 65, "not a database"),
            (".", nil, 65, "without levels of tiles"),
        ] as [(String, String?, Int32, String)])
    func badInput(_ name: String, _ content: String?, _ code: Int32, _ message: String) throws {
        if let content { try folder.write(name, content) }
        try build("a")
        let before = try folder.names()
        for arguments in [
            ["verify", name], ["extract", name, "-o", "out"], ["diff", "a", name], ["diff", name, "a"],
        ] {
            let run = try CommandLineRun.run(arguments, in: folder.path)
            #expect(run.code == code && run.signal == 0, "\(arguments) \(run.errors)")
            #expect(run.errors.hasPrefix("tilework: \(name)") && run.errors.contains(message), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
        #expect(try folder.names() == before)
    }

    @Test("an archive that may not be read is said to be that")
    func permissions() throws {
        try build("a.pmtiles")
        try build("a.mbtiles")
        try build("a")
        #expect(chmod(folder.path, 0o755) == 0)
        for name in ["a.pmtiles", "a.mbtiles", "a"] {
            #expect(chmod(folder.file(name), 0) == 0)
            let asNobody = "setpriv --reuid 65534 --regid 65534 --clear-groups \"$TILEWORK\" verify \(name)"
            let run = try CommandLineRun.shell(
                geteuid() == 0 ? asNobody : "\"$TILEWORK\" verify \(name)", in: folder.path)
            #expect(chmod(folder.file(name), 0o755) == 0)
            if run.code == 126 || run.code == 127 || run.errors.contains("setpriv") {
                try Test.cancel("another user cannot run the program here: \(run.errors)")
            }
            #expect(run.code == 66, "\(run.errors)")
            #expect(run.errors.contains("\(name): can't be read: Permission denied"), "\(run.errors)")
        }
    }

    @Test("tiles are taken out: one, some levels, a part")
    func extract() throws {
        try build("a.mbtiles")
        try build("a")
        let all = try run("extract a.mbtiles -o all")
        #expect(all.code == 0 && all.output.hasPrefix("all: 3 tiles, "), "\(all.errors)")
        for name in ["0/0/0", "1/0/0", "1/1/0"] {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.file("a/\(name).png"), andPath: folder.file("all/\(name).png")))
        }
        let one = try run("extract a.mbtiles -o one.png --tile 1/1/0 --json")
        #expect(one.code == 0 && folder.exists("one.png"))
        #expect(try json(one)["tiles"] as? Int == 1)
        let part = try run("extract a.mbtiles -o part --only-level 1 --bounds 280,0,10,10 -q")
        #expect(part.code == 0 && part.output.isEmpty)
        #expect(folder.exists("part/1/1/0.png") && !folder.exists("part/0") && !folder.exists("part/1/0"))
        for (line, code, message) in [
            ("extract a.mbtiles -o all", 73, "all: already exists"),
            ("extract a.mbtiles -o two.png --tile 1/7/0", 66, "no tile 1/7/0"),
            ("extract a.mbtiles -o two.png --tile 1/7", 64, "--tile"),
            (
                "extract a.mbtiles -o two --tile 1/0/0 --min-level 1", 64,
                "--tile can't be combined with levels or --bounds"
            ),
            ("extract a.mbtiles -o two --min-level 2 --max-level 1", 64, "--min-level 2 is greater than --max-level 1"),
            (
                "extract a.mbtiles -o two --bounds 9000,0,10,10", 64,
                "--bounds 9000,0,10,10: outside the content (300 × 200)"
            ),
            ("extract a.mbtiles -o two --min-level 9", 64, "--min-level 9: a.mbtiles has levels 0 to 1\n"),
            ("extract a.mbtiles -o two --only-level 77", 64, "--only-level 77: a.mbtiles has levels 0 to 1\n"),
            ("diff a.mbtiles a --only-level 77", 64, "--only-level 77: a.mbtiles has levels 0 to 1\n"),
            ("extract a.mbtiles -o -", 64, "--output -: standard output can't be used here; give a name"),
            ("extract a.mbtiles -o - --tile 1/0/0", 64, "--output -: standard output can't be used here; give a name"),
            (
                "extract a.mbtiles -o missing/two", 73,
                "missing/two: can't be created: the folder missing does not exist"
            ),
            (
                "extract a.mbtiles -o missing/two.png --tile 1/0/0", 73,
                "missing/two.png: can't be created: the folder missing does not exist"
            ),
            (
                "diff a.mbtiles a --picture missing/two.png", 73,
                "missing/two.png: can't be created: the folder missing"
            ),
        ] as [(String, Int32, String)] {
            let failed = try run(line)
            #expect(failed.code == code && failed.errors.contains(message), "\(line): \(failed.code) \(failed.errors)")
        }
        #expect(try folder.names() == ["a", "a.mbtiles", "all", "one.png", "part", "plan.svg"])
    }

    @Test("tiles are extracted into an existing empty folder, and never beside other files")
    func extractIntoFolder() throws {
        try build("a.mbtiles")
        for name in ["empty", "full"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try folder.write("full/kept", "")
        let into = try run("extract a.mbtiles -o empty")
        #expect(into.code == 0 && folder.exists("empty/1/1/0.png"), "\(into.errors)")
        let refused = try run("extract a.mbtiles -o full")
        #expect(refused.code == 73 && refused.errors.contains("full: already exists"), "\(refused.errors)")
        #expect(try folder.names() == ["a.mbtiles", "empty", "full", "plan.svg"])
    }

    @Test("extract and convert refuse an archive without tiles, and create nothing")
    func withoutTiles() throws {
        try FileManager.default.createDirectory(atPath: folder.file("none/0"), withIntermediateDirectories: true)
        for line in ["extract none -o out", "convert none -o out.pmtiles"] {
            let run = try run(line)
            #expect(run.code == 65, "\(line): \(run.code)")
            #expect(run.errors == "tilework: none: the archive has no tiles\n", "\(run.errors)")
        }
        #expect(try folder.names() == ["none", "plan.svg"])
    }

    @Test("convert leaves out empty tiles, and counts tiles that are damaged or missing")
    func faultyTiles() throws {
        try build("a")
        let sound = try run("convert a -o sound.pmtiles")
        #expect(sound.code == 0 && sound.errors.isEmpty, "\(sound.errors)")
        try FileManager.default.removeItem(atPath: folder.file("a/1/1/0.png"))
        try folder.write("a/1/1/0.png", "")
        let one = try run("convert a -o one.pmtiles")
        #expect(one.code == 0, "\(one.errors)")
        #expect(
            one.errors == "a: 1 tile is damaged or missing; tilework verify lists it\n", "\(one.errors)")
        let verified = try run("verify one.pmtiles")
        #expect(verified.errors.hasPrefix("one.pmtiles: tile 1/1/0: missing\n"), "\(verified.errors)")
        try FileManager.default.removeItem(atPath: folder.file("a/1/0/0.png"))
        try FileManager.default.removeItem(atPath: folder.file("a/0/0/0.png"))
        try folder.write("a/0/0/0.png", "no image")
        let three = try run("convert a -o three.mbtiles")
        #expect(
            three.errors == "a: 3 tiles are damaged or missing; tilework verify lists them\n", "\(three.errors)")
    }

    @Test("a part of an archive and the folder of a Deep Zoom's tiles are named as such")
    func parts() throws {
        let built = try run("build plan.svg -q -o a.pmtiles --shard 1/1")
        #expect(built.code == 0, "\(built.errors)")
        try build("b.dzi")
        for (line, message) in [
            ("verify a.pmtiles.part-1-of-1", "a part of an archive: join the parts with tilework merge"),
            ("info a.pmtiles.part-1-of-1", "this is a part of an archive: join the parts with tilework merge"),
            ("verify b_files", "b_files: the tiles of a Deep Zoom: use b.dzi, beside it"),
        ] {
            let run = try run(line)
            #expect(run.code == 65 && run.errors.contains(message), "\(line): \(run.errors)")
        }
        try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.file("iiif/full"), withIntermediateDirectories: true)
        try folder.write("iiif/info.json", #"{"protocol": "http://iiif.io/api/image", "width": 9, "height": 9}"#)
        for (name, message) in [
            ("iiif", "a folder of IIIF tiles, which are not read: export Deep Zoom"),
            ("b_files", "the tiles of a Deep Zoom: use b.dzi, beside it"),
            ("empty", "a folder without tiles; name a file in it"),
        ] {
            let run = try run("info \(name)")
            #expect(run.code == 66 && run.errors == "tilework: \(name): \(message)\n", "\(run.errors)")
        }
    }

    @Test("merge names a missing part before it asks for the output")
    func mergeWithoutParts() throws {
        let run = try run("merge nosuch")
        #expect(run.code == 66 && run.errors == "tilework: nosuch: no such file; check the name\n", "\(run.errors)")
    }

    @Test("archives of one content are equal whatever their kinds, and what differs is named with how much")
    func diff() throws {
        try build("a")
        try build("a.dzi")
        let equal = try run("diff a a.dzi")
        #expect(equal.code == 0 && equal.output == "a and a.dzi: all 3 tiles equal\n", "\(equal.output)\(equal.errors)")
        try folder.write("plan.svg", drawing().replacingOccurrences(of: "cx=\"120\"", with: "cx=\"121\""))
        try build("b.pmtiles")
        let differs = try run("diff a b.pmtiles --picture map.png")
        #expect(differs.code == 1 && differs.errors.isEmpty)
        let lines = differs.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("0/0/0  mean ") && lines[1].hasPrefix("1/0/0  mean "))
        #expect(lines[2] == "2 of 3 tiles differ, 0 only in a, 0 only in b.pmtiles")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("map.png"))).starts(with: [0x89, 0x50]))
        let again = try run("diff a a.dzi --picture map.png")
        #expect(again.code == 73 && again.output.isEmpty)
        #expect(
            again.errors == "tilework: map.png: already exists; choose another name or remove it\n", "\(again.errors)")
        let report = try json(try run("diff a b.pmtiles --json --only-level 1"))
        let tiles = try #require(report["different"] as? [[String: Any]])
        #expect(tiles.count == 1 && tiles[0]["tile"] as? String == "1/0/0")
        #expect(try #require(tiles[0]["largest"] as? Int) > 50)
        #expect((0.001...0.05).contains(try #require(tiles[0]["share"] as? Double)))
        try FileManager.default.removeItem(atPath: folder.file("a/1/1/0.png"))
        let less = try run("diff a b.pmtiles --only-level 1")
        #expect(less.code == 1 && less.output.contains("1/1/0  only in b.pmtiles\n"))
        // Deep Zoom counts levels from one pixel. The text uses the first archive's numbers, and JSON each one's own.
        let counted = try run("diff a a.dzi")
        #expect(counted.output.contains("1/1/0  only in a.dzi\n"), "\(counted.output)")
        #expect(try json(try run("diff a a.dzi --json"))["onlyInSecond"] as? [String] == ["9/1/0"])
        #expect(try run("diff a a -q").output.isEmpty)
        let unwritable = try run("diff a a.dzi -q --picture missing/map.png")
        #expect(unwritable.code == 73)
        #expect(unwritable.errors.contains("missing/map.png: can't be created: the folder missing"))
    }
}
