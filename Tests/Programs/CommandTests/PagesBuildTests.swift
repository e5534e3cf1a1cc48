import Foundation
import TestSupport
import Testing

@testable import TileCommands

@Suite("tilework build of several pages")
struct PagesBuildTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A document of pages of 75 × 75 pixels, which Poppler reads without a table of its objects.
    ///
    /// - Parameter sizes: The sides of other pages in points; 0 for a page that does not exist.
    private func document(_ count: Int, sizes: [Int: Double] = [:]) -> String {
        var text = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        let kids = (1...count).map { "\(9 + $0) 0 R" }.joined(separator: " ")
        text += "2 0 obj<</Type/Pages/Kids[\(kids)]/Count \(count)>>endobj\n"
        let content = "0.5 g 0 0 20 20 re f"
        text += "3 0 obj<</Length \(content.count)>>stream\n\(content)\nendstream endobj\n"
        for page in 1...count {
            let size = sizes[page] ?? 56.25
            guard size > 0 else { continue }
            text += "\(9 + page) 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(size) \(size)]/Contents 3 0 R>>endobj\n"
        }
        return text + "trailer<</Root 1 0 R>>\n"
    }

    private func build(_ line: String) throws -> CommandLineRun {
        try CommandLineRun.run(["build"] + line.split(separator: " ").map(String.init), in: folder.path)
    }

    @Test("an output with a slash holds an archive for each page, named after it")
    func all() throws {
        try folder.write("plan.pdf", document(3))
        let run = try build("plan.pdf -o pages/")
        #expect(run.code == 0, "\(run)")
        #expect(run.errors.contains("plan.pdf: page 2: 1 tile in 1 level, full size 75 × 75 pixels"), "\(run)")
        #expect(run.output.contains("pages/plan-p3: 1 tile, "), "\(run)")
        #expect(run.output.contains("pages/: 3 pages, 3 tiles, "), "\(run)")
        #expect(try folder.names() == ["pages", "plan.pdf"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pages")).sorted()
        #expect(names == ["plan-p1", "plan-p2", "plan-p3"])
        #expect(folder.exists("pages/plan-p2/tiles.json") && folder.exists("pages/plan-p2/0/0/0.png"))
    }

    @Test(
        "pages are built in each kind of archive",
        arguments: [
            ("xyz", ["plan-p1", "plan-p3"]), ("zoomify", ["plan-p1", "plan-p3"]),
            ("pmtiles", ["plan-p1.pmtiles", "plan-p3.pmtiles"]), ("mbtiles", ["plan-p1.mbtiles", "plan-p3.mbtiles"]),
            ("dzi", ["plan-p1.dzi", "plan-p1_files", "plan-p3.dzi", "plan-p3_files"]),
        ])
    func kinds(layout: String, names: [String]) throws {
        try folder.write("plan.pdf", document(4))
        let run = try build("plan.pdf --pages 3,1 -o pages --layout \(layout)")
        #expect(run.code == 0, "\(run)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("pages")).sorted() == names)
    }

    @Test("a name with a dot is no ending")
    func dottedName() throws {
        try folder.write("plan.v2.pdf", document(2))
        let run = try build("plan.v2.pdf -o pages/")
        #expect(run.code == 0, "\(run)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pages")).sorted()
        #expect(names == ["plan.v2-p1", "plan.v2-p2"])
        #expect(folder.exists("pages/plan.v2-p2/0/0/0.png"))
    }

    @Test("pages that the options do not fit do not stop the others")
    func unfitting() throws {
        try folder.write("plan.pdf", document(3, sizes: [2: 400]))
        let run = try build("plan.pdf -o pages/ --bounds 80,80,90,90")
        #expect(run.code == 65, "\(run)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pages")).sorted()
        #expect(names.filter { !$0.hasPrefix(".") } == ["plan-p2"])
    }

    @Test("after a page that failed, --update and --force build a changed document")
    func changedAfterFailure() throws {
        try folder.write("plan.pdf", document(3, sizes: [2: 0]))
        #expect(try build("plan.pdf -o pages/").code == 65)
        for option in ["--update", "--force"] {
            try folder.write("plan.pdf", document(3, sizes: [2: 0, 1: option == "--force" ? 75 : 60]))
            let run = try build("plan.pdf -o pages/ \(option)")
            #expect(run.code == 65 && run.output.contains("pages/: 2 pages"), "\(option): \(run)")
        }
    }

    @Test("without a slash and --pages, the first page is built as ever, and the message names both")
    func first() throws {
        try folder.write("plan.pdf", document(2))
        let run = try build("plan.pdf -o tiles")
        #expect(run.code == 0 && folder.exists("tiles/tiles.json"), "\(run)")
        #expect(
            run.errors.contains("building page 1 of 2; choose others with --page or --pages, or all with"), "\(run)")
        try folder.write("one.pdf", document(1))
        let one = try build("one.pdf -o one/")
        #expect(one.code == 0 && folder.exists("one/tiles.json"), "\(one)")
    }

    @Test("ranges are merged and sorted")
    func ranges() throws {
        let selection = try #require(PageSelection(argument: "12,3-7,5-8,9"))
        #expect(selection.ranges == [3...9, 12...12])
        #expect(try selection.pages(ofDocumentWith: 12) == [3, 4, 5, 6, 7, 8, 9, 12])
        #expect(throws: PageSelection.Failure.beyond(page: 12, count: 11)) {
            try selection.pages(ofDocumentWith: 11)
        }
        #expect(throws: PageSelection.Failure.beyond(page: 5, count: 4)) {
            try PageSelection(argument: "2-999999999")?.pages(ofDocumentWith: 4)
        }
        for text in ["", ",", "0", "3-", "-3", "7-3", "3,,4", "1 2", "a", "1-2-3", "١", "99999999999999999999", "+3"] {
            #expect(PageSelection(argument: text) == nil, "\(text)")
        }
    }

    @Test("invalid pages and outputs are refused before anything is built")
    func refusals() throws {
        try folder.write("plan.pdf", document(3))
        for (line, code, message) in [
            ("--pages 7-3 -o pages", 64, "use page numbers from 1 and ranges of them, such as 3-7,12"),
            ("--pages 2-9 -o pages", 64, "plan.pdf: invalid page 4: the document has 3 pages; use 1 to 3"),
            ("--page 1 --pages 2 -o pages", 64, "--page and --pages can't be combined"),
            ("--pages 1 -o all.pmtiles", 64, "use --layout pmtiles -o all/"),
            ("--pages 1 -o all.zip", 64, "this must be a folder; leave out .zip"),
            ("--pages 1 -o s3://a/b/", 64, "the output must be a folder on this machine"),
            ("--pages 1 -o - ", 64, "standard output"),
            ("-o pages/ --shard 1/2", 64, "give each machine its own --pages"),
            ("--pages 1 -o none/pages", 73, "none/pages: can't be created"),
        ] as [(String, Int32, String)] {
            let run = try build("plan.pdf \(line)")
            let errors = run.errors.replacingOccurrences(of: "\n", with: " ").split(separator: " ").joined(
                separator: " ")
            #expect(run.code == code && errors.contains(message), "\(line): \(run)")
        }
        #expect(try folder.names() == ["plan.pdf"])
        #expect(try build("plan.pdf -o tiles").code == 0)
        let inside = try build("plan.pdf -o tiles/")
        #expect(
            inside.code == 73 && inside.errors.contains("tiles: a tile archive; choose another folder"), "\(inside)")
    }

    @Test("finished pages are replaced only with --force")
    func existing() throws {
        try folder.write("plan.pdf", document(2))
        #expect(try build("plan.pdf -o pages/ -q").code == 0)
        let again = try build("plan.pdf -o pages/")
        #expect(again.code == 73 && again.errors.contains("pages/plan-p1: already exists"), "\(again)")
        #expect(try build("plan.pdf -o pages/ -q --force").code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pages")).sorted()
        #expect(names == ["plan-p1", "plan-p2"])
    }

    @Test("a page that can't be drawn does not stop the others, and the same command skips what is finished")
    func damaged() throws {
        try folder.write("plan.pdf", document(3, sizes: [3: 0]))
        let run = try build("plan.pdf -o pages/ --layout pmtiles")
        #expect(run.code == 65 && run.errors.contains("plan.pdf, page 3:"), "\(run)")
        #expect(run.output.contains("pages/: 2 pages, 1 failed, 2 tiles, "), "\(run)")
        let again = try build("plan.pdf -o pages/ --layout pmtiles --json --quiet")
        #expect(again.code == 65, "\(again)")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any])
        #expect(json["event"] as? String == "pages" && json["failedPages"] as? [Int] == [3])
        #expect(json["earlierPages"] as? Int == 2 && json["pages"] as? Int == 0)

        // Other options would make other tiles.
        let other = try build("plan.pdf -o pages/ --layout pmtiles --scale 2")
        #expect(other.code == 64 && other.errors.contains("--scale was 1.0; discard it with --restart"), "\(other)")
        let restarted = try build("plan.pdf -o pages/ --layout pmtiles --scale 2 --restart")
        #expect(restarted.code == 65 && restarted.output.contains("pages/: 2 pages, 1 failed, "), "\(restarted)")

        // The repaired document is another one.
        try folder.write("plan.pdf", document(3))
        let repaired = try build("plan.pdf -o pages/ --layout pmtiles --scale 2")
        #expect(repaired.code == 64 && repaired.errors.contains("the content has changed"), "\(repaired)")
        let rest = try build("plan.pdf -o pages/ --layout pmtiles --pages 3")
        #expect(rest.code == 0, "\(rest)")
        #expect(try build("plan.pdf -o pages/ --layout pmtiles --restart").code == 73)
        #expect(try build("plan.pdf -o pages/ --layout pmtiles --restart --force").code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pages")).sorted()
        #expect(names == ["plan-p1.pmtiles", "plan-p2.pmtiles", "plan-p3.pmtiles"])
    }

    @Test("an interrupted build continues with the page at which it stopped")
    func interrupt() throws {
        // 75 × 75 pixels, and 2²² × 2²², which are hours of work.
        try folder.write("plan.pdf", document(3, sizes: [1: 56.25 / 50_000, 3: 56.25 / 50_000]))
        let line = "plan.pdf -o pages/ --scale 50000"
        let started = try CommandLineRun.Started(
            try CommandLineRun.executable(), ["build"] + line.split(separator: " ").map(String.init), in: folder.path)
        #expect(started.waitForError(containing: "plan.pdf: page 2: "))
        started.process.interrupt()
        let stopped = started.wait()
        #expect(stopped.code == 130 && stopped.signal == 0, "\(stopped)")
        #expect(folder.exists("pages/plan-p1/tiles.json") && !folder.exists("pages/plan-p3"))
        let run = try build(line + " --pages 1,3 --json --quiet")
        #expect(run.code == 0, "\(run)")
        let events = try run.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(events.map { $0["event"] as? String } == ["done", "pages"] && events[0]["page"] as? Int == 3)
        #expect(events[1]["earlierPages"] as? Int == 1 && events[1]["pages"] as? Int == 1)
    }

    @Test("a dry run of several pages writes nothing")
    func dryRun() throws {
        try folder.write("plan.pdf", document(3))
        let run = try build("plan.pdf -o pages/ --dry-run")
        #expect(run.code == 0 && run.output.contains("pages/: 3 pages, none written, 3 tiles, "), "\(run)")
        #expect(try folder.names() == ["plan.pdf"])
    }
}
