import TileSupport

/// An archive that is one file, open: what takes its place meanwhile is another.
package struct ArchiveFile: Sendable {
    package let file: any RangedFile
    package let layout: ArchiveLayout
    /// Another one after every change of the file, also if it is the same again.
    package let version: String
}

extension LocalArchiveSource {
    /// The file that the archive is, opened anew; nil for what is, or has, a folder.
    ///
    /// - Throws: What keeps it from being read.
    package func openFile() throws(ArchiveFailure) -> ArchiveFile? {
        guard let layout = TileArchive.layout(at: path) else { return nil }
        switch layout {
        case .pmtiles, .mbtiles: break
        case .xyz, .deepZoom, .zoomify: return nil
        }
        let file = try StoredFile(path)
        return ArchiveFile(file: file, layout: layout, version: file.version)
    }
}
