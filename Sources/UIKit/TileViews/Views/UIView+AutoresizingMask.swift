import Foundation

extension UIView {
    /// The parts that are flexible when the superview's size changes: on each axis the margin before the view, the view
    /// itself, and the margin after it.
    ///
    /// The rules apply to each axis separately:
    /// - A single flexible part takes the entire change. Without one, nothing changes.
    /// - Several parts share the change in proportion to their current lengths, as UIKit documents ("the larger the
    ///   flexible portion … the more it is likely to grow"). If the sum of their lengths is not positive, they share it
    ///   equally.
    /// - The length of the view does not become negative.
    ///
    /// A view with a transform is resized as if it had none: its bounds and center change.
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }

    /// Resizes the view after its superview's size has changed.
    func autoresize(from old: CGSize, to new: CGSize) {
        guard !resizing.isEmpty else { return }
        let (size, anchor) = (layer.bounds.size, layer.anchorPoint)
        let horizontal = AutoresizedSpan(
            start: layer.position.x - anchor.x * size.width, length: size.width, in: old.width, becoming: new.width,
            flexible: (
                resizing.contains(.flexibleLeftMargin), resizing.contains(.flexibleWidth),
                resizing.contains(.flexibleRightMargin)
            ))
        let vertical = AutoresizedSpan(
            start: layer.position.y - anchor.y * size.height, length: size.height, in: old.height, becoming: new.height,
            flexible: (
                resizing.contains(.flexibleTopMargin), resizing.contains(.flexibleHeight),
                resizing.contains(.flexibleBottomMargin)
            ))
        let newSize = CGSize(width: horizontal.length, height: vertical.length)
        let newCenter = CGPoint(
            x: horizontal.start + anchor.x * newSize.width, y: vertical.start + anchor.y * newSize.height)
        // Shares of very small lengths can be arbitrarily large. Then the view does not change.
        let numbers = [newSize.width, newSize.height, newCenter.x, newCenter.y]
        guard numbers.allSatisfy({ abs($0) <= AutoresizedSpan.farthest }) else { return }
        if newSize != size { bounds.size = newSize }
        if newCenter != center { center = newCenter }
    }
}

/// The extent of a view on one axis after that of its superview has changed.
struct AutoresizedSpan {
    /// The limit beyond which a view is not moved or resized, so that derived values stay finite.
    static let farthest: CGFloat = 1e30

    private(set) var start: CGFloat
    private(set) var length: CGFloat

    /// Computes the new extent.
    ///
    /// - Parameter flexible: Whether the margin before, the view and the margin after are flexible.
    init(
        start: CGFloat, length: CGFloat, in old: CGFloat, becoming new: CGFloat,
        flexible: (before: Bool, itself: Bool, after: Bool)
    ) {
        self.start = start
        self.length = length
        let change = new - old
        let parts = [(flexible.before, start), (flexible.itself, length), (flexible.after, old - start - length)]
        let count = parts.lazy.filter(\.0).count
        guard change != 0, count > 0 else { return }
        let total = parts.reduce(0) { $1.0 ? $0 + $1.1 : $0 }
        func share(_ part: (isFlexible: Bool, length: CGFloat)) -> CGFloat {
            guard part.isFlexible else { return 0 }
            return total > 0 ? change * part.length / total : change / CGFloat(count)
        }
        self.start += share(parts[0])
        self.length = max(0, length + share(parts[1]))
    }
}
