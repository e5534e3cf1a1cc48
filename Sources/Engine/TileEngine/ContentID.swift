/// Names one content of an engine. The engine gives the numbers out and uses none twice.
public struct ContentID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let number: UInt32

    public init(_ number: UInt32) { self.number = number }

    public static func < (a: ContentID, b: ContentID) -> Bool { a.number < b.number }

    public var description: String { "content \(number)" }
}
