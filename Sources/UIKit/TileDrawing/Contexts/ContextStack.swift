import Foundation
import TileGraphics
import TileSupport

/// The stack of current contexts, the last on top. Each thread has its own stack.
enum ContextStack {
    enum Entry {
        case pushed(CGContext)
        case image(ImageDrawing)
        case document(PDFDrawing)

        var context: CGContext {
            switch self {
            case .pushed(let context): context
            case .image(let drawing): drawing.context
            case .document(let drawing): drawing.context
            }
        }
    }

    private static let entries = ThreadLocal<[Entry]> { [] }

    static var top: Entry? { entries.value.last }

    static func push(_ entry: Entry) { entries.value.append(entry) }

    @discardableResult
    static func pop() -> Entry? { entries.value.popLast() }

    /// Removes the top entry if `isExpected` accepts it.
    static func pop(where isExpected: (Entry) -> Bool) -> Entry? {
        guard let top, isExpected(top) else { return nil }
        return pop()
    }

    /// Calls `body` with `context` on top.
    static func with<Result, Failure: Error>(
        _ context: CGContext, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        push(.pushed(context))
        defer { pop() }
        return try body()
    }
}
