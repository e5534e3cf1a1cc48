import CTIFF
import TileSupport

/// The arrangement of a TIFF page's samples in its file (TIFF 6.0, sections 3, 8, 14, 15 and 19).
struct TIFFLayout: Hashable, Sendable {
    /// The offset of the page's directory in the file.
    var directory: Int
    /// The width, in pixels.
    var width: Int
    /// The height, in pixels.
    var height: Int
    /// The width of a tile or strip, in pixels. A strip is as wide as the page.
    var pieceWidth: Int
    var pieceHeight: Int
    var isTiled: Bool
    /// The number of slices of a volume (the tag ImageDepth of SGI); 1 for a picture.
    let depth: Int
    /// The number of slices in a tile of a volume.
    let pieceDepth: Int
    /// The slice of a volume that is read, counted from 0.
    var slice = 0
    /// The number of samples of a pixel as decoded.
    var bands: Int
    /// The number of samples of a pixel in the file.
    let storedBands: Int
    /// Whether each band has its own pieces in the file.
    private let isStoredPlanar: Bool
    var samples: TIFFSampleType
    /// Whether each band has its own pieces, rather than all bands of a pixel being adjacent.
    var isPlanar: Bool
    /// Whether the page states that its bands are apart, even if it has only one.
    let isMarkedPlanar: Bool
    var compression: TIFFCompression
    var photometric: Int
    /// The kinds of the last samples of a pixel, those after the colors; nil if the page does not state them.
    var extras: [Int]?
    /// Whether the file stores the lowest bit of a byte first.
    var isBitReversed: Bool

    /// A reason why a page's pixels are not read.
    enum Failure: Error, Hashable {
        /// The directory lacks something, or contradicts itself. libtiff may still read it.
        case malformed(String)
        /// A part of the page is missing without which other readers would show wrong colors.
        case damaged(String)
        /// The pixels are stored in a way that is not supported.
        case unsupported(String)
    }

    /// The largest size of a pixel with all its bands, in bytes: a thousand bands of 32 bits.
    private static let largestPixel = 4096
    /// The smallest tile, in pixels. TIFF 6.0 demands 256; of smaller ones, each costs more than its pixels.
    private static let smallestTile = 64
    /// The most slices of a volume, each of which is a page.
    private static let mostSlices = TIFFReader.maxPages
    /// The most pieces that are read through libtiff, whose tables have 16 bytes for each.
    private static let mostPieces = 1 << 22

