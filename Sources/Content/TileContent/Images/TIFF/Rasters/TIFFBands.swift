import CTIFF
import Foundation
import TileSupport

/// The bands of a TIFF page as the file stores them, in any rect: tiles or strips, with all bands together or each
/// apart, of which some may be missing.
final class TIFFBands: Sendable {
    /// A part of a row, within one column of pieces.
    struct Segment {
        /// The position of the first pixel in the rect that is read.
        var x: Int
        var y: Int
        /// The number of pixels.
        var count: Int
        /// The bytes of each plane in the order requested; nil in a piece that the file does not store.
        var planes: [UnsafeRawPointer?]
        /// The position of the first pixel's first band in a plane, in bits.
        var firstBit: Int
    }

    /// The position of a piece among those of each plane.
    struct Place {
        var row: Int
        var column: Int
    }

    let layout: TIFFLayout
    /// The bands that are read.
    let bands: [Int]
    let path: String
    private let file: DataFile
    private let isSwapped: Bool
    private let tables: TIFFTables
    private let handles: TIFFHandles
    private let memory: TIFFDecodingMemory
    private let cache: Lock<TIFFPieceCache>
    private let cacheBytes: Int
    /// Held while a piece is decoded, so that other threads that need it wait, and then find it. A piece has the lock
    /// of its number, modulo their count.
    private let locks = (0..<64).map { _ in PieceLock() }
    private let decoded = Lock(0)

    private final class PieceLock: Sendable {
        let guarded = Lock(())
    }

    /// The largest decoded strip or tile, in bytes.
    static let largestPiece = 256 << 20
    /// The memory for decoding, in bytes, from which it is reserved.
    private static let largeWork = 16 << 20

    /// Opens a page.
    ///
    /// - Parameter bands: The bands to read.
    /// - Throws: `.unsupported` if the pieces are too large or too many, and `.malformed` if libtiff reads another
    ///   layout or the file ends within the tables of pieces.
    init(
        _ path: String, _ layout: TIFFLayout, bands: [Int], memory: TIFFDecodingMemory
    ) throws(ContentFailure) {
        guard layout.rowBytes <= Self.largestPiece else {
            throw .unsupported(path: path, what: "each of its rows has more than 256 MB")
        }
        guard !layout.hasTooLargePieces else {
            let name = layout.isTiled ? "tiles" : "compressed strips"
            throw .unsupported(
                path: path,
                what: "its \(name) are of \(GroupedNumber.text(layout.pieceWidth)) × "
                    + "\(GroupedNumber.text(layout.pieceHeight)) pixels, which is more than 256 MB when decoded")
        }
        guard !layout.hasTooManyPieces else {
            let name = layout.isTiled ? "tiles" : "compressed strips"
            throw .unsupported(path: path, what: "it has \(GroupedNumber.text(layout.pieceCount)) \(name)")
        }
        guard let file = DataFile.open(path) else { throw .unreadable(path: path, reason: "it can't be opened") }
        guard let reader = TIFFReader(file), let directory = reader.directory(at: layout.directory),
            let tables = TIFFTables(reader, directory: directory, layout: layout)
        else { throw .malformed(path: path, reason: layout.endsInTables) }
        self.path = path
        self.layout = layout
        self.bands = bands
        self.file = file
        self.tables = tables
        isSwapped = reader.isBigEndian
        handles = TIFFHandles(file, layout)
        self.memory = memory
        cacheBytes = memory.cacheBytes(layout, planes: layout.isPlanar ? bands.count : 1)
        cache = Lock(TIFFPieceCache(limit: cacheBytes))
        guard handles.withHandle(reading: 0, { _ in true }) != nil else {
            throw failure("its directory contradicts itself")
        }
    }

    /// Whether the pieces of a page are neither too large nor too many.
    static func mayRead(_ layout: TIFFLayout) -> Bool {
        layout.rowBytes <= largestPiece && !layout.hasTooLargePieces && !layout.hasTooManyPieces
    }

    /// The planes that have the bands; one if all bands are together.
    private var planes: [Int] { layout.isPlanar ? bands : [0] }

    /// The number of bytes that were decoded so far.
    var decodedByteCount: Int { decoded.withLock { $0 } }

    /// The number of times that libtiff has read the page's directory.
    var openedHandleCount: Int { handles.openedCount }

    /// The approximate memory of an open page that has been read everywhere, in bytes.
    var byteCount: Int { OpenFile.byteCount + cacheBytes + handles.byteCount }

