import Foundation
import TilePerf

/// A `tilework` or `tilework-perf` of another build, run as a process.
struct OtherBuild {
    let path: String
    /// What comes before `run`.
    private let command: [String]

    /// - Throws: `PerfComplaint` when the program is none of them.
    init(_ path: String) throws {
        self.path = path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw PerfComplaint("\(path) is no program that can be run", .usage)
        }
        for command in [["perf"], []]
        where try Self.run(path, command + ["run", "--help"]).output.contains("--ledgers") {
            self.command = command
            return
        }
        throw PerfComplaint("\(path) has no “perf run”: name a tilework or a tilework-perf", .usage)
    }

    /// What it counts of a trace whose file would lie beside another.
    func ledger(of trace: Trace, beside neighbour: String) throws -> Ledger {
        let folder = (neighbour as NSString).deletingLastPathComponent
        let draft = (folder as NSString).appendingPathComponent(".\(trace.name).\(getpid()).json")
        let ledgers = NSTemporaryDirectory() + "tilework-perf.\(getpid())"
        try OutputFile.write(Data(trace.json.utf8), to: draft)
        defer {
            unlink(draft)
            try? FileManager.default.removeItem(atPath: ledgers)
        }
        let result = try Self.run(path, command + ["run", draft, "--ledgers", ledgers, "--update"])
        do {
            return try Ledger.read((ledgers as NSString).appendingPathComponent("\(trace.name).json"))
        } catch {
            throw PerfComplaint("\(path) ended with code \(result.code) and wrote no ledger: \(error)", .brokenRun)
        }
    }

    private static func run(_ path: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw PerfComplaint("\(path) can't be run: \(error.localizedDescription)", .usage)
        }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}
