import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// What percentages are of while the extent of a drawing without a size is sought; in CSS pixels.
    private static let sizeUnknown = CGSize(width: 1024, height: 1024)

    /// The size of a drawing whose root has neither viewBox nor both of width and height: from its origin to the end of
    /// its ink, in CSS pixels; nil when it draws nothing.
    ///
    /// rsvg-convert takes the ink's own width and height, and cuts off as much as lies before the ink. What begins
    /// before the origin is cut off either way.
    func extent() throws(Failure) -> CGSize? {
        let ink = try recording(size: Self.sizeUnknown).finish().inkBounds
        let width = max(0, ink.minX) + ink.width
        let height = max(0, ink.minY) + ink.height
        guard !ink.isEmpty, width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        return CGSize(width: width, height: height)
    }
}
