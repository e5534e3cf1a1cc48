import Foundation
import FoundationNetworking
import TestSupport
import Testing
import TileServer
import TileSessions

@testable import TileCommands

/// Tests of the files that are served, and of their names.
extension ServeCommandTests {
    @Test("a folder of Zarr is named and not listed, with --recursive and without")
    func zarr() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("plans/cells.zarr/0"), withIntermediateDirectories: true)
        try folder.write("plans/plan.svg", drawing())
        try folder.write("plans/cells.zarr/.zgroup", "{\"zarr_format\": 2}")
        try folder.write("plans/cells.zarr/0/0.0.svg", drawing())
        let found = "this is a folder of Zarr, as of OME-Zarr: convert it to OME-TIFF, for example with raw2ometiff"
        for flags in [[], ["--recursive"]] {
            let server = try RunningServer(["plans", "plans/cells.zarr"] + flags, in: folder.path)
            #expect(try await server.get("/tiles/plan.json").status == 200)
            #expect(try await server.get("/tiles/cells.zarr.0.0.0.json").status == 404)
            let (code, errors) = server.end()
            #expect(code == 0)
            #expect(errors.contains("plans/cells.zarr: skipped; \(found)\n"), "\(errors)")
            #expect(errors.contains("plans/cells.zarr: \(found); Tilework reads "), "\(errors)")
            #expect(!errors.contains("inner folder"))
        }
    }

    @Test("with --recursive it serves folders in folders under their paths, once each, and not those out of it")
    func recursive() async throws {
        let files = FileManager.default
        for path in ["plans/1. Stock/Küche", "plans/a", "plans/.git", "elsewhere"] {
            try files.createDirectory(atPath: folder.file(path), withIntermediateDirectories: true)
        }
        for path in ["plan", "1. Stock/plan", "1. Stock/Küche/plan", "a/json", ".git/hidden"] {
            try folder.write("plans/\(path).svg", drawing())
        }
        try folder.write("elsewhere/theirs.svg", drawing())
        try files.createSymbolicLink(atPath: folder.file("plans/a/up"), withDestinationPath: "..")
        try files.createSymbolicLink(atPath: folder.file("plans/out"), withDestinationPath: "../elsewhere")
        let shown = ["plan", "1-Stock.plan", "1-Stock.Küche.plan", "a.json"]
        for (flags, expected) in [([], shown), (["--follow-links"], shown + ["out.theirs"])] {
            let server = try RunningServer(["plans", "--recursive"] + flags, in: folder.path)
            for id in expected.map({ $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)! }) {
                #expect(try await server.get("/tiles/\(id).json").status == 200, "\(id)")
                #expect(try await server.get("/tiles/\(id)/0/0/0.png").status == 200, "\(id)")
                #expect(try await server.get("/dzi/\(id).dzi").status == 200, "\(id)")
                #expect(try await server.get("/dzi/\(id)_files/0/0_0.png").status == 200, "\(id)")
                #expect(try await server.get("/view/\(id)").status == 200, "\(id)")
            }
            let list = try await server.get("/contents.json").body
            let json = try #require(try JSONSerialization.jsonObject(with: list) as? [String: Any])
            let contents = try #require(json["contents"] as? [[String: Any]])
            #expect(Set(contents.compactMap { $0["id"] as? String }) == Set(expected))
            let kitchen = contents.first { $0["id"] as? String == "1-Stock.Küche.plan" }
            #expect(kitchen?["folder"] as? String == "1. Stock/Küche" && kitchen?["title"] as? String == "plan")
            #expect(contents.first { $0["id"] as? String == "plan" }?["folder"] == nil)
            let (code, errors) = server.end()
            #expect(code == 0 && errors.contains("--follow-links") == flags.isEmpty, "\(errors)")
        }
    }

    @Test("of many files that it can't show it names ten, and counts the others")
    func manyNotShown() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("mixed"), withIntermediateDirectories: true)
        for number in 1...25 { try folder.write("mixed/\(number).txt", "words") }
        try folder.write("mixed/plan.svg", drawing())
        try folder.write("mixed/scan.xcf", "gimp xcf v011")
        try folder.write("mixed/lock", "")
        try folder.write("mixed/cut.png", "")
        let server = try RunningServer(["mixed"], in: folder.path)
        #expect(try await server.get("/tiles/plan/0/0/0.png").status == 200)
        // Requested contents are opened, and all are settled afterward.
        for number in 1...25 { #expect(try await server.get("/tiles/\(number)/0/0/0.png").status == 404) }
        for id in ["scan", "lock", "cut"] { #expect(try await server.get("/tiles/\(id)/0/0/0.png").status == 404) }
        let (_, errors) = server.end()
        let lines = errors.split(separator: "\n")
        #expect(lines.count { $0.contains(": skipped: ") } == 10, "\(errors)")
        #expect(lines.contains("tilework: skipped 17 more files (unsupported formats)"), "\(errors)")
        // The file has an image's extension, so it is reported.
        #expect(lines.contains { $0.hasPrefix("tilework: mixed/cut.png: the file is empty") }, "\(errors)")
    }

    @Test("of a folder of many files the names are listed, and a file is opened when it is asked for")
    func manyFiles() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("many"), withIntermediateDirectories: true)
        for number in 1...120 { try folder.write("many/\(number).svg", drawing()) }
        try folder.write("many/cut.svg", "<svg")
        try folder.write("many/words.txt", "words")
        let server = try RunningServer(["many"], in: folder.path)
        #expect(try await server.get("/tiles/words.json").status == 404)
        func list() async throws -> [[String: Any]] {
            let json = try JSONSerialization.jsonObject(with: try await server.get("/contents.json").body)
            return try #require((json as? [String: Any])?["contents"] as? [[String: Any]])
        }
        var contents = try await list()
        #expect(contents.count == 121 && contents.allSatisfy { $0["width"] == nil && $0["kind"] as? String == "svg" })
        #expect(try await server.get("/tiles/77/0/0/0.png").status == 200)
        #expect(try await server.get("/tiles/cut/0/0/0.png").status == 404)
        contents = try await list()
        #expect(contents.count == 120 && contents.count { $0["width"] as? Double == 300 } == 1)
        let (code, errors) = server.end()
        #expect(
            code == 0 && errors.contains("many/cut.svg: damaged") && errors.contains("words.txt: skipped"),
            "\(errors)")
    }

    @Test("links out of a served folder are shown with --follow-links only, and links within it always")
    func links() async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder.file("plans/inner"), withIntermediateDirectories: true)
        try folder.write("plans/plan.svg", drawing())
        try folder.write("plans/inner/deep.svg", drawing())
        try folder.write("private.svg", drawing())
        // A folder with a name that begins with the served folder's.
        try files.createDirectory(atPath: folder.file("plans-of-others"), withIntermediateDirectories: true)
        try folder.write("plans-of-others/theirs.svg", drawing())
        let links = [
            "out": "../private.svg", "theirs": "../plans-of-others/theirs.svg", "same": "plan.svg",
            "in": "inner/deep.svg",
            "absolute": folder.file("private.svg"), "chain": "out.svg", "nowhere": "../missing.svg",
        ]
        for (name, target) in links {
            try files.createSymbolicLink(atPath: folder.file("plans/\(name).svg"), withDestinationPath: target)
        }
        // The served folder may be a link, and so may a named file.
        try files.createSymbolicLink(atPath: folder.file("way"), withDestinationPath: "plans")
        try files.createSymbolicLink(atPath: folder.file("named.svg"), withDestinationPath: "private.svg")
        let shown = ["plan", "same", "in", "named"]
        let strays = ["out", "theirs", "absolute", "chain"]
        for (flags, expected) in [([], shown), (["--follow-links"], shown + strays)] {
            let server = try RunningServer(["way", "named.svg"] + flags, in: folder.path)
            for id in shown + strays + ["nowhere"] {
                let status = try await server.get("/tiles/\(id)/0/0/0.png").status
                #expect(status == (expected.contains(id) ? 200 : 404), "\(id) with \(flags)")
            }
            let (code, errors) = server.end()
            #expect(code == 0)
            #expect(errors.contains("--follow-links") == flags.isEmpty, "\(errors)")
        }
    }

    @Test("nothing to show ends with the reason's code")
    func nothing() throws {
        try folder.write("text.svg", "hello")
        #expect(try CommandLineRun.run(["serve", "missing.svg"], in: folder.path).code == 66)
        #expect(try CommandLineRun.run(["serve", "text.svg", "--port", "0"], in: folder.path).code == 65)
        try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
        let empty = try CommandLineRun.run(["serve", "empty"], in: folder.path)
        #expect(empty.code == 66 && empty.errors == "tilework: empty: no readable files in this folder\n")
    }

    @Test("files keep their names when others are added, and files that share a name are named by their paths")
    func names() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        for name in ["東京.svg", "plan.svg", "a+b.svg"] { try folder.write("plans/\(name)", drawing()) }
        func ids() async throws -> [String: String] {
            let server = try RunningServer(["plans"], in: folder.path)
            // Each answer waits until its file is open, so that the list has all of them.
            for path in ["%E6%9D%B1%E4%BA%AC", "plan", "a-b", "%E5%A4%A7%E9%98%AA", "a", "zoo"] {
                _ = try await server.get("/tiles/\(path).json")
            }
            let json = try JSONSerialization.jsonObject(with: try await server.get("/contents.json").body)
            let contents = try #require((json as? [String: Any])?["contents"] as? [[String: Any]])
            _ = server.end()
            return Dictionary(
                contents.compactMap { content in
                    (content["id"] as? String).map { ($0, content["title"] as? String ?? "") }
                }, uniquingKeysWith: { first, _ in first })
        }
        let before = try await ids()
        #expect(before == ["東京": "東京", "plan": "plan", "a-b": "a+b"])
        for name in ["大阪.svg", "a.svg", "zoo.svg"] { try folder.write("plans/\(name)", drawing()) }
        let after = try await ids()
        #expect(after.count == 6 && before.allSatisfy { after[$0.key] == $0.value })
    }

    @Test("backups and temporary files of a folder are not served, unless they are named")
    func leftovers() throws {
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        let leftovers = [
            "plan.svg~", ".#plan.svg", "#plan.svg#", ".plan.svg.swp", "plan.svg.swp", "plan.svg.tmp", "plan.TMP",
            "~$plan.pdf", "plan.svg.bak", "plan.svg.part", "plan.svg___jb_tmp___", "plan.svg.crdownload",
        ]
        for name in leftovers + ["plan.svg", "plan-temp.svg", "swp.svg"] {
            try folder.write("plans/\(name)", drawing())
        }
        let files = ServedFiles([folder.file("plans")], settings: .init(tileSize: 256))
        #expect(files.files.map(\.id).sorted() == ["plan", "plan-temp", "swp"])
        let named = ServedFiles([folder.file("plans/plan.svg~")], settings: .init(tileSize: 256))
        #expect(named.files.map(\.id) == ["plan"])
    }

    @Test("a file that is named twice is served once")
    func namedTwice() throws {
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        try folder.write("plans/plan.svg", drawing())
        let paths = ["plans", "plans/plan.svg", "./plans/", "plans/../plans/plan.svg"].map(folder.file)
        #expect(ServedFiles(paths, settings: .init(tileSize: 256)).files.map(\.id) == ["plan"])
    }

    @Test("a Deep Zoom is one content, whatever its description's name ends in")
    func deepZoomFolders() throws {
        let description =
            #"<Image TileSize="256" Overlap="0" Format="png" xmlns="http://schemas.microsoft.com/deepzoom/2008">"#
            + #"<Size Width="9" Height="9"/></Image>"#
        for (name, ending) in [("a", "dzi"), ("b", "xml"), ("c", "DZI")] {
            try FileManager.default.createDirectory(
                atPath: folder.file("\(name)_files/4"), withIntermediateDirectories: true)
            try folder.write("\(name)_files/4/0_0.svg", drawing())
            try folder.write("\(name).\(ending)", description)
        }
        // A folder with this name, beside a file that describes nothing.
        try FileManager.default.createDirectory(atPath: folder.file("d_files"), withIntermediateDirectories: true)
        try folder.write("d_files/plan.svg", drawing())
        try folder.write("d.xml", "<a/>")
        let files = ServedFiles(
            [folder.path], settings: .init(tileSize: 256, format: nil, maxLevel: nil), isRecursive: true)
        let names = files.files.map { String($0.path.dropFirst(folder.path.count + 1)) }
        #expect(names == ["a.dzi", "b.xml", "c.DZI", "d.xml", "d_files/plan.svg"])
    }

    @Test("the tiles of an IIIF image are not contents, and other files beside them are")
    func iiifFolders() throws {
        for path in ["scan/0,0,9,9/9,/0", "scan/full/9,9/0", "scan/inner"] {
            try FileManager.default.createDirectory(atPath: folder.file(path), withIntermediateDirectories: true)
            try folder.write("\(path)/default.svg", drawing())
        }
        try folder.write("scan/plan.svg", drawing())
        func found() -> [String] {
            let files = ServedFiles(
                [folder.file("scan")], settings: .init(tileSize: 256, format: nil, maxLevel: nil), isRecursive: true)
            return files.files.map { String($0.path.dropFirst(folder.file("scan").count + 1)) }
        }
        #expect(found().count == 4, "without a description they are folders like others")
        try folder.write("scan/info.json", #"{"protocol": "http://iiif.io/api/image", "width": 9, "height": 9}"#)
        #expect(found() == ["info.json", "plan.svg", "inner/default.svg"])
    }
}
