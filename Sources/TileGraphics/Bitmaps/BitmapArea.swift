import TileGeometry

/// A rect of whole pixels of an image.
package struct BitmapArea: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The pixels of an image that a box touches; nil when there is none.
    init?(around box: Box, width: Int, height: Int) {
        let whole = Box(x: 0, y: 0, width: Double(width), height: Double(height))
        let part = box.intersection(whole)
        guard part.isFinite, !part.isEmpty, part.width > 0, part.height > 0 else { return nil }
        let (x, y) = (Int(part.minX.rounded(.down)), Int(part.minY.rounded(.down)))
        self.init(
            x: x, y: y, width: min(width, Int(part.maxX.rounded(.up))) - x,
            height: min(height, Int(part.maxY.rounded(.up))) - y)
    }
}
