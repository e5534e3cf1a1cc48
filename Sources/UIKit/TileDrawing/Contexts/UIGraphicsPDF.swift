public import Foundation
import TileGraphics

// UIKit's functions for PDFs. Text and shapes are written as vectors.

/// Begins a PDF in a file, and makes its context the current one. A page must be begun before something is drawn.
///
/// - Parameters:
///   - bounds: the default bounds of pages, in points; empty for 612 × 792.
///   - documentInfo: title, author and so on, by Core Graphics' keys (`kCGPDFContextTitle`).
/// - Returns: false if the file can't be made, or no page can have such bounds; nothing is begun then.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func UIGraphicsBeginPDFContextToFile(
    _ path: String, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) -> Bool {
    guard
        let drawing = PDFDrawing(
            CGDataConsumer(url: URL(fileURLWithPath: path)), bounds: bounds, information: documentInfo)
    else { return false }
    ContextStack.push(.document(drawing))
    return true
}

/// Begins a PDF in memory, and makes its context the current one. A page must be begun before something is drawn.
///
/// - Parameters:
///   - data: the data that the PDF is appended to when it ends.
///   - bounds: the default bounds of pages, in points. Bounds that are empty, or that no page can have, become 612 ×
///     792.
///   - documentInfo: title, author and so on, by Core Graphics' keys (`kCGPDFContextTitle`).
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginPDFContextToData(
    _ data: NSMutableData, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) {
    let consumer = CGDataConsumer(data: data)
    guard
        let drawing = PDFDrawing(consumer, bounds: bounds, information: documentInfo)
            ?? PDFDrawing(consumer, bounds: .zero, information: documentInfo)
    else { preconditionFailure("a PDF of 612 × 792 points can always be begun") }
    ContextStack.push(.document(drawing))
}

/// Finishes the PDF that was begun last and restores the context before it. Does nothing if the current context is not
/// a PDF's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndPDFContext() {
    let entry = ContextStack.pop {
        if case .document = $0 { true } else { false }
    }
    if case .document(let drawing) = entry { drawing.end() }
}

private var currentPDF: PDFDrawing? {
    if case .document(let drawing) = ContextStack.top { drawing } else { nil }
}

/// Begins a page with the document's bounds, after ending the current page.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginPDFPage() { currentPDF?.beginPage(.zero) }

/// Begins a page, after ending the current one.
///
/// - Parameter bounds: the page's bounds in points; empty for the document's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
    currentPDF?.beginPage(bounds, information: pageInfo)
}

/// Returns the bounds of the current page, in points; an empty rect if the current context is not a PDF's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetPDFContextBounds() -> CGRect { currentPDF?.pageBounds ?? .zero }

/// Makes a rect of the page a link to a URL.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsSetPDFContextURLForRect(_ url: URL, _ rect: CGRect) {
    currentPDF?.context.setURL(url, for: rect)
}

/// Makes a point of the page a named destination for links.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsAddPDFContextDestinationAtPoint(_ name: String, _ point: CGPoint) {
    currentPDF?.context.addDestination(name, at: point)
}

/// Makes a rect of the page a link to a named point.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsSetPDFContextDestinationForRect(_ name: String, _ rect: CGRect) {
    currentPDF?.context.setDestination(name, for: rect)
}
