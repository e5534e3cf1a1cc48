import Foundation

/// Whether a file is complete, judged by its structure without decoding anything.
enum FileEnding: Hashable, Sendable {
    /// The file has its end marker, its full length, or a format that has neither.
    case complete
    /// The file ends too soon. `missing` is the part of the picture's bytes that is past the end of the file, from 0 to
    /// 1; nil if the format does not tell.
    case early(missing: Double?)

    /// Reads the structure of the file at `path`: a few short reads for a complete file of most formats, the table of
    /// strips or tiles of a TIFF, and the compressed data only of a JPEG or GIF that lacks its end marker.
    ///
    /// - Parameter page: The directory of a TIFF file, from 0.
    init(_ path: String, _ kind: ContentKind, page: Int = 0) {
        guard let file = FileBytes(path) else {
            self = .complete
            return
        }
        self =
            switch kind {
            case .jpeg: Self.jpeg(file)
            case .png: Self.png(file)
            case .webp: Self.webp(file)
            case .gif: Self.gif(file)
            case .tiff: Self.tiff(file, page)
            case .avif, .heif, .jpeg2000, .jpegXL: Self.boxes(file, kind)
            case .pdf: Self.pdf(file)
            // The process that decodes the file tells.
            case .bmp, .pnm, .pfm, .radiance, .qoi, .photoshop: .complete
            case .svg, .slide, .nib, .storyboard: .complete
            }
    }

    /// The number of bytes at the end of a file that are searched for an end marker, because other data may follow the
    /// marker.
    private static let tail = 64 << 10

    // MARK: JPEG

    /// Checks a JPEG file: segments up to the first scan, and an end-of-image marker after it (ITU-T T.81, annex B).
    private static func jpeg(_ file: FileBytes) -> FileEnding {
        var place = 2
        while true {
            guard let head = file.bytes(at: place, count: 2), head[0] == 0xFF else {
                return place + 2 > file.count ? .early(missing: nil) : .complete
            }
            switch head[1] {
            // Fill bytes, and markers without a length.
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD8: place += 2
            case 0xD9: return .complete
            default:
                guard let length = file.number(at: place + 2, count: 2) else { return .early(missing: nil) }
                place += 2 + max(2, length)
                guard head[1] == 0xDA else { continue }
                let marker: [UInt8] = [0xFF, 0xD9]
                if file.contains(marker, in: max(place, file.count - tail)..<file.count) { return .complete }
                return file.contains(marker, in: place..<file.count) ? .complete : .early(missing: nil)
            }
        }
    }

    // MARK: PNG

    /// Checks a PNG file: chunks up to `IEND` (PNG specification, third edition, section 5).
    private static func png(_ file: FileBytes) -> FileEnding {
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        if file.count >= 20, file.bytes(at: file.count - end.count, count: end.count) == end { return .complete }
        var place = 8
        while let head = file.bytes(at: place, count: 8) {
            if head[4...].elementsEqual("IEND".utf8) { return .complete }
            place += 12 + head[0..<4].reduce(0) { $0 << 8 | Int($1) }
        }
        return .early(missing: nil)
    }

    // MARK: WebP

    /// Checks a WebP file: the header states the length of the bytes after it (RFC 9649, section 2.3).
    private static func webp(_ file: FileBytes) -> FileEnding {
        guard let webp = WebPFile(file) else { return .early(missing: nil) }
        guard webp.length > file.count else { return .complete }
        guard let picture = webp.picture else {
            return .early(missing: 1 - Double(file.count) / Double(webp.length))
        }
        guard !picture.isEmpty else { return .early(missing: nil) }
        let there = max(0, min(file.count, picture.upperBound) - picture.lowerBound)
        return .early(missing: 1 - Double(there) / Double(picture.count))
    }

    // MARK: GIF

