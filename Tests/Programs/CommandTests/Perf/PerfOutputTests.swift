import CommandSupport
import Foundation
import TestSupport
import Testing

@testable import PerfCommands

/// Tests of the files that `tilework perf` may overwrite, and of those that it keeps.
@Suite struct PerfOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.json", Self.trace(#"{"shapes": 20, "size": [1500, 4000]}"#))
        for name in ["ledgers", "old", "new"] {
            #expect(try perf("run", "t.json", "-o", name).code == 0)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "ledgers")
        for (link, path) in [
            ("other.json", "t.json"), ("trace.txt", "t.json"), ("trace.xml", "t.json"),
            ("ledger.xml", "ledgers/t.json"),
            ("old.xml", "old/t.json"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: path)
        }
    }

    private static func trace(_ content: String) -> String {
        """
        {"tilework-trace": 1, "name": "t", "content": \(content), "overlays": {"gauge": true}, "tail": 0.1,
         "events": [{"at": 0.05, "wheel": [0, 120]}, {"at": 0.1, "wheel": [0, 120]}]}
        """
    }

    private func perf(_ arguments: String...) throws -> CommandLineRun { try perf(arguments) }

    private func perf(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandLineRun {
        try CommandLineRun.run(arguments, of: "tilework-perf", in: folder.path, environment: environment)
    }

    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try folder.files() {
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        }
        return contents
    }

    @Test(
        arguments: [
            ("run t.json --ledgers ledgers -o ledgers --inject draw=3", "ledgers/t.json: that is the ledger of t"),
            ("run t.json --ledgers ledgers -o ./link", "./link/t.json: that is the ledger of t"),
            ("run t.json -o .", "./t.json: that is the trace t.json"),
            ("run other.json -o new/..", "new/../t.json: that is the trace other.json"),
            ("run t.json --ledgers . --update", "./t.json: that is the trace t.json"),
            ("run t.json --ledgers ledgers --junit ledger.xml", "the JUnit file can't be written to ledger.xml"),
            (
                "run t.json --ledgers ledgers --benchstat trace.txt",
                "can't be written to trace.txt: that is the trace"
            ),
            ("run t.json --ledgers none -o none", "none/t.json: that is the ledger of t"),
            (
                "run t.json --ledgers new --update -o new",
                "the ledger of t and the report of t would both be written to"
            ),
            ("run t.json --junit x --benchstat ./x", "would both be written to ./x"),
            ("minimize t.json -o t.json --inject draw=3", "the small trace can't be written to t.json"),
            ("minimize t.json -o old/t.json --ledgers old", "old/t.json: that is the ledger of t"),
            (
                "minimize t.json -o old/t-least.json --save-ledgers old --inject draw=3",
                "the small trace and its ledger would both be written to"
            ),
            ("compare old new --json new/t.json", "new/t.json: that is the ledger new/t.json"),
            ("compare old/t.json new/t.json --junit old.xml", "old.xml: that is the ledger old/t.json"),
            (
                "compare old new t.json --junit trace.xml",
                "the JUnit file can't be written to trace.xml: that is the trace"
            ),
            ("report new/t.json --baseline old -o old --format json", "old/t.json: that is the ledger old/t.json"),
        ])
    func nothingThatIsReadIsOverwritten(_ line: String, _ message: String) throws {
        let before = try contents()
        let run = try perf(line.split(separator: " ").map(String.init))
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty, "before any work")
        #expect(try contents() == before)
    }

    @Test func aContentIsNotOverwritten() throws {
        // The content is recognized by its extension, or as the input if the name has no extension.
        for (name, message) in [("c.svg", ".svg is not a"), ("c", "c: that is the content of c.json")] {
            try folder.write(name, drawing())
            try folder.write("c.json", Self.trace(#"{"file": "\#(name)"}"#))
            let run = try perf("run", "c.json", "--junit", name)
            #expect(run.code == 64 && run.errors.contains(message), "\(run.errors)")
            #expect(try String(contentsOfFile: folder.file(name), encoding: .utf8) == drawing())
        }
    }

    @Test func aDrawingIsNotOverwrittenByItsRecording() throws {
        // The drawing is recognized by its extension, or as the input if the extension would be valid for a recording.
        for (name, message) in [
            ("plan.svg", "--output ./plan.svg: .svg is not a supported output format; use .json"),
            ("plan.json", "plan.json: that is what is recorded"), ("plan", "plan: that is what is recorded"),
        ] {
            try folder.write(name, drawing())
            let run = try CommandLineRun.run(
                ["perf", "record", name, "-o", "./\(name)", "--port", "0", "--duration", "1"], in: folder.path)
            #expect(run.code == 64 && run.errors.contains(message), "\(run.errors)")
            #expect(try String(contentsOfFile: folder.file(name), encoding: .utf8) == drawing())
        }
    }

    @Test func reportsOfBeforeAndDevicesMayBeWrittenTo() throws {
        #expect(try perf("run", "t.json", "--ledgers", "ledgers", "-o", "new").code == 0, "written by the run before")
        #expect(try perf("run", "t.json", "--junit", "/dev/null", "--benchstat", "/dev/null").code == 0)
        #expect(try perf("run", "t.json", "--ledgers", "ledgers", "--update").code == 0)
    }

    @Test func foldersOfRunsAreComparedWithWhatLiesBesideTheirLedgers() throws {
        for name in ["old", "new"] {
            #expect(try perf("run", "t.json", "-o", name, "--format", "json", "--format", "chrome").code == 0)
        }
        try folder.write("new/.t.json.1.json", "{")
        let run = try perf("compare", "old", "new")
        #expect(run.code == 0 && run.output == "t: equal\n", "\(run.output)\(run.errors)")
    }

    @Test func aHiddenFileIsNoTraceOfItsFolder() throws {
        try FileManager.default.createDirectory(atPath: folder.file("traces"), withIntermediateDirectories: true)
        for name in ["t", ".t.1"] {
            try folder.write("traces/\(name).json", Self.trace(#"{"shapes": 20, "size": [1500, 4000]}"#))
        }
        #expect(try perf("run", "traces", "--ledgers", "ledgers").code == 0)
        #expect(try perf("run", "traces/.t.1.json", "--ledgers", "ledgers").code == 0, "asked for by its name")
    }

    /// Returns a build that counts like this one with a fault, or that hangs when it has to count.
    private func build(_ name: String, _ command: String) throws -> String {
        let path = try folder.write(
            name,
            """
            #!/bin/sh
            case "$*" in *--help*) echo "--ledgers"; exit;; esac
            \(command)
            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test func anInterruptedMinimizingLeavesNothing() throws {
        let pipe = try NamedPipe(folder.file("started"))
        let hanging = try build("hanging", "echo here >'\(folder.file("started"))'; cat /dev/zero >/dev/null")
        let before = try folder.everything()
        let started = try CommandLineRun.Started(
            CommandLineRun.executable("tilework-perf"), ["minimize", "t.json", "-o", "least.json", "--base", hanging],
            in: folder.path, environment: ["TMPDIR": folder.path + "/"])
        #expect(pipe.readLine() == "here")
        #expect(try !folder.names().contains { $0.hasPrefix(".") }, "nothing beside the trace")
        kill(started.process.processIdentifier, SIGINT)
        let run = started.wait()
        #expect(run.signal == SIGINT, "\(run.code) \(run.errors)")
        #expect(try folder.everything() == before)
    }

    @Test func anotherBuildReadsTheSameContentAndItsLedgerIsOfTheSmallTrace() throws {
        try folder.write("c.svg", drawing(width: 1500, height: 4000))
        try folder.write("c.json", Self.trace(#"{"file": "c.svg"}"#))
        let program = try CommandLineRun.executable("tilework-perf")
        let other = try build(
            "other", "# perf run TRACE --ledgers DIR --update\nexec '\(program)' run \"$3\" -o \"$5\" --inject draw=3")
        try FileManager.default.createDirectory(atPath: folder.file("small"), withIntermediateDirectories: true)
        let run = try perf("minimize", "c.json", "-o", "small/c.json", "--base", other, "--save-ledgers", "saved")
        #expect(run.code == 0, "\(run.errors)")
        let least = try String(contentsOfFile: folder.file("small/c.json"), encoding: .utf8)
        #expect(least.contains(#"{"file": "../c.svg"}"#), "\(least)")
        let again = try perf("run", "small/c.json", "--ledgers", "saved")
        #expect(again.code == 1, "a regression, and no ledger of another trace or content: \(again.errors)")
    }

    @Test(
        arguments: [
            ("rec/flick.json", "rec/flick.json"), ("rec/My Trace.json", "'rec/My Trace.json'"),
            ("it's.json", #"'it'\''s.json'"#), ("", "''"), ("é$(x).json", "'é$(x).json'"), ("~/a", "'~/a'"),
        ])
    func aWordOfACommandLineIsQuotedAsAShellNeeds(_ word: String, _ quoted: String) throws {
        #expect(ShellWord.quoted(word) == quoted)
        let run = try CommandLineRun.shell("printf %s \(quoted)", in: folder.path)
        #expect(run.output == word)
    }
}
