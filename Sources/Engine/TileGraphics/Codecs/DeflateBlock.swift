/// The alphabets of DEFLATE's blocks (RFC 1951, 3.2.5).
enum DeflateBlock {
    /// 256 bytes, the end of the block, and 29 lengths.
    static let literalSymbols = 286
    static let distanceSymbols = 30
    static let endOfBlock = 256
    static let longestMatch = 258
    /// The maximum length of a literal code: one less than DEFLATE allows, so that four literals and the bits left by a
    /// flush fit a 64-bit word.
    static let literalLimit = 14

    /// Returns the symbol of a length of 3…258.
    ///
    /// From length 11 on, four symbols share each number of extra bits, so symbol and extra bits come from the highest
    /// bits of length − 3; 258 has a symbol of its own.
    @inline(__always)
    static func lengthSymbol(_ length: Int) -> Int {
        let value = length - 3
        if value < 8 { return 257 + value }
        if length == longestMatch { return 285 }
        let extra = Int.bitWidth - 1 - value.leadingZeroBitCount - 2
        return 257 + extra << 2 + value >> extra
    }

    @inline(__always)
    static func lengthExtraBits(_ symbol: Int) -> Int {
        symbol < 265 || symbol == 285 ? 0 : (symbol - 261) >> 2
    }

    /// Returns the smallest length of a symbol.
    @inline(__always)
    static func lengthBase(_ symbol: Int) -> Int {
        if symbol < 265 { return symbol - 254 }
        if symbol == 285 { return longestMatch }
        return (4 + (symbol - 257) & 3) << ((symbol - 261) >> 2) + 3
    }

    /// Returns the symbol of a distance of 1…32768. From 5 on, two symbols share each number of extra bits.
    @inline(__always)
    static func distanceSymbol(_ distance: Int) -> Int {
        let value = distance - 1
        if value < 4 { return value }
        let extra = Int.bitWidth - 1 - value.leadingZeroBitCount - 1
        return extra << 1 + value >> extra
    }

    @inline(__always)
    static func distanceExtraBits(_ symbol: Int) -> Int { symbol < 4 ? 0 : symbol >> 1 - 1 }

    /// Returns the smallest distance of a symbol.
    @inline(__always)
    static func distanceBase(_ symbol: Int) -> Int {
        symbol < 4 ? symbol + 1 : (2 + symbol & 1) << (symbol >> 1 - 1) + 1
    }
}
