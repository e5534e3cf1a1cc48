import TileFormats
import TileGeometry

extension ArchiveReader {
    /// Returns the description of the archive. If it does not state a format that Tilework knows, the format is that of
    /// the first tile, if its bytes show one.
    ///
    /// - Throws: If that tile can't be read.
    package func describedByTiles() throws(ArchiveFailure) -> ArchiveDescription { try recognized().description }

    /// Returns the description as `describedByTiles()` does, with the first tile if it had to be read.
    func recognized() throws(ArchiveFailure) -> (description: ArchiveDescription, first: UnpackedTile?) {
        var description = description
        guard description.format == nil, let first = try firstTile(description) else { return (description, nil) }
        description.format = StoredTileFormat(recognizing: first.bytes)
        if let format = description.format {
            description.undrawnFormat = nil
            if description.fileExtension == ArchiveDescription.unknownExtension {
                description.fileExtension = format.fileExtensions[0]
            }
        } else if description.undrawnFormat == nil {
            description.undrawnFormat = UndrawnTileFormat(recognizing: first.bytes)
        }
        return (description, first)
    }

    /// Returns the first tile; nil if the archive has none.
    func firstTile(_ description: ArchiveDescription) throws(ArchiveFailure) -> UnpackedTile? {
        guard let tile = try anyTile() else { return nil }
        let bytes = try ArchiveTiles.unpacked(try bytes(of: tile), description, path)
        return UnpackedTile(coordinate: tile.coordinate, bytes: bytes)
    }
}

/// A tile of an archive, without the archive's compression.
struct UnpackedTile {
    var coordinate: TileCoordinate
    var bytes: [UInt8]
}
