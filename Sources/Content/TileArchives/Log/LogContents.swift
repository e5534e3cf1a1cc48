import TileSupport

/// The valid content of a log's file.
struct LogContents {
    /// The description of the build at the start of the file.
    var about: [UInt8]
    /// The key of the record checks.
    var key: SipHash.Value
    /// The tiles in the order in which they were written.
    var tiles: [FinishedTiles.Tile] = []
    /// Whether each of the tiles has one color.
    var isSolid: [Bool] = []
    var contents: [FinishedTiles.Content] = []
    /// The hashes of the contents, with the requested key.
    var hashes: [SipHash.Value] = []
    /// The number of parts that could not be drawn.
    var incompleteParts = 0
    var solidTiles = 0
    /// The bytes of all tiles, counting repeated ones each time.
    var tileBytes: UInt64 = 0
    /// Whether the log states that it is complete, and all its tiles are present.
    var isComplete = false
    /// The offset after the last valid record. A partial record may follow.
    var end: UInt64

    /// The signature at the start of a log.
    static let signature = Array("TILELOG1".utf8)
    /// The maximum length of a build's description.
    static let longestAbout: UInt64 = 1 << 20

    /// Returns the head of a log: the signature, the key, the length of the description, the description, and its
    /// check.
    static func head(_ about: [UInt8], key: SipHash.Value) -> [UInt8] {
        var bytes = signature
        for number in [key.low, key.high, UInt64(about.count)] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        bytes += about
        withUnsafeBytes(of: check(about, key: key).littleEndian) { bytes += $0 }
        return bytes
    }

    private static func check(_ about: [UInt8], key: SipHash.Value) -> UInt64 {
        var hash = SipHash(key: key)
        about.withUnsafeBytes { hash.add($0) }
        return hash.finish().low
    }

    /// Reads a log up to the last valid record. Nil if the file is not a log or its head is incomplete.
    ///
    /// Reads the whole file, which takes about a second for each gigabyte.
    ///
    /// - Parameters:
    ///   - hashKey: The key for hashing the contents; nil for the log's own.
    ///   - number: The number of the file in `contents`.
    init?(_ file: LogFile, hashKey: SipHash.Value? = nil, number: UInt32 = 0) throws(SystemError) {
        var reader = Reader(file: file)
        guard let (about, key) = try Self.head(&reader) else { return nil }
        (self.about, self.key) = (about, key)
        end = reader.place
        let zero = SipHash.Value(low: 0, high: 0)
        while let head = try reader.next(LogRecord.headLength) {
            guard let (record, check) = head.withUnsafeBytes({ LogRecord.read($0) }),
                let bytes = try reader.next(record.length)
            else { return }
            func hash(_ key: SipHash.Value) -> SipHash.Value {
                var hash = SipHash(key: key)
                bytes.withUnsafeBytes { hash.add($0) }
                return hash.finish()
            }
            let content = record.kind == .tile ? hash(key) : zero
            guard check == record.check(content, key: key), apply(record) else { return }
            if record.kind == .tile {
                contents.append(
                    FinishedTiles.Content(
                        offset: reader.place - UInt64(bytes.count), length: UInt32(bytes.count), file: number))
                hashes.append(hashKey.map { hash($0) } ?? content)
            }
            end = reader.place
            if isComplete { return }
        }
    }

    /// Reads the description of the build; nil if the file is not a log or its head is incomplete.
    static func about(_ file: LogFile) throws(SystemError) -> [UInt8]? {
        var reader = Reader(file: file)
        return try head(&reader)?.about
    }

    private static func head(_ reader: inout Reader) throws(SystemError) -> (about: [UInt8], key: SipHash.Value)? {
        guard let head = try reader.next(signature.count + 24), Array(head.prefix(8)) == signature else { return nil }
        func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64($1 * 8) }
        }
        let key = SipHash.Value(low: word(head, 8), high: word(head, 16))
        guard word(head, 24) <= longestAbout, let about = try reader.next(Int(word(head, 24))),
            let given = try reader.next(8), word(given, 0) == check(about, key: key)
        else { return nil }
        return (about, key)
    }

    /// Processes a record. Returns false if it is invalid.
    private mutating func apply(_ record: LogRecord) -> Bool {
        if record.isSolid { solidTiles += 1 }
        switch record.kind {
        case .tile:
            guard contents.count < UInt32.max else { return false }
            tiles.append(FinishedTiles.Tile(number: record.number, content: UInt32(contents.count)))
            isSolid.append(record.isSolid)
            tileBytes += record.value
        case .repeated:
            guard record.value < UInt64(contents.count) else { return false }
            tiles.append(FinishedTiles.Tile(number: record.number, content: UInt32(record.value)))
            isSolid.append(record.isSolid)
            tileBytes += UInt64(contents[Int(record.value)].length)
        case .incomplete: incompleteParts += 1
        case .end:
            guard record.number == UInt64(tiles.count) else { return false }
            isComplete = true
        }
        return true
    }

    /// A reader that reads a file in large pieces.
    private struct Reader {
        let file: LogFile
        var place: UInt64 = 0
        private var buffer: [UInt8] = []
        private var used = 0

        init(file: LogFile) { self.file = file }

        private static let piece = 1 << 20

        /// Returns the next bytes; nil if there are fewer.
        mutating func next(_ count: Int) throws(SystemError) -> [UInt8]? {
            if buffer.count - used < count {
                var more = [UInt8](repeating: 0, count: max(count, Self.piece))
                let kept = buffer.count - used
                more.replaceSubrange(0..<kept, with: buffer[used...])
                let place = place + UInt64(kept)
                let result = more.withUnsafeMutableBytes { bytes in
                    Result { () throws(SystemError) in
                        try file.readSome(UnsafeMutableRawBufferPointer(rebasing: bytes[kept...]), at: place)
                    }
                }
                more.removeLast(more.count - kept - (try result.get()))
                (buffer, used) = (more, 0)
            }
            guard buffer.count - used >= count else { return nil }
            defer {
                used += count
                place += UInt64(count)
            }
            return Array(buffer[used..<used + count])
        }
    }
}
