import Foundation
import TilePerf

/// A program that is run to its end, or to a limit, with what it printed.
///
/// What it prints goes to files, not to pipes: those would stay open in a process that it has started and left behind.
struct ChildProcess {
    enum End: Hashable {
        case exit(Int32)
        case signal(Int32)
        /// Killed, because it took longer.
        case limit(seconds: Double)
    }

    var end: End
    var output: Data
    /// The last of it.
    var errors: String

    /// Most that is read of what it printed, in bytes.
    private static let longestOutput = 1 << 20

    /// - Parameters:
    ///   - environment: is added to this process's own.
    ///   - folder: for the files of what it prints.
    ///   - wait: waits this many seconds for a semaphore; tests replace the clock.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], limit seconds: Double,
        in folder: TrialFolder,
        wait: (DispatchSemaphore, _ seconds: Double) -> DispatchTimeoutResult = { $0.wait(timeout: .now() + $1) }
    ) throws(PerfComplaint) -> ChildProcess {
        let name = folder.newName()
        let (out, err) = (folder.path(name + ".out"), folder.path(name + ".err"))
        defer {
            unlink(out)
            unlink(err)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do {
            for file in [out, err] {
                guard FileManager.default.createFile(atPath: file, contents: nil) else {
                    throw CocoaError(.fileWriteUnknown)
                }
            }
            let handles = (
                try FileHandle(forWritingTo: URL(fileURLWithPath: out)),
                try FileHandle(forWritingTo: URL(fileURLWithPath: err))
            )
            process.standardOutput = handles.0
            process.standardError = handles.1
            defer {
                try? handles.0.close()
                try? handles.1.close()
            }
            try RunningChildren.start(process)
        } catch {
            throw PerfComplaint("\(path) can't be run: \((error as NSError).localizedDescription)", .brokenRun)
        }
        defer { RunningChildren.remove(process.processIdentifier) }
        var isOver = false
        if wait(ended, seconds) == .timedOut {
            isOver = true
            RunningChildren.end(process.processIdentifier)
            ended.wait()
        }
        let end: End =
            isOver
            ? .limit(seconds: seconds)
            : process.terminationReason == .exit
                ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
        return ChildProcess(
            end: end, output: read(out), errors: String(decoding: read(err).suffix(2000), as: UTF8.self))
    }

    private static func read(_ path: String) -> Data {
        guard let handle = FileHandle(forReadingAtPath: path) else { return Data() }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: longestOutput)) ?? Data()
    }

    /// A description of the process's end, with its last line of errors.
    var story: String {
        let last = errors.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }.map { ": \($0)" } ?? ""
        switch end {
        case .exit(let code): return "it exited with \(code)\(last)"
        case .signal(let number): return "it crashed (signal \(number))\(last)"
        case .limit(let seconds): return "it was killed after \(Int(seconds)) s"
        }
    }
}

/// A folder for what runs leave, gone with its owner.
final class TrialFolder: Sendable {
    private let folder: String

    init() throws(PerfComplaint) {
        folder = NSTemporaryDirectory() + "tilework-perf-\(UUID().uuidString)"
        // First: what interrupts it before it is known would leave it.
        RunningChildren.add(folder: folder)
        try AtomicFile.makeFolder(folder)
        // On a full disk all programs would seem to print nothing, and be taken for others.
        let probe = path(newName())
        try AtomicFile.write(Data(count: Self.room), to: probe)
        unlink(probe)
    }

    /// The disk space that must be free for a program's output, in bytes.
    private static let room = 1 << 16

    deinit { RunningChildren.remove(folder: folder) }

    func newName() -> String { UUID().uuidString }

    func path(_ name: String) -> String { folder + "/" + name }
}
