import NIOCore
import TileEngine

/// A queue of lookups: visible tiles first, then those needed soon, then the rest; first in, first out within each.
///
/// A lookup with a changed priority is queued again, and its old entry is ignored.
struct SharedTileLine {
    private var bins = TilePriority.Bin.allCases.map { _ in CircularBuffer<RedisTileLookup>() }

    mutating func append(_ lookup: RedisTileLookup) {
        lookup.isInLine = true
        bins[lookup.bin.rawValue].append(lookup)
    }

    /// - Parameter maxBin: The lowest priority that may be taken now.
    mutating func takeFirst(upTo maxBin: TilePriority.Bin) -> RedisTileLookup? {
        for bin in TilePriority.Bin.allCases where bin.rawValue <= maxBin.rawValue {
            while let lookup = bins[bin.rawValue].popFirst() {
                guard lookup.isInLine, !lookup.isOver, lookup.bin == bin else { continue }
                lookup.isInLine = false
                return lookup
            }
        }
        return nil
    }

    var isEmpty: Bool { bins.allSatisfy(\.isEmpty) }
}
