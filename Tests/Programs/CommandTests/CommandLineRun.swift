import Foundation

/// A run of the real executable with a user's command line.
struct CommandLineRun {
    var code: Int32
    /// The signal that ended the process; 0 if none did.
    var signal: Int32
    var output: String
    var errors: String

    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// Returns the process's environment with changes, and without a folder in which programs would cache contents for
    /// the next test.
    static func environment(_ changes: [String: String]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["TILEWORK_CACHE_DIR"] = ""
        return environment.merging(changes) { $1 }
    }

    /// Returns the path of a program beside the one that runs these tests. Both are products of one build.
    static func executable(_ name: String = "tilework") throws -> String {
        guard let tests = Bundle.main.executableURL else {
            throw Missing(description: "the tests' own file cannot be found")
        }
        let path = tests.deletingLastPathComponent().appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Missing(description: "\(path) is missing; build the product \(name)")
        }
        return path
    }

    /// Runs a program of the package with these arguments and waits until it ends.
    static func run(
        _ arguments: [String], of program: String = "tilework", in folder: String? = nil,
        environment: [String: String] = [:]
    ) throws -> CommandLineRun {
        try run(path: executable(program), arguments, in: folder, environment: environment)
    }

    /// Runs a shell command in which `$TILEWORK` is the executable.
    static func shell(_ line: String, in folder: String) throws -> CommandLineRun {
        try run(path: "/bin/sh", ["-c", line], in: folder, environment: ["TILEWORK": executable()])
    }

    private static func run(
        path: String, _ arguments: [String], in folder: String?, environment: [String: String]
    ) throws -> CommandLineRun {
        let started = try Started(path, arguments, in: folder, environment: environment)
        return started.wait()
    }

    /// A run that is still in progress.
    final class Started {
        let process = Process()
        private let output = Pipe()
        private let errors = Pipe()

        init(
            _ path: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
        ) throws {
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
            process.environment = CommandLineRun.environment(environment)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        /// Reads standard error until a line contains `text`. Returns false if the program ends first.
        func waitForError(containing text: String) -> Bool {
            var seen = Data()
            while true {
                let data = errors.fileHandleForReading.availableData
                if data.isEmpty { return false }
                seen.append(data)
                if String(decoding: seen, as: UTF8.self).contains(text) { return true }
            }
        }

        func wait() -> CommandLineRun {
            // Both pipes are drained at once: a full one would stop the process.
            final class Drained: @unchecked Sendable {
                // @unchecked Sendable: written by the reading thread before it leaves the group, read after that.
                var data = Data()
            }
            let drained = Drained()
            let group = DispatchGroup()
            let errors = errors.fileHandleForReading
            DispatchQueue.global().async(group: group) { drained.data = errors.readDataToEndOfFile() }
            let text = output.fileHandleForReading.readDataToEndOfFile()
            group.wait()
            process.waitUntilExit()
            let isSignal = process.terminationReason == .uncaughtSignal
            return CommandLineRun(
                code: isSignal ? -1 : process.terminationStatus, signal: isSignal ? process.terminationStatus : 0,
                output: String(decoding: text, as: UTF8.self), errors: String(decoding: drained.data, as: UTF8.self))
        }
    }
}

/// Returns a drawing of a few shapes, in points.
func drawing(width: Int = 300, height: Int = 200) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
    <rect width="\(width)" height="\(height)" fill="#def"/><circle cx="120" cy="90" r="60" fill="#c33"/>
    <path d="M0 0L\(width) \(height)" stroke="#333" stroke-width="3"/></svg>
    """
}
