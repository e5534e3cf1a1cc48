import Foundation
import TileGraphics

/// A cache of the most recently recorded pieces of a scroll view's content.
struct KeptBlocks {
    private struct Place: Hashable {
        let x: Double
        let y: Double
    }

    private struct Kept {
        let picture: Picture
        let byteCount: Int
        var lastUse: UInt64
    }

    private var all: [Place: Kept] = [:]
    private var uses: UInt64 = 0
    private(set) var byteCount = 0

    /// The limit in bytes. Twenty tiles of a level intersect the few pieces of a screen. At about 50 kB for each piece
    /// of a list, the limit allows more than a hundred pieces.
    private static let byteLimit = 8 << 20

    subscript(_ place: CGPoint) -> Picture? {
        mutating get {
            let place = Place(x: Double(place.x), y: Double(place.y))
            guard let kept = all[place] else { return nil }
            uses += 1
            all[place]?.lastUse = uses
            return kept.picture
        }
    }

    /// Adds a piece to the cache.
    ///
    /// - Complexity: O(*n*) for *n* kept pieces if some must be removed.
    mutating func insert(_ picture: Picture, at place: CGPoint) {
        uses += 1
        let new = Kept(picture: picture, byteCount: picture.byteCount, lastUse: uses)
        let old = all.updateValue(new, forKey: Place(x: Double(place.x), y: Double(place.y)))
        byteCount += new.byteCount - (old?.byteCount ?? 0)
        while byteCount > Self.byteLimit, all.count > 1,
            let oldest = all.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            all[oldest.key] = nil
            byteCount -= oldest.value.byteCount
        }
    }

    mutating func removeAll() { (all, byteCount) = ([:], 0) }
}
