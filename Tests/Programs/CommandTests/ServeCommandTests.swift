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
}
