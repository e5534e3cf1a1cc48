/// The encoding of a TIFF page's pixels, as stated in its directory.
struct TIFFEncoding: Hashable {
    var compression: TIFFCompression

    /// Reads the directory of a page. Returns nil if it can't be read.
    init?(_ path: String, page: Int) {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: .page(page))
        else { return nil }
        compression = TIFFCompression(reader, of: directory)
    }
}
