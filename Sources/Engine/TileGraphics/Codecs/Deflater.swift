import CDeflate

/// A DEFLATE encoder (RFC 1951, in the zlib wrapper of RFC 1950) for the unfiltered pixel rows of drawings.
///
/// It exploits what a general encoder must discover: in a drawing most bytes equal those one pixel before or one row
/// above. So it checks those first, with word compares, and uses a small hash table only where both give little. The
/// inside of a long match is skipped. One pass finds the matches and counts the symbols; then each block gets its own
/// codes, or is stored if that is smaller.
struct Deflater: ~Copyable {
    /// The layout of the bytes.
    struct Layout {
        /// The bytes from one pixel to the next; 1 if a byte holds several.
        var pixelBytes: Int
        /// The bytes from one row to the next, including the filter byte.
        var rowBytes: Int
    }

    // The matches of the current block, each with the number of literal bytes before it.
    private var sequences: UnsafeMutablePointer<DeflateSequence>
    private var sequenceCount = 0
    // The last two positions of four bytes with this hash, plus one; 0 for none.
    private let places: UnsafeMutablePointer<UInt32>
    private var literals = HuffmanCode(symbolCount: DeflateBlock.literalSymbols, lengthLimit: DeflateBlock.literalLimit)
    private var distances = HuffmanCode(symbolCount: DeflateBlock.distanceSymbols, lengthLimit: HuffmanCode.longest)
    private var header = DeflateHeader()

    /// The maximum number of sequences in a block; at 12 bytes each they stay in the second-level cache.
    private static let sequencesPerBlock = 1 << 14
    /// The maximum number of bytes in a block: images larger than a tile vary from top to bottom.
    private static let bytesPerBlock = 1 << 18
    private static let hashBits: UInt32 = 13

    private static let placeCount = 2 << Int(hashBits)

    init() {
        sequences = .allocate(capacity: Self.sequencesPerBlock + 1)
        places = .allocate(capacity: Self.placeCount)
    }

    deinit {
        sequences.deallocate()
        places.deallocate()
    }

    /// Returns the maximum number of bytes that `compress` writes for `count`, including the slack beyond its end.
    static func bound(_ count: Int) -> Int {
        // Blocks can be as short as their matches: 3 bytes each, and stored in pieces of 65535 with 5 bytes before
        // each.
        let blocks = count / (3 * sequencesPerBlock) + count / bytesPerBlock + count / 65535 + 2
        return count + blocks * 6 + 6 + 16
    }

    /// Writes a zlib stream.
    ///
    /// - Parameters:
    ///   - source: `count` bytes, at least one.
    ///   - target: Space for `bound(count)` bytes.
    /// - Returns: The number of bytes written.
    mutating func compress(
        _ source: UnsafePointer<UInt8>, count: Int, layout: Layout, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        precondition(count > 0 && count < 1 << 31, "\(count) bytes are not one image")
        // A 32 KB window, and "fastest" as the level, which decoders ignore.
        target[0] = 0x78
        target[1] = 0x01
        var writer = BitWriter(target + 2)
        places.update(repeating: 0, count: Self.placeCount)
        var start = 0
        while start < count {
            literals.clear()
            distances.clear()
            sequenceCount = 0
            let blockEnd =
                count - start < Self.bytesPerBlock + Self.bytesPerBlock / 2 ? count : start + Self.bytesPerBlock
            // Two copies of the loop, each with its own constants.
            let end =
                layout.pixelBytes == 1
                ? findMatches(source, from: start, to: blockEnd, layout: layout, worth: .index)
                : findMatches(source, from: start, to: blockEnd, layout: layout, worth: .color)
            writeBlock(source + start, count: end - start, isLast: end == count, to: &writer)
            start = end
        }
        writer.finishByte()
        let sum = libdeflate_adler32(1, source, count)
        UnsafeMutableRawPointer(writer.next).storeBytes(of: sum.bigEndian, as: UInt32.self)
        return writer.next - target + 4
    }

    // MARK: Matches

    /// Returns the number of equal bytes at `here` and `there`, at most `limit`. Both have `limit` bytes, at least 8.
    ///
    /// - Parameter word: The first 8 bytes of `here`.
    @inline(__always)
    private static func agreement(
        _ here: UnsafePointer<UInt8>, _ word: UInt64, there: UnsafePointer<UInt8>, limit: Int
    ) -> Int {
        let difference = word ^ load(there)
        if difference != 0 { return difference.trailingZeroBitCount >> 3 }
        var length = 8
        while length + 8 <= limit {
            let difference = load(here + length) ^ load(there + length)
            if difference != 0 { return length + difference.trailingZeroBitCount >> 3 }
            length += 8
        }
        while length < limit, here[length] == there[length] { length += 1 }
        return length
    }

    @inline(__always)
    private static func load(_ address: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(address).loadUnaligned(as: UInt64.self).littleEndian
    }

