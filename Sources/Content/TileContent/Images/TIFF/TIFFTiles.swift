import Foundation

/// The sides of a TIFF page's tiles, which libvips does not report (TIFF 6.0 sections 2 and 15; BigTIFF).
struct TIFFTiles: Hashable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the tags of one page. Returns nil if the file has no such page, or the page is not tiled.
    ///
    /// Takes one read of a few bytes for each page before it, and some more.
    init?(_ path: String, page: VipsPicture.Page) {
        guard let file = DataFile.open(path), let reader = TIFFReader(file), let directory = reader.directory(of: page)
        else { return nil }
        self.init(directory, reader)
    }

    init?(_ directory: TIFFReader.Directory, _ reader: TIFFReader) {
        guard let width = reader.value(.tileWidth, of: directory),
            let height = reader.value(.tileLength, of: directory),
            width > 0, height > 0
        else { return nil }
        self.width = width
        self.height = height
    }
}
