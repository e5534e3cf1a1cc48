import CDeflate

/// A DEFLATE encoder (RFC 1951, in the zlib wrapper of RFC 1950) for pixels in rows.
///
/// It knows what a general one must find out: in a drawing most bytes equal those one pixel before or one row above. So it
/// looks there first, with word compares, and remembers other places (in a small hash table, one place a slot) only where both
/// failed. What lies inside a long match is never looked at. One pass finds the matches and counts the symbols; then each
/// block gets its own codes, or is stored when that is smaller.
struct Deflater: ~Copyable {
    /// What to look for.
    enum Search {
        /// Bytes equal to those one pixel before, one row above, or at a place seen lately.
        case matches
        /// Bytes equal to the one before; for filtered photos, where anything else is rare.
        case runs
    }

    /// How the bytes lie.
    struct Layout {
        /// Bytes from one pixel to the next.
        var pixelBytes: Int
        /// Bytes from one row to the next, the filter's byte included.
        var rowBytes: Int
    }

    // Matches of the block at hand, each with the number of literal bytes before it.
    private var sequences: UnsafeMutablePointer<DeflateSequence>
    private var sequenceCount = 0
    // Where four bytes with this hash were last seen, plus one; 0 for never.
    private let places: UnsafeMutablePointer<UInt32>
    private var literals = HuffmanCode(symbolCount: DeflateBlock.literalSymbols, lengthLimit: DeflateBlock.literalLimit)
    private var distances = HuffmanCode(symbolCount: DeflateBlock.distanceSymbols, lengthLimit: HuffmanCode.longest)
    private var header = DeflateHeader()

    /// Sequences in a block; at 12 bytes each they stay in the second-level cache.
    private static let sequencesPerBlock = 1 << 14
    /// Bytes in a block: images of more than a tile's size change from top to bottom.
    private static let bytesPerBlock = 1 << 18
    private static let hashBits: UInt32 = 12

    init() {
        sequences = .allocate(capacity: Self.sequencesPerBlock + 1)
        places = .allocate(capacity: 1 << Int(Self.hashBits))
    }

    deinit {
        sequences.deallocate()
        places.deallocate()
    }

    /// The most bytes that `compress` writes for `count`, with the room that it needs beyond its end.
    static func bound(_ count: Int) -> Int {
        // Blocks can be as short as their matches: 3 bytes each, and stored in pieces of 65535 with 5 bytes before each.
        let blocks = count / (3 * sequencesPerBlock) + count / bytesPerBlock + count / 65535 + 2
        return count + blocks * 6 + 6 + 16
    }

    /// Writes a zlib stream.
    ///
    /// - Parameters:
    ///   - source: `count` bytes, at least one.
    ///   - target: room for `bound(count)` bytes.
    /// - Returns: bytes written.
    mutating func compress(
        _ source: UnsafePointer<UInt8>, count: Int, layout: Layout, search: Search,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        precondition(count > 0 && count < 1 << 31, "\(count) bytes are not one image")
        // 32 KB window, "fastest" as the level, which no decoder looks at.
        target[0] = 0x78
        target[1] = 0x01
        var writer = BitWriter(target + 2)
        if case .matches = search { places.update(repeating: 0, count: 1 << Int(Self.hashBits)) }
        var start = 0
        while start < count {
            literals.clear()
            distances.clear()
            sequenceCount = 0
            let blockEnd =
                count - start < Self.bytesPerBlock + Self.bytesPerBlock / 2 ? count : start + Self.bytesPerBlock
            let end =
                switch search {
                case .matches: findMatches(source, from: start, to: blockEnd, layout: layout)
                case .runs: findRuns(source, from: start, to: blockEnd)
                }
            writeBlock(source + start, count: end - start, isLast: end == count, to: &writer)
            start = end
        }
        writer.finishByte()
        let sum = libdeflate_adler32(1, source, count)
        UnsafeMutableRawPointer(writer.next).storeBytes(of: sum.bigEndian, as: UInt32.self)
        return writer.next - target + 4
    }

    // MARK: Matches

    /// How far `a` and `b` agree, at most `limit` bytes; both have `limit` bytes.
    @inline(__always)
    private static func agreement(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, limit: Int) -> Int {
        var length = 0
        while length + 8 <= limit {
            let difference = load(a + length) ^ load(b + length)
            if difference != 0 { return length + difference.trailingZeroBitCount >> 3 }
            length += 8
        }
        while length < limit, a[length] == b[length] { length += 1 }
        return length
    }

    @inline(__always)
    private static func load(_ address: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(address).loadUnaligned(as: UInt64.self).littleEndian
    }