    /// Returns the hash table slot of the first four bytes.
    @inline(__always)
    private static func slot(_ word: UInt64) -> Int {
        2 * Int((UInt32(truncatingIfNeeded: word) &* 0x9E37_79B1) >> (32 - hashBits))
    }

    @inline(__always)
    private func remember(_ position: Int, in slot: Int) {
        places[slot + 1] = places[slot]
        places[slot] = UInt32(truncatingIfNeeded: position + 1)
    }

    /// The match lengths from which a match costs less than its literals: measured on tiles of maps and charts.
    private struct Worth {
        /// The minimum length of a match one pixel before, which has few extra bits or none.
        var shortestRun: Int
        /// The minimum length of a match at another distance.
        var shortestFar: Int
        /// Whether to try the hash table's older positions: more expensive literals pay for a longer search.
        var searchesOlder: Bool

        /// Palette indices: literals of 3 to 5 bits.
        static var index: Worth { Worth(shortestRun: 4, shortestFar: 5, searchesOlder: false) }
        /// Full colors: 8 bits and more.
        static var color: Worth { Worth(shortestRun: 3, shortestFar: 4, searchesOlder: true) }
    }

    /// The number of bytes by which a match at another distance must exceed a run, because of its extra bits.
    private static let farPenalty = 3
    /// The length from which a match is accepted without a hash lookup, and its inside is not added to the table.
    private static let longEnough = 32
    /// The maximum distance of a DEFLATE match.
    private static let window = 32768

    /// - Returns: The end of the block: `end`, or earlier if the sequences are full.
    @inline(__always)
    private mutating func findMatches(
        _ source: UnsafePointer<UInt8>, from start: Int, to end: Int, layout: Layout, worth: Worth
    ) -> Int {
        let runDistance = layout.pixelBytes
        // If a row is wider than the window, a distance that no position reaches.
        let rowDistance = layout.rowBytes <= Self.window ? layout.rowBytes : Int.max
        var position = start
        var literalStart = start
        // The last 8 bytes are literals, so that words can be loaded unchecked; they cost little in a tile.
        while position + 8 <= end {
            let here = source + position
            let word = Self.load(here)
            let limit = min(DeflateBlock.longestMatch, end - position)
            var length = 0
            var distance = 0
            if position >= runDistance {
                let agreed = Self.agreement(here, word, there: here - runDistance, limit: limit)
                if agreed >= worth.shortestRun {
                    length = agreed
                    distance = runDistance
                }
            }
            if length < limit, position >= rowDistance {
                let agreed = Self.agreement(here, word, there: here - rowDistance, limit: limit)
                if agreed >= worth.shortestFar, length == 0 || agreed > length + Self.farPenalty {
                    length = agreed
                    distance = rowDistance
                }
            }
            if length < Self.longEnough {
                let slot = Self.slot(word)
                let recent = Int(places[slot])
                let older = Int(places[slot + 1])
                remember(position, in: slot)
                if recent != 0, position - (recent - 1) <= Self.window {
                    let agreed = Self.agreement(here, word, there: source + (recent - 1), limit: limit)
                    if agreed >= worth.shortestFar, length == 0 || agreed > length + Self.farPenalty {
                        length = agreed
                        distance = position - (recent - 1)
                    }
                }
                if worth.searchesOlder, older != 0, position - (older - 1) <= Self.window {
                    let agreed = Self.agreement(here, word, there: source + (older - 1), limit: limit)
                    if agreed >= worth.shortestFar, agreed > length {
                        length = agreed
                        distance = position - (older - 1)
                    }
                }
            }
            if length == 0 {
                literals.count(Int(here[0]))
                position += 1
                continue
            }
            append(literalCount: position - literalStart, length: length, distance: distance)
            if length <= Self.longEnough, distance != runDistance, position + length + 8 <= end {
                for inside in (position + 1)..<(position + length) {
                    remember(inside, in: Self.slot(Self.load(source + inside)))
                }
            }
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
            literals.count(Int(source[position]))
            position += 1
        }
    }

    @inline(__always)
    private mutating func append(literalCount: Int, length: Int, distance: Int) {
        assert(length >= 3 && length <= DeflateBlock.longestMatch && distance >= 1 && distance <= 32768)
        let distanceSymbol = DeflateBlock.distanceSymbol(distance)
        literals.count(DeflateBlock.lengthSymbol(length))
        distances.count(distanceSymbol)
        sequences[sequenceCount] = DeflateSequence(
            literalCount: UInt32(truncatingIfNeeded: literalCount), length: UInt16(truncatingIfNeeded: length),
            distanceSymbol: UInt16(truncatingIfNeeded: distanceSymbol),
            distance: UInt32(truncatingIfNeeded: distance))
        sequenceCount += 1
    }

    /// Appends the literals after the last match as a sequence without a match.
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

/// A run of literal bytes, and the match after them.
struct DeflateSequence: BitwiseCopyable {
    var literalCount: UInt32
    /// The match length; 0 for no match.
    var length: UInt16
    var distanceSymbol: UInt16
    var distance: UInt32
}
