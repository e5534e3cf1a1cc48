import TileContent
import TileSupport

/// The state of a file and of the mask that GDAL writes beside it, with which a TIFF is shown.
struct ServedFileStamp: Hashable, Sendable {
    private let file: FileStamp
    private let mask: FileStamp?

    /// Returns nil if there is no file.
    init?(_ path: String) {
        guard let file = FileStamp(path) else { return nil }
        self.file = file
        mask = FileStamp(TIFFMaskFile.path(of: path)).flatMap { ContentKind.kind(ofFileAt: path) == .tiff ? $0 : nil }
    }

    /// Returns the path of the TIFF that a path names the mask of; nil for a file that is no mask by its name, or not
    /// beside a TIFF.
    static func picture(ofMask path: String) -> String? {
        guard let picture = TIFFMaskFile.picture(ofMask: path) else { return nil }
        return ContentKind.kind(ofFileAt: picture) == .tiff ? picture : nil
    }
}
