import TileSupport

/// An open single-file archive. If the file is replaced, this one still refers to the old file.
package struct LocalArchiveFile: Sendable {
    package let file: any RangedFile
    package let layout: ArchiveLayout
    /// A text that differs after every change of the file, even if the content is the same.
    package let version: String
}

extension LocalArchiveSource {
    /// Opens the archive's file again; nil for an archive that is or contains a folder.
    ///
    /// - Throws: If the file cannot be read.
    package func openFile() throws(ArchiveFailure) -> LocalArchiveFile? {
        guard let layout = TileArchive.layout(at: path) else { return nil }
        switch layout {
        case .pmtiles, .mbtiles: break
        case .xyz, .deepZoom, .zoomify: return nil
        }
        let file = try StoredFile(path)
        return LocalArchiveFile(file: file, layout: layout, version: file.version)
    }
}
