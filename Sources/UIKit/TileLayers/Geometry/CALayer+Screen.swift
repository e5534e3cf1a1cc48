import Foundation
package import TileGeometry

extension CALayer {
    /// What of the layer a screen shows, in the layer's coordinates, and how many pixels of the screen a point of it
    /// takes there each way; nil when nothing of it shows: it, or what it is in, is hidden, or lies beyond what clips
    /// it.
    ///
    /// Where the layer is turned, all around what shows. O(depth); allocates nothing.
    ///
    /// - Parameters:
    ///   - root: the screen's layer.
    ///   - scale: pixels to a point of that.
    package final func partOnScreen(under root: CALayer, scale: Double) -> (box: Box, scale: Double)? {
        let own = boundsStorage.standardized
        // As it lies in what clips it, and then in what clips that.
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

    /// How many points of `root` a point of this layer takes each way, at a place of it.
    private func pixels(at place: CGPoint, in root: CALayer) -> Double {
        let origin = convert(place, to: root)
        let right = convert(CGPoint(x: place.x + 1, y: place.y), to: root)
        let down = convert(CGPoint(x: place.x, y: place.y + 1), to: root)
        let area = (right.x - origin.x) * (down.y - origin.y) - (right.y - origin.y) * (down.x - origin.x)
        return Double(abs(area)).squareRoot()
    }
}