    @inline(__always)
    private static func hash(_ word: UInt64) -> Int {
        Int((UInt32(truncatingIfNeeded: word) &* 0x9E37_79B1) >> (32 - hashBits))
    }

    /// Shortest match worth more than its literals, by what its distance costs: a run has no extra bits.
    private static let shortestRun = 4
    private static let shortestFar = 5
    /// Bytes that a match at another distance must be longer than a run, for its extra bits.
    private static let farPenalty = 3

    /// - Returns: where the block ends: `end`, or before it when the sequences are full.
    private mutating func findMatches(
        _ source: UnsafePointer<UInt8>, from start: Int, to end: Int, layout: Layout
    ) -> Int {
        let runDistance = layout.pixelBytes
        // Beyond the window nothing can be repeated.
        let rowDistance = layout.rowBytes <= 32768 ? layout.rowBytes : 32769
        var position = start
        var literalStart = start
        // The last 8 bytes are literals, so that words can be loaded without looking; they are cheap in a tile.
        while position + 8 <= end {
            let word = Self.load(source + position)
            let limit = min(DeflateBlock.longestMatch, end - position)
            var length = 0
            var distance = 0
            if position >= runDistance {
                let difference = word ^ Self.load(source + position - runDistance)
                if difference == 0 {
                    length =
                        8
                        + Self.agreement(
                            source + position + 8, source + position + 8 - runDistance, limit: limit - 8)
                    distance = runDistance
                } else {
                    let agreed = difference.trailingZeroBitCount >> 3
                    if agreed >= Self.shortestRun {
                        length = agreed
                        distance = runDistance
                    }
                }
            }
            if length < limit {
                if position >= rowDistance {
                    let difference = word ^ Self.load(source + position - rowDistance)
                    var agreed = difference.trailingZeroBitCount >> 3
                    if difference == 0 {
                        agreed =
                            8
                            + Self.agreement(
                                source + position + 8, source + position + 8 - rowDistance, limit: limit - 8)
                    }
                    if agreed >= Self.shortestFar, agreed > length + Self.farPenalty || length == 0 {
                        length = agreed
                        distance = rowDistance
                    }
                }
                if length < 32 {
                    let slot = Self.hash(word)
                    let place = Int(places[slot]) - 1
                    places[slot] = UInt32(truncatingIfNeeded: position + 1)
                    if place >= 0, position - place <= 32768 {
                        let difference = word ^ Self.load(source + place)
                        var agreed = difference.trailingZeroBitCount >> 3
                        if difference == 0 {
                            agreed = 8 + Self.agreement(source + position + 8, source + place + 8, limit: limit - 8)
                        }
                        if agreed >= Self.shortestFar, agreed > length + Self.farPenalty || length == 0 {
                            length = agreed
                            distance = position - place
                        }
                    }
                }
            }
            if length == 0 {
                literals.frequencies[Int(source[position])] += 1
                position += 1
                continue
            }
            append(literalCount: position - literalStart, length: length, distance: distance)
            position += length
            literalStart = position
            if sequenceCount == Self.sequencesPerBlock { return position }
        }
        countLiterals(source, from: position, to: end)
        appendRest(end - literalStart)
        return end
    }

    /// - Returns: where the block ends: `end`, or before it when the sequences are full.
    private mutating func findRuns(_ source: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var position = start
        var literalStart = start
        if position == 0, end > 0 {
            literals.frequencies[Int(source[0])] += 1
            position = 1
        }
        while position + 8 <= end {
            let difference = Self.load(source + position) ^ Self.load(source + position - 1)
            let agreed = difference == 0 ? 8 : difference.trailingZeroBitCount >> 3
            if agreed < Self.shortestRun {
                // Up to and with the byte that differs.
                for _ in 0...agreed {
                    literals.frequencies[Int(source[position])] += 1
                    position += 1
                }
                continue
            }
            var length = agreed
            if agreed == 8 {
                let limit = min(DeflateBlock.longestMatch, end - position)
                length += Self.agreement(source + position + 8, source + position + 7, limit: limit - 8)
            }
            append(literalCount: position - literalStart, length: length, distance: 1)
            position += length
            literalStart = position
            if sequenceCount == Self.sequencesPerBlock { return position }
        }
        countLiterals(source, from: position, to: end)
        appendRest(end - literalStart)
        return end
    }

    private func countLiterals(_ source: UnsafePointer<UInt8>, from start: Int, to end: Int) {
        var position = start
        while position < end {
            literals.frequencies[Int(source[position])] += 1
            position += 1
        }
    }

