public import Foundation

/// A source that does something when its picture is touched: a tree of views with buttons, say.
public protocol TouchableTileSource: ChangingTileSource {
    /// Tells it what fingers do, in this order. What looks different then is told as any change is, before this
    /// returns.
    ///
    /// - Returns: of the fingers that came down, those that it makes something of. It is told of the others no more:
    ///   they may move the picture.
    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger>
}

/// What a finger does on a content's picture.
public struct ContentTouch: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        case began, moved, ended, cancelled
    }

    /// One of someone's fingers.
    public struct Finger: Hashable, Sendable {
        /// Whose it is: another number for each who looks at the content.
        public var person: UInt64
        public var number: Int

        public init(person: UInt64, number: Int) { (self.person, self.number) = (person, number) }
    }

    public var finger: Finger
    public var phase: Phase
    /// In units of the content.
    public var location: CGPoint

    public init(_ finger: Finger, _ phase: Phase, at location: CGPoint) {
        (self.finger, self.phase, self.location) = (finger, phase, location)
    }
}
