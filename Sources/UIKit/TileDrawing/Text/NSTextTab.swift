public import Foundation

/// A tab stop: a place in a line and the alignment of the text that follows. Immutable.
// @unchecked Sendable: NSObject is not marked so, but a tab adds only constants to it.
public final class NSTextTab: NSObject, NSCopying, @unchecked Sendable {
    public let alignment: NSTextAlignment
    /// The distance from the leading edge of the text container, in points.
    public let location: CGFloat

    public init(textAlignment alignment: NSTextAlignment, location: CGFloat) {
        precondition(location.isFinite, "a tab stands at a finite place, not at \(location)")
        self.alignment = alignment
        self.location = location
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSTextTab else { return false }
        return alignment == other.alignment && location == other.location
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(alignment)
        hasher.combine(location)
        return hasher.finalize()
    }
}
