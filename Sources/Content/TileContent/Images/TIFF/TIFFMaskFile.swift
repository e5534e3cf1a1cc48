/// The file with the mask of a TIFF that GDAL writes beside it.
package enum TIFFMaskFile {
    private static let ending = ".msk"

    /// Returns the path of the mask of a file, whether or not it exists.
    package static func path(of picture: String) -> String { picture + ending }

    /// Returns the path of the picture that a path names the mask of, whether or not it exists; nil for other names.
    package static func picture(ofMask path: String) -> String? {
        path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : nil
    }
}
