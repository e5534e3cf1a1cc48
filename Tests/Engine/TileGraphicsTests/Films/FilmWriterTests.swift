import CWebP
import Testing

@testable import TileGraphics

@Suite("A film")
struct FilmWriterTests {
    /// A frame on a player's screen, and its duration in milliseconds.
    struct Shown: Equatable {
        var pixels: [UInt32]
        var duration: Double
    }

    static let (width, height) = (40, 30)

    /// A square that moves over a ground of two colors, holds still, and becomes translucent.
    static let frames: [Bitmap] = {
        var frames = [0, 5, 9, 9, 9, 31, 0].map { x in picture(x: x) }
        frames.append(picture(x: 0, color: PixelColor(argb: 0x8040_2000)))
        frames.append(picture(x: 0, color: .clear))
        return frames
    }()

    static func picture(x: Int, color: PixelColor = PixelColor(argb: 0xFFE0_3010)) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for row in 0..<height {
            for column in 0..<width {
                bitmap[column, row] = PixelColor(argb: row < 15 ? 0xFF10_2040 : 0xFFC0_D0E0)
            }
        }
        for row in 10..<18 { for column in x..<min(width, x + 9) { bitmap[column, row] = color } }
        return bitmap
    }

    static func pixels(_ bitmap: Bitmap) -> [UInt32] { (0..<bitmap.height).flatMap { Array(bitmap.row($0)) } }

    /// Returns the frames as a player shows them: equal consecutive frames are merged.
    static func expected(_ period: Double) -> [Shown] {
        frames.reduce(into: []) { shown, frame in
            let pixels = pixels(frame)
            if shown.last?.pixels == pixels {
                shown[shown.count - 1].duration += period
            } else {
                shown.append(Shown(pixels: pixels, duration: period))
            }
        }
    }

    func film(_ format: FilmFormat, _ frames: [Bitmap] = Self.frames, rate: Int = 20) throws -> [UInt8] {
        var film = try FilmWriter(format, width: frames[0].width, height: frames[0].height, framesPerSecond: rate)
        for frame in frames { try film.add(.bitmap(frame)) }
        return try film.finish()
    }

    // MARK: APNG

    /// Plays an APNG by the specification, its frames decoded as files of their own.
    func played(apng bytes: [UInt8]) throws -> [Shown] {
        func number(_ bytes: some Collection<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        let file = PNGFile(bytes)
        let header = try #require(file["IHDR"])
        let canvas = Bitmap(width: number(header[0..<4]), height: number(header[4..<8]))
        let control = try #require(file["acTL"])
        #expect(number(control[4..<8]) == 0)
        var shown: [Shown] = []
        var sequence = 0
        var frame: [UInt8]?
        for (type, data) in file.chunks {
            let data = Array(data)
            switch type {
            case "fcTL":
                #expect(number(data[0..<4]) == sequence)
                sequence += 1
                frame = data
            case "IDAT", "fdAT":
                let control = try #require(frame)
                var stream = data
                if type == "fdAT" {
                    #expect(number(data[0..<4]) == sequence)
                    sequence += 1
                    stream = Array(data.dropFirst(4))
                }
                let sides = (0..<4).map { number(control[(4 + 4 * $0)..<(8 + 4 * $0)]) }
                // Each replaces what was there.
                #expect(Array(control[24...]) == [0, 0])
                let part = try ReferenceDecoders.png(Self.png(width: sides[0], height: sides[1], header, stream))
                for y in 0..<sides[1] { for x in 0..<sides[0] { canvas[sides[2] + x, sides[3] + y] = part[x, y] } }
                let delay = Double(number(control[20..<22])) / Double(number(control[22..<24]))
                shown.append(Shown(pixels: Self.pixels(canvas), duration: delay * 1000))
            default: break
            }
        }
        #expect(number(control[0..<4]) == shown.count)
        return shown
    }

    /// A file of one frame's pixels.
    static func png(width: Int, height: Int, _ header: [UInt8], _ stream: [UInt8]) -> [UInt8] {
        func bytes(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + data
            return bytes(data.count) + body + bytes(Int(crc(body)))
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bytes(width) + bytes(height) + header[8...]) + chunk("IDAT", stream) + chunk("IEND", [])
    }

    /// Bit by bit, as W3C PNG's annex D has it.
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
    }

    @Test("as APNG is what was put in, to the pixel, and its first frame what those see who know of no film")
    func apng() throws {
        let bytes = try film(.apng)
        #expect(try played(apng: bytes) == Self.expected(50))
        #expect(Self.pixels(try ReferenceDecoders.png(bytes)) == Self.pixels(Self.frames[0]))
        // Every chunk's checksum.
        for (type, data) in PNGFile(bytes).chunks {
            let end = data.endIndex
            let sum = bytes[end..<(end + 4)].reduce(0) { $0 << 8 | UInt32($1) }
            #expect(sum == Self.crc(Array(type.utf8) + data), "\(type)")
        }
        #expect(try film(.apng) == bytes)
    }

    @Test("holds what does not move once: a square of nine pixels costs no picture")
    func economy() throws {
        let noise = (0..<12).map { step -> Bitmap in
            let bitmap = Bitmap(width: 200, height: 200)
            var value: UInt32 = 1
            for y in 0..<200 {
                for x in 0..<200 {
                    value = value &* 1_664_525 &+ 1_013_904_223
                    bitmap[x, y] = PixelColor(argb: 0xFF00_0000 | value >> 8)
                }
            }
            for y in 0..<3 { for x in 0..<3 { bitmap[step * 5 + x, y] = .white } }
            return bitmap
        }
        for format in [FilmFormat.apng, .webpLossless] {
            let (one, all) = (try film(format, [noise[0]]).count, try film(format, noise).count)
            #expect(one > 100_000 && all < one + 12 * 1000, "\(format): \(one), \(all)")
        }
    }

    @Test("shows a frame for as long as it holds, however long that is")
    func longHold() throws {
        let still = Self.picture(x: 3)
        var film = try FilmWriter(.apng, width: Self.width, height: Self.height, framesPerSecond: 1000)
        for _ in 0..<70_000 { try film.add(.bitmap(still)) }
        try film.add(.solid(.white, width: Self.width, height: Self.height))
        let shown = try played(apng: try film.finish())
        #expect(shown.map(\.duration) == [65_535, 4465, 1])
        #expect(shown[0].pixels == shown[1].pixels && shown[1].pixels == Self.pixels(still))
        #expect(shown[2].pixels == [UInt32](repeating: 0xFFFF_FFFF, count: Self.width * Self.height))
    }

    // MARK: WebP

    /// Plays an animated WebP, its frames decoded by themselves.
    func played(webP bytes: [UInt8]) throws -> [Shown] {
        try bytes.withUnsafeBufferPointer { buffer in
            var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
            let mux = try #require(WebPMuxCreate(&data, 0))
            defer { WebPMuxDelete(mux) }
            var parameters = WebPMuxAnimParams()
            #expect(WebPMuxGetAnimationParams(mux, &parameters) == WEBP_MUX_OK && parameters.loop_count == 0)
            let canvas = Bitmap(width: Self.width, height: Self.height)
            var shown: [Shown] = []
            var info = WebPMuxFrameInfo()
            while WebPMuxGetFrame(mux, UInt32(shown.count + 1), &info) == WEBP_MUX_OK {
                let bitstream = UnsafeBufferPointer(start: info.bitstream.bytes, count: info.bitstream.size)
                let part = try ReferenceDecoders.webP(Array(bitstream))
                WebPDataClear(&info.bitstream)
                for y in 0..<part.height {
                    for x in 0..<part.width {
                        let pixel = part[x, y]
                        guard info.blend_method == WEBP_MUX_NO_BLEND || pixel.argb >> 24 != 0 else { continue }
                        // What lies over something else is all there or not at all in these.
                        #expect(info.blend_method == WEBP_MUX_NO_BLEND || pixel.argb >> 24 == 255)
                        canvas[Int(info.x_offset) + x, Int(info.y_offset) + y] = pixel
                    }
                }
                shown.append(Shown(pixels: Self.pixels(canvas), duration: Double(info.duration)))
                guard info.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND else { continue }
                for y in 0..<part.height {
                    for x in 0..<part.width { canvas[Int(info.x_offset) + x, Int(info.y_offset) + y] = .clear }
                }
            }
            return shown
        }
    }

    @Test("as WebP is what was put in, to the pixel; at a rate of no whole milliseconds no time is lost")
    func webP() throws {
        let bytes = try film(.webpLossless)
        #expect(try played(webP: bytes) == Self.expected(50))
        #expect(try film(.webpLossless) == bytes)
        let moving = (0..<30).map { Self.picture(x: $0) }
        let shown = try played(webP: try film(.webpLossless, moving, rate: 30))
        #expect(shown.count == 30 && shown.map(\.duration).reduce(0, +) == 1000)
    }

    @Test("as lossy WebP is smaller, and close")
    func lossy() throws {
        let frames = Array(Self.frames.prefix(7))
        let shown = try played(webP: try film(.webp(quality: 90), frames))
        #expect(shown.count == 5)
        for (pixel, original) in zip(shown[0].pixels, Self.pixels(frames[0])) {
            #expect(abs(Int(pixel >> 8 & 255) - Int(original >> 8 & 255)) < 90)
        }
    }

    @Test("is refused where its format can't hold it")
    func refusals() throws {
        #expect(throws: CodecFailure.tooLarge(format: "WebP", width: 20_000, height: 10, limit: 16_383)) {
            _ = try FilmWriter(.webpLossless, width: 20_000, height: 10, framesPerSecond: 10).width
        }
        #expect(throws: CodecFailure.qualityOutOfRange(format: "WebP", quality: 101, allowed: 0...100)) {
            _ = try FilmWriter(.webp(quality: 101), width: 20, height: 10, framesPerSecond: 10).width
        }
    }
}