    /// Passes the rows of a rect within the page to `body`, piece by piece. Waits for memory if decoding needs much.
    ///
    /// - Parameter isNeeded: Whether a part of the rect, in the page's pixels, is passed. Pieces without such parts are
    ///   not decoded.
    func read(
        _ rect: ImageLevels.Rect, where isNeeded: (ImageLevels.Rect) -> Bool = { _ in true },
        body: (Segment) -> Void
    ) throws(ContentFailure) {
        let (width, height) = (layout.pieceWidth, layout.pieceHeight)
        for row in (rect.y / height)...((rect.y + rect.height - 1) / height) {
            for column in (rect.x / width)...((rect.x + rect.width - 1) / width) {
                let place = Place(row: row, column: column)
                if isNeeded(part(of: rect, in: place)) { try read(place, of: rect, body: body) }
            }
        }
    }

    /// Passes the part of a rect in one piece, or one piece of each plane, to `body`.
    private func read(
        _ place: Place, of rect: ImageLevels.Rect, body: (Segment) -> Void
    ) throws(ContentFailure) {
        if layout.isDirect { return try readStored(part(of: rect, in: place), place, origin: rect, body: body) }
        let numbers = numbers(place)
        let known = cache.withLock { cache in numbers.map { cache.piece($0) } }
        if !known.contains(where: { $0 == nil }) { return pass(rect, in: place, of: known, to: body) }
        let stored = try numbers.indices.map { (index) throws(ContentFailure) in
            known[index] == nil ? try storedBytes(numbers[index]) : nil
        }
        try reserving(stored) { () throws(ContentFailure) in
            var pieces = known
            for index in numbers.indices {
                guard let count = stored[index] else { continue }
                pieces[index] = try piece(numbers[index], place, stored: count)
            }
            pass(rect, in: place, of: pieces, to: body)
        }
    }

    /// Calls `body` with memory for decoding pieces.
    ///
    /// - Parameter stored: The bytes of the pieces in the file; nil for those that are not decoded.
    private func reserving(
        _ stored: [Int?], _ body: () throws(ContentFailure) -> Void
    ) throws(ContentFailure) {
        let pieces = stored.compactMap { $0 }
        // Tables are filled up to the piece.
        let work = pieces.reduce(pieces.isEmpty ? 0 : layout.tableBytes) { $0 + layout.decodingBytes(ofStored: $1) }
        guard work >= Self.largeWork else { return try body() }
        // Reserved before any piece is locked, because threads that hold a reservation wait for the locks.
        try memory.ledger.reserving(work, toRead: path, body)
    }

    /// Returns the number of bytes of a piece in the file; nil if the writer left it out.
    private func storedBytes(_ number: Int) throws(ContentFailure) -> Int? {
        switch tables.location(of: number) {
        case .stored(_, let byteCount): return byteCount
        case .missing: return nil
        case nil: throw failure(layout.endsInTables)
        }
    }

    /// Returns the numbers of a place's pieces, one for each plane.
    private func numbers(_ place: Place) -> [Int] {
        let first = layout.slicePieces.lowerBound + place.row * layout.columns + place.column
        return planes.map { $0 * layout.slabs * layout.rows * layout.columns + first }
    }

    /// Returns the part of a rect in a piece.
    private func part(of rect: ImageLevels.Rect, in place: Place) -> ImageLevels.Rect {
        let (left, top) = (place.column * layout.pieceWidth, place.row * layout.pieceHeight)
        let (x, y) = (max(rect.x, left), max(rect.y, top))
        return ImageLevels.Rect(
            x: x, y: y, width: min(rect.x + rect.width, left + layout.pieceWidth) - x,
            height: min(rect.y + rect.height, top + layout.pieceHeight) - y)
    }

    private func pass(
        _ rect: ImageLevels.Rect, in place: Place, of pieces: [TIFFPiece?], to body: (Segment) -> Void
    ) {
        let part = part(of: rect, in: place)
        let left = part.x - place.column * layout.pieceWidth
        withExtendedLifetime(pieces) {
            for row in part.y..<(part.y + part.height) {
                let offset = (layout.firstRow + row - place.row * layout.pieceHeight) * layout.rowBytes
                body(
                    Segment(
                        x: part.x - rect.x, y: row - rect.y, count: part.width,
                        planes: pieces.map { $0.map { UnsafeRawPointer($0.bytes.baseAddress!) + offset } },
                        firstBit: left * layout.pixelBits))
            }
        }
    }

