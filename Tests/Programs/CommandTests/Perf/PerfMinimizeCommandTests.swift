import Foundation
import TestSupport
import Testing

@Suite("tilework perf minimize")
struct PerfMinimizeCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.json", Self.trace(#"{"shapes": 200, "size": [1500, 4000]}"#))
    }

    private static func trace(_ content: String) -> String {
        """
        {"tilework-trace": 1, "name": "t", "content": \(content), "overlays": {"gauge": true}, "tail": 0.3, "events": [
          {"at": 0.05, "wheel": [0, 120]}, {"at": 0.1, "wheel": [0, 120]}, {"at": 0.2, "wheel": [0, 500]}]}
        """
    }

    private func perf(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandLineRun {
        try CommandLineRun.run(["perf"] + arguments, in: folder.path, environment: environment)
    }

    /// Returns a build that counts like this one with a fault.
    private func build(_ name: String, with fault: String) throws -> String {
        let path = try folder.write(
            name,
            """
            #!/bin/sh
            case "$*" in *--help*) echo "--ledgers"; exit;; esac
            # perf run TRACE --ledgers DIR --update
            exec '\(CommandLineRun.executable())' perf run "$3" -o "$5" --inject \(fault)
            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test("leaves what is needed to fail, and no file of one that does not")
    func shrinks() throws {
        let run = try perf("minimize", "t.json", "-o", "least.json", "--inject", "draw=8", "--save-ledgers", "small")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("least.json: 1 of 3 events"))
        #expect(run.output.contains("frame 8 (0.133 s): draw(_:) calls: "))
        #expect(try perf("run", "least.json", "--ledgers", "small").code == 0, "without the fault")
        #expect(try perf("run", "least.json", "--ledgers", "small", "--inject", "draw=8").code == 1)
        let fine = try perf("minimize", "t.json", "-o", "none.json")
        #expect(fine.code == 65)
        #expect(fine.errors.contains("does not fail"))
        #expect(!folder.exists("none.json"))
        #expect(try !folder.names().contains { $0.hasPrefix(".") })
    }

    @Test("takes another build to differ from, by its path or its name on the path")
    func base() throws {
        let same = try perf("minimize", "t.json", "-o", "none.json", "--base", CommandLineRun.executable())
        #expect(same.code == 65)
        let other = try perf("minimize", "t.json", "-o", "none.json", "--base", "/bin/true")
        #expect(other.code == 64)
        #expect(other.errors.contains("/bin/true has no “perf run”"))
        _ = try build("tilework-before", with: "draw=8")
        let here = try perf("minimize", "t.json", "-o", "least.json", "--base", "tilework-before")
        #expect(here.code == 64)
        #expect(here.errors.contains("command not found; for the program in this folder, write ./tilework-before"))
        let run = try perf(
            "minimize", "t.json", "-o", "least.json", "--base", "tilework-before",
            environment: ["PATH": "/nowhere:\(folder.path):/usr/bin:/bin"])
        #expect(run.code == 0, "\(run.errors)")
        // The other build draws more, so this one draws fewer.
        #expect(run.output.hasPrefix("least.json: 1 of 3 events"))
        #expect(run.output.contains("UIWindow/GaugeView 0×, was 1×"), "\(run.output)")
        #expect(try !folder.names().contains { $0.hasPrefix(".") || $0 == "none.json" })
    }

    @Test("a ledger alone has the trace cut after the frame that fails, and the ledger with it")
    func ledgerAlone() throws {
        // The ledger of a build that drew once more.
        #expect(try perf("run", "t.json", "-o", "ledgers", "--inject", "draw=8").code == 0)
        let run = try perf("minimize", "t.json", "-o", "cut.json", "--ledgers", "ledgers", "--save-ledgers", "small")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("cut.json: 2 of 3 events"), "\(run.output)")
        #expect(run.errors.contains("To shrink it further, name the build that wrote the ledger, with --base"))
        let red = try perf("run", "cut.json", "--ledgers", "small")
        #expect(red.code == 1)
        #expect(red.output.contains("✗ frame 8 (0.133 s): draw(_:) calls: "), "\(red.output)")
        #expect(try perf("run", "cut.json", "--ledgers", "small", "--inject", "draw=8").code == 0)
    }

    @Test("with a ledger and the build that wrote it, the ledger says what is looked for")
    func ledgerAndBase() throws {
        let before = try build("before", with: "draw=8")
        #expect(try perf("run", "t.json", "-o", "ledgers", "--inject", "draw=8").code == 0)
        let run = try perf("minimize", "t.json", "-o", "least.json", "--ledgers", "ledgers", "--base", before)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("least.json: 1 of 3 events"), "\(run.output)")
        let other = try perf(
            "minimize", "t.json", "-o", "none.json", "--ledgers", "ledgers", "--base", CommandLineRun.executable())
        #expect(other.code == 65)
        #expect(other.errors.contains("name the build that wrote the ledger"), "\(other.errors)")
        let missing = try perf("minimize", "t.json", "-o", "none.json", "--ledgers", "nowhere")
        #expect(missing.code == 70 && missing.errors.contains("nowhere/t.json is missing"))
        #expect(!folder.exists("none.json"))
    }

    @Test("a trace in another folder still finds its content, and one that can't be written is said so at once")
    func elsewhere() throws {
        for name in ["plans", "traces", "small"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write("plans/plan.svg", drawing(width: 1500, height: 4000))
        try folder.write("traces/t.json", Self.trace(#"{"file": "../plans/plan.svg"}"#))
        let run = try perf("minimize", "traces/t.json", "-o", "small/deep.json", "--inject", "draw=8")
        #expect(run.code == 0, "\(run.errors)")
        let other = try perf("minimize", "traces/t.json", "-o", "least.json", "--inject", "draw=8")
        #expect(other.code == 0, "\(other.errors)")
        #expect(try perf("run", "small/deep.json", "least.json").code == 65, "both are named t-least")
        #expect(try perf("run", "small/deep.json").code == 0)
        #expect(try perf("run", "least.json").code == 0)
        let nowhere = try perf("minimize", "traces/t.json", "-o", "none/t.json", "--inject", "draw=8")
        #expect(nowhere.code == 70 && nowhere.errors.contains("none/t.json: can't be created"))
        #expect(nowhere.output.isEmpty && !nowhere.errors.contains("fails:"), "before it looks")
    }
}
