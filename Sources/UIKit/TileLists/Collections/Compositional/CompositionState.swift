import Foundation
import TileDrawing
import TileGeometry

/// What a compositional layout has found.
struct CompositionState {
    /// A view at the edge of a section, or of all.
    struct Boundary {
        let item: NSCollectionLayoutBoundarySupplementaryItem
        let path: IndexPath
        var size: CGSize
        var isFooter: Bool
    }

    /// A section in its place. Lengths are along the scroll direction, breadths across.
    struct Placed {
        var solution: SectionSolution
        var boundaries: [Boundary]
        var headerLength: CGFloat = 0
        var footerLength: CGFloat = 0
        var start: CGFloat = 0
        /// Insets along and across, at the start and the end.
        var insetBefore: CGFloat = 0
        var insetAfter: CGFloat = 0
        var isOrthogonal = false
        /// The space before the first group, of one that scrolls across.
        var leadingPad: CGFloat = 0
        var trailingPad: CGFloat = 0

        var groupsStart: CGFloat { start + headerLength + insetBefore }
        var contentLength: CGFloat { isOrthogonal ? solution.groupsBreadth : solution.groupsLength }
        var end: CGFloat { groupsStart + contentLength + insetAfter + footerLength }
    }

    var sections: [Placed] = []
    var boundaries: [Boundary] = []
    var headerLength: CGFloat = 0
    var footerLength: CGFloat = 0
    var isHorizontal = false
    /// Whether all is mirrored: in an interface that is read from right to left, where content scrolls down.
    var isMirrored = false
    var scale: CGFloat = 1
    /// What is visible, without the insets.
    var container = CGSize.zero
    var environment: LayoutEnvironment?
    var followsContent = false
    /// Whether views stay at the visible edges, or sections are told what shows of them.
    var followsOffset = false
    /// The first list's color, and whether any has actions that swipes lay bare.
    var listColor: UIColor?
    var hasSwipes = false
    /// The sizes that views at edges prefer.
    var boundarySizes: [ElementKey: CGSize] = [:]
    /// All is to be found anew, or only the places of what is known.
    var needsSections = true
    var onlySizes = false

    var length: CGFloat { (sections.last?.end ?? headerLength) + footerLength }

    /// - Complexity: O(log n) for n sections.
    func sections(in range: ClosedRange<CGFloat>) -> Range<Int> {
        func first(where isPast: (Placed) -> Bool) -> Int {
            var (low, high) = (0, sections.count)
            while low < high {
                let middle = (low + high) / 2
                if isPast(sections[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let from = first { $0.end >= range.lowerBound }
        let end = first { $0.start > range.upperBound }
        return from..<max(from, end)
    }

    func range(of rect: CGRect) -> ClosedRange<CGFloat> {
        let (low, high) = isHorizontal ? (rect.minX, rect.maxX) : (rect.minY, rect.maxY)
        return low <= high ? max(low, -1e300)...min(high, 1e300) : 0...0
    }

    /// A rect by leading and trailing edges, where it shows; and the other way round.
    func mirrored(_ rect: CGRect) -> CGRect {
        isMirrored
            ? CGRect(x: container.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
    }

    func snapped(_ rect: CGRect) -> CGRect {
        CGRect(
            x: (rect.minX * scale).rounded() / scale, y: (rect.minY * scale).rounded() / scale, width: rect.width,
            height: rect.height)
    }
}

extension NSRectAlignment {
    var isTop: Bool { self == .top || self == .topLeading || self == .topTrailing }
    var isBottom: Bool { self == .bottom || self == .bottomLeading || self == .bottomTrailing }
    var isLeading: Bool { self == .leading || self == .topLeading || self == .bottomLeading }
    var isTrailing: Bool { self == .trailing || self == .topTrailing || self == .bottomTrailing }
}
