import PerfCommands
import TileContent
import TileEngine
import ViewContent

/// A program's contents, for replays.
enum ProgramContents<Program: TileProgram>: PerfProgram {
    static var hooks: PerfHooks {
        // Made when the first trace names one, and then kept.
        let contents = KeptContents {
            ProgramTime.ofProcess = .virtual
            return try await Program.documents()
        }
        return PerfHooks(content: { try await contents.source(named: $0) }, controllers: Program.controllers)
    }
}

struct MissingContent: Error, CustomStringConvertible {
    var description: String
}

/// The contents of a program, created on first use.
@MainActor private final class KeptContents {
    private let make: @Sendable () async throws -> [ContentDocument]
    private var documents: [ContentDocument]?

    nonisolated init(_ make: @escaping @Sendable () async throws -> [ContentDocument]) { self.make = make }

    /// - Throws: `MissingContent`, or what making them throws.
    func source(named name: String) async throws -> any TileSource {
        let documents: [ContentDocument]
        if let kept = self.documents { documents = kept } else { documents = try await make() }
        self.documents = documents
        if let document = documents.first(where: { $0.path == name }) { return document.source }
        let names = documents.map(\.path).joined(separator: ", ")
        throw MissingContent(
            description: names.isEmpty
                ? "no content named \(name): the program has none"
                : "no content named \(name): use one of \(names)")
    }
}
