import Logging
import TileSupport

/// Says in the log which contents have tiles that lack a part, once for each.
final class IncompleteTileLog: Sendable {
    private let logger: Logger
    private let noted = Lock<Set<String>>([])

    init(_ logger: Logger) { self.logger = logger }

    func note(_ content: String) {
        guard noted.withLock({ $0.insert(content).inserted }) else { return }
        logger.warning(
            "“\(content)” has an element that librsvg could not draw: its tiles show the rest, and it is tried again")
    }
}
