import Foundation
import TileDrawing
import TileGeometry

/// The result of preparing a compositional layout.
struct CompositionState {
    /// A supplementary view at the edge of a section or of the whole layout.
    struct Boundary {
        let item: NSCollectionLayoutBoundarySupplementaryItem
        let path: IndexPath
        var size: CGSize
        var isFooter: Bool
    }

    /// A positioned section. Lengths are along the scroll direction, breadths across it.
    struct Placed {
        var solution: SectionSolution
        var boundaries: [Boundary]
        var headerLength: CGFloat = 0
        var footerLength: CGFloat = 0
        var start: CGFloat = 0
        /// The insets before and after the groups, along the scroll direction.
        var insetBefore: CGFloat = 0
        var insetAfter: CGFloat = 0
        var isOrthogonal = false
        /// The padding before the first group of a section that scrolls orthogonally.
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
    /// Whether the layout is mirrored: in a right-to-left interface, if the content scrolls vertically.
    var isMirrored = false
    var scale: CGFloat = 1
    /// The size of the visible area, without the insets.
    var container = CGSize.zero
    var environment: LayoutEnvironment?
    var followsContent = false
    /// Whether the layout depends on the scroll offset: it has pinned views, or sections with a visible-items handler.
    var followsOffset = false
    /// The background color of the first list section.
    var listColor: UIColor?
    var hasSwipes = false
    /// The preferred sizes of boundary views.
    var boundarySizes: [ElementKey: CGSize] = [:]
    /// Whether the sections must be solved again. `onlySizes` means that only the positions must be updated.
    var needsSections = true
    var onlySizes = false

    var length: CGFloat { (sections.last?.end ?? headerLength) + footerLength }

    /// Returns the sections at least partly in a range along the scroll direction.
    ///
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

    /// Converts a rectangle between leading-to-trailing coordinates and coordinates on screen. The conversion is its
    /// own inverse.
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
