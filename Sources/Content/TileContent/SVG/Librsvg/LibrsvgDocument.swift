import Foundation
import Synchronization

/// The bytes of a document that librsvg draws. Each process that draws it receives them.
struct LibrsvgDocument: Sendable {
    /// Everything before the root element: declaration, document type, comments.
    let prologue: Data
    let root: Data
    let limits: LibrsvgLimits
    /// A number that identifies the document's processes.
    let id: Int

    private static let count = Atomic(0)

    /// Creates a document; nil if it has no root element.
    ///
    /// - Complexity: O(prologue) for UTF-8, otherwise O(bytes).
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
