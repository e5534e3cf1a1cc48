import Foundation

/// Where the items of a tab bar are, counted from the leading edge.
struct TabBarArrangement {
    var width: CGFloat
    var height: CGFloat
    var leadingInset: CGFloat
    var trailingInset: CGFloat
    var scale: CGFloat
    var count: Int
    var isCentered: Bool
    /// Of centered items; nil for the standard one.
    var itemWidth: CGFloat?
    /// Between centered items; nil for the standard one.
    var itemSpacing: CGFloat?
    /// The widest content.
    var contentWidth: CGFloat

    /// Of centered items, where nothing else is said: as wide as Apple's, or as their content.
    private static let standardWidth: CGFloat = 76
    private static let standardSpacing: CGFloat = 34
    private static let contentPadding: CGFloat = 16

    func frames() -> [CGRect] {
        guard count > 0 else { return [] }
        let room = max(0, width - leadingInset - trailingInset)
        let (number, even) = (CGFloat(count), room / CGFloat(count))
        guard isCentered else { return frames(from: leadingInset, pitch: even, width: even) }
        let width = itemWidth ?? max(Self.standardWidth, contentWidth + Self.contentPadding)
        let spacing = itemSpacing ?? Self.standardSpacing
        let total = number * width + (number - 1) * spacing
        // Without room for all they stand as in a narrow bar.
        guard total <= room else { return frames(from: leadingInset, pitch: even, width: even) }
        return frames(from: leadingInset + (room - total) / 2, pitch: width + spacing, width: width)
    }

    /// Edges on whole pixels, so that neighbours meet.
    private func frames(from start: CGFloat, pitch: CGFloat, width: CGFloat) -> [CGRect] {
        (0..<count).map { index in
            let x = start + CGFloat(index) * pitch
            let (left, right) = (x.rounded(toScale: scale), (x + width).rounded(toScale: scale))
            return CGRect(x: left, y: 0, width: right - left, height: height)
        }
    }
}