    /// Passes the rows of a rect at the top of a piece to `body`, without decoding the rows below it and without
    /// keeping the piece, unless it can only be decoded whole. Does nothing if that reads or decodes more bytes than
    /// are left, except that one piece may be decoded whole.
    func sample(
        _ rect: ImageLevels.Rect, left: inout Int, body: (Segment) -> Void
    ) throws(ContentFailure) {
        let place = Place(row: rect.y / layout.pieceHeight, column: rect.x / layout.pieceWidth)
        guard !layout.isDirect else {
            left -= planes.count * (rect.width * layout.pixelBits / 8 + 1) * rect.height
            return left < 0 ? () : try read(place, of: rect, body: body)
        }
        let numbers = numbers(place)
        let stored = try numbers.map { (number) throws(ContentFailure) in try storedBytes(number) }
        let hadSome = left > 0
        let rowCount = layout.isDecodedWhole ? layout.rowCount(ofPiecesInRow: place.row) : rect.height
        for count in stored { left -= count.map { rowCount * layout.rowBytes + min($0, Int(UInt32.max)) } ?? 0 }
        if layout.isDecodedWhole { return hadSome ? try read(place, of: rect, body: body) : () }
        if left < 0 { return }
        try reserving(stored) { () throws(ContentFailure) in
            var pieces: [TIFFPiece?] = []
            for (number, count) in zip(numbers, stored) {
                pieces.append(
                    try count.map { (count) throws(ContentFailure) in
                        try decode(number, place, stored: count, rowCount: rect.height)
                    })
            }
            pass(rect, in: place, of: pieces, to: body)
        }
    }

    /// Returns the ranges of bytes of the pieces that a rect touches and that are not kept decoded. Reads only tables.
    func ranges(of rect: ImageLevels.Rect) -> [Range<Int>] {
        let (width, height) = (layout.pieceWidth, layout.pieceHeight)
        var ranges: [Range<Int>] = []
        for row in (rect.y / height)...((rect.y + rect.height - 1) / height) {
            for column in (rect.x / width)...((rect.x + rect.width - 1) / width) {
                for number in numbers(Place(row: row, column: column)) {
                    guard cache.withLock({ $0.piece(number) }) == nil,
                        case .stored(let offset, let byteCount)? = tables.location(of: number), byteCount > 0
                    else { continue }
                    let (end, overflows) = offset.addingReportingOverflow(byteCount)
                    if !overflows { ranges.append(offset..<end) }
                }
            }
        }
        return ranges
    }

    // MARK: Decoded pieces

    /// Returns a piece from the cache, or decodes it and keeps it there.
    private func piece(_ number: Int, _ place: Place, stored: Int) throws(ContentFailure) -> TIFFPiece {
        try locks[number % locks.count].guarded.withLock { _ throws(ContentFailure) in
            // Another thread may have decoded it meanwhile.
            if let known = cache.withLock({ $0.piece(number) }) { return known }
            let piece = try decode(
                number, place, stored: stored, rowCount: layout.rowCount(ofPiecesInRow: place.row))
            cache.withLock { $0.add(piece, number: number) }
            return piece
        }
    }

    /// Decodes the first rows of a piece; all rows if they are decoded to colors.
    private func decode(
        _ number: Int, _ place: Place, stored: Int, rowCount: Int
    ) throws(ContentFailure) -> TIFFPiece {
        let isColor = layout.isOfDecodedColors
        guard let piece = TIFFPiece(byteCount: rowCount * layout.rowBytes) else {
            throw .shortage(path: path, what: "memory for a tile")
        }
        decoded.withLock { $0 += piece.bytes.count }
        let isDecoded = handles.withHandle(reading: stored) { tiff in
            isColor ? colors(tiff, place, into: piece) : samples(tiff, number, into: piece)
        }
        guard let isDecoded else { throw failure("a page can't be opened") }
        guard isDecoded else { throw failure("a \(layout.isTiled ? "tile" : "strip") is truncated or damaged") }
        return piece
    }

