import Foundation
import TileGeometry

/// The result of preparing a flow layout.
struct FlowState {
    var sections: [FlowSection] = []
    /// The start of each section, and the end of the last one.
    var starts: [CGFloat] = [0]
    var isHorizontal = false
    var breadth: CGFloat = 0
    /// Pixels per point.
    var scale: CGFloat = 1
    /// The preferred sizes of the cells measured so far.
    var measured: [IndexPath: CGSize] = [:]
    /// The delegate's item sizes for each section. A section with a single entry has items of one size; the array is
    /// empty without a delegate.
    var delegateSizes: [[CGSize]] = []
    /// The number of attributes made so far, counted for tests.
    var attributesMade = 0
    var needsMetrics = true
    var needsPlaces = true

    var length: CGFloat { starts.last ?? 0 }

    /// Returns the sections at least partly in a range along the scroll direction.
    ///
    /// - Complexity: O(log n) for n sections.
    func sections(in range: ClosedRange<CGFloat>) -> Range<Int> {
        func first(where isPast: (Int) -> Bool) -> Int {
            var (low, high) = (0, sections.count)
            while low < high {
                let middle = (low + high) / 2
                if isPast(middle) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let from = first { starts[$0 + 1] >= range.lowerBound }
        let end = first { starts[$0] > range.upperBound }
        return from..<max(from, end)
    }

    func range(of rect: CGRect) -> ClosedRange<CGFloat> {
        let (low, high) = isHorizontal ? (rect.minX, rect.maxX) : (rect.minY, rect.maxY)
        guard low <= high else { return 0...0 }
        return max(low, -1e300)...min(high, 1e300)
    }

    /// Returns the rectangle for a position and a size along and across the scroll axis. Its origin is aligned to a
    /// pixel.
    func rect(offset: CGFloat, start: CGFloat, extent: FlowSection.Extent) -> CGRect {
        func snap(_ value: CGFloat) -> CGFloat { (value * scale).rounded() / scale }
        return isHorizontal
            ? CGRect(x: snap(offset), y: snap(start), width: extent.length, height: extent.breadth)
            : CGRect(x: snap(start), y: snap(offset), width: extent.breadth, height: extent.length)
    }

    func extent(_ size: CGSize) -> FlowSection.Extent {
        func sound(_ value: CGFloat) -> CGFloat { value.isFinite && value > 0 ? value : 0 }
        return isHorizontal
            ? FlowSection.Extent(length: sound(size.width), breadth: sound(size.height))
            : FlowSection.Extent(length: sound(size.height), breadth: sound(size.width))
    }

    /// Returns the bounds, up to half a screen away, that show exactly the same elements as the given ones.
    func settledBounds(
        around bounds: CGRect, _ elements: (CGRect) -> [UICollectionViewLayoutAttributes]
    ) -> SettledBounds {
        let (here, length) = isHorizontal ? (bounds.minX, bounds.width) : (bounds.minY, bounds.height)
        let reach = length / 2
        return SettledBounds(
            around: bounds, isHorizontal: isHorizontal, from: here - reach, to: here + reach,
            elements(isHorizontal ? bounds.insetBy(dx: -reach, dy: 0) : bounds.insetBy(dx: 0, dy: -reach)))
    }
}
