import CTIFF
import Foundation

/// A mask of a TIFF page: a page of one band that is 0 where the picture is transparent (TIFF 6.0, section 8, bit 2 of
/// the subfile type), in the file itself or in the file that GDAL writes beside it.
struct TIFFMask: Hashable, Sendable {
    var path: String
    var layout: TIFFLayout

    private static let maskBit = 4
    private static let reducedBit = 1
    /// The most directories that are searched. An image has up to 40 overviews, each with a mask.
    private static let maxDirectories = 128

    /// Returns the masks of a page and of its overviews. They follow the page, before the next picture.
    static func masks(
        of directory: TIFFReader.Directory, in reader: TIFFReader, path: String, isFirstPage: Bool
    ) -> [TIFFMask] {
        var own: [TIFFMask] = []
        var page = directory
        for _ in 0..<maxDirectories {
            guard let next = reader.directory(at: page.next) else { break }
            page = next
            let kind = reader.value(.subfileType, of: next) ?? 0
            if kind & (maskBit | reducedBit) == 0 { break }
            if kind & maskBit != 0, let mask = TIFFMask(path, reader, next) { own.append(mask) }
        }
        return own.isEmpty && isFirstPage ? masks(beside: path) : own
    }

    /// Returns the masks in the file beside a picture.
    private static func masks(beside path: String) -> [TIFFMask] {
        let beside = path + ".msk"
        guard let file = FileBytes(beside), let reader = TIFFReader(file.descriptor),
            let first = reader.directory(of: .page(0))
        else { return [] }
        return ([first] + reader.directories(after: first).prefix(maxDirectories))
            .compactMap { TIFFMask(beside, reader, $0) }
    }

    private init?(_ path: String, _ reader: TIFFReader, _ directory: TIFFReader.Directory) {
        guard let layout = try? TIFFLayout(reader, directory), layout.bands == 1, layout.samples.hasOwnRange,
            layout.compression.isReadable
        else { return nil }
        (self.path, self.layout) = (path, layout)
    }

    /// Returns a reader of the mask.
    func open() throws(ContentFailure) -> TIFFBands { try TIFFBands(path, layout, bands: [0]) }
}
