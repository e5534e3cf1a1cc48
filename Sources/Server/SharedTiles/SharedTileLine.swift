import NIOCore
import TileEngine

/// A queue of lookups: visible tiles first, then those needed soon, then the rest; first in, first out within each.
///
/// A lookup with a changed priority is queued again, and its old entry is ignored.
struct SharedTileLine {
    private var bins = TilePriority.Bin.allCases.map { _ in CircularBuffer<SharedTileLook>() }

    mutating func append(_ look: SharedTileLook) {
        look.isInLine = true
        bins[look.bin.rawValue].append(look)
    }

    /// - Parameter maxBin: The lowest priority that may be taken now.
    mutating func takeFirst(upTo maxBin: TilePriority.Bin) -> SharedTileLook? {
        for bin in TilePriority.Bin.allCases where bin.rawValue <= maxBin.rawValue {
            while let look = bins[bin.rawValue].popFirst() {
                guard look.isInLine, !look.isOver, look.bin == bin else { continue }
                look.isInLine = false
                return look
            }
        }
        return nil
    }

    var isEmpty: Bool { bins.allSatisfy(\.isEmpty) }
}
