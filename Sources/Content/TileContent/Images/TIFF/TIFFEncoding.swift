/// The encoding of a TIFF page's pixels, as stated in its directory.
struct TIFFEncoding: Hashable {
    var compression: TIFFCompression
    /// The number of samples of a pixel.
    var bands: Int
    /// The number of slices of a volume; 1 for pictures (the tag ImageDepth of SGI).
    var depth: Int

    /// Reads the directory of a page. Returns nil if it can't be read.
    init?(_ path: String, page: Int) {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: .page(page))
        else { return nil }
        compression = TIFFCompression(reader, of: directory)
        bands = reader.value(.samplesPerPixel, of: directory) ?? 1
        depth = reader.value(.imageDepth, of: directory) ?? 1
    }

    /// Aperio's code for RGB in JPEG 2000.
    private static let rgbInJPEG2000 = 33_005

    /// Whether libvips shows other colors than the page has: libvips 8.14 takes all colors in JPEG 2000 for YCbCr.
    var hasMisreadColors: Bool { compression.code == Self.rgbInJPEG2000 && bands >= 3 }
}
