import TileGeometry

/// Reads a record's values in sequence, with bounds checks.
struct ArchiveCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var at = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    /// Returns the next `count` bytes, without copying.
    mutating func bytes(_ count: Int) throws(ArchiveDamage) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - at else { throw .cutOff }
        defer { at += count }
        return UnsafeRawBufferPointer(rebasing: bytes[at..<at + count])
    }

    /// Returns all remaining bytes.
    mutating func rest() throws(ArchiveDamage) -> UnsafeRawBufferPointer { try bytes(bytes.count - at) }

    /// Advances to a multiple of `alignment` bytes from the start of the record.
    mutating func align(_ alignment: Int) throws(ArchiveDamage) {
        _ = try bytes((alignment - at % alignment) % alignment)
    }

    @inline(__always)
    private mutating func next<Value: BitwiseCopyable>(_ type: Value.Type) throws(ArchiveDamage) -> Value {
        let size = MemoryLayout<Value>.size
        guard size <= bytes.count - at else { throw .cutOff }
        defer { at += size }
        return bytes.loadUnaligned(fromByteOffset: at, as: type)
    }

    mutating func byte() throws(ArchiveDamage) -> UInt8 { try next(UInt8.self) }
    mutating func word() throws(ArchiveDamage) -> UInt32 { try next(UInt32.self) }
    mutating func long() throws(ArchiveDamage) -> UInt64 { try next(UInt64.self) }

    /// Reads the count of items that follow, each of at least `size` bytes. Checked against the remaining bytes, so
    /// that a damaged count cannot cause a large allocation.
    mutating func count(ofSize size: Int) throws(ArchiveDamage) -> Int {
        let count = Int(try word())
        guard count <= (bytes.count - at) / size else { throw .cutOff }
        return count
    }

    mutating func flag() throws(ArchiveDamage) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .value
        }
    }

    /// Reads a case by its index in `all`.
    mutating func choice<Value>(_ all: [Value]) throws(ArchiveDamage) -> Value {
        let number = Int(try byte())
        guard number < all.count else { throw .value }
        return all[number]
    }

    mutating func number() throws(ArchiveDamage) -> Double {
        let value = try next(Double.self)
        guard value.isFinite else { throw .value }
        return value
    }

    mutating func transform() throws(ArchiveDamage) -> CGAffineTransform {
        if try flag() { return .identity }
        let (a, b, c, d, tx, ty) = (
            try number(), try number(), try number(), try number(), try number(), try number()
        )
        return CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// Reads a box. It may be empty or infinite, but has no NaN coordinate.
    mutating func box() throws(ArchiveDamage) -> Box {
        let box = Box(
            minX: try next(Double.self), minY: try next(Double.self), maxX: try next(Double.self),
            maxY: try next(Double.self))
        guard !box.minX.isNaN, !box.minY.isNaN, !box.maxX.isNaN, !box.maxY.isNaN else { throw .value }
        return box
    }

    mutating func color() throws(ArchiveDamage) -> Color {
        let color = Color(red: try number(), green: try number(), blue: try number(), alpha: try number())
        guard color.isArchivable else { throw .value }
        return color
    }
}

extension Color {
    /// Whether the color is one that drawings have. Components may exceed the displayable range somewhat.
    var isArchivable: Bool {
        func isUsual(_ value: Double) -> Bool { abs(value) <= 16 }
        return isUsual(red) && isUsual(green) && isUsual(blue) && isUsual(alpha)
    }
}
