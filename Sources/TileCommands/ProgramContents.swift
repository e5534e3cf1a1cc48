import Foundation
import TileContent
import TileEngine
import TileSupport

/// A program's contents, for replays. They are asked for when the first trace names one.
final class ProgramContents: Sendable {
    private let make: @Sendable () async throws -> [ContentDocument]
    private let documents = Lock<[ContentDocument]?>(nil)

    init(_ make: @escaping @Sendable () async throws -> [ContentDocument]) { self.make = make }

    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// For the process's first thread.
    ///
    /// - Throws: `Missing`, or what making them throws.
    func source(named name: String) throws -> any TileSource {
        let documents = try self.documents.withLock { $0 } ?? FirstThread.wait(for: make)
        self.documents.withLock { $0 = documents }
        if let document = documents.first(where: { $0.path == name }) { return document.source }
        let names = documents.map(\.path).joined(separator: ", ")
        throw Missing(description: "there is no content named \(name); there are: \(names.isEmpty ? "none" : names)")
    }
}

/// The process's first thread, where a command runs that is not asynchronous.
enum FirstThread {
    private final class Box<Value: Sendable>: Sendable {
        let result = Lock<Result<Value, any Error>?>(nil)
    }

    /// What an asynchronous function gives. What belongs to the main actor goes on meanwhile.
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let box = Box<Value>()
        Task {
            let value: Result<Value, any Error>
            do {
                value = .success(try await work())
            } catch {
                value = .failure(error)
            }
            // On the run loop's own queue, so that it wakes.
            DispatchQueue.main.async { box.result.withLock { $0 = value } }
        }
        while true {
            if let result = box.result.withLock({ $0 }) { return try result.get() }
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }
}
