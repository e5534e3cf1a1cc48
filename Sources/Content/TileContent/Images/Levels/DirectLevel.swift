import CVips
import TileEngine
import TileGraphics
import TileSupport

/// A level of an image that can be read from the file directly: the full size of a TIFF in tiles or strips, or an
/// overview in the file.
///
/// libvips keeps two rows of the file's tiles decoded as long as the page is open. So the page is opened for the first
/// read and stays open until other content needs its memory.
final class DirectLevel: Sendable {
    let level: Int
    /// The width in pixels; a writer may have rounded the halves down.
    let width: Int
    /// The height in pixels; a writer may have rounded the halves down.
    let height: Int
    let samples: SampleConversion.Samples
    /// Whether reading a tile costs as much as reading all rows that it touches.
    let isCostly: Bool

    private struct Open: Sendable {
        var picture: any RandomRows
        var holding: MemoryBudget.Holding
        var number: UInt64
    }

    /// The file's table of the picture's pieces.
    private enum Table {
        /// No piece has failed to be decoded so far.
        case notNeeded
        /// The table has been read; nil if the file has none.
        case read(TIFFPieces?)
    }

    private struct State {
        var open: Open?
        var nextNumber: UInt64 = 0
        var table = Table.notNeeded
    }

    private let path: String
    private let open: Opening
    private let readTable: @Sendable () -> TIFFPieces?
    private let memory: MemoryBudget
    /// The approximate memory, in bytes, that the open page takes when it has been read everywhere.
    let byteCount: Int
    private let state = Lock(State())

    /// Opens the level's picture, upright.
    typealias Opening = @Sendable () throws(ContentFailure) -> any RandomRows

    /// - Parameters:
    ///   - level: The level's number.
    ///   - picture: A picture that `open` returned, which gives the level's size.
    ///   - readTable: Reads the table that tells which pieces the file contains. Called when a piece can't be decoded.
    init(
        path: String, level: Int, _ picture: any RandomRows, memory: MemoryBudget,
        readTable: @escaping @Sendable () -> TIFFPieces? = { nil }, open: @escaping Opening
    ) {
        self.path = path
        self.readTable = readTable
        self.open = open
        self.level = level
        self.memory = memory
        width = picture.width
        height = picture.height
        samples = picture.conversion.samples
        byteCount = picture.byteCount
        isCostly = picture.isCostly
    }

    /// Opens a page of a TIFF file, upright.
    static func page(
        _ page: VipsPicture.Page, of header: ImageHeader, limits: ContentLimits
    ) throws(ContentFailure) -> any RandomRows {
        if let raster = header.raster { return try raster.open(page) }
        // An overview may be sparse where the image is not.
        if page != .page(header.page),
            let raster = try TIFFRasterImage.read(
                header.path, page: page, isOverview: true, limits: limits),
            header.has(raster.appearance.output)
        {
            return try raster.open(page)
        }
        guard let tiles = TIFFTiles(header.path, page: page) else {
            guard let strips = TIFFPage(header.path, page: page), !strips.isTiled,
                page != .page(header.page) || header.has(strips.samples)
            else { throw .unsupported(path: header.path, what: "one of its pages is stored in an unsupported way") }
            return strips
        }
        do {
            let picture = try header.toPixels(
                VipsPicture.open(header.path, kind: .tiff, access: VIPS_ACCESS_RANDOM, page: page))
            return TiledPage(
                picture: picture, tiles: tiles, files: TIFFJPEGTiles(header.path, page: page),
                pixelBytes: header.bands * header.bitsPerSample / 8)
        } catch let failure as ContentFailure {
            throw failure
        } catch {
            throw .malformed(path: header.path, reason: (error as? VipsLibrary.Failure)?.reason ?? "\(error)")
        }
    }

    /// Fills `bitmap` with the pixels of a rect. The level may be a pixel smaller than half of the level above, rounded
    /// up; its last row or column is then repeated.
    ///
    /// - Throws: `ContentFailure`, also if only a part of the rect is damaged.
    func read(_ rect: ImageLevels.Rect, into bitmap: Bitmap) throws(ContentFailure) {
        try withPicture { (picture) throws(ContentFailure) in
            let inner = self.inner(rect)
            try picture.readRows(x: inner.x, y: inner.y, width: inner.width, height: inner.height) { row, samples in
                picture.conversion.convert(samples, count: inner.width, into: bitmap.row(row).baseAddress!)
            }
            Self.repeatEdges(of: bitmap, from: inner)
        }
    }

