/// The lengths of the frames in a bare JPEG XL codestream (ISO/IEC 18181-1), by which a file that ends early is found
/// without decoding a pixel.
///
/// Each frame begins with a table of the lengths of its sections. A table that is itself compressed, and an ICC profile
/// before the first frame, can't be read here; then the file counts as complete.
struct JPEGXLCodestream {
    /// The offsets of the end of the header and of the last frame that was found.
    private(set) var framesStart = 0
    private(set) var framesEnd = 0
    /// Whether the file ends within its headers or a table.
    private(set) var endsInHeader = false

    /// The part of the frames' bytes that is past the end of the file, from 0 to 1.
    func missingPart(ofFileOf count: Int) -> Double {
        guard framesEnd > count, framesEnd > framesStart else { return 0 }
        return Double(framesEnd - max(count, framesStart)) / Double(framesEnd - framesStart)
    }

    /// More frames than this are not followed.
    private static let mostFrames = 10_000
    /// More sections than this are not of a picture that is shown.
    private static let mostSections = 1 << 22

    /// Reads the headers of the frames of the first picture, or up to the end of the file. Returns nil if they can't be
    /// read without decoding.
    init?(_ file: FileBytes) {
        var bits = JPEGXLBits(file, at: 2)
        do throws(JPEGXLBits.Problem) {
            let image = try JPEGXLImageHeader(&bits)
            framesStart = bits.alignedOffset
            framesEnd = framesStart
            for _ in 0..<Self.mostFrames where framesEnd < file.count {
                bits = JPEGXLBits(file, at: framesEnd)
                let frame = try JPEGXLFrameHeader(&bits, of: image)
                guard frame.sectionCount <= Self.mostSections else { return nil }
                // A permuted table is compressed.
                guard try !bits.flag() else { return nil }
                bits.align()
                var length = 0
                for _ in 0..<frame.sectionCount {
                    length += try bits.number(.bits(10), .bits(14, 1024), .bits(22, 17_408), .bits(30, 4_211_712))
                }
                framesEnd = bits.alignedOffset + length
                if frame.endsPicture { return }
            }
            // A frame follows, and nothing is there.
            if framesEnd == file.count { endsInHeader = true }
        } catch .end {
            endsInHeader = true
        } catch {
            return nil
        }
    }
}
