import PopplerDevice
import PopplerMessages

/// A page as SVG, drawn like on a screen with annotations and form fields.
final class DrawnPage {
    private var drawing: PageDrawing

    fileprivate init(_ drawing: PageDrawing) { self.drawing = drawing }

    deinit { page_drawing_release(&drawing) }

    /// The parts of the text, in order. They exist as long as the page.
    var parts: [UnsafeRawBufferPointer] {
        // A tuple in Swift, because it is an array of fixed length in C.
        let (starts, counts) = (drawing.parts, drawing.counts)
        return [
            UnsafeRawBufferPointer(start: starts.0, count: counts.0),
            UnsafeRawBufferPointer(start: starts.1, count: counts.1),
            UnsafeRawBufferPointer(start: starts.2, count: counts.2),
            UnsafeRawBufferPointer(start: starts.3, count: counts.3),
            UnsafeRawBufferPointer(start: starts.4, count: counts.4),
        ]
    }

    var count: Int { parts.reduce(0) { $0 + $1.count } }
}

extension Document {
    /// Draws a page.
    ///
    /// - Parameter largest: The maximum number of bytes.
    func draw(_ index: Int, largest: Int, hasPaper: Bool) -> Result<DrawnPage, Refusal> {
        let unreadable = Refusal(message: "page \(index + 1) can't be read")
        guard let file, let size = withPage(index, Self.sizeInUnits) else { return .failure(unreadable) }
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            return .failure(Refusal(message: "the page has no size"))
        }
        var drawing = PageDrawing()
        let page = PageSize(width: size.width, height: size.height, user_unit: userUnit(index))
        switch page_file_draw(file, Int32(index), page, largest, hasPaper, &drawing) {
        case PAGE_DRAWN:
            let page = DrawnPage(drawing)
            if page.count <= largest { return .success(page) }
            fallthrough
        case PAGE_TOO_LARGE: return .failure(Refusal(message: "the page has more than \(largest >> 20) MB as SVG"))
        case PAGE_TOO_DEEP: return .failure(Refusal(message: "its clips and groups are nested too deep"))
        default: return .failure(unreadable)
        }
    }
}
