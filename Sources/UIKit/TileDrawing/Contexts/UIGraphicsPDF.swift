public import Foundation
import TileGraphics

// UIKit's functions for PDFs. Text and shapes are written as vectors.

/// Begins a PDF in a file, and makes its context the current one. A page must be begun before something is drawn.
///
/// - Parameters:
///   - bounds: of pages that do not say another, in points; empty for 612 × 792.
///   - documentInfo: title, author and so on, by Core Graphics' keys (`kCGPDFContextTitle`).
/// - Returns: false when the file can't be made, or no page can have such bounds; then nothing is begun.
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
///   - data: what the PDF is appended to when it ends.
///   - bounds: of pages that do not say another, in points; empty for 612 × 792, as are those that no page can have.
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

/// Writes the PDF that was begun last, and makes the context before the current one; nothing when the current context
/// is none of a PDF.
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

/// Begins a page with the document's bounds; ends the one before.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginPDFPage() { currentPDF?.beginPage(.zero) }

/// Begins a page; ends the one before.
///
/// - Parameter bounds: in points; empty for the document's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
    currentPDF?.beginPage(bounds, information: pageInfo)
}

/// The bounds of the page under way, in points; an empty rect when the current context is none of a PDF.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetPDFContextBounds() -> CGRect { currentPDF?.pageBounds ?? .zero }

/// Makes a rect of the page a link to a URL.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsSetPDFContextURLForRect(_ url: URL, _ rect: CGRect) {
    currentPDF?.context.setURL(url, for: rect)
}

/// Gives a point of the page a name that links can lead to.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsAddPDFContextDestinationAtPoint(_ name: String, _ point: CGPoint) {
    currentPDF?.context.addDestination(name, at: point)
}

/// Makes a rect of the page a link to a named point.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsSetPDFContextDestinationForRect(_ name: String, _ rect: CGRect) {
    currentPDF?.context.setDestination(name, for: rect)
}
