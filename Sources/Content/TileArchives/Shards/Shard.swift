/// One of several builds that together make one archive, on as many machines.
///
/// Written as "3/16". Which tiles are a shard's follows from the content and the options alone, so nobody has to tell
/// the others.
public struct Shard: Hashable, Sendable, Codable, CustomStringConvertible {
    /// From 1.
    public let number: Int
    public let count: Int

    /// More parts than anybody has machines for.
    public static let mostParts = 10_000

    /// Nil for what is no part of so many.
    public init?(_ number: Int, of count: Int) {
        guard (1...Self.mostParts).contains(count), (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// From "3/16".
    public init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2,
            numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int(numbers[0]), let count = Int(numbers[1])
        else { return nil }
        self.init(number, of: count)
    }

    public var description: String { "\(number)/\(count)" }

    /// The file that a shard makes of an archive: names that sort as the parts are counted.
    public func partName(of output: String) -> String {
        let digits = "\(count)".count
        let text = "\(number)"
        return "\(output).part-\(String(repeating: "0", count: digits - text.count))\(text)-of-\(count)"
    }
}
