import Foundation
import TileGraphics
import TileSupport

/// A cache of the most recently recorded pieces of a scroll view's content.
struct KeptBlocks {
    private struct Place: Hashable {
        let x: Double
        let y: Double

        init(_ point: CGPoint) { (x, y) = (Double(point.x), Double(point.y)) }
    }

    /// The pictures. Twenty tiles of a level intersect the few pieces of a screen. At about 50 kB for each piece of a
    /// list, the limit of 8 MB allows more than a hundred pieces.
    private var pictures = LRUCache<Place, Picture>(limit: 8 << 20)

    var byteCount: Int { pictures.cost }

    subscript(_ place: CGPoint) -> Picture? {
        mutating get { pictures.value(for: Place(place)) }
    }

    /// Adds a piece to the cache.
    mutating func insert(_ picture: Picture, at place: CGPoint) {
        pictures.insert(picture, for: Place(place), cost: picture.byteCount)
    }

    mutating func removeAll() { pictures.removeAll() }
}
