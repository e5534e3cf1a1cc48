import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// The size that percentages refer to while the extent of a drawing without a size is determined, in CSS pixels.
    private static let sizeUnknown = CGSize(width: 1024, height: 1024)

    /// Returns the size of a drawing with neither a viewBox nor both width and height on its root: from the origin to
    /// the end of its ink, in CSS pixels. Nil if it draws nothing.
    ///
    /// rsvg-convert uses the ink's width and height, and so cuts off as much at the end as is empty before the ink. Ink
    /// before the origin is cut off either way.
    func extent() throws(Failure) -> CGSize? {
        let ink = try recording(size: Self.sizeUnknown).finish().inkBounds
        let width = max(0, ink.minX) + ink.width
        let height = max(0, ink.minY) + ink.height
        guard !ink.isEmpty, width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        return CGSize(width: width, height: height)
    }
}
