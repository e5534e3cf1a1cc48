import Foundation
import TileGraphics

/// A PDF under way: a context, and the page that it is on.
final class PDFDrawing {
    let context: CGContext
    private let defaultBounds: CGRect
    /// Of the page under way, in points; those of a page that says no other, where there is none.
    private(set) var pageBounds: CGRect
    private(set) var hasPage = false

    /// - Returns: nil when a context cannot be made for such pages.
    init?(_ consumer: CGDataConsumer?, bounds: CGRect, information: [AnyHashable: Any]?) {
        // UIKit's page where none is said: US Letter at 72 dpi.
        var box = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 612, height: 792) : bounds.standardized
        guard let consumer,
            let context = CGContext(consumer: consumer, mediaBox: &box, Self.texts(information))
        else { return nil }
        context.turnYDown()
        self.context = context
        defaultBounds = box
        pageBounds = box
    }

    private static func texts(_ information: [AnyHashable: Any]?) -> [String: Any] {
        var texts: [String: Any] = [:]
        for (key, value) in information ?? [:] {
            if let key = key as? String { texts[key] = value }
        }
        return texts
    }

    /// - Parameter bounds: of the page; empty ones for those of the document.
    func beginPage(_ bounds: CGRect, information: [AnyHashable: Any]? = nil) {
        pageBounds = bounds.isEmpty ? defaultBounds : bounds.standardized
        var information = Self.texts(information)
        if !bounds.isEmpty || information[kCGPDFContextMediaBox] == nil {
            information[kCGPDFContextMediaBox] = pageBounds
        }
        context.beginPDFPage(information)
        context.turnYDown()
        hasPage = true
    }

    func end() { context.closePDF() }
}
