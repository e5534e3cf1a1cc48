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

    /// The masks of a page.
    struct Found {
        fileprivate(set) var masks: [TIFFMask] = []
        /// A sentence about a mask that can't be read; nil if there is none.
        fileprivate(set) var problem: String?
        /// The number of entries of the masks' tables.
        private var entryCount = 0
        /// The most entries that are read: those of a mask with as many parts as are read, and of its overviews.
        private static let maxEntries = 1 << 23

        var isEmpty: Bool { masks.isEmpty && problem == nil }

        fileprivate mutating func add(
            _ directory: TIFFReader.Directory, in reader: TIFFReader, path: String
        ) {
            guard let layout = try? TIFFLayout(reader, directory), layout.bands == 1, layout.samples.hasOwnRange else {
                return
            }
            for tag in [TIFFReader.Tag.tileOffsets, .stripOffsets] {
                entryCount += min(directory.fields[tag]?.count ?? 0, Self.maxEntries)
            }
            if !layout.compression.isReadByLibtiff {
                problem = "Its mask is compressed with \(layout.compression.title) and is not applied."
            } else if entryCount > Self.maxEntries {
                problem = "Its masks have too many parts and are not applied."
            } else if layout.hasTooManyPieces || layout.hasTooLargePieces {
                problem = "Its mask has parts that are too many or too large and is not applied."
            } else if TIFFTables(reader, directory: directory, layout: layout) == nil
                || TIFFPieces(reader, directory, endOfFile: reader.endOfFile)?.missingPart ?? 0 > 0
            {
                // A picture would be transparent where its mask is missing.
                problem = "Its mask ends early and is not applied."
            } else {
                masks.append(TIFFMask(path: path, layout: layout))
            }
        }
    }

    /// Returns the masks of a page and of its overviews. They follow the page, before the next picture.
    static func masks(
        of directory: TIFFReader.Directory, in reader: TIFFReader, path: String, isFirstPage: Bool
    ) -> Found {
        var own = Found()
        var page = directory
        for _ in 0..<maxDirectories {
            guard let next = reader.directory(at: page.next) else { break }
            page = next
            let kind = reader.value(.subfileType, of: next) ?? 0
            if kind & (maskBit | reducedBit) == 0 { break }
            if kind & maskBit != 0 { own.add(next, in: reader, path: path) }
        }
        return own.isEmpty && isFirstPage ? masks(beside: path) : own
    }

    /// Returns the masks in the file beside a picture.
    private static func masks(beside path: String) -> Found {
        var found = Found()
        let beside = TIFFMaskFile.path(of: path)
        guard let file = FileBytes(beside), let reader = TIFFReader(file.descriptor),
            let first = reader.directory(of: .page(0))
        else { return found }
        found.add(first, in: reader, path: beside)
        for directory in reader.directories(after: first, most: maxDirectories) {
            found.add(directory, in: reader, path: beside)
        }
        return found
    }

    /// Whether a directory is marked as an overview of a picture, rather than of a mask.
    static func isOverview(_ directory: TIFFReader.Directory, _ reader: TIFFReader) -> Bool {
        let kind = reader.value(.subfileType, of: directory) ?? 0
        return kind & reducedBit != 0 && kind & maskBit == 0
    }

    /// Returns a reader of the mask.
    func open(_ memory: TIFFDecodingMemory) throws(ContentFailure) -> TIFFBands {
        try TIFFBands(path, layout, bands: [0], memory: memory)
    }
}
