import TileSupport

/// A record of a build's log: a head of 32 bytes, followed by the bytes of a tile if they are new.
///
/// All numbers are little-endian. The check is a keyed hash of the rest of the head and of the tile's bytes, so that
/// neither a partial record nor old data on the disk is mistaken for a record.
struct LogRecord: Hashable {
    enum Kind: UInt32 {
        /// A tile with new bytes, which follow. `value` is their number.
        case tile = 1
        /// A tile that equals an earlier one. `value` is the index of the content, from 0.
        case repeated = 2
        /// An element of a tile could not be drawn.
        case incomplete = 3
        /// All tiles of this log are present. `number` is their number.
        case end = 4
    }

    static let headLength = 32
    /// The maximum length of a tile that a head may state.
    static let longestTile: UInt64 = 1 << 30

    var kind: Kind
    /// The number of the tile in the archive (`PMTilesTile`).
    var number: UInt64
    var value: UInt64
    /// Whether the tile has one color.
    var isSolid = false

    /// The number of bytes after the head.
    var length: Int { kind == .tile ? Int(value) : 0 }

    /// Returns the check of the record.
    ///
    /// - Parameter content: The hash of the bytes after the head; zero if there are none.
    func check(_ content: SipHash.Value, key: SipHash.Value) -> UInt64 {
        var hash = SipHash(key: key)
        hash.add(word)
        hash.add(number)
        hash.add(value)
        hash.add(content.low)
        hash.add(content.high)
        return hash.finish().low
    }

    /// The kind and the flag for one color.
    private var word: UInt64 { UInt64(kind.rawValue) | (isSolid ? Self.solidMark : 0) }

    private static let solidMark: UInt64 = 1 << 32

    func write(_ check: UInt64, to bytes: UnsafeMutableRawBufferPointer) {
        bytes.storeBytes(of: check.littleEndian, as: UInt64.self)
        bytes.storeBytes(of: word.littleEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
        bytes.storeBytes(of: value.littleEndian, toByteOffset: 24, as: UInt64.self)
    }

    /// Decodes a record and its check; nil if it is invalid.
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
