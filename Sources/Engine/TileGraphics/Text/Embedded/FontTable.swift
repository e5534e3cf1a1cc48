/// A part of a font file, read as big-endian numbers. Positions count from its start.
struct FontTable {
    private let file: [UInt8]
    private let range: Range<Int>

    var count: Int { range.count }
    var bytes: ArraySlice<UInt8> { file[range] }

    init(_ file: [UInt8]) {
        self.file = file
        range = 0..<file.count
    }

    private init(_ file: [UInt8], _ range: Range<Int>) { (self.file, self.range) = (file, range) }

    func part(from start: Int, count: Int) throws(FontDamage) -> FontTable {
        guard start >= 0, count >= 0, start <= range.count, count <= range.count - start else { throw .cutOff }
        return FontTable(file, range.lowerBound + start..<range.lowerBound + start + count)
    }

    func byte(at position: Int) throws(FontDamage) -> UInt8 {
        guard position >= 0, position < range.count else { throw .cutOff }
        return file[range.lowerBound + position]
    }

    func short(at position: Int) throws(FontDamage) -> Int {
        guard position >= 0, position <= range.count - 2 else { throw .cutOff }
        let start = range.lowerBound + position
        return Int(file[start]) << 8 | Int(file[start + 1])
    }

    func signedShort(at position: Int) throws(FontDamage) -> Int {
        Int(Int16(truncatingIfNeeded: try short(at: position)))
    }

    func long(at position: Int) throws(FontDamage) -> Int {
        try short(at: position) << 16 | short(at: position + 2)
    }
}

/// The reason why an embedded font is not used.
package enum FontDamage: Error, Equatable {
    /// A number or a table lies outside of the file.
    case cutOff
    /// A table is missing or has invalid values.
    case invalid
    /// The font exceeds a limit.
    case tooLarge
    /// The font has a format that is not read.
    case unsupported(String)
}

extension [UInt8] {
    /// Appends the low 16 bits of a number, big-endian.
    mutating func appendShort(_ value: Int) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends the low 32 bits of a number, big-endian.
    mutating func appendLong(_ value: Int) {
        appendShort(value >> 16)
        appendShort(value)
    }
}
