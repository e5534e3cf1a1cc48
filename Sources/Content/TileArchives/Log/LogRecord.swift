import TileSupport

/// What a build's log says one after the other: a head of 32 bytes, and the bytes of a tile where it has a new one.
///
/// All numbers are little-endian. The check is a keyed hash of the head's other bytes and of the tile's, so that
/// neither half a record nor what another file left on the disk is taken for one.
struct LogRecord: Hashable {
    enum Kind: UInt32 {
        /// A tile with bytes that no tile before it had: they follow. `value` is how many.
        case tile = 1
        /// A tile with the bytes of an earlier one. `value` is which of the different ones, from 0.
        case repeated = 2
        /// Something in a tile could not be drawn.
        case incomplete = 3
        /// All tiles of this log are there. `number` is how many.
        case end = 4
    }

    static let headLength = 32
    /// More than any tile has: what a head may claim.
    static let longestTile: UInt64 = 1 << 30

    var kind: Kind
    /// Of the tile, in the archive (`PMTilesTile`).
    var number: UInt64
    var value: UInt64
    /// Whether the tile is of one color.
    var isSolid = false

    /// Bytes behind the head.
    var length: Int { kind == .tile ? Int(value) : 0 }

    /// - Parameter content: the hash of the bytes behind the head; zero without any.
    func check(_ content: SipHash.Value, key: SipHash.Value) -> UInt64 {
        var hash = SipHash(key: key)
        hash.add(word)
        hash.add(number)
        hash.add(value)
        hash.add(content.low)
        hash.add(content.high)
        return hash.finish().low
    }

    /// The kind and the mark of one color.
    private var word: UInt64 { UInt64(kind.rawValue) | (isSolid ? Self.solidMark : 0) }

    private static let solidMark: UInt64 = 1 << 32

    func write(_ check: UInt64, to bytes: UnsafeMutableRawBufferPointer) {
        bytes.storeBytes(of: check.littleEndian, as: UInt64.self)
        bytes.storeBytes(of: word.littleEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
        bytes.storeBytes(of: value.littleEndian, toByteOffset: 24, as: UInt64.self)
    }

    /// The record and its check; nil for what is none.
    static func read(_ bytes: UnsafeRawBufferPointer) -> (record: LogRecord, check: UInt64)? {
        func number(_ place: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        guard let kind = UInt32(exactly: number(8) & ~solidMark).flatMap(Kind.init) else { return nil }
        let record = LogRecord(
            kind: kind, number: number(16), value: number(24), isSolid: number(8) & solidMark != 0)
        guard kind != .tile || record.value <= longestTile else { return nil }
        return (record, number(0))
    }
}