    /// Reads a page's directory.
    init(_ reader: TIFFReader, _ directory: TIFFReader.Directory) throws(Failure) {
        func value(_ tag: TIFFReader.Tag) -> Int? { reader.value(tag, of: directory) }
        self.directory = directory.offset
        compression = TIFFCompression(reader, of: directory)
        samples = TIFFSampleType(reader, of: directory)
        photometric = value(.photometric) ?? Int(PHOTOMETRIC_MINISBLACK)
        storedBands = value(.samplesPerPixel) ?? 1
        bands = storedBands
        isMarkedPlanar = value(.planarConfiguration) == Int(PLANARCONFIG_SEPARATE)
        isStoredPlanar = isMarkedPlanar && bands > 1
        isPlanar = isStoredPlanar
        isBitReversed = value(.fillOrder) == Int(FILLORDER_LSB2MSB)
        extras = directory.fields[.extraSamples].flatMap { field in
            field.count <= Int(UInt16.max) ? reader.values(.extraSamples, of: directory) : nil
        }
        width = value(.imageWidth) ?? 0
        height = value(.imageLength) ?? 0
        isTiled = directory.fields[.tileWidth] != nil
        pieceWidth = isTiled ? value(.tileWidth) ?? 0 : width
        pieceHeight = isTiled ? value(.tileLength) ?? 0 : min(height, value(.rowsPerStrip) ?? height)
        // Some writers state 0 for a picture that is no volume.
        depth = max(1, value(.imageDepth) ?? 1)
        pieceDepth = isTiled ? max(1, value(.tileDepth) ?? 1) : 1
        let largest = 1 << 31
        guard [width, height, pieceWidth, pieceHeight].allSatisfy({ (1..<largest).contains($0) }) else {
            throw .malformed("it does not state its size")
        }
        guard (1...Self.mostSlices).contains(depth), (1...Self.mostSlices).contains(pieceDepth) else {
            throw .unsupported("it is a volume of \(GroupedNumber.text(depth)) slices")
        }
        guard pieceDepth == 1 || pieceHeight * pieceDepth * ((height - 1) / pieceHeight + 1) < largest / depth else {
            throw .unsupported("it is a volume of \(GroupedNumber.text(depth)) slices")
        }
        guard depth == 1 || isTiled else {
            throw .unsupported("it is a volume of \(GroupedNumber.text(depth)) slices in strips")
        }
        guard (1...Int(UInt16.max)).contains(bands), (1...128).contains(samples.bits) else {
            throw .malformed("it has \(bands) bands of \(samples.bits) bits")
        }
        // Each factor is below 2³¹, and libtiff counts pieces in 32 bits.
        guard columns * rows < largest, columns * rows < largest / depth,
            columns * rows * slabs * (isPlanar ? bands : 1) <= Int(UInt32.max)
        else {
            throw .malformed("it has too many tiles")
        }
        guard !isTiled || pieceWidth * pieceHeight >= Self.smallestTile else {
            throw .unsupported("its tiles are of only \(pieceWidth) × \(pieceHeight) pixels")
        }
        if let field = directory.fields[.bitsPerSample] {
            for index in 1..<max(1, min(field.count, bands, 64)) where reader.value(index, of: field) != samples.bits {
                throw .unsupported("its bands have different numbers of bits")
            }
        }
        if compression.isOfChroma, compression.hasReadableColors {
            try checkChroma(
                subsampling: directory.fields[.chromaSubsampling].map { field in
                    [0, 1].map { reader.value($0, of: field) ?? 2 }
                })
        }
        if isOfDecodedColors {
            guard depth == 1 else { throw .unsupported("it is a volume of YCbCr colors") }
            (bands, isPlanar, samples) = (4, false, TIFFSampleType(bits: 8, format: 1))
        } else if isLogarithmic {
            samples = TIFFSampleType(bits: 8, format: 1)
        }
        guard isPlanar || bands * samples.bits <= Self.largestPixel * 8 else {
            throw .unsupported("each of its pixels has \(GroupedNumber.text(bands)) bands, which are stored together")
        }
    }

    /// Checks that libtiff converts luminance and color differences to RGB.
    ///
    /// - Parameter subsampling: The pixels across and down that share their color differences; nil for 2 and 2.
    private func checkChroma(subsampling: [Int]?) throws(Failure) {
        guard samples.bits == 8, samples.format == 1 || samples.format == 4, bands == 3 else {
            throw .unsupported("its YCbCr colors have \(GroupedNumber.text(bands)) bands of \(samples.title)")
        }
        if isPlanar, subsampling != [1, 1] || compression.code == Int(COMPRESSION_JPEG) {
            throw .unsupported("its YCbCr colors are in bands apart, of which two have fewer pixels or are JPEG")
        }
    }

    /// The number of columns of pieces; 1 for strips.
    var columns: Int { (width + pieceWidth - 1) / pieceWidth }
    /// The number of rows of pieces.
    var rows: Int { (height + pieceHeight - 1) / pieceHeight }
    /// The number of layers of tiles in a volume; 1 for a picture.
    var slabs: Int { (depth + pieceDepth - 1) / pieceDepth }
    /// The number of pieces in the file, of all bands and slices.
    var pieceCount: Int { columns * rows * slabs * (isStoredPlanar ? storedBands : 1) }
    /// The number of bytes of libtiff's tables of the pieces.
    var tableBytes: Int { 16 * pieceCount }
    /// Whether there are too many pieces for libtiff's tables.
    var hasTooManyPieces: Bool { !isDirect && pieceCount > Self.mostPieces }
    /// Whether the tiles or strips are too large to be decoded one by one, or their size is unknown.
    var hasTooLargePieces: Bool { !isDirect && (pieceBytes ?? .max) > TIFFBands.largestPiece }
    /// The distance between two adjacent pixels of a band, in bits.
    var pixelBits: Int { (isPlanar ? 1 : bands) * samples.bits }
    /// The number of bytes of a row of a decoded piece.
    var rowBytes: Int { (pieceWidth * pixelBits + 7) / 8 }

