package import Foundation
package import TileGeometry

extension Picture {
    /// A part of the picture as a PDF of one page, of vectors as PDF contexts of Core Graphics make them.
    ///
    /// Takes what replaying the part takes.
    ///
    /// - Parameters:
    ///   - part: in units of the picture; not empty.
    ///   - size: of the page, in points; both sides over 0 and 14,400 at most.
    ///   - isCancelled: asked every few operations.
    /// - Throws: `RasterFailure`.
    package func pdf(
        of part: Box, size: CGSize, isCancelled: @escaping () -> Bool = { false }
    ) throws(RasterFailure) -> [UInt8] {
        precondition(!part.isEmpty, "a page of nothing")
        let box = CGRect(origin: .zero, size: size)
        precondition(PDFDocumentWriter.isAllowed(box), "no page is \(size.width) × \(size.height) points")
        var bytes: [UInt8] = []
        let consumer = CGDataConsumer(put: { chunk in
            bytes.append(contentsOf: chunk)
            return true
        })
        let writer = PDFDocumentWriter(consumer, defaultBox: box)
        writer.isCancelled = isCancelled
        writer.addPage(size, showing: part, of: self)
        try writer.write()
        return bytes
    }
}
