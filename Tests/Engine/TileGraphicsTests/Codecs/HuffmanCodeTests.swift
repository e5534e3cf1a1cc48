import TestSupport
import Testing

@testable import TileGraphics

@Suite struct HuffmanCodeTests {
    /// Checks that the lengths form a complete code within the limit, for exactly the used symbols.
    private func expectComplete(_ code: borrowing HuffmanCode) {
        var taken = 0
        var used = 0
        for symbol in 0..<code.symbolCount {
            let length = Int(code.lengths[symbol])
            #expect((length > 0) == (code.frequencies[symbol] > 0))
            #expect(length <= code.lengthLimit)
            if length > 0 {
                taken += 1 << (code.lengthLimit - length)
                used += 1
            }
        }
        if used > 1 { #expect(taken == 1 << code.lengthLimit) }
    }

    /// Returns the number of bits of the best code without a limit: the sum of the weights of all inner nodes.
    private func bestBitCount(_ frequencies: [Int]) -> Int {
        var weights = frequencies.filter { $0 > 0 }.sorted(by: >)
        var bits = 0
        while weights.count > 1 {
            let weight = weights.removeLast() + weights.removeLast()
            bits += weight
            weights.insert(weight, at: weights.firstIndex { $0 <= weight } ?? weights.count)
        }
        return bits
    }

    @Test("Codes within the limit are as short as can be, for every number of symbols", arguments: 1...286)
    func optimal(count: Int) {
        var numbers = SeededGenerator(UInt64(count))
        let code = HuffmanCode(symbolCount: 286, lengthLimit: 15)
        var frequencies = [Int](repeating: 0, count: 286)
        for symbol in (0..<286).shuffled(using: &numbers).prefix(count) {
            frequencies[symbol] = .random(in: 1...200, using: &numbers)
        }
        for (symbol, frequency) in frequencies.enumerated() { code.frequencies[symbol] = UInt32(frequency) }
        code.build()
        expectComplete(code)
        #expect(code.encodedBitCount == (count == 1 ? frequencies.reduce(0, +) : bestBitCount(frequencies)))
    }

    @Test("Frequencies like Fibonacci's numbers and powers of two are cut to the limit", arguments: [7, 9, 14, 15])
    func limited(limit: Int) {
        for count in 2...30 {
            let code = HuffmanCode(symbolCount: 30, lengthLimit: limit)
            var (frequency, next) = (UInt32(1), UInt32(1))
            for symbol in 0..<count {
                code.frequencies[symbol] = frequency
                (frequency, next) = (next, frequency + next)
            }
            code.build()
            expectComplete(code)
            for symbol in 0..<count { code.frequencies[symbol] = 1 << UInt32(symbol) }
            code.build()
            expectComplete(code)
        }
    }

    @Test("Codes of one length follow each other, shorter ones first, as RFC 1951 has them in 3.2.2")
    func canonical() {
        // The RFC's own example: lengths 3, 3, 3, 3, 3, 2, 4, 4 for A to H.
        let code = HuffmanCode(symbolCount: 8, lengthLimit: 15)
        for (symbol, frequency) in [20, 20, 20, 20, 20, 60, 10, 10].enumerated() {
            code.frequencies[symbol] = UInt32(frequency)
        }
        code.build()
        let expected = ["010", "011", "100", "101", "110", "00", "1110", "1111"]
        for symbol in 0..<8 {
            // The first bit of a code is its lowest.
            var bits = ""
            for bit in 0..<Int(code.codes[symbol] >> 16) {
                bits += code.codes[symbol] >> UInt32(bit) & 1 == 1 ? "1" : "0"
            }
            #expect(bits == expected[symbol])
        }
    }

    @Test("Lengths and distances have the symbols and extra bits of RFC 1951's tables")
    func symbols() {
        // First length of each symbol from 257 on, and first distance of each from 0 on.
        let lengths = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ]
        let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
        for length in 3...258 {
            let index = lengths.lastIndex { $0 <= length }!
            let symbol = DeflateBlock.lengthSymbol(length)
            #expect(symbol == 257 + index)
            #expect(DeflateBlock.lengthBase(symbol) == lengths[index])
            #expect(DeflateBlock.lengthExtraBits(symbol) == lengthBits[index])
        }
        let distances = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
            6145,
            8193, 12289, 16385, 24577,
        ]
        for distance in 1...32768 {
            let index = distances.lastIndex { $0 <= distance }!
            let symbol = DeflateBlock.distanceSymbol(distance)
            #expect(symbol == index)
            #expect(DeflateBlock.distanceBase(symbol) == distances[index])
            #expect(DeflateBlock.distanceExtraBits(symbol) == max(0, index / 2 - 1))
        }
    }
}
