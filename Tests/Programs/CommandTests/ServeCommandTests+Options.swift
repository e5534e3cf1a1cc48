import Foundation
import FoundationNetworking
import TestSupport
import Testing
import TileServer
import TileSessions

@testable import TileCommands

/// Tests of options and settings.
extension ServeCommandTests {
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
