import TileFormats

extension ArchiveReader {
    /// Returns the description of the archive. If it does not state a format that Tilework knows, the format is that of
    /// the first tile, if its bytes show one.
    ///
    /// - Throws: If that tile can't be read.
    package func describedByTiles() throws(ArchiveFailure) -> ArchiveDescription {
        var description = description
        guard description.format == nil, let tile = try anyTile() else { return description }
        let bytes = try ArchiveTiles.unpacked(try bytes(of: tile), description, path)
        description.format = StoredTileFormat(recognizing: bytes)
        if let format = description.format {
            description.undrawnFormat = nil
            if description.fileExtension == ArchiveDescription.unknownExtension {
                description.fileExtension = format.fileExtensions[0]
            }
        } else if description.undrawnFormat == nil {
            description.undrawnFormat = UndrawnTileFormat(recognizing: bytes)
        }
        return description
    }
}
