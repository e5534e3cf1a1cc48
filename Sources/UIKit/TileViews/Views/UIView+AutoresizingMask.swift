import Foundation

extension UIView {
    /// The parts that give when the superview's size changes: on each axis the margin before the view, the view, and
    /// the margin after it.
    ///
    /// The rule, on each axis by itself:
    /// - One flexible part takes the whole change. Without one, nothing moves.
    /// - Several share it in proportion to their lengths at that time, as UIKit documents ("the larger the flexible
    ///   portion … the more it is likely to grow"). Where they have no length in sum, they share it evenly.
    /// - The view's length does not go below 0.
    ///
    /// A view with a transform is resized as if it had none: its bounds and centre change.
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

    /// Resizes the view for its superview's change of size.
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
        // Shares of what is nearly nothing have no limit, and sums of them no end: then the view stays as it is.
        let numbers = [newSize.width, newSize.height, newCenter.x, newCenter.y]
        guard numbers.allSatisfy({ abs($0) <= AutoresizedSpan.farthest }) else { return }
        if newSize != size { bounds.size = newSize }
        if newCenter != center { center = newCenter }
    }
}

/// A view's extent on one axis after its superview's has changed.
struct AutoresizedSpan {
    /// Beyond this a view is not moved or resized: what is reckoned with it stays finite.
    static let farthest: CGFloat = 1e30

    private(set) var start: CGFloat
    private(set) var length: CGFloat

    /// - Parameter flexible: whether the margin before, the view and the margin after give.
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
