import Foundation
import FoundationNetworking
import TestSupport
import Testing
import TileServer
import TileSessions

@testable import TileCommands

@Suite("tilework serve", .serialized)
struct ServeCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("it prints its URL, serves files and folders, skips what it cannot show, and ends when told to")
    func serves() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("plans/inner"), withIntermediateDirectories: true)
        try folder.write("plans/ground floor.svg", drawing())
        try folder.write("plans/first.svg", drawing(width: 2000, height: 900))
        try folder.write("plans/README.md", "not a drawing")
        try folder.write("plans/.hidden.svg", drawing())
        try folder.write("plans/cut.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect")
        try folder.write("single.svg", drawing())
        let server = try RunningServer(["plans", "single.svg", "missing.svg"], in: folder.path)
        #expect(server.origin.hasPrefix("http://127.0.0.1:"))

        let document = try await server.get("/tiles/ground-floor.json").body
        let tileJSON = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        #expect(tileJSON["tilejson"] as? String == "3.0.0")
        #expect(tileJSON["maxzoom"] as? Int == 1 + ServeSettings.levelsBeyondSize)
        #expect(try await server.get("/tiles/first/0/0/0.png").status == 200)
        #expect(try await server.get("/tiles/single/1/1/0.png").status == 200)
        for unknown in ["cut", "README", "hidden", "missing"] {
            #expect(try await server.get("/tiles/\(unknown)/0/0/0.png").status == 404)
        }
        let (code, errors) = server.end()
        #expect(code == 0)
        #expect(errors.contains("missing.svg: no such file"))
        #expect(errors.contains("plans/cut.svg: "))
        #expect(errors.contains("plans/README.md: skipped: this is plain text\n"))
        #expect(errors.contains("plans/: skipped 1 inner folder (inner); use --recursive to serve their files\n"))
        #expect(!errors.contains("hidden"))
    }

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
        try folder.write("mixed/scan.psd", "8BPS")
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

    @Test("a port in use is named, with what to do")
    func portInUse() throws {
        try folder.write("plan.svg", drawing())
        let first = try RunningServer(["plan.svg"], in: folder.path)
        let port = try #require(first.origin.split(separator: ":").last)
        let second = try CommandLineRun.run(["serve", "plan.svg", "--port", String(port)], in: folder.path)
        #expect(second.code == 74)
        #expect(second.errors.contains("port \(port)") && second.errors.contains("--port"))
        _ = first.end()
    }

    @Test("a metrics port in use is the only message, and nothing is opened", arguments: [[], ["--check"]])
    func metricsPortInUse(flags: [String]) throws {
        try folder.write("plan.svg", drawing())
        let first = try RunningServer(["plan.svg"], in: folder.path)
        let port = try #require(first.origin.split(separator: ":").last)
        let second = try CommandLineRun.run(
            ["serve", "plan.svg", "--port", "0", "--metrics-port", String(port)] + flags, in: folder.path)
        #expect(second.code == 74)
        #expect(
            second.errors == "tilework: metrics port \(port) at 127.0.0.1 is in use: stop the other server, or choose "
                + "another --metrics-port\n", "\(second.errors)")
        #expect(second.output.isEmpty, "\(second.output)")
        _ = first.end()
    }

    @Test(
        "an option that would have no effect is refused",
        arguments: [
            (["--own-contents", "7"], "a limit of own contents needs interactive views: set interactive, too"),
            (["--own-content-time", "7"], "an own content time needs interactive views: set interactive, too"),
            (["--metrics-host", "0.0.0.0"], "a metrics host needs a metrics port: set both"),
            (["--shared-cache-hours", "7"], "--shared-cache-hours needs --shared-cache"),
            (["--shared-cache-prefix", "x"], "--shared-cache-prefix needs --shared-cache"),
            (["--base-path", "/a/../b"], "invalid base path “/a/../b”"),
            (["--base-path", "/."], "invalid base path “/.”"),
        ])
    func withoutEffect(options: [String], message: String) throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(["serve", "plan.svg", "--check"] + options, in: folder.path)
        #expect(run.code == 64 && run.errors.contains(message), "\(run.errors)")
    }

    @Test("printed settings can be read again, whatever the defaults of options without an effect")
    func printedSettings() throws {
        try folder.write("plan.svg", drawing())
        let printed = try CommandLineRun.run(["serve", "plan.svg", "--port", "0", "--print-config"], in: folder.path)
        #expect(printed.code == 0, "\(printed.errors)")
        try folder.write("settings.json", printed.output)
        let read = try CommandLineRun.run(["serve", "--config", "settings.json", "--check"], in: folder.path)
        #expect(read.code == 0, "\(read.errors)")
    }

    @Test("a file that can't be read as a setting is named with the reason")
    func unreadableSettings() throws {
        try folder.write("plan.svg", drawing())
        try folder.write("empty", "")
        try folder.write("binary", [0xFF, 0xFE, 0x00, 0x80])
        try FileManager.default.createDirectory(atPath: folder.file("f"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.file("loop.png"), withDestinationPath: "loop.png")
        for (arguments, message) in [
            (["plan.svg", "--password-file", "no"], "no: no such file; check the name"),
            (["plan.svg", "--password-file", "f"], "f: can't be read: it is a folder"),
            (["plan.svg", "--password-file", "empty"], "empty: the file has no passwords; use one per line"),
            (["plan.svg", "--password-file", "binary"], "binary: not UTF-8 text; use a text file"),
            (["plan.svg", "--tls-certificate", "f", "--tls-key", "f"], "f: can't be read: it is a folder"),
            (["plan.svg", "--tls-certificate", "no", "--tls-key", "f"], "no: no such file; check the name"),
            (["loop.png"], "loop.png: can't be read: Too many levels of symbolic links"),
        ] {
            let run = try CommandLineRun.run(["serve", "--port", "0", "--check"] + arguments, in: folder.path)
            #expect(run.code != 0 && run.errors.contains(message), "\(arguments): \(run.code) \(run.errors)")
        }
    }

    @Test("sign takes only the address of a server", arguments: ["foo", "ftp://x", "http://x/?a", "http://", "//x"])
    func signedAddress(address: String) throws {
        try folder.write("access.json", "{\"key\": \"\(Data(repeating: 7, count: 32).base64EncodedString())\"}")
        func sign(_ address: String) throws -> CommandLineRun {
            try CommandLineRun.run(["sign", "plan", "--access", "access.json", "--at", address], in: folder.path)
        }
        let refused = try sign(address)
        #expect(refused.code == 64 && refused.output.isEmpty)
        #expect(
            refused.errors.contains("--at \(address): use the server's address, such as https://maps.example/maps"),
            "\(refused.errors)")
        #expect(try sign("https://maps.example/maps/").output.hasPrefix("https://maps.example/maps/"))
    }

    @Test("a socket in use is named and stays the first server's, and goes when that ends")
    func socketInUse() throws {
        try folder.write("plan.svg", drawing())
        let first = try RunningServer(["plan.svg", "--unix-socket", "s"], in: folder.path)
        #expect(first.origin == "http+unix:s")
        for flags in [[], ["--check"]] {
            let second = try CommandLineRun.run(["serve", "plan.svg", "--unix-socket", "s"] + flags, in: folder.path)
            #expect(second.code == 74, "\(second.errors)")
            #expect(
                second.errors.contains(
                    "the socket s is in use: stop the other server, or choose another --unix-socket"),
                "\(second.errors)")
        }
        #expect(folder.exists("s"))
        #expect(first.end().code == 0 && !folder.exists("s"))
        try folder.write("s", "precious")
        let other = try CommandLineRun.run(["serve", "plan.svg", "--unix-socket", "s"], in: folder.path)
        #expect(other.code == 74 && other.errors.contains("s exists and is not a socket"), "\(other.errors)")
        #expect(folder.exists("s"))
    }

    @Test("a socket that a killed server left is replaced")
    func staleSocket() throws {
        try folder.write("plan.svg", drawing())
        let killed = try RunningServer(["plan.svg", "--unix-socket", "s"], in: folder.path)
        kill(killed.process.processIdentifier, SIGKILL)
        killed.process.waitUntilExit()
        #expect(folder.exists("s"))
        let next = try RunningServer(["plan.svg", "--unix-socket", "s"], in: folder.path)
        #expect(next.origin == "http+unix:s")
        #expect(next.end().code == 0 && !folder.exists("s"))
    }

    @Test("a host that does not exist is named")
    func unknownHost() throws {
        try folder.write("plan.svg", drawing())
        for flags in [["--host", "nosuch.invalid"], ["--host", "nosuch.invalid", "--check"]] {
            let run = try CommandLineRun.run(["serve", "plan.svg"] + flags, in: folder.path)
            #expect(run.code == 74, "\(run.errors)")
            #expect(
                run.errors.contains("unknown host nosuch.invalid: use a name or an address of this machine for --host"),
                "\(run.errors)")
        }
    }

    @Test("settings of the environment that name nothing, or cannot be used, are named")
    func environmentFaults() throws {
        try folder.write("plan.svg", drawing())
        for (environment, message) in [
            (
                ["TILEWORK_CACHE_SIZ": "1GB"],
                "unknown environment variable TILEWORK_CACHE_SIZ: did you mean TILEWORK_CACHE_SIZE?"
            ),
            (["TILEWORK_PORT": "99999"], "TILEWORK_PORT: invalid port 99999: use 1 to 65535, or 0 for any free port"),
        ] {
            let run = try CommandLineRun.run(
                ["serve", "plan.svg", "--check"], in: folder.path, environment: environment)
            #expect(run.code == 64 && run.errors == "tilework: \(message)\n", "\(run.errors)")
        }
        for (environment, code, message) in [
            (
                ["TILEWORK_HOST": "nosuch.invalid"], 74,
                "unknown host nosuch.invalid: use a name or an address of this machine for TILEWORK_HOST"
            ),
            (["TILEWORK_ACCESS": "none.json"], 66, "TILEWORK_ACCESS: none.json: no such file; check the name"),
            (
                ["TILEWORK_TLS_CERTIFICATE": "none.pem", "TILEWORK_TLS_KEY": "key.pem"], 66,
                "TILEWORK_TLS_CERTIFICATE: none.pem: no such file; check the name"
            ),
            (
                ["TILEWORK_ACCESS_LOG": "none/log"], 73,
                "TILEWORK_ACCESS_LOG: none/log: can't be opened for the access log: No such file or directory"
            ),
        ] as [([String: String], Int32, String)] {
            let run = try CommandLineRun.run(
                ["serve", "plan.svg", "--check"], in: folder.path, environment: environment)
            #expect(run.code == code && run.errors == "tilework: \(message)\n", "\(run.errors)")
        }
        try folder.write("settings.json", #"{"host": "nosuch.invalid"}"#)
        let file = try CommandLineRun.run(
            ["serve", "plan.svg", "--check", "--config", "settings.json"], in: folder.path)
        #expect(file.errors.hasSuffix("an address of this machine for settings.json: “host”\n"), "\(file.errors)")
        let build = try CommandLineRun.run(
            ["build", "plan.svg", "-o", "out"], in: folder.path, environment: ["TILEWORK_CACHE_DRI": "x"])
        #expect(build.code == 64 && build.errors.contains("did you mean TILEWORK_CACHE_DIR?"), "\(build.errors)")
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

    /// Runs `serve --check` with an access file.
    private func check(_ access: String) throws -> CommandLineRun {
        try folder.write("access.json", access)
        return try CommandLineRun.run(
            ["serve", "plans", "--check", "--port", "0", "--access", "access.json"], in: folder.path)
    }

    @Test("--check accounts for every file, and fails where something may be public that was meant to be private")
    func checks() throws {
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        for name in ["a.svg", "b+c.svg", "b#c.svg"] { try folder.write("plans/\(name)", drawing()) }
        try folder.write("plans/README", "words")
        let sound = try check(#"{"private": ["a"], "tokens": {"0123456789abcdef": ["a.svg"]}}"#)
        #expect(sound.code == 0 && sound.errors.split(separator: "\n").allSatisfy { !$0.contains("access.json") })
        #expect(
            sound.output.hasSuffix("3 of 4 files can be served; 1 skipped (unsupported formats)\n"), "\(sound.output)")
        #expect(sound.output.contains("a: SVG, 300 × 200, private\n"), "\(sound.output)")
        let typo = try check(#"{"privat": ["a"]}"#)
        #expect(typo.code == 65, "\(typo.output)")
        #expect(
            typo.errors.hasSuffix(
                "tilework: access.json: line 1, column 2: unknown member “privat”; did you mean “private”?\n"),
            "\(typo.errors)")
        for (text, words) in [
            (#"{"private": ["plan-a"]}"#, "“plan-a” in “private” matches no content"),
            (#"{"private": ["A"]}"#, "“A” in “private” matches no content"),
            (#"{"tokens": {"0123456789abcdef": ["a"]}}"#, "nothing is private"),
            (#"{"private": ["a"], "tokens": {"0123456789abcdef": ["b*"]}}"#, "add it to “private”"),
            (#"{"private": ["a"], "private": []}"#, "duplicate member “private”"),
        ] {
            let run = try check(text)
            #expect(run.code == 65 && run.errors.contains(words), "\(text): \(run.code) \(run.errors)")
        }
        // The names of earlier versions still cover everything that they may have meant.
        let former = try check(#"{"private": ["b-c-2"]}"#)
        #expect(former.code == 0 && former.output.split(separator: "\n").count { $0.hasSuffix(", private") } == 2)
    }

    @Test("at start, private contents are not listed, addresses begin with --base-path, and a typo is a warning")
    func startListing() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        for name in ["open.svg", "hidden.svg"] { try folder.write("plans/\(name)", drawing()) }
        try folder.write("plans/README", "words")
        try folder.write("access.json", #"{"private": ["hidden.svg", "secrets/"]}"#)
        let server = try RunningServer(
            ["plans", "--access", "access.json", "--base-path", "/maps"], in: folder.path)
        #expect(server.origin.hasSuffix("/maps"))
        let last = server.line { $0.contains(" files served; ") }
        #expect(last == "  2 of 3 files served; 1 skipped (unsupported formats), 1 private and not listed here")
        #expect(server.line { $0.hasPrefix("  \(server.origin)/view/") } == "  \(server.origin)/view/open")
        #expect(server.line { _ in true }?.contains("hidden") == false)
        #expect(try await server.get("/view/open").status == 200)
        let (code, errors) = server.end()
        #expect(code == 0)
        #expect(errors.contains("warning: access.json: “secrets/*” in “private” matches no content\n"), "\(errors)")
    }

    @Test(
        "a malformed option is a usage error that names it",
        arguments: [
            (["--port", "65536"], "invalid port 65536: use"), (["--port", "-1"], "invalid port -1: use"),
            (["--port", "x"], "--port"), (["--tile-size", "100"], "--tile-size"), (["--format", "bmp"], "--format"),
            (["--max-level", "41"], "invalid max level 41: use"), (["--cache-size", "12parsecs"], "--cache-size"),
            (["--cache-size", "10kB"], "invalid cache size 10kB: use"),
            (["--workers", "0"], "invalid number of workers 0: use"),
            (["--cache-size", "99999999999GB"], "--cache-size"), (["--sessions", "many"], "--sessions"),
            (["--sessions", "1.5"], "--sessions"), (["--sessions", ""], "--sessions"),
            (["--sessions", "-1"], "invalid number of sessions -1: use"),
            (["--sessions", "99999999999999999999"], "--sessions"),
            (["--sessions-per-client", "x"], "--sessions-per-client"),
            (["--sessions-per-client", "-1"], "invalid number of sessions per client -1: use"),
            (["--sessions-per-client", "0x10"], "--sessions-per-client"),
            (["--allow-origin", "maps.example"], "--allow-origin"),
            (["--max-connections", "0"], "invalid number of connections 0: use"),
            (["--max-connections", "-1"], "invalid number of connections -1: use"),
            (["--max-connections", "x"], "--max-connections"),
            (["--max-connections-per-client", "0"], "invalid number of connections per client 0: use"),
            (["--metrics-port", "65536"], "invalid metrics port 65536: use"),
            (["--metrics-port", "8080"], "invalid metrics port 8080: it is the port of the tiles; use another"),
            (["--allow-origin", ""], "--allow-origin"), (["--allow-origin", "null"], "--allow-origin"),
            (["--allow-origin", "https://maps.example/"], "--allow-origin"),
            (["--allowed-host", "https://maps.example"], "--allowed-host"),
            (["--allowed-host", "maps.example:80"], "--allowed-host"), (["--allowed-host", ""], "--allowed-host"),
            (["--frame-ancestors", "maps.example"], "--frame-ancestors"),
            (["--resource-policy", "none"], "--resource-policy"),
            (["--referrer-policy", "unsafe-url"], "--referrer-policy"),
        ] as [([String], String)])
    func usage(arguments: [String], message: String) throws {
        try folder.write("plan.svg", drawing())
        let run = try CommandLineRun.run(["serve", "plan.svg"] + arguments, in: folder.path)
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try CommandLineRun.run(["serve"], in: folder.path).code == 64)
    }

    @Test(
        "a limit or an origin that can't be is refused with what is wrong and what to give",
        arguments: [
            ("--sessions=-1", "invalid number of sessions -1: use 0 or more"),
            ("--sessions-per-client=-7", "invalid number of sessions per client -7: use 0 or more"),
            ("--sessions=ten", "The value 'ten' is invalid for '--sessions"),
            ("--sessions=9223372036854775808", "is invalid for '--sessions"),
            ("--sessions-per-client=1e3", "The value '1e3' is invalid for '--sessions-per-client"),
            ("--allow-origin=maps.example", "use a scheme, a host and, if needed, a port, such as https://maps"),
            ("--allow-origin=https://maps.example/viewer", "The value 'https://maps.example/viewer' is invalid for"),
        ])
    func limits(argument: String, message: String) throws {
        let run = try CommandLineRun.run(["serve", "plan.svg", argument], in: folder.path)
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("limits and origins reach the server: none, as many as there are numbers for, and several origins")
    func sessionOptions() throws {
        let plain = try ServeArguments.parse([]).configuration.sessions
        #expect(plain == SessionPolicy())
        let none = try ServeArguments.parse(["--sessions", "0", "--sessions-per-client", "0"]).configuration.sessions
        #expect(none.limit == 0 && none.limitPerClient == 0)
        let most = try ServeArguments.parse([
            "--sessions", "\(Int.max)", "--sessions-per-client", "1", "--allow-origin", "HTTPS://Maps.Example:443",
            "--allow-origin", "http://localhost:3000",
        ]).configuration
        #expect(most.sessions.limit == Int.max && most.sessions.limitPerClient == 1)
        #expect(most.web.origins == .listed(["https://maps.example", "http://localhost:3000"]))
    }

    @Test("rules for web pages reach the server")
    func webOptions() throws {
        let plain = try ServeArguments.parse([]).configuration.web
        #expect(plain.origins == .listed([]) && plain.hosts == .listed([]) && plain.frameAncestors == .listed([]))
        #expect(plain.reach == nil && plain.resourcePolicy == nil && plain.referrerPolicy == .noReferrer)
        let open = try ServeArguments.parse([
            "--allow-origin", "*", "--allowed-host", "*", "--frame-ancestors", "*", "--resource-policy", "same-origin",
            "--referrer-policy", "strict-origin",
        ]).configuration.web
        #expect(open.origins == .all && open.hosts == .all && open.frameAncestors == .all)
        #expect(open.resourcePolicy == .sameOrigin && open.referrerPolicy == .strictOrigin)
        let listed = try ServeArguments.parse([
            "--allowed-host", "Maps.Example", "--allowed-host", "[FD00::1]", "--frame-ancestors", "https://a.example",
        ]).configuration.web
        #expect(listed.hosts == .listed(["maps.example", "[fd00::1]"]))
        #expect(listed.frameAncestors == .listed(["https://a.example"]))
    }

    @Test("limits of connections reach the server, and leave room for as many sessions as there may be")
    func connectionOptions() throws {
        let plain = try ServeArguments.parse([]).configuration
        #expect(plain.connections == ConnectionPolicy() && plain.metricsPort == nil)
        let chosen = try ServeArguments.parse([
            "--max-connections", "7", "--max-connections-per-client", "3", "--metrics-port", "0", "--metrics-host",
            "::1",
        ]).configuration
        #expect(chosen.connections.limit == 7 && chosen.connections.limitPerClient == 3)
        #expect(chosen.metricsPort == 0 && chosen.metricsHost == "::1")
        let sessions = try ServeArguments.parse(["--sessions", "20000", "--sessions-per-client", "\(Int.max)"])
        #expect(sessions.configuration.connections.limit == 20100)
        #expect(sessions.configuration.connections.limitPerClient == Int.max)
    }

    @Test("operators have a port of their own, which is said when clients can connect")
    func metrics() async throws {
        try folder.write("plan.svg", drawing())
        let server = try RunningServer(["plan.svg", "--metrics-port", "0"], in: folder.path)
        let line = try #require(server.line { $0.hasSuffix("/metrics serves metrics") })
        let url = try #require(URL(string: String(line.prefix { $0 != " " })))
        let (body, response) = try await URLSession.patient().data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(String(decoding: body, as: UTF8.self).contains("tilework_connections "))
        #expect(try await server.get("/metrics").status == 404)
        #expect(server.end().code == 0)
    }

    @Test("nobody reads what it prints: it serves all the same, and ends when told to")
    func unread() async throws {
        // More lines than the 64 KB that a pipe holds.
        let tail = String(repeating: "x", count: 60)
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        for number in 1000..<1900 { try folder.write("plans/\(number)\(tail).svg", drawing()) }
        let server = try RunningServer(["plans"], in: folder.path)
        #expect(try await server.get("/tiles/1899\(tail)/0/0/0.png").status == 200)
        #expect(server.end().code == 0)
    }

    @Test("with few descriptors, silent clients make room for those that ask", arguments: [40, 64, 256])
    func descriptors(limit: Int) async throws {
        try folder.write("plan.svg", drawing())
        let server = try RunningServer(["plan.svg"], in: folder.path, files: limit)
        let port = try #require(server.origin.split(separator: ":").last.flatMap { UInt16($0) })
        // Half of the clients have sent the beginning of a head.
        let sockets = (0..<300).map { LoopbackSocket(port: port, saying: $0 % 2 == 0 ? "GET " : "") }
        #expect(server.waitForError(containing: "can't accept a connection"))
        for column in 0..<2 { #expect(try await server.get("/tiles/plan/1/\(column)/0.png").status == 200) }
        for socket in sockets { socket.end() }
        #expect(try await server.get("/tiles/plan/0/0/0.png").status == 200)
        let (code, errors) = server.end()
        #expect(code == 0)
        #expect(errors.contains("Too many open files") && errors.contains("ulimit -n"))
        #expect(errors.split(separator: "\n").filter { $0.contains("can't accept a connection") }.count < 4)
    }

    @Test("with too few descriptors to draw anything, it ends and says how many it needs")
    func tooFewDescriptors() throws {
        try folder.write("plan.svg", drawing())
        let server = try RunningServer(["plan.svg"], in: folder.path, files: 24)
        let (code, errors) = server.end()
        #expect(code == 74)
        #expect(errors.contains("only 24 files may be open at a time: allow at least"))
    }

    @Test(
        "an origin is taken as browsers send it",
        arguments: [
            ("https://maps.example", "https://maps.example"), ("HTTP://Maps.EXAMPLE", "http://maps.example"),
            ("https://maps.example:443", "https://maps.example"), ("http://maps.example:80", "http://maps.example"),
            ("https://maps.example:80", "https://maps.example:80"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]", "http://[::1]"), ("http://[2001:DB8::1]:80", "http://[2001:db8::1]"),
            ("https://a_b-c.example:65535", "https://a_b-c.example:65535"),
            ("https://maps.example:08080", "https://maps.example:8080"),
        ])
    func origin(text: String, sent: String) {
        #expect(WebOrigin(text)?.text == sent)
    }

    @Test(
        "what no browser sends as a page's origin is none",
        arguments: [
            "", "null", "*", "maps.example", "//maps.example", "https:maps.example", "https://", "https://:443",
            "https://maps.example/", "https://maps.example/x", "https://maps.example?x", "https://maps.example#x",
            "https://maps.example:", "https://maps.example:0", "https://maps.example:65536", "https://maps.example:+80",
            "https://maps.example:80:80", "https://maps.example:99999999999999999999", "https://me@maps.example",
            "https://maps example", " https://maps.example", "https://maps.example ", "https://*.example",
            "https://kärtchen.example", "ftp://maps.example", "file://", "ws://maps.example", "http://[::1",
            "http://[]", "http://[x]", "http://[::1]x", "http://::1", "http://[12]",
        ])
    func noOrigin(text: String) {
        #expect(WebOrigin(text) == nil)
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

    @Test("the options reach the server: levels are as deep as asked, tiles as large")
    func options() throws {
        try folder.write("plan.svg", drawing(width: 3000, height: 2000))
        let files = ServedFiles(
            [folder.file("plan.svg")], settings: .init(tileSize: 512, format: .webp(quality: 80), maxLevel: 1))
        guard case .content(let content) = try files.open(try #require(files.files.first)).content else {
            Issue.record("a drawing is no document of pages")
            return
        }
        #expect(content.pyramid.maxLevel == 1 && content.pyramid.tileSize == 512)
        #expect(content.pyramid.pixelSize(ofLevel: 1).width == 750)
        #expect(content.format == .webp(quality: 80) && content.isScalable && content.kind == "svg")
    }

    @Test(
        "sizes of memory are read with any unit",
        arguments: [
            ("512MB", 512_000_000), ("1GiB", 1 << 30), ("2 kib", 2048), ("10", 10), ("3g", 3_000_000_000), ("7B", 7),
        ])
    func byteSize(text: String, bytes: Int) {
        #expect(ByteSize(argument: text)?.bytes == bytes)
    }

    @Test(
        "what is no size of memory is none", arguments: ["", "MB", "-1", "1.5GB", "1 TB", "x", "9223372036854775807kB"])
    func noByteSize(text: String) {
        #expect(ByteSize(argument: text) == nil)
    }
}
