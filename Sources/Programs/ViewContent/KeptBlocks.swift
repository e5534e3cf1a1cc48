import Foundation
import TileGraphics

/// Pieces of a scroll view's content that were recorded last.
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

    /// Twenty tiles of a level meet a screen's few pieces; of lists that are recorded in some 50 kB a piece these are a
    /// hundred and more.
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

    /// - Complexity: O(n) for n kept, where some have to go.
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
