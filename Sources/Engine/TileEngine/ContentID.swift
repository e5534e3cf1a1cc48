/// The identifier of a content in an engine. The engine assigns the numbers and never reuses one.
public struct ContentID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let number: UInt32

    public init(_ number: UInt32) { self.number = number }

    public static func < (a: ContentID, b: ContentID) -> Bool { a.number < b.number }

    public var description: String { "content \(number)" }
}
