public import Foundation

/// A source that responds to touches, for example a tree of views with buttons.
public protocol TouchableTileSource: ChangingTileSource {
    /// Delivers touches in order. Subscribers are notified of visual changes before this returns.
    ///
    /// - Returns: The fingers that began and that the source handles. It receives no further touches of the others,
    ///   which may scroll the content.
    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger>
}

/// A touch of a finger on a content.
public struct ContentTouch: Hashable, Sendable, Codable {
    public enum Phase: String, Hashable, Sendable, Codable {
        case began, moved, ended, cancelled
    }

    /// A finger of a person.
    public struct Finger: Hashable, Sendable, Codable {
        /// The person's number: different for each viewer of the content.
        public var person: UInt64
        public var number: Int

        public init(person: UInt64, number: Int) { (self.person, self.number) = (person, number) }
    }

    public var finger: Finger
    public var phase: Phase
    /// The location in content units.
    public var location: CGPoint

    public init(_ finger: Finger, _ phase: Phase, at location: CGPoint) {
        (self.finger, self.phase, self.location) = (finger, phase, location)
    }
}
