import Foundation
import TestSupport
import Testing

@testable import TileCommands

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
        // Read again, it says the same.
        let again = try await self.settings([], file: settings.text)
        #expect(again.text == settings.text)
    }

    @Test(
        "that can't be are said, with the file and what to do",
        arguments: [
            (#"{"prot": 8080}"#, "unknown setting “prot”; did you mean “port”?"),
            (#"{"zzzzzzzzz": 1}"#, "unknown setting “zzzzzzzzz”; --help lists all there are"),
            (#"{"port": {"number": 1}}"#, "“port” has to be a string, a number, true, false or a list"),
            (#"{"port": null}"#, "“port” has to be"), (#"{"port": [1, 2]}"#, "“port” has one value, and no list"),
            (#"{"port": true}"#, "“port” has a value, and is not true"),
            (#"{"port": ["1", "2"]}"#, "“port” has one value, and no list"),
            (#"{"watch": "perhaps"}"#, "“watch” is true or false"),
            ("[1]", "the file must hold one JSON object"), ("{", "invalid JSON: unexpected end of file"),
            ("", "invalid JSON: unexpected end of file in line 1, column 1"),
            ("{\"port\": 1,\n \"port\": 2}", "invalid JSON: line 2, column 2: duplicate member “port”"),
            (#"{"config": "other.json"}"#, "unknown setting “config”"),
        ])
    func mistakes(file: String, words: String) async throws {
        let error = await #expect(throws: Complaint.self) {
            _ = try ServeCommand.parse(try await settings(["a"], file: file).arguments)
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
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
            ("{}", nil), (#"{"private": ["a/b"]}"#, "“a/b” can't name contents"),
            (#"{"tokens": {"short": []}}"#, "a token has to have 16 characters"),
            (#"{"tokens": {"0123456789abcde~": []}}"#, "a token has to have 16 characters"),
            (#"{"key": "c2hvcnQ="}"#, "“key” has to be 16 random bytes"), (#"{"key": "!"}"#, "“key” has to be"),
            ("[]", "it has to be JSON as"), (#"{"private": "plans"}"#, "it has to be JSON as"),
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
