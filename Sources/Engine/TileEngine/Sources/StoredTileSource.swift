public import TileGeometry
public import TileGraphics

/// A source that stores some of its tiles as files ready to be sent: an archive. Those are delivered unchanged, without
/// a raster and an encoder in between; all others are rastered and encoded.
public protocol StoredTileSource: TileSource {
    /// Returns the stored file of a tile in a format; nil if the tile has to be drawn.
    ///
    /// Called on a worker, which may block.
    ///
    /// - Parameters:
    ///   - tile: The tile's coordinate in the pyramid that the source was added with.
    ///   - isCropped: Whether the tile ends at the content's edge. False for whole squares, and for tiles that are
    ///     whole squares anyway.
    ///   - format: The requested format. Its quality is ignored; a stored file has its own.
    /// - Throws: The reason why the file can't be read.
    func storedFile(_ tile: TileCoordinate, isCropped: Bool, format: TileFormat) throws -> [UInt8]?
}

/// A source that stores files of some areas that may be requested, for example an image that is stored as JPEG tiles.
public protocol StoredAreaSource: TileSource {
    /// Returns the stored file of an area in a format; nil if the area has to be drawn.
    ///
    /// Called on a worker, which may block.
    ///
    /// - Parameter format: The requested format. Its quality is ignored, unless the stored file is far off it.
    /// - Throws: The reason why the file can't be read.
    func storedFile(of area: RasterArea, format: TileFormat) throws -> [UInt8]?
}
