import Foundation

/// The chunks of a WebP file (RFC 9649, section 2), which may end early.
struct WebPFile {
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    let hasAlpha: Bool
    let isAnimated: Bool
    /// The ICC profile as stored in the file.
    let profile: Data?
    /// The range of the picture's bytes that the header states. It may extend past the end of the file. Nil if the file
    /// ends before it, and for an animation.
    let picture: Range<Int>?
    /// The length of the file that the header states.
    let length: Int

    /// The most bytes of a profile. No picture's profile is longer.
    private static let longestProfile = 4 << 20
    /// The most chunks before the picture. No writer creates more.
    private static let mostChunks = 64

    /// Reads the headers of the chunks up to the picture. Returns nil if they end early or are damaged.
    init?(_ file: FileBytes) {
        func little(_ offset: Int, _ count: Int) -> Int? {
            file.bytes(at: offset, count: count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
        }
        guard file.bytes(at: 0, count: 4)?.elementsEqual("RIFF".utf8) == true, let length = little(4, 4),
            file.bytes(at: 8, count: 4)?.elementsEqual("WEBP".utf8) == true
        else { return nil }
        self.length = length + 8
        var canvas: (width: Int, height: Int)?
        var (hasAlpha, isAnimated) = (false, false)
        var profile: Data?
        var place = 12
        for _ in 0..<Self.mostChunks {
            guard let name = file.bytes(at: place, count: 4), let count = little(place + 4, 4) else { break }
            let start = place + 8
            switch String(decoding: name, as: UTF8.self) {
            case "VP8X":
                guard let flags = file.number(at: start, count: 1), let width = little(start + 4, 3),
                    let height = little(start + 7, 3)
                else { return nil }
                canvas = (width + 1, height + 1)
                (hasAlpha, isAnimated) = (flags & 0x10 != 0, flags & 0x02 != 0)
            case "ICCP":
                if count <= Self.longestProfile { profile = file.bytes(at: start, count: count).map { Data($0) } }
            case "VP8 ":
                // RFC 6386, section 9.1: a frame tag of three bytes, a start code, and two sides of 14 bits.
                guard let head = file.bytes(at: start + 3, count: 3), head == [0x9D, 0x01, 0x2A],
                    let width = little(start + 6, 2), let height = little(start + 8, 2)
                else { return nil }
                (self.width, self.height) = canvas ?? (width & 0x3FFF, height & 0x3FFF)
                (self.hasAlpha, self.isAnimated, self.profile) = (hasAlpha, isAnimated, profile)
                picture = start..<(start + count)
                return
            case "VP8L":
                // RFC 9649, section 3.4: a signature, two sides of 14 bits less 1, and whether there is alpha.
                guard file.number(at: start, count: 1) == 0x2F, let bits = little(start + 1, 4) else { return nil }
                (self.width, self.height) = canvas ?? ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
                (self.hasAlpha, self.isAnimated, self.profile) = (bits >> 28 & 1 != 0, isAnimated, profile)
                picture = start..<(start + count)
                return
            default: break
            }
            // Chunks are padded to even lengths.
            place = start + count + count % 2
        }
        guard let canvas else { return nil }
        (width, height) = canvas
        (self.hasAlpha, self.isAnimated, self.profile) = (hasAlpha, isAnimated, profile)
        picture = nil
    }
}