    /// Fills `bitmap` with the decodable part of a rect, and the rest with clear pixels.
    ///
    /// - Parameter mayBeEmpty: Whether a rect without any decodable part is clear, rather than a failure.
    /// - Returns: Whether the whole rect could be decoded.
    func readDecodable(
        _ rect: ImageLevels.Rect, into bitmap: Bitmap, mayBeEmpty: Bool
    ) throws(ContentFailure) -> Bool {
        let inner = self.inner(rect)
        var failure = ContentFailure.malformed(path: path, reason: "the file ends early")
        // A rect with a piece that is known to be missing is not tried: the file might have to be opened again.
        if knownTable?.has(inner) ?? true {
            do throws(ContentFailure) {
                try read(rect, into: bitmap)
                return true
            } catch {
                guard case .malformed = error else { throw error }
                failure = error
                closeIfDamageIsKept()
            }
        }
        let table = loadTable()
        let pieces = try withPicture { (picture) throws(ContentFailure) in
            Self.pieces(of: inner, sized: picture.pieceSize)
        }
        bitmap.clear()
        var isEmpty = true
        for piece in pieces where table?.has(piece) ?? true {
            do throws(ContentFailure) {
                try withPicture { (picture) throws(ContentFailure) in
                    try Self.read(piece, of: picture, into: bitmap, at: inner)
                }
                isEmpty = false
            } catch {
                guard case .malformed = error else { throw error }
                Self.clear(piece, in: bitmap, at: inner)
                closeIfDamageIsKept()
            }
        }
        Self.repeatEdges(of: bitmap, from: inner)
        if isEmpty && !mayBeEmpty { throw failure }
        return false
    }

    /// The file's table of pieces, if it has been read.
    private var knownTable: TIFFPieces? {
        state.withLock { state in
            guard case .read(let table) = state.table else { return nil }
            return table
        }
    }

    /// The file's table of pieces, read once.
    private func loadTable() -> TIFFPieces? {
        let known = state.withLock { $0.table }
        if case .read(let table) = known { return table }
        let table = readTable()
        state.withLock { $0.table = .read(table) }
        return table
    }

    /// Returns the intersection of a rect with the picture; at least the picture's last row and column.
    func inner(_ rect: ImageLevels.Rect) -> ImageLevels.Rect {
        let x = min(rect.x, width - 1)
        let y = min(rect.y, height - 1)
        return ImageLevels.Rect(x: x, y: y, width: min(rect.width, width - x), height: min(rect.height, height - y))
    }

    /// Splits a rect along the borders of the picture's pieces, row by row.
    private static func pieces(
        of rect: ImageLevels.Rect, sized size: (width: Int, height: Int)
    ) -> [ImageLevels.Rect] {
        func parts(from start: Int, length: Int, step: Int) -> [Range<Int>] {
            let end = start + length
            return stride(from: start / step * step, to: end, by: step).map { max(start, $0)..<min(end, $0 + step) }
        }
        let columns = parts(from: rect.x, length: rect.width, step: size.width)
        return parts(from: rect.y, length: rect.height, step: size.height).flatMap { rows in
            columns.map { ImageLevels.Rect(x: $0.lowerBound, y: rows.lowerBound, width: $0.count, height: rows.count) }
        }
    }

    private static func read(
        _ piece: ImageLevels.Rect, of picture: any RandomRows, into bitmap: Bitmap, at origin: ImageLevels.Rect
    ) throws(ContentFailure) {
        try picture.readRows(x: piece.x, y: piece.y, width: piece.width, height: piece.height) { row, samples in
            let target = bitmap.row(piece.y - origin.y + row).baseAddress! + (piece.x - origin.x)
            picture.conversion.convert(samples, count: piece.width, into: target)
        }
    }

    private static func clear(_ piece: ImageLevels.Rect, in bitmap: Bitmap, at origin: ImageLevels.Rect) {
        for row in 0..<piece.height {
            (bitmap.row(piece.y - origin.y + row).baseAddress! + (piece.x - origin.x))
                .update(repeating: 0, count: piece.width)
        }
    }

