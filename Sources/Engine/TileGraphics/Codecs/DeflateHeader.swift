/// The header of a dynamic block: the lengths of its codes, run-length and prefix coded (RFC 1951, 3.2.7).
struct DeflateHeader: ~Copyable {
    private var code = HuffmanCode(symbolCount: 19, lengthLimit: 7)
    // Symbols in the low 5 bits, the value of their extra bits above them.
    private let items: UnsafeMutablePointer<UInt16>
    private let lengths: UnsafeMutablePointer<UInt8>
    private var itemCount = 0
    private var literalCount = 0
    private var distanceCount = 0
    private var codeLengthCount = 0
    private(set) var bitCount = 0

    private static let most = DeflateBlock.literalSymbols + DeflateBlock.distanceSymbols

    /// The order in which the lengths of the code-length code are written.
    private static let order: InlineArray<19, UInt8> = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    init() {
        items = .allocate(capacity: Self.most)
        lengths = .allocate(capacity: Self.most)
    }

    deinit {
        items.deallocate()
        lengths.deallocate()
    }

    /// Prepares the header of a block with these codes.
    mutating func build(literals: borrowing HuffmanCode, distances: borrowing HuffmanCode) {
        literalCount = DeflateBlock.literalSymbols
        while literalCount > 257, literals.lengths[literalCount - 1] == 0 { literalCount -= 1 }
        // At least one distance, of length 0 if there is no match.
        distanceCount = DeflateBlock.distanceSymbols
        while distanceCount > 1, distances.lengths[distanceCount - 1] == 0 { distanceCount -= 1 }
        lengths.update(from: literals.lengths, count: literalCount)
        (lengths + literalCount).update(from: distances.lengths, count: distanceCount)
        findItems(count: literalCount + distanceCount)
        code.build()
        codeLengthCount = 19
        while codeLengthCount > 4, code.lengths[Int(Self.order[codeLengthCount - 1])] == 0 { codeLengthCount -= 1 }
        bitCount =
            14 + 3 * codeLengthCount + code.encodedBitCount
            + 2 * Int(code.frequencies[16]) + 3 * Int(code.frequencies[17]) + 7 * Int(code.frequencies[18])
    }

    /// Run-length codes the lengths: 16 repeats the last length 3…6 times, 17 and 18 are 3…10 and 11…138 zeros.
    private mutating func findItems(count: Int) {
        code.clear()
        itemCount = 0
        var index = 0
        while index < count {
            let length = lengths[index]
            var run = 1
            while index + run < count, lengths[index + run] == length { run += 1 }
            index += run
            if length == 0 {
                while run >= 3 {
                    let part = min(run, 138)
                    if part <= 10 { append(17, extra: part - 3) } else { append(18, extra: part - 11) }
                    run -= part
                }
            } else {
                append(Int(length), extra: 0)
                run -= 1
                while run >= 3 {
                    let part = min(run, 6)
                    append(16, extra: part - 3)
                    run -= part
                }
            }
            for _ in 0..<run { append(Int(length), extra: 0) }
        }
    }

    private mutating func append(_ symbol: Int, extra: Int) {
        code.count(symbol)
        items[itemCount] = UInt16(symbol | extra << 5)
        itemCount += 1
    }

    /// Writes the header prepared by `build`, without the block's first three bits.
    func write(to writer: inout BitWriter) {
        writer.add(UInt64(literalCount - 257), count: 5)
        writer.add(UInt64(distanceCount - 1), count: 5)
        writer.add(UInt64(codeLengthCount - 4), count: 4)
        writer.flush()
        for index in 0..<codeLengthCount {
            writer.add(UInt64(code.lengths[Int(Self.order[index])]), count: 3)
            writer.flush()
        }
        for index in 0..<itemCount {
            let symbol = Int(items[index] & 31)
            let bits = code.codes[symbol]
            writer.add(UInt64(bits & 0xFFFF), count: UInt64(bits >> 16))
            let extraBits = symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0
            writer.add(UInt64(items[index] >> 5), count: UInt64(extraBits))
            writer.flush()
        }
    }
}
