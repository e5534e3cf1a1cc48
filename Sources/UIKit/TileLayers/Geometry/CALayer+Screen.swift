import Foundation
package import TileGeometry

extension CALayer {
    /// Returns the part of the layer that is visible on a screen, in the layer's coordinates, and the screen's pixels
    /// per point of it; nil if nothing is visible because the layer or an ancestor is hidden, or it is outside the
    /// clips.
    ///
    /// For a rotated layer, the part is the bounding box of what is visible. O(depth); allocates nothing.
    ///
    /// - Parameters:
    ///   - root: The screen's layer.
    ///   - scale: Pixels per point of the root.
    package final func partOnScreen(under root: CALayer, scale: Double) -> (box: Box, scale: Double)? {
        let own = boundsStorage.standardized
        // In the coordinates of each clipping ancestor in turn.
        var (part, clip) = (own, self)
        var layer = self
        while true {
            if layer.flags.contains(.hidden) || layer.opacityStorage <= 0 { return nil }
            if layer === root || (layer !== self && layer.flags.contains(.masksToBounds)) {
                part = layer.convert(part, from: clip).intersection(layer.boundsStorage.standardized)
                if part.isNull || part.isEmpty || !part.isFinite { return nil }
                clip = layer
            }
            if layer === root { break }
            guard let parent = layer.parent else { return nil }
            layer = parent
        }
        let rect = convert(part, from: root).intersection(own)
        if rect.isNull || rect.isEmpty || !rect.isFinite { return nil }
        let pixels = pixels(at: CGPoint(x: rect.midX, y: rect.midY), in: root) * scale
        return pixels > 0 && pixels.isFinite ? (Box(rect), pixels) : nil
    }

    /// Returns the number of points of `root` per point of this layer, at a place in it.
    private func pixels(at place: CGPoint, in root: CALayer) -> Double {
        let origin = convert(place, to: root)
        let right = convert(CGPoint(x: place.x + 1, y: place.y), to: root)
        let down = convert(CGPoint(x: place.x, y: place.y + 1), to: root)
        let area = (right.x - origin.x) * (down.y - origin.y) - (right.y - origin.y) * (down.x - origin.x)
        return Double(abs(area)).squareRoot()
    }
}
