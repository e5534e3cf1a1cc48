import Foundation
import Synchronization

/// A document to be drawn by librsvg, as bytes: each process that draws it is given them.
struct LibrsvgDocument: Sendable {
    /// Everything before the root element: declaration, document type, comments.
    let prologue: Data
    let root: Data
    let limits: LibrsvgLimits
    /// Tells its processes from others'.
    let id: Int

    private static let count = Atomic(0)

    /// Nil when there is no root element. O(prologue) for UTF-8, else O(bytes).
    init?(_ data: Data, limits: LibrsvgLimits) {
        let text = XMLPrologue.utf8(data)
        guard let start = text.withUnsafeBytes({ XMLPrologue.rootStart($0) }) else { return nil }
        prologue = text.prefix(start)
        root = text.dropFirst(start)
        self.limits = limits
        id = Self.count.add(1, ordering: .relaxed).newValue
    }

    var byteCount: Int { prologue.count + root.count }
}
