import CommandSupport
import Foundation
import TestSupport
import Testing

@testable import TileCommands
@testable import ViewCommands

@Suite("The settings of a command")
struct CommandSettingsTests {
    private let options = CommandOptions(of: "serve", in: TileworkCommand.self)!

    private func settings(
        _ given: [String], file: String? = nil, _ environment: [String: String] = [:]
    ) async throws -> CommandSettings {
        guard let file else {
            return try await CommandSettings(given, options: options, file: nil, environment: environment)
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString).json")
        try file.write(to: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: path) }
        return try await CommandSettings(given, options: options, file: path.path, environment: environment)
    }

    @Test("come from flags, else the environment, else the file")
    func order() async throws {
        let file = #"{"port": 1, "host": "file", "tile-size": 512, "workers": 3, "recursive": true}"#
        let settings = try await settings(
            ["--port", "3", "plans"], file: file, ["TILEWORK_PORT": "2", "TILEWORK_HOST": "environment"])
        let command = try ServeCommand.parse(settings.arguments)
        #expect(command.arguments.port == 3 && command.arguments.host == "environment")
        #expect(command.arguments.workers == 3 && command.arguments.tileSize.rawValue == 512 && command.recursive)
        #expect(command.paths == ["plans"])
    }

    @Test("name the files too, where the command line names none")
    func paths() async throws {
        let file = #"{"paths": ["a", "-b"], "allow-origin": ["https://a.example", "https://b.example"]}"#
        let command = try ServeCommand.parse(try await settings(["--watch"], file: file).arguments)
        #expect(command.paths == ["a", "-b"] && command.watch)
        #expect(command.arguments.allowedOrigins.map(\.text) == ["https://a.example", "https://b.example"])
        let named = try ServeCommand.parse(try await settings(["--port", "1", "--", "c"], file: file).arguments)
        #expect(named.paths == ["c"] && named.arguments.port == 1)
        let list = try await settings([], ["TILEWORK_PATHS": "x,y", "TILEWORK_ALLOW_ORIGIN": "https://c.example"])
        let listed = try ServeCommand.parse(list.arguments)
        #expect(listed.paths == ["x", "y"] && listed.arguments.allowedOrigins.map(\.text) == ["https://c.example"])
    }

    @Test("can switch on, and off again nearer to the command")
    func switches() async throws {
        let file = #"{"watch": true, "recursive": false}"#
        #expect(try ServeCommand.parse(try await settings(["a"], file: file).arguments).watch)
        let off = try await settings(["a"], file: file, ["TILEWORK_WATCH": "false"])
        #expect(try !ServeCommand.parse(off.arguments).watch)
    }

    @Test("are printed as the file could say them, with no password")
    func printed() async throws {
        let settings = try await settings(
            [
                "--port=81", "--trusted-proxy", "10.0.0.1", "--trusted-proxy", "10.0.0.2",
                "https://me:secret@a.example/x",
            ],
            file: #"{"watch": true}"#)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(settings.text.utf8)) as? [String: Any])
        #expect(object["port"] as? String == "81" && object["watch"] as? Bool == true)
        #expect(object["trusted-proxy"] as? [String] == ["10.0.0.1", "10.0.0.2"])
        #expect(object["host"] as? String == "127.0.0.1" && object["config"] == nil)
        // The printed settings yield the same settings when read again.
        let again = try await self.settings([], file: settings.text)
        #expect(again.text == settings.text)
    }

    @Test(
        "that can't be are said, with the file and what to do",
        arguments: [
            (#"{"prot": 8080}"#, "unknown setting “prot”; did you mean “port”?"),
            (#"{"zzzzzzzzz": 1}"#, "unknown setting “zzzzzzzzz”; see serve --help for all settings"),
            (#"{"port": {"number": 1}}"#, "“port”: use a string, a number, true, false, or a list"),
            (#"{"port": null}"#, "“port”: use a string"),
            (#"{"port": [1, 2]}"#, "“port”: a list is not allowed here: use one value"),
            (#"{"port": true}"#, "“port”: true and false are not allowed here"),
            (#"{"paths": 5}"#, "“paths”: use a list of files and folders"),
            (#"{"paths": [5]}"#, "“paths”: use a list of files and folders"),
            (#"{"port": ["1", "2"]}"#, "“port”: a list is not allowed here: use one value"),
            (#"{"watch": "perhaps"}"#, "“watch”: invalid value “perhaps”: use true or false"),
            ("[1]", "the file must hold one JSON object"),
            ("{", "invalid JSON in line 1, column 2: unexpected end of file"),
            ("", "invalid JSON in line 1, column 1: unexpected end of file"),
            ("{\"port\": 1,\n \"port\": 2}", "line 2, column 2: duplicate member “port”"),
            (#"{"config": "other.json"}"#, "“config” can't be set in a file: use --config"),
        ])
    func mistakes(file: String, words: String) async throws {
        let error = await #expect(throws: Complaint.self) {
            _ = try ServeCommand.parse(try await settings(["a"], file: file).arguments)
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(
        "that name nothing in the environment are errors with the one that was meant",
        arguments: [
            ("TILEWORK_CACHE_SIZ", "1GB", "did you mean TILEWORK_CACHE_SIZE?"),
            ("TILEWORK_PROT", "80", "did you mean TILEWORK_PORT?"),
            ("TILEWORK_PATH", "a", "did you mean TILEWORK_PATHS?"),
            ("TILEWORK_CACHE_DIRR", "", "did you mean TILEWORK_CACHE_DIR?"),
            ("TILEWORK_", "", "see serve --help"), ("TILEWORK_ELEPHANT", "1", "see serve --help"),
            ("TILEWORK_CHECK", "true", "see serve --help"),
        ])
    func unknownVariables(name: String, value: String, advice: String) async throws {
        let error = await #expect(throws: Complaint.self) { _ = try await settings(["a"], [name: value]) }
        let message = try #require(error).message
        #expect(message.hasPrefix("unknown environment variable \(name): ") && message.contains(advice), "\(message)")
        #expect(error?.code == .usage)
    }

    @Test("leave other variables alone: those of other programs, of the project's tests and of Kubernetes' services")
    func otherVariables() async throws {
        let others = [
            "PATH": "/bin", "TILEWORKS": "1", "tilework_x": "1", "TILEWORK_SVG": "/bin/svg", "TILEWORK_ROUNDS": "1",
            // https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
            "TILEWORK_SERVICE_HOST": "10.0.0.11", "TILEWORK_SERVICE_PORT": "80", "TILEWORK_SERVICE_PORT_HTTP": "80",
            "TILEWORK_PORT": "tcp://10.0.0.11:80", "TILEWORK_PORT_80_TCP": "tcp://10.0.0.11:80",
            "TILEWORK_PORT_80_TCP_PROTO": "tcp", "TILEWORK_PORT_80_TCP_PORT": "80",
            "TILEWORK_PORT_80_TCP_ADDR": "10.0.0.11",
        ]
        let command = try ServeCommand.parse(try await settings(["a"], others).arguments)
        #expect(command.arguments.port == 8080)
    }

    @Test("are known by every variable that the sources and tests read")
    func readVariables() throws {
        let names = try Regex("\"(TILEWORK_[A-Z0-9_]+)\"")
        var read = Set<String>()
        for folder in ["Sources", "Perf", "Tests", "Adapt"] {
            let top = Repository.file(folder)
            let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift", !file.path.contains("/CommandTests/"),
                    !file.path.contains("/.build"),
                    let text = try? String(contentsOf: file, encoding: .utf8)
                else { continue }
                for match in text.matches(of: names) { read.insert(String(match.output[1].substring ?? "")) }
            }
        }
        #expect(read.contains("TILEWORK_VIEWER") && read.contains("TILEWORK_ROUNDS"))
        for name in read.sorted() {
            #expect(throws: Never.self) { try EnvironmentNames.check([name: "1"], options) }
        }
    }

    @Test(
        "that cannot be used name the file or the variable that has them, and no flag",
        arguments: [
            (nil, ["TILEWORK_PORT": "99999"], "TILEWORK_PORT: invalid port 99999: use 1 to 65535"),
            (nil, ["TILEWORK_PORT": "many"], "TILEWORK_PORT: invalid value “many”: use a whole number"),
            (nil, ["TILEWORK_PORT": ""], "TILEWORK_PORT: invalid value “”"),
            (nil, ["TILEWORK_TILE_SIZE": "300"], "TILEWORK_TILE_SIZE: invalid value “300”: use 256 or 512"),
            (nil, ["TILEWORK_CACHE_SIZE": "10kB"], "TILEWORK_CACHE_SIZE: invalid cache size 10kB: use at least 1MB"),
            (nil, ["TILEWORK_CACHE_SIZE": "some"], "TILEWORK_CACHE_SIZE: invalid value “some”: use a whole number"),
            (nil, ["TILEWORK_WATCH": "perhaps"], "TILEWORK_WATCH: invalid value “perhaps”: use true or false"),
            (nil, ["TILEWORK_ALLOW_ORIGIN": "maps"], "TILEWORK_ALLOW_ORIGIN: invalid value “maps”: use a scheme"),
            (nil, ["TILEWORK_RATE_LIMIT": "0"], "TILEWORK_RATE_LIMIT: invalid rate limit 0: use a finite number"),
            (nil, ["TILEWORK_RATE_BURST": "5"], "TILEWORK_RATE_BURST: a rate burst needs a rate limit"),
            (nil, ["TILEWORK_TLS_KEY": "k.pem"], "TILEWORK_TLS_KEY: a TLS certificate needs its key"),
            (nil, ["TILEWORK_METRICS_HOST": "::"], "TILEWORK_METRICS_HOST: a metrics host needs a metrics port"),
            (#"{"own-contents": 7}"#, [:], "FILE: “own-contents”: a limit of own contents needs interactive views"),
            (
                nil, ["TILEWORK_RATE_LIMIT": "5", "TILEWORK_RATE_BURST": "0"],
                "TILEWORK_RATE_BURST: invalid rate burst 0: use 1 or more"
            ),
            (nil, ["TILEWORK_BASE_PATH": "maps"], "TILEWORK_BASE_PATH: invalid base path “maps”: use a path such"),
            (nil, ["TILEWORK_TRUSTED_PROXY": "proxy"], "TILEWORK_TRUSTED_PROXY: invalid value “proxy”: use an address"),
            (nil, ["TILEWORK_CACHE_DIR_SIZE": "10kB"], "TILEWORK_CACHE_DIR_SIZE: invalid cache folder size 10kB"),
            (#"{"base-path": "maps"}"#, [:], "FILE: “base-path”: invalid base path “maps”: use a path such as /maps"),
            (#"{"rate-limit": -2.5}"#, [:], "FILE: “rate-limit”: invalid rate limit -2.5: use a finite number"),
            (
                #"{"open-drawings": "2GB", "memory": "1GB"}"#, [:],
                ": the memory for open drawings (2GB) is a part of memory (1GB) and can't be larger"
            ),
            (#"{"port": 99999}"#, [:], "FILE: “port”: invalid port 99999: use 1 to 65535"),
            (#"{"workers": -1}"#, [:], "FILE: “workers”: invalid number of workers -1: use 1 to 1,024"),
            (
                #"{"format": "bmp"}"#, [:],
                "FILE: “format”: invalid value “bmp”: use png, jpg, webp, webp-lossless, avif, jxl, or jxl-lossless"
            ),
            (
                #"{"port": 1, "memory": "1GB"}"#, ["TILEWORK_CACHE_SIZE": "2GB"],
                ": the cache size (2GB) is a part of memory (1GB) and can't be larger"
            ),
        ] as [(String?, [String: String], String)])
    func faults(file: String?, environment: [String: String], words: String) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString).json")
            .path
        if let file { try file.write(toFile: path, atomically: true, encoding: .utf8) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let complaint: Complaint?
        do {
            let settings = try await CommandSettings(
                ["plans"], options: options, file: file == nil ? nil : path, environment: environment)
            complaint = settings.fault(of: "serve", in: TileworkCommand.self)
        } catch let error as Complaint {
            complaint = error
        }
        let message = try #require(complaint).message
        #expect(message.contains(words.replacing("FILE", with: path)), "\(message)")
        #expect(complaint?.code == (message.hasPrefix(path) ? .data : .usage), "\(message)")
        #expect(!message.replacing("--help", with: "").contains("--"), "\(message)")
    }

    @Test("that are wrong on the command line, or right, are not blamed on another place")
    func blameless() async throws {
        let environment = ["TILEWORK_PORT": "81", "TILEWORK_WORKERS": "3"]
        for given in [["plans"], ["plans", "--port", "99999"], ["--nonsense"], []] {
            let settings = try await settings(given, environment)
            #expect(settings.fault(of: "serve", in: TileworkCommand.self) == nil, "\(given)")
        }
        // A value that is overridden is ignored.
        let overridden = try await settings(["plans", "--port", "80"], ["TILEWORK_PORT": "many"])
        #expect(overridden.fault(of: "serve", in: TileworkCommand.self) == nil)
    }

    @Test("of the command line keep negative numbers as values")
    func negative() throws {
        func joined(_ line: String) -> String {
            var words = CommandWords(line.split(separator: " ").map(String.init))
            words.joinNegativeValues(of: TileworkViewsCommand.self)
            return words.words.joined(separator: " ")
        }
        #expect(joined("build a.svg -o b --scale -1") == "build a.svg -o b --scale=-1")
        #expect(
            joined("build --scale -.5 a.svg --bounds -1,2,3,4 -q") == "build --scale=-.5 a.svg --bounds=-1,2,3,4 -q")
        #expect(joined("serve a --port -1 --workers -2") == "serve a --port=-1 --workers=-2")
        #expect(joined("perf record a.svg -o t.json --duration -5") == "perf record a.svg -o t.json --duration=-5")
        // Flags and files remain unchanged.
        for line in [
            "build a.svg --force -1", "build a.svg -o -1", "build --scale --json", "serve --watch -- --port -1",
            "nonsense --scale -1", "build --scale=1 -1",
        ] { #expect(joined(line) == line) }
    }

    @Test(
        "of a command that does not exist are refused with the one that was meant",
        arguments: [
            ("bulid", "unknown command bulid: did you mean build?"),
            ("help nosuch", "unknown command nosuch: see tilework --help"),
            ("help sevre", "unknown command sevre: did you mean serve?"),
            ("perf rnu x", "unknown command rnu: did you mean run?"),
            ("help perf nosuch", "unknown command nosuch: see tilework perf --help"),
            ("/etc/hostname", "unknown command /etc/hostname: for a file, use tilework serve, build, or info"),
        ])
    func commands(line: String, message: String) {
        let words = CommandWords(line.split(separator: " ").map(String.init))
        let error = #expect(throws: Complaint.self) { try words.checkCommands(of: TileworkViewsCommand.self) }
        #expect(error?.message == message && error?.code == .usage)
    }

    @Test(
        "of commands that exist are not",
        arguments: ["", "--version", "help", "help perf run", "build x", "perf", "--help x"])
    func knownCommands(line: String) throws {
        try CommandWords(line.split(separator: " ").map(String.init)).checkCommands(of: TileworkViewsCommand.self)
    }

    @Test("of a file that is not there are said to be missing")
    func missing() async throws {
        let error = await #expect(throws: Complaint.self) {
            _ = try await CommandSettings(["a"], options: options, file: "/nowhere.json", environment: [:])
        }
        #expect(error?.code == .noInput)
    }

    @Test(
        "an access file is read, or it is said what is wrong with it",
        arguments: [
            (
                #"{"private": ["plans.*"], "tokens": {"0123456789abcdef": ["plans.a"]}, "key": "MDEyMzQ1Njc4OWFiY2RlZg=="}"#,
                nil
            ),
            ("{}", nil), (#"{"private": ["a/b.svg", "東京"]}"#, nil),
            (#"{"private": ["a*b"]}"#, "invalid pattern “a*b” in “private”"),
            (#"{"tokens": {"short": []}}"#, "invalid token: use at least 16 letters"),
            (#"{"tokens": {"0123456789abcde~": []}}"#, "invalid token: use at least 16 letters"),
            (#"{"key": "c2hvcnQ="}"#, "invalid “key”: use at least 16 random bytes"),
            (#"{"key": "!"}"#, "invalid “key”"),
            ("[]", "the file must hold JSON such as"), (#"{"private": "plans"}"#, "the file must hold JSON such as"),
            (#"{"privat": ["a"]}"#, "line 1, column 2: unknown member “privat”; did you mean “private”?"),
            (#"{"private": ["a"], "private": []}"#, "line 1, column 20: duplicate member “private”"),
            // Messages never contain text that may be a token.
            (#"{"c2hvcnQ=c2hvcnQ=": ["a"]}"#, "line 1, column 2: unknown member"),
            (#"{"tokens": {"c2hvcnQ=c2hvcnQ=": [], "c2hvcnQ=c2hvcnQ=": []}}"#, "column 37: duplicate member"),
            ("{c2hvcnQ: 1}", "invalid JSON in line 1, column 2: expected a name in quotes"),
        ] as [(String, String?)])
    func accessFile(text: String, words: String?) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("access-\(UUID().uuidString).json")
        try text.write(to: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: path) }
        guard let words else {
            let policy = try AccessFile(path.path).policy
            #expect(policy.privateContents.isEmpty == (text == "{}"))
            return
        }
        let error = #expect(throws: Complaint.self) { _ = try AccessFile(path.path) }
        #expect(error?.message.contains(words) == true && error?.message.contains("c2hvcnQ") == false)
    }
}
