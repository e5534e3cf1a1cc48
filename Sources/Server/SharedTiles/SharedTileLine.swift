import NIOCore
import TileEngine

/// Looks that are to be asked for, in the order in which they are: visible tiles, then those that are wanted soon, then
/// the rest; of each of these, who came first.
///
/// A look that is wanted for something else meanwhile gets in line once more, and its old place counts for nothing.
struct SharedTileLine {
    private var bins = TilePriority.Bin.allCases.map { _ in CircularBuffer<SharedTileLook>() }

    mutating func append(_ look: SharedTileLook) {
        look.isInLine = true
        bins[look.bin.rawValue].append(look)
    }

    /// - Parameter maxBin: of those that may be asked for now.
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
