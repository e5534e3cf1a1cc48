import Logging
import TileEngine
import TileSupport

/// A log of contents that cannot be shown properly. It writes one line for each content and reason, however many tiles
/// are affected.
final class ContentProblemLog: Sendable {
    private enum Reason: Hashable {
        case missing(MissingPart)
        case failure(String)
    }

    private let logger: Logger
    private let noted = Lock<[String: Set<Reason>]>([:])

    init(_ logger: Logger) { self.logger = logger }

    /// Logs a tile in which a part is missing.
    func note(_ content: String, _ missing: MissingPart) {
        guard isNew(.missing(missing), of: content) else { return }
        switch missing {
        case .forNow:
            logger.warning(
                "“\(content)”: librsvg could not draw an element; its tiles show the rest, and it is tried again")
        case .tooComplex:
            logger.warning("“\(content)”: a filter takes too much work at some scale; its tiles show the rest")
        case .damaged:
            logger.warning("“\(content)”: a part of the file is damaged and shown empty")
        }
    }

    /// Logs a tile that cannot be drawn until the content's file is replaced.
    ///
    /// - Parameter reason: The reason as shown to the operator, with the path of the file.
    func note(_ content: String, failure reason: String) {
        guard isNew(.failure(reason), of: content) else { return }
        logger.error("“\(content)”: \(reason)")
    }

    /// Forgets what was logged for a content, and for its pages if it is a document, because its file has changed.
    func forget(_ content: String) {
        noted.withLock { noted in
            noted = noted.filter { $0.key != content && !$0.key.hasPrefix("\(content)-p") }
        }
    }

    private func isNew(_ reason: Reason, of content: String) -> Bool {
        noted.withLock { $0[content, default: []].insert(reason).inserted }
    }
}