    /// Checks a GIF file: blocks up to the trailer (GIF89a, sections 12 to 27). Only the first picture is shown, so
    /// only it counts.
    private static func gif(_ file: FileBytes) -> FileEnding {
        if file.bytes(at: file.count - 1, count: 1) == [0x3B] { return .complete }
        guard let screen = file.bytes(at: 0, count: 13) else { return .early(missing: nil) }
        var place = 13 + tableLength(screen[10])
        /// Skips sub-blocks up to the empty one. Returns false at the end of the file.
        func skipBlocks() -> Bool {
            while let length = file.number(at: place, count: 1) {
                place += 1 + length
                if length == 0 { return true }
            }
            return false
        }
        while let kind = file.number(at: place, count: 1) {
            switch kind {
            case 0x21:
                place += 2
                guard skipBlocks() else { return .early(missing: nil) }
            case 0x2C:
                guard let image = file.bytes(at: place, count: 10) else { return .early(missing: nil) }
                // The minimum code size follows the color table.
                place += 10 + tableLength(image[9]) + 1
                return skipBlocks() ? .complete : .early(missing: nil)
            // The trailer, or an unknown block, after which no decoder continues.
            default: return .complete
            }
        }
        return .early(missing: nil)
    }

    /// Returns the number of bytes of the color table that a packed field announces.
    private static func tableLength(_ packed: UInt8) -> Int { packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1) }

    // MARK: TIFF

    /// Checks a TIFF file: the share of strips or tiles that extend past the end of the file (TIFF 6.0, sections 3 and
    /// 15).
    private static func tiff(_ file: FileBytes, _ page: Int) -> FileEnding {
        guard let reader = TIFFReader(file.descriptor) else { return .complete }
        // Many writers put the directory after the pixels.
        if reader.first > file.count - 2 { return .early(missing: nil) }
        guard let directory = reader.directory(of: .page(page)) else { return .complete }
        guard let pieces = TIFFPieces(reader, directory, endOfFile: file.count) else { return .complete }
        let missing = pieces.missingPart
        return missing == 0 ? .complete : .early(missing: missing)
    }

    // MARK: Boxes

    /// Checks a file of boxes, none of which may extend past the end of the file (ISO/IEC 14496-12, section 4.2, and
    /// ISO/IEC 15444-1, annex I). A bare JPEG 2000 codestream ends with its end marker; a bare JPEG XL codestream
    /// states the lengths of its frames.
    private static func boxes(_ file: FileBytes, _ kind: ContentKind) -> FileEnding {
        if file.bytes(at: 0, count: 4) == [0xFF, 0x4F, 0xFF, 0x51] { return codestream(file) }
        if file.bytes(at: 0, count: 2) == [0xFF, 0x0A] { return jpegXL(file) }
        let boxed = BoxedFile(file)
        guard let broken = boxed.brokenBox else {
            if boxed.endsInHeader { return .early(missing: nil) }
            // The last box may have no length and extend to the end of the file.
            guard let last = boxed.boxes.last, last.length == nil, last.isNamed("jp2c") else { return .complete }
            return codestream(file)
        }
        switch kind {
        case .jpeg2000: return .early(missing: JPEG2000Codestream(file)?.missingPart ?? boxed.missingPart(of: broken))
        case .avif, .heif:
            return .early(missing: HEIFItems(file, boxed)?.missingPart(endOfFile: file.count))
        // If a codestream is split into several boxes, the size of the later ones is unknown.
        default: return .early(missing: broken.isNamed("jxlc") ? boxed.missingPart(of: broken) : nil)
        }
    }

    private static func jpegXL(_ file: FileBytes) -> FileEnding {
        guard let codestream = JPEGXLCodestream(file) else { return .complete }
        if codestream.endsInHeader { return .early(missing: nil) }
        let missing = codestream.missingPart(ofFileOf: file.count)
        return missing == 0 ? .complete : .early(missing: missing)
    }

    private static func codestream(_ file: FileBytes) -> FileEnding {
        if file.contains([0xFF, 0xD9], in: max(0, file.count - tail)..<file.count) { return .complete }
        return .early(missing: JPEG2000Codestream(file)?.missingPart)
    }

    // MARK: PDF

    /// Checks a PDF file: the trailer, `startxref` or `%%EOF` near the end (ISO 32000-1, section 7.5.5). Each counts as
    /// the end of a document.
    private static func pdf(_ file: FileBytes) -> FileEnding {
        let range = max(0, file.count - tail)..<file.count
        let isEnded = ["%%EOF", "startxref"].contains { file.contains(Array($0.utf8), in: range) }
        return isEnded ? .complete : .early(missing: nil)
    }
}
