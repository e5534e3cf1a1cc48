import CDeflate
import TestSupport
import Testing

@testable import TileGraphics

@Suite struct DeflaterTests {
    private func inflated(_ stream: [UInt8], count: Int) throws -> [UInt8] {
        let decompressor = try #require(libdeflate_alloc_decompressor())
        defer { libdeflate_free_decompressor(decompressor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let result = libdeflate_zlib_decompress(decompressor, stream, stream.count, &bytes, count, nil)
        try #require(result == LIBDEFLATE_SUCCESS)
        return bytes
    }

    /// Compresses into memory with a fence behind the promised bound, and checks the result.
    private func check(
        _ source: [UInt8], pixelBytes: Int, rowBytes: Int, _ deflater: inout Deflater, comment: Comment? = nil
    ) throws {
        let bound = Deflater.bound(source.count)
        let target = UnsafeMutablePointer<UInt8>.allocate(capacity: bound + 64)
        defer { target.deallocate() }
        target.initialize(repeating: 0xA5, count: bound + 64)
        let length = deflater.compress(
            source, count: source.count, layout: .init(pixelBytes: pixelBytes, rowBytes: rowBytes), to: target)
        #expect(length <= bound, comment)
        for index in bound..<(bound + 64) { #expect(target[index] == 0xA5, comment) }
        let stream = Array(UnsafeBufferPointer(start: target, count: length))
        #expect(try inflated(stream, count: source.count) == source, comment)
    }

    @Test("Every length from 1 to 300 of one byte, of two alternating, and of noise inflates again")
    func shortLengths() throws {
        var deflater = Deflater()
        var numbers = SeededGenerator(11)
        for count in 1...300 {
            try check(
                [UInt8](repeating: 7, count: count), pixelBytes: 1, rowBytes: 17, &deflater, comment: "\(count) equal")
            try check(
                (0..<count).map { UInt8($0 & 1) }, pixelBytes: 1, rowBytes: 17, &deflater,
                comment: "\(count) alternating")
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            try check(noise, pixelBytes: 3, rowBytes: 31, &deflater, comment: "\(count) of noise")
        }
    }

    @Test("Repetitions of every length and distance about the limits inflate again", arguments: [1, 3, 4])
    func repetitions(pixelBytes: Int) throws {
        var deflater = Deflater()
        var numbers = SeededGenerator(12)
        for distance in [1, 2, 3, 4, 5, 7, 8, 9, 255, 256, 257, 258, 24576, 24577, 32767, 32768, 32769] {
            for length in [3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 257, 258, 259, 260, 515, 516, 517] {
                var bytes = (0..<distance).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
                bytes.append(contentsOf: (0..<9).map { _ in UInt8.random(in: 0...255, using: &numbers) })
                try check(
                    bytes, pixelBytes: pixelBytes, rowBytes: max(2, distance), &deflater,
                    comment: "\(length) at \(distance)")
            }
        }
    }

    @Test(
        "Noise is stored, and costs no more than the frames of stored pieces",
        arguments: [65535, 65536, 300_000, 1 << 20])
    func storesNoise(count: Int) throws {
        var deflater = Deflater()
        var numbers = SeededGenerator(13)
        let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        try check(noise, pixelBytes: 3, rowBytes: 769, &deflater)
    }

    @Test("Bytes as skewed as Fibonacci's numbers, which ask for codes beyond DEFLATE's limit, inflate again")
    func skewedLiterals() throws {
        // No two equal bytes follow each other, and a window of noise-like order keeps matches rare.
        var bytes: [UInt8] = []
        var (frequency, next) = (1, 1)
        for symbol in 0..<24 {
            bytes.append(contentsOf: repeatElement(UInt8(symbol), count: frequency))
            (frequency, next) = (next, frequency + next)
        }
        var numbers = SeededGenerator(14)
        bytes.shuffle(using: &numbers)
        var deflater = Deflater()
        try check(bytes, pixelBytes: 1, rowBytes: bytes.count, &deflater)
    }

    @Test("More matches than a block holds go into several blocks")
    func manyMatches() throws {
        var numbers = SeededGenerator(15)
        var bytes: [UInt8] = []
        while bytes.count < 400_000 {
            bytes.append(
                contentsOf: repeatElement(
                    .random(in: 0...255, using: &numbers), count: .random(in: 4...6, using: &numbers)))
        }
        var deflater = Deflater()
        try check(bytes, pixelBytes: 1, rowBytes: 257, &deflater)
    }

    @Test("Rows beyond the window do no harm")
    func rowsBeyondTheWindow() throws {
        var deflater = Deflater()
        let row = (0..<40_001).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        try check(row + row + row, pixelBytes: 1, rowBytes: row.count, &deflater)
    }
}
