import Logging
import TileEngine
import TileSupport

/// Says in the log which contents have tiles that lack a part, once for each and each reason.
final class IncompleteTileLog: Sendable {
    private let logger: Logger
    private struct Note: Hashable {
        var content: String
        var missing: MissingPart
    }

    private let noted = Lock<Set<Note>>([])

    init(_ logger: Logger) { self.logger = logger }

    func note(_ content: String, _ missing: MissingPart) {
        let note = Note(content: content, missing: missing)
        guard noted.withLock({ $0.insert(note).inserted }) else { return }
        switch missing {
        case .forNow:
            logger.warning(
                "“\(content)” has an element that librsvg could not draw: its tiles show the rest, and it is tried again"
            )
        case .tooComplex:
            logger.warning(
                "“\(content)” has a filter that takes too much work at some scale: its tiles show the rest")
        }
    }
}
