import Foundation
import TileGraphics

/// A PDF being written: its context and current page.
final class PDFDrawing {
    let context: CGContext
    private let defaultBounds: CGRect
    /// The bounds of the current page, in points; the default bounds if the page has none of its own or no page has
    /// begun.
    private(set) var pageBounds: CGRect
    private(set) var hasPage = false

    /// - Returns: nil if a context can't be made for such pages.
    init?(_ consumer: CGDataConsumer?, bounds: CGRect, information: [AnyHashable: Any]?) {
        // UIKit's default page: US Letter at 72 dpi.
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

    /// - Parameter bounds: the bounds of the page; empty for those of the document.
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
