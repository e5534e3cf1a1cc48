import CDeflate

/// Encodes animated PNG (W3C PNG, third edition). The first frame is also the image for viewers without support for
/// animation; each later frame replaces a rectangle.
final class APNGEncoder {
    private let width: Int
    private let height: Int
    private let framesPerSecond: Int
    private var png = PNGEncoder()
    private var file: [UInt8] = []
    /// The position of the frame count in the file.
    private var countPlace = 0
    private var frames: UInt32 = 0
    /// The sequence number, shared by frame control and frame data chunks.
    private var sequence: UInt32 = 0
    private var last: Bitmap?
    /// The last frame, not yet written because its duration depends on later frames.
    private var pending: (rect: GridRect, pixels: [UInt8], periods: Int)?

    init(width: Int, height: Int, framesPerSecond: Int) throws(CodecFailure) {
        try PNGEncoder.checkSize(width: width, height: height)
        (self.width, self.height, self.framesPerSecond) = (width, height, framesPerSecond)
    }

    func add(_ frame: Bitmap) throws(CodecFailure) {
        defer { last = frame }
        guard let last else {
            let all = GridRect(minX: 0, minY: 0, maxX: width, maxY: height)
            pending = (all, try png.pixels(of: frame), 1)
            return
        }
        guard let changed = frame.difference(from: last) else {
            pending?.periods += 1
            return
        }
        writePending()
        pending = (changed, try png.pixels(of: frame.cropped(to: changed)), 1)
    }

    func finish() throws(CodecFailure) -> [UInt8] {
        precondition(pending != nil, "a film without a frame")
        writePending()
        chunk("IEND") { _ in }
        // Only now is the chunk with the frame count complete, so its checksum follows.
        let place = countPlace
        for (index, byte) in Self.bytes(frames).enumerated() { file[place + index] = byte }
        let sum = file[(place - 4)..<(place + 8)].withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
        for (index, byte) in Self.bytes(sum).enumerated() { file[place + 8 + index] = byte }
        return file
    }

    /// The maximum duration of a frame, in periods. A longer one is continued by a frame of one pixel.
    private static let longest = 65_535

    private func writePending() {
        guard var (rect, pixels, periods) = pending else { return }
        while true {
            write(rect, pixels, periods: min(periods, Self.longest))
            periods -= Self.longest
            guard periods > 0, let last else { break }
            rect = GridRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
            // A pixel never exceeds a limit of the format.
            pixels = try! png.pixels(of: last.cropped(to: rect))
        }
        pending = nil
    }

    private func write(_ rect: GridRect, _ pixels: [UInt8], periods: Int) {
        let isFirst = frames == 0
        if isFirst { writeHeader() }
        chunk("fcTL") { chunk in
            chunk += Self.bytes(nextNumber())
            for side in [rect.width, rect.height, rect.minX, rect.minY] { chunk += Self.bytes(UInt32(side)) }
            for part in [periods, framesPerSecond] { chunk += Self.bytes(UInt32(part)).suffix(2) }
            // Dispose: keep the frame. Blend: replace.
            chunk += [0, 0]
        }
        if isFirst {
            chunk("IDAT") { $0 += pixels }
        } else {
            let number = nextNumber()
            chunk("fdAT") { chunk in
                chunk += Self.bytes(number)
                chunk += pixels
            }
        }
        frames += 1
    }

    private func nextNumber() -> UInt32 {
        defer { sequence += 1 }
        return sequence
    }

    private func writeHeader() {
        file = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        chunk("IHDR") { [width, height] chunk in
            chunk += Self.bytes(UInt32(width)) + Self.bytes(UInt32(height))
            chunk += [8, PNGWriter.ColorType.rgba.rawValue, 0, 0, 0]
        }
        countPlace = file.count + 8
        // The number of plays is 0: repeat forever.
        chunk("acTL") { $0 += [UInt8](repeating: 0, count: 8) }
    }

    private func chunk(_ type: StaticString, _ fill: (inout [UInt8]) -> Void) {
        var data = (0..<4).map { type.utf8Start[$0] }
        fill(&data)
        file += Self.bytes(UInt32(data.count - 4))
        file += data
        file += Self.bytes(libdeflate_crc32(0, data, data.count))
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
