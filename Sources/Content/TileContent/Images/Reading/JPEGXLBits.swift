/// A reader of the bits of a JPEG XL header, the lowest bit of each byte first.
struct JPEGXLBits {
    enum Problem: Error {
        /// The file ends.
        case end
        /// The header has a part that is compressed, or a value that is reserved.
        case unreadable
    }

    /// One of the four forms of a number: a value, or some bits and what is added to them.
    enum Form {
        case value(Int)
        case bits(Int, Int)

        static func bits(_ count: Int) -> Form { .bits(count, 0) }
    }

    private let file: FileBytes
    private var offset: Int
    /// The number of bits of the current byte that were read.
    private var used = 0
    private var byte = 0

    init(_ file: FileBytes, at offset: Int) { (self.file, self.offset) = (file, offset) }

    /// The offset of the first byte after the bits that were read.
    var alignedOffset: Int { offset }

    /// Skips the rest of the current byte.
    mutating func align() { used = 0 }

    mutating func bits(_ count: Int) throws(Problem) -> Int {
        var value = 0
        for place in 0..<count {
            if used == 0 {
                guard let next = file.number(at: offset, count: 1) else { throw .end }
                (byte, offset) = (next, offset + 1)
            }
            value |= (byte >> used & 1) << place
            used = (used + 1) & 7
        }
        return value
    }

    mutating func skip(_ count: Int) throws(Problem) {
        for _ in 0..<count { _ = try bits(1) }
    }

    mutating func flag() throws(Problem) -> Bool { try bits(1) == 1 }

    /// Reads a `U32`.
    mutating func number(_ a: Form, _ b: Form, _ c: Form, _ d: Form) throws(Problem) -> Int {
        switch [a, b, c, d][try bits(2)] {
        case .value(let value): return value
        case .bits(let count, let base): return base + (try bits(count))
        }
    }

    /// Reads a `U64`, of which at most 62 bits are used.
    mutating func longNumber() throws(Problem) -> Int {
        switch try bits(2) {
        case 0: return 0
        case 1: return 1 + (try bits(4))
        case 2: return 17 + (try bits(8))
        default:
            var (value, shift) = (try bits(12), 12)
            while try flag() {
                guard shift < 52 else { throw .unreadable }
                value |= try bits(8) << shift
                shift += 8
            }
            return value
        }
    }

    /// Reads an enumeration.
    mutating func choice() throws(Problem) -> Int {
        try number(.value(0), .value(1), .bits(4, 2), .bits(6, 18))
    }

    /// Skips a name.
    mutating func skipName() throws(Problem) {
        try skip(8 * (try number(.value(0), .bits(4), .bits(5, 16), .bits(10, 48))))
    }

    /// Skips extensions, which no encoder writes yet.
    mutating func skipExtensions() throws(Problem) {
        if try longNumber() != 0 { throw .unreadable }
    }
}