    /// Repeats the last filled column and row up to the edges of the bitmap.
    private static func repeatEdges(of bitmap: Bitmap, from filled: ImageLevels.Rect) {
        for row in 0..<filled.height where filled.width < bitmap.width {
            let target = bitmap.row(row)
            for column in filled.width..<bitmap.width { target[column] = target[filled.width - 1] }
        }
        for row in filled.height..<max(filled.height, bitmap.height) {
            bitmap.row(row).baseAddress!.update(
                from: bitmap.row(filled.height - 1).baseAddress!, count: bitmap.width)
        }
    }

    /// Returns a rect as the JPEG file of a tile in the picture's file, or nil if no tile has that rect.
    func storedFile(of rect: ImageLevels.Rect) throws(ContentFailure) -> [UInt8]? {
        try withPicture { (picture) throws(ContentFailure) in
            if let raster = picture as? TIFFRaster { return try raster.file(of: rect) }
            return (picture as? TiledPage)?.files?.file(of: rect)
        }
    }

    /// Calls `body` with the open picture.
    func withPicture<Result>(
        _ body: (any RandomRows) throws(ContentFailure) -> Result
    ) throws(ContentFailure) -> Result {
        let open = try pinned()
        defer { open.holding.unpin() }
        return try body(open.picture)
    }

    private func pinned() throws(ContentFailure) -> Open {
        let known = state.withLock { state -> Open? in
            guard let open = state.open, open.holding.pin() else { return nil }
            return open
        }
        if let known { return known }
        return try reopened()
    }

    private func reopened() throws(ContentFailure) -> Open {
        let failures = FetchedFiles.file(path)?.failureCount
        let picture = try self.open()
        guard FetchedFiles.file(path)?.failureCount == failures else {
            throw .unreadable(path: path, reason: "a part of it can't be fetched")
        }
        guard picture.width == width, picture.height == height, picture.conversion.samples == samples else {
            throw .malformed(path: path, reason: "it changed while it was read")
        }
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let holding = memory.hold(byteCount, as: .images, isPinned: true) { [weak self] in self?.drop(number) }
        let open = Open(picture: picture, holding: holding, number: number)
        // If two readers open the page at once, the later one's picture stays; the other is closed after its read.
        let old = state.withLock { state in
            defer { state.open = open }
            return state.open
        }
        _ = consume old
        return open
    }

    /// Closes a picture that returns a damaged part as black the next time; the next reader opens it again.
    private func closeIfDamageIsKept() {
        let closed = state.withLock { state -> Open? in
            guard state.open?.picture.keepsDamage == true else { return nil }
            defer { state.open = nil }
            return state.open
        }
        // The picture is closed here, outside the lock.
        _ = consume closed
    }

    private func drop(_ number: UInt64) {
        let dropped = state.withLock { state -> Open? in
            guard state.open?.number == number else { return nil }
            defer { state.open = nil }
            return state.open
        }
        // The picture is closed here, outside the lock.
        _ = consume dropped
    }
}

/// A tiled page, read by libvips.
private struct TiledPage: RandomRows {
    let picture: PixelPicture
    /// The JPEG files of the tiles; nil if the tiles are in another format.
    let files: TIFFJPEGTiles?
    let byteCount: Int
    let pieceSize: (width: Int, height: Int)

    init(picture: PixelPicture, tiles: TIFFTiles, files: TIFFJPEGTiles?, pixelBytes: Int) {
        self.picture = picture
        self.files = files
        pieceSize = (tiles.width, tiles.height)
        let (rowBytes, overflows) = (tiles.height * pixelBytes).multipliedReportingOverflow(
            by: (1 + picture.width / tiles.width) * tiles.width)
        byteCount = overflows || rowBytes > 1 << 40 ? 1 << 40 : max(2 * rowBytes, OpenFile.byteCount)
    }

    var width: Int { picture.width }
    var height: Int { picture.height }
    var conversion: SampleConversion { picture.conversion }
    var isCostly: Bool { false }
    // libvips keeps a tile that it failed to decode.
    var keepsDamage: Bool { true }

    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure) {
        try picture.readRows(x: x, y: y, width: width, height: height, body: body)
    }
}
