import Foundation

/// The layout of a tab bar's items, from the leading edge.
struct TabBarArrangement {
    var width: CGFloat
    var height: CGFloat
    var leadingInset: CGFloat
    var trailingInset: CGFloat
    var scale: CGFloat
    var count: Int
    var isCentered: Bool
    /// The width of centered items; nil for the default.
    var itemWidth: CGFloat?
    /// The gap between centered items; nil for the default.
    var itemSpacing: CGFloat?
    /// The width of the widest content.
    var contentWidth: CGFloat

    /// The default minimum width of centered items, as in UIKit. Wider content makes them wider.
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
        // If they do not all fit, they fill the width like in a narrow bar.
        guard total <= room else { return frames(from: leadingInset, pitch: even, width: even) }
        return frames(from: leadingInset + (room - total) / 2, pitch: width + spacing, width: width)
    }

    /// Returns frames with edges on whole pixels, so that neighbors meet.
    private func frames(from start: CGFloat, pitch: CGFloat, width: CGFloat) -> [CGRect] {
        (0..<count).map { index in
            let x = start + CGFloat(index) * pitch
            let (left, right) = (x.rounded(toScale: scale), (x + width).rounded(toScale: scale))
            return CGRect(x: left, y: 0, width: right - left, height: height)
        }
    }
}
