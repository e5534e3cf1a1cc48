/// One of several builds, usually on different machines, that together make one archive.
///
/// It is written as "3/16". The tiles of a shard follow from the content and the options alone, so shards need no
/// coordination.
public struct Shard: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number of the shard, from 1.
    public let number: Int
    public let count: Int

    /// The maximum number of shards.
    public static let mostParts = 10_000

    /// Creates a shard; nil if the number or the count is out of range.
    public init?(_ number: Int, of count: Int) {
        guard (1...Self.mostParts).contains(count), (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Parses a text such as "3/16".
    public init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2,
            numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int(numbers[0]), let count = Int(numbers[1])
        else { return nil }
        self.init(number, of: count)
    }

    public var description: String { "\(number)/\(count)" }

    /// Returns the name of the file that a shard makes for an archive. The names sort in the order of the numbers.
    public func partName(of output: String) -> String {
        let digits = "\(count)".count
        let text = "\(number)"
        return "\(output).part-\(String(repeating: "0", count: digits - text.count))\(text)-of-\(count)"
    }
}
