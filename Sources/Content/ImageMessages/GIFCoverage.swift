/// The part of a GIF's screen that its first picture covers. Decoders fill the rest with a color, where browsers show
/// nothing.
///
/// - SeeAlso: GIF89a, sections 18 (logical screen), 20 (image descriptor), 15 (data sub-blocks).
package struct GIFCoverage: Hashable, Sendable {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int

    /// The most blocks and sub-blocks before the picture that are read: comments, and data of programs.
    private static let mostBlocks = 1 << 18

    /// Finds the first picture. Returns nil if there is none.
    ///
    /// - Parameter read: Returns a number of the file's bytes from an offset on; nil past its end.
    package init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]?) {
        guard let screen = read(0, 13) else { return nil }
        // The packed field of the screen tells the size of its color table.
        var offset = 13 + (screen[10] & 0x80 == 0 ? 0 : 3 << (Int(screen[10] & 7) + 1))
        var blocks = 0
        while blocks < Self.mostBlocks {
            blocks += 1
            guard let kind = read(offset, 1)?.first else { return nil }
            switch kind {
            case 0x2C:
                guard let picture = read(offset + 1, 8) else { return nil }
                func number(_ index: Int) -> Int { Int(picture[index]) | Int(picture[index + 1]) << 8 }
                (left, top, width, height) = (number(0), number(2), number(4), number(6))
                return
            // An extension: its label, and sub-blocks up to an empty one.
            case 0x21: offset += 2
            default: return nil
            }
            while true {
                blocks += 1
                guard blocks < Self.mostBlocks, let length = read(offset, 1)?.first else { return nil }
                offset += 1 + Int(length)
                if length == 0 { break }
            }
        }
        return nil
    }

    /// Returns the part within a screen; nil if it covers the whole screen or nothing of it.
    package func partial(ofScreen width: Int, _ height: Int) -> GIFCoverage? {
        var part = self
        part.width = min(self.width, width - left)
        part.height = min(self.height, height - top)
        guard part.width > 0, part.height > 0, part.width < width || part.height < height else { return nil }
        return part
    }
}
