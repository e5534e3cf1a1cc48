import ImageMessages

/// An image file of one level that a reader of this program decodes row by row.
protocol RowFile: ImageFile {
    /// Decodes a part of a row within the picture.
    ///
    /// - Returns: The samples of the columns, those of 16 bits in native order.
    /// - Throws: The reason why the row can't be decoded.
    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8]
}

extension RowFile {
    func samples(_ level: Int, _ window: ImageWindow) throws(ImageRefusal) -> [UInt8] {
        let size = description.levels[0]
        guard level == 0 else { throw ImageRefusal("it has no level \(level)") }
        guard window.x + window.width <= size.width, window.y + window.height <= size.height else {
            throw ImageRefusal("a window outside the picture")
        }
        var samples: [UInt8] = []
        samples.reserveCapacity(window.width * window.height * description.pixelBytes)
        for row in window.y..<(window.y + window.height) {
            samples += try self.row(row, columns: window.x..<(window.x + window.width))
        }
        return samples
    }
}

extension ImageDescription {
    /// The name of the readers of this program, for display.
    private static let ownDecoder = "Tilework"
    /// The largest side, which keeps products of sides and samples from overflowing.
    static let largestSide = 1 << 28

    /// Creates the description of a file with one level.
    ///
    /// - Parameter bits: The bits of a sample in the file.
    init(
        _ model: Model, hasAlpha: Bool, bytes: Int = 1, width: Int, height: Int, isRandomAccess: Bool, bands: Int,
        bits: Int
    ) throws(ImageRefusal) {
        guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else {
            throw ImageRefusal("its size is \(width) × \(height) pixels")
        }
        self.init(
            model: model, hasAlpha: hasAlpha, bytes: bytes, levels: [Size(width: width, height: height)],
            isRandomAccess: isRandomAccess, pageCount: 1, bands: bands, bitsPerSample: bits)
        colorSpace =
            switch model {
            case .gray: "b-w"
            case .rgb: "srgb"
            case .cmyk: "cmyk"
            }
        decoder = Self.ownDecoder
    }

    var width: Int { levels[0].width }
    var height: Int { levels[0].height }

    /// Adds the number of rows that are missing, which are transparent from now on.
    ///
    /// - Throws: A refusal if all rows are missing.
    mutating func lose(rows: Int) throws(ImageRefusal) {
        guard rows > 0 else { return }
        guard rows < height else { throw .endsEarly }
        missingRows = rows
        hasAlpha = true
    }
}

extension [UInt8] {
    /// Appends a sample of 16 bits in native order.
    mutating func append(sample: UInt16) {
        append(UInt8(truncatingIfNeeded: sample))
        append(UInt8(truncatingIfNeeded: sample >> 8))
    }
}
