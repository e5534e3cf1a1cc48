import Foundation
import FoundationNetworking
import Testing

/// A server that runs until it is told to end.
final class RunningServer {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    /// The output so far, on standard output and standard error.
    private var said = ""
    private var complained = ""
    /// An origin such as "http://127.0.0.1:12345".
    private(set) var origin = ""
    private let session = URLSession.patient()

    /// - Parameter files: The number of files that the server may have open; nil for the usual number.
    init(
        _ arguments: [String], of program: String = "tilework", in folder: String, environment: [String: String] = [:],
        files: Int? = nil
    ) throws {
        let path = try CommandLineRun.executable(program)
        let arguments = ["serve"] + (arguments.contains("--unix-socket") ? [] : ["--port", "0"]) + arguments
        if let files {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "ulimit -n \(files); exec \"$0\" \"$@\"", path] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
        }
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = CommandLineRun.environment(environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        origin = String(line { _ in true }?.prefix { $0 != " " }.dropLast() ?? "")
    }

    /// Returns the first line of the output so far, or of the following output, that satisfies `isIt`. Returns nil if
    /// the server ends first.
    func line(_ isIt: (Substring) -> Bool) -> String? {
        while true {
            // The last line may be incomplete.
            let lines = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: isIt) { return String(line) }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            said += String(decoding: data, as: UTF8.self)
        }
    }

    /// Reads standard error until it contains `text`. Returns false if the server ends first.
    func waitForError(containing text: String) -> Bool {
        while !complained.contains(text) {
            let data = errors.fileHandleForReading.availableData
            if data.isEmpty { return false }
            complained += String(decoding: data, as: UTF8.self)
        }
        return true
    }

    func get(_ path: String) async throws -> (status: Int, body: Data) {
        let (response, body) = try await answer(path)
        return (response.statusCode, body)
    }

    func answer(_ path: String) async throws -> (HTTPURLResponse, Data) {
        let url = try #require(URL(string: origin + path))
        let (body, response) = try await session.data(from: url)
        return (try #require(response as? HTTPURLResponse), body)
    }

    /// Ends the server and returns its exit code and its standard error.
    func end() -> (code: Int32, errors: String) {
        process.terminate()
        let text = complained + String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit ? process.terminationStatus : -1, text)
    }
}