    private func samples(_ tiff: OpaquePointer, _ number: Int, into piece: TIFFPiece) -> Bool {
        let (bytes, count) = (piece.bytes.baseAddress, tmsize_t(piece.bytes.count))
        let isDecoded =
            layout.isTiled
            ? TIFFReadEncodedTile(tiff, UInt32(number), bytes, count) == count
            : TIFFReadEncodedStrip(tiff, UInt32(number), bytes, count) == count
        if isDecoded, isSwapped, layout.samples == TIFFSampleType(bits: 32, format: 6) { swapHalves(piece.bytes) }
        return isDecoded
    }

    /// Exchanges the parts of complex numbers of 16 bits each, of which libtiff reverses the bytes as if they were one.
    private func swapHalves(_ bytes: UnsafeMutableRawBufferPointer) {
        for start in stride(from: 0, to: bytes.count - 3, by: 4) {
            bytes.swapAt(start, start + 2)
            bytes.swapAt(start + 1, start + 3)
        }
    }

    /// Decodes a piece to RGB. libtiff returns its rows from the bottom.
    private func colors(_ tiff: OpaquePointer, _ place: Place, into piece: TIFFPiece) -> Bool {
        let pixels = piece.bytes.bindMemory(to: UInt32.self).baseAddress
        let (x, y) = (UInt32(place.column * layout.pieceWidth), UInt32(place.row * layout.pieceHeight))
        guard
            layout.isTiled
                ? TIFFReadRGBATileExt(tiff, x, y, pixels, 1) != 0 : TIFFReadRGBAStripExt(tiff, y, pixels, 1) != 0
        else { return false }
        let (rowBytes, rowCount) = (layout.rowBytes, piece.bytes.count / layout.rowBytes)
        let base = piece.bytes.baseAddress!
        for row in 0..<(rowCount / 2) {
            let (upper, lower) = (base + row * rowBytes, base + (rowCount - 1 - row) * rowBytes)
            let copy = [UInt8](UnsafeRawBufferPointer(start: upper, count: rowBytes))
            upper.copyMemory(from: lower, byteCount: rowBytes)
            copy.withUnsafeBytes { lower.copyMemory(from: $0.baseAddress!, byteCount: rowBytes) }
        }
        return true
    }

    // MARK: Stored rows

    /// Passes a part of uncompressed strips, one for each plane, to `body`, row by row.
    private func readStored(
        _ part: ImageLevels.Rect, _ place: Place, origin: ImageLevels.Rect, body: (Segment) -> Void
    ) throws(ContentFailure) {
        var offsets: [Int?] = []
        var buffers: [TIFFPiece?] = []
        let first = part.x * layout.pixelBits / 8
        let byteCount = ((part.x + part.width) * layout.pixelBits + 7) / 8 - first
        for number in numbers(place) {
            switch tables.location(of: number) {
            case nil: throw failure(layout.endsInTables)
            case .missing:
                offsets.append(nil)
                buffers.append(nil)
            case .stored(let offset, _):
                guard offset > 0, offset < 1 << 60 else { throw failure("it has no offsets for its pixels") }
                guard let buffer = TIFFPiece(byteCount: byteCount) else {
                    throw .shortage(path: path, what: "memory for a row")
                }
                offsets.append(offset)
                buffers.append(buffer)
            }
        }
        let planes = buffers.map { $0.map { UnsafeRawPointer($0.bytes.baseAddress!) } }
        for y in part.y..<(part.y + part.height) {
            for (start, buffer) in zip(offsets, buffers) {
                guard let start, let buffer else { continue }
                let offset = start + (y - place.row * layout.pieceHeight) * layout.rowBytes + first
                guard file.read(into: buffer.bytes.baseAddress!, count: byteCount, at: offset) == byteCount else {
                    throw failure("the file ends early")
                }
                if isSwapped { swapBytes(buffer.bytes) }
            }
            body(
                Segment(
                    x: part.x - origin.x, y: y - origin.y, count: part.width, planes: planes,
                    firstBit: part.x * layout.pixelBits % 8))
        }
        withExtendedLifetime(buffers) {}
    }

    /// Reverses the bytes of samples that another byte order stores. Both halves of a complex number are samples.
    private func swapBytes(_ bytes: UnsafeMutableRawBufferPointer) {
        let size = (layout.samples.isComplex ? layout.samples.bits / 2 : layout.samples.bits) / 8
        guard layout.samples.bits % 16 == 0, size > 1 else { return }
        for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
            for index in 0..<(size / 2) { bytes.swapAt(start + index, start + size - 1 - index) }
        }
    }

    private func failure(_ reason: String) -> ContentFailure { .malformed(path: path, reason: reason) }
}
