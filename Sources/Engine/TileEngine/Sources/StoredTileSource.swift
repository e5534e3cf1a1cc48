public import TileGeometry
public import TileGraphics

/// A source some of whose tiles are there as files, ready to be sent: an archive. Those are handed on as they are,
/// without a raster and an encoder in between; all others are rastered and encoded.
public protocol StoredTileSource: TileSource {
    /// The file of a tile, when it is there in that format; nil when it has to be made.
    ///
    /// Called on a worker, which may wait.
    ///
    /// - Parameters:
    ///   - tile: of the pyramid that the source was added with.
    ///   - isCropped: whether the tile ends where the content does. False for a whole square, and for each tile that is
    ///     one anyway.
    ///   - format: quality does not matter; what is stored has the one that it has.
    /// - Throws: what keeps the file from being read.
    func storedFile(_ tile: TileCoordinate, isCropped: Bool, format: TileFormat) throws -> [UInt8]?
}

/// A source that has files of some areas, as it may be asked for them: an image in tiles that are JPEG as they lie
/// there.
public protocol StoredAreaSource: TileSource {
    /// The file of an area, when it is there in that format; nil when it has to be made.
    ///
    /// Called on a worker, which may wait.
    ///
    /// - Parameter format: quality does not matter, unless what is stored is out of all proportion to it.
    /// - Throws: what keeps the file from being read.
    func storedFile(of area: RasterArea, format: TileFormat) throws -> [UInt8]?
}
