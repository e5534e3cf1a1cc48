package import Foundation
package import TileGeometry

extension Picture {
    /// Returns a part of the picture as a vector PDF of one page, like those of PDF contexts.
    ///
    /// The cost is that of replaying the part.
    ///
    /// - Parameters:
    ///   - part: The part in units of the picture; not empty.
    ///   - size: The page size in points; both sides above 0 and at most 14,400.
    ///   - isCancelled: Called every few operations.
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
