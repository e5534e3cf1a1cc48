import ImageMessages

/// Opens JPEG 2000 files.
enum JPEG2000Files {
    /// The side of the parts in which libvips decodes a file without tiles, in pixels.
    private static let part = 512
    /// The most pixels of a picture in tiles whose first part is compared with the whole picture, which takes about 0.1
    /// seconds.
    private static let mostChecked = 1 << 20

    /// Opens a file. A picture without tiles is decoded as a whole, and so is one with a palette, or one whose tiles
    /// libvips would mistake for others. Of other files, each tile is decoded as a whole, and the first part of a small
    /// one is compared.
    ///
    /// - Parameter path: The path with a terminating zero.
    static func open(_ path: [UInt8]) throws(ImageRefusal) -> any ImageFile {
        let file = try VipsFile(path, .jpeg2000)
        guard let header = JPEG2000Header(path) else { return file }
        let description = file.description
        let whole = JPEG2000Picture(
            path, colorSpace: header.colorSpace, palette: header.palette, description)
        if header.palette != nil {
            // libvips 8.14 does not read palettes.
            guard let whole else {
                throw .unsupported("it is JPEG 2000 with a palette of other colors than gray and RGB")
            }
            return whole
        }
        if !header.isTiled || !header.startsWithWholeTile {
            if let whole { return whole }
            if header.isTiled {
                throw .unsupported("it is JPEG 2000 whose tiles start outside the picture, with components that differ")
            }
            if !header.startsAtCorner {
                throw .unsupported(
                    "it is JPEG 2000 away from the corner of its grid, with colors or components that need a conversion"
                )
            }
            if header.isHighThroughput, header.longestSide > part {
                throw .unsupported(
                    "it is high-throughput JPEG 2000 (HTJ2K) of more than \(part) pixels without tiles, with colors "
                        + "or components that need a conversion")
            }
            return file
        }
        let size = description.levels[0]
        guard let whole, size.width * size.height <= mostChecked else { return file }
        return CheckedJPEG2000(description, parts: file, whole: whole)
    }
}

/// A JPEG 2000 picture in tiles, of which the first part is compared with the whole picture.
private final class CheckedJPEG2000: ImageFile {
    let description: ImageDescription
    private let parts: CheckedParts<ImageRefusal>

    init(_ description: ImageDescription, parts file: VipsFile, whole: JPEG2000Picture) {
        self.description = description
        parts = CheckedParts(
            bytes: description.bytes,
            part: { (level, window) throws(ImageRefusal) in try file.samples(level, window) },
            whole: { (level, window) throws(ImageRefusal) in try whole.samples(level, window) })
    }

    func samples(_ level: Int, _ window: ImageWindow) throws(ImageRefusal) -> [UInt8] {
        try parts.samples(level, window)
    }
}
