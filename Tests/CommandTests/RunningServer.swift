import Foundation
import FoundationNetworking
import Testing

/// A server that runs until it is told to end.
final class RunningServer {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    /// "http://127.0.0.1:12345"
    private(set) var origin = ""
    private let session = URLSession.patient()

    init(
        _ arguments: [String], of program: String = "tilework", in folder: String, environment: [String: String] = [:]
    ) throws {
        process.executableURL = URL(fileURLWithPath: try CommandLineRun.executable(program))
        process.arguments = ["serve", "--port", "0"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        origin = String(text.prefix { $0 != " " }.dropLast())
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

    /// What it said on standard error until it ended.
    func end() -> (code: Int32, errors: String) {
        process.terminate()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit ? process.terminationStatus : -1, text)
    }
}
