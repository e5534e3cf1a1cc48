/// Packs bits in DEFLATE's order: the first in the lowest bit of the first byte.
struct BitWriter {
    /// The position of the next whole byte. The buffer must have 8 bytes of slack, because `flush` always stores a
    /// whole word.
    private(set) var next: UnsafeMutablePointer<UInt8>
    private var buffer: UInt64 = 0
    private var bitCount: UInt64 = 0

    init(_ start: UnsafeMutablePointer<UInt8>) { next = start }

    /// Adds bits; at most 56 between two flushes.
    @inline(__always)
    mutating func add(_ bits: UInt64, count: UInt64) {
        buffer |= bits &<< bitCount
        bitCount &+= count
    }

    /// Stores all whole bytes; leaves at most 7 bits.
    @inline(__always)
    mutating func flush() {
        UnsafeMutableRawPointer(next).storeBytes(of: buffer.littleEndian, as: UInt64.self)
        next += Int(truncatingIfNeeded: bitCount &>> 3)
        buffer = buffer &>> (bitCount & 56)
        bitCount &= 7
    }

    /// Pads with zero bits to a whole byte.
    mutating func finishByte() {
        bitCount = (bitCount + 7) & ~7
        flush()
    }

    /// Copies whole bytes. Call it only after `finishByte`.
    mutating func copy(_ source: UnsafePointer<UInt8>, count: Int) {
        assert(bitCount == 0, "bytes can be copied at a byte's boundary only")
        next.update(from: source, count: count)
        next += count
    }
}