    /// Returns the number of rows in a piece: a tile has those of all its slices, and the last strip only the page's.
    func rowCount(ofPiecesInRow row: Int) -> Int {
        isTiled ? pieceHeight * pieceDepth : min(pieceHeight, height - row * pieceHeight)
    }

    /// The height of the page as libtiff reads it: of all tiles of a volume below one another, if they have several
    /// slices.
    var tallHeight: Int { pieceDepth > 1 ? pieceHeight * pieceDepth * rows * slabs : height }

    /// The first row of the slice that is read, in a tile.
    var firstRow: Int { slice % pieceDepth * pieceHeight }

    /// The numbers of the pieces that hold the slice that is read, of the first plane.
    var slicePieces: Range<Int> {
        let count = columns * rows
        return (slice / pieceDepth * count)..<((slice / pieceDepth + 1) * count)
    }

    /// The number of bytes of the largest decoded piece; nil beyond a terabyte.
    var pieceBytes: Int? {
        let rowCount = isTiled ? pieceHeight * pieceDepth : min(pieceHeight, height)
        let (bytes, overflows) = rowBytes.multipliedReportingOverflow(by: rowCount)
        return overflows || bytes > 1 << 40 ? nil : bytes
    }

    /// The reason for a failure to read tables of pieces.
    var endsInTables: String { "the file ends within the table of its \(isTiled ? "tiles" : "strips")" }

    /// Returns the memory for rows of decoded pieces, within a limit, but for at least one piece of each plane.
    func cacheBytes(rows: Int, planes: Int, limit: Int) -> Int {
        guard !isDirect, let piece = pieceBytes.map({ ($0 + TIFFPiece.overhead) * planes }) else { return 0 }
        let (all, overflows) = piece.multipliedReportingOverflow(by: rows * columns)
        return max(piece, overflows ? limit : min(all, limit))
    }

    /// The memory of a decoder for a piece, without the stored and the decoded piece, in bytes.
    var decoderBytes: Int {
        let piece = min(pieceBytes ?? 0, 1 << 40)
        // LERC and its further compression have a buffer of 4/3 of the piece each, and a mask; libwebp has the picture
        // and its coefficients; and libtiff decodes YCbCr before it converts it.
        switch compression.code {
        case Int(COMPRESSION_LERC): return 3 * piece
        case Int(COMPRESSION_WEBP): return 3 * piece
        default: return isOfDecodedColors ? piece : 0
        }
    }

    /// Returns the memory for decoding a piece, in bytes, including the decoded piece.
    ///
    /// - Parameter stored: The number of bytes of the piece in the file.
    func decodingBytes(ofStored stored: Int) -> Int {
        let piece = min(pieceBytes ?? 1 << 40, 1 << 40)
        // libtiff reads at most ten times the decoded bytes, and no more than it may allocate.
        return piece + decoderBytes
            + min(max(0, stored), max(1 << 20, 10 * piece + 4096), TIFFHandles.largestAllocation)
    }

    /// Whether a piece can be decoded only as a whole, even for its first row.
    var isDecodedWhole: Bool {
        isOfDecodedColors || pieceDepth > 1
            || [Int(COMPRESSION_LERC), Int(COMPRESSION_WEBP)].contains(compression.code)
    }

    /// Whether rows of strips are read from the file without libtiff, so that a strip's size does not matter.
    var isDirect: Bool {
        !isTiled && compression.code == Int(COMPRESSION_NONE) && !isBitReversed && !isOfDecodedColors
            && (samples.bits <= 16 || samples.bits % 32 == 0)
    }

    /// Whether the samples are logarithms of luminance, which libtiff decodes to 8 bits of gray or RGB.
    var isLogarithmic: Bool {
        [Int(COMPRESSION_SGILOG), Int(COMPRESSION_SGILOG24)].contains(compression.code)
            && [Int(PHOTOMETRIC_LOGL), Int(PHOTOMETRIC_LOGLUV)].contains(photometric)
    }

    /// Whether libtiff converts the stored samples to RGB with 8 bits, and alpha of 255: luminance with two color
    /// differences.
    var isOfDecodedColors: Bool {
        compression.isOfChroma && compression.hasReadableColors && compression.code != Int(COMPRESSION_JPEG)
    }
}