    @inline(__always)
    private mutating func append(literalCount: Int, length: Int, distance: Int) {
        assert(length >= 3 && length <= DeflateBlock.longestMatch && distance >= 1 && distance <= 32768)
        let distanceSymbol = DeflateBlock.distanceSymbol(distance)
        literals.frequencies[DeflateBlock.lengthSymbol(length)] += 1
        distances.frequencies[distanceSymbol] += 1
        sequences[sequenceCount] = DeflateSequence(
            literalCount: UInt32(truncatingIfNeeded: literalCount), length: UInt16(truncatingIfNeeded: length),
            distanceSymbol: UInt16(truncatingIfNeeded: distanceSymbol),
            distance: UInt32(truncatingIfNeeded: distance))
        sequenceCount += 1
    }

    /// Literals after the last match; a sequence without one.
    private mutating func appendRest(_ literalCount: Int) {
        sequences[sequenceCount] = DeflateSequence(
            literalCount: UInt32(truncatingIfNeeded: literalCount), length: 0, distanceSymbol: 0, distance: 0)
        sequenceCount += 1
    }

    // MARK: Writing

    private mutating func writeBlock(
        _ source: UnsafePointer<UInt8>, count: Int, isLast: Bool, to writer: inout BitWriter
    ) {
        literals.frequencies[DeflateBlock.endOfBlock] = 1
        literals.build()
        distances.build()
        header.build(literals: literals, distances: distances)
        var bits = 3 + header.bitCount + literals.encodedBitCount + distances.encodedBitCount
        for symbol in 257..<DeflateBlock.literalSymbols {
            bits += Int(literals.frequencies[symbol]) * DeflateBlock.lengthExtraBits(symbol)
        }
        for symbol in 0..<DeflateBlock.distanceSymbols {
            bits += Int(distances.frequencies[symbol]) * DeflateBlock.distanceExtraBits(symbol)
        }
        if bits > 8 * count + 40 * (count / 65535 + 1) {
            writeStored(source, count: count, isLast: isLast, to: &writer)
            return
        }
        writer.add(isLast ? 0b101 : 0b100, count: 3)
        header.write(to: &writer)
        writeSequences(source, to: &writer)
        let end = literals.codes[DeflateBlock.endOfBlock]
        writer.add(UInt64(end & 0xFFFF), count: UInt64(end >> 16))
        writer.flush()
    }

    private func writeSequences(_ source: UnsafePointer<UInt8>, to writer: inout BitWriter) {
        var next = source
        // A local copy stays in registers.
        var output = writer
        let codes = literals.codes
        for index in 0..<sequenceCount {
            let sequence = sequences[index]
            var left = Int(sequence.literalCount)
            while left >= 4 {
                for step in 0..<4 {
                    let code = codes[Int(next[step])]
                    output.add(UInt64(code & 0xFFFF), count: UInt64(code &>> 16))
                }
                output.flush()
                next += 4
                left -= 4
            }
            for step in 0..<left {
                let code = codes[Int(next[step])]
                output.add(UInt64(code & 0xFFFF), count: UInt64(code &>> 16))
            }
            output.flush()
            next += left
            let length = Int(sequence.length)
            if length == 0 { continue }
            next += length
            let lengthSymbol = DeflateBlock.lengthSymbol(length)
            let lengthCode = codes[lengthSymbol]
            output.add(UInt64(lengthCode & 0xFFFF), count: UInt64(lengthCode &>> 16))
            output.add(
                UInt64(truncatingIfNeeded: length - DeflateBlock.lengthBase(lengthSymbol)),
                count: UInt64(truncatingIfNeeded: DeflateBlock.lengthExtraBits(lengthSymbol)))
            let distanceSymbol = Int(sequence.distanceSymbol)
            let distanceCode = distances.codes[distanceSymbol]
            output.add(UInt64(distanceCode & 0xFFFF), count: UInt64(distanceCode &>> 16))
            output.add(
                UInt64(truncatingIfNeeded: Int(sequence.distance) - DeflateBlock.distanceBase(distanceSymbol)),
                count: UInt64(truncatingIfNeeded: DeflateBlock.distanceExtraBits(distanceSymbol)))
            output.flush()
        }
        writer = output
    }

    private func writeStored(_ source: UnsafePointer<UInt8>, count: Int, isLast: Bool, to writer: inout BitWriter) {
        var start = 0
        while start < count {
            let length = min(65535, count - start)
            writer.add(isLast && start + length == count ? 1 : 0, count: 3)
            writer.finishByte()
            writer.add(UInt64(length) | UInt64(~length & 0xFFFF) << 16, count: 32)
            writer.flush()
            writer.copy(source + start, count: length)
            start += length
        }
    }
}

/// Literal bytes, and the match after them.
struct DeflateSequence: BitwiseCopyable {
    var literalCount: UInt32
    /// 0 for no match.
    var length: UInt16
    var distanceSymbol: UInt16
    var distance: UInt32
}
