import Foundation

/// Values from all over a page, from which a range to show is found. The same file always yields the same values.
struct TIFFValueSampler {
    private let bands: TIFFBands
    private let mask: TIFFBands?
    private let layout: TIFFLayout
    private let appearance: TIFFAppearance
    /// The part of a piece that is decoded: its first rows, or a part of a row that is stored without compression.
    private let unit: (width: Int, height: Int)
    /// The number of bytes of a unit, decoded.
    private let unitBytes: Int

    /// The number of values that are sampled.
    private static let valueCount = 1 << 18
    /// The number of pieces and of pixels that are decoded.
    private static let (mostUnits, mostPixels) = (1024, 1 << 22)
    /// The number of bytes that are decoded or read: a tenth of a second.
    private static let mostBytes = 64 << 20
    /// The number of units for which there are bytes.
    private static let leastUnits = 16

    /// Returns nil if a single row of a piece has too many bytes.
    init?(_ bands: TIFFBands, mask: TIFFBands?, _ appearance: TIFFAppearance) {
        let layout = bands.layout
        (self.bands, self.layout, self.appearance) = (bands, layout, appearance)
        let planes = layout.isPlanar ? bands.bands.count : 1
        let most = Self.mostBytes / Self.leastUnits
        let width = min(layout.pieceWidth, layout.width)
        if layout.isDirect {
            let count = min(width, max(1, most * 8 / (planes * layout.pixelBits)))
            (unit, unitBytes) = ((count, 1), planes * (count * layout.pixelBits / 8 + 1))
        } else if layout.isDecodedWhole, let bytes = layout.pieceBytes {
            (unit, unitBytes) = ((width, min(layout.height, layout.pieceHeight)), planes * bytes)
        } else {
            let rowBytes = planes * layout.rowBytes
            guard rowBytes <= Self.mostBytes else { return nil }
            let count = min(layout.height, layout.pieceHeight, max(1, most / rowBytes))
            (unit, unitBytes) = ((width, count), count * rowBytes)
        }
        // Masks with pieces that are much larger than the picture's are not applied.
        if let mask, mask.decodedBytes(unit.width, unit.height) <= most {
            self.mask = mask
        } else {
            self.mask = nil
        }
    }

    /// Returns values of the color bands, without missing and transparent ones.
    ///
    /// - Parameter stored: The numbers of the pieces that the file contains.
    func values(_ stored: [Int]) -> [Double] {
        let pieces = stored.prefix { $0 < layout.rows * layout.columns }
        guard !pieces.isEmpty else { return [] }
        let unitCount = layout.isDirect ? min(layout.height, pieces.count * layout.pieceHeight) : pieces.count
        let pixels = unit.width * unit.height
        let cost = unitBytes + (mask?.decodedBytes(unit.width, unit.height) ?? 0)
        let wanted = max(64, min(Self.mostUnits, Self.mostPixels / pixels))
        let count = max(1, min(unitCount, wanted, Self.mostBytes / max(1, cost)))
        let every = max(1, count * pixels * appearance.bands.count / Self.valueCount)
        let step = max(1, unitCount / count)
        var left = Self.mostBytes
        var values: [Double] = []
        var composer = TIFFRowComposer(appearance, layout, capacity: unit.width)
        for number in 0..<count where left > 0 {
            // Pieces of all columns, in steps that do not repeat with the columns.
            let index = min(unitCount - 1, number * unitCount / count + number * 7919 % step)
            let rect = layout.isDirect ? row(index, of: pieces, number: number) : top(ofPiece: pieces[index])
            var maskValues: [UInt8]?
            if let mask {
                maskValues = try? mask.opacities(rect).values
                left -= mask.decodedBytes(rect.width, rect.height)
            }
            // Damaged pieces are reported when they are shown.
            try? bands.sample(rect, left: &left) { segment in
                composer.readValues(segment)
                for band in appearance.bands.indices {
                    for x in stride(from: (segment.y * 7 + number) % every, to: segment.count, by: every) {
                        if let maskValues, maskValues[segment.y * rect.width + segment.x + x] == 0 { continue }
                        if let value = composer.value(x, ofBand: band) { values.append(value) }
                    }
                }
            }
        }
        return values
    }

    /// Returns a part of a row, each time another one.
    ///
    /// - Parameter index: The index of the row in all rows of the strips.
    private func row(_ index: Int, of strips: some Collection<Int>, number: Int) -> ImageLevels.Rect {
        let strip = strips[strips.index(strips.startIndex, offsetBy: index / layout.pieceHeight)]
        let y = min(layout.height - 1, strip * layout.pieceHeight + index % layout.pieceHeight)
        let x = number * 7919 * unit.width % (layout.width - unit.width + 1)
        return ImageLevels.Rect(x: x, y: y, width: unit.width, height: 1)
    }

    private func top(ofPiece number: Int) -> ImageLevels.Rect {
        var rect = layout.rect(ofPiece: number)
        rect.height = min(rect.height, unit.height)
        return rect
    }
}

extension TIFFLayout {
    /// Returns the part of the page that a piece covers.
    func rect(ofPiece number: Int) -> ImageLevels.Rect {
        let (x, y) = (number % columns * pieceWidth, number / columns * pieceHeight)
        return ImageLevels.Rect(x: x, y: y, width: min(pieceWidth, width - x), height: min(pieceHeight, height - y))
    }
}

extension TIFFBands {
    /// Returns the most bytes that reading a rect of some size decodes, if no piece of it is known.
    func decodedBytes(_ width: Int, _ height: Int) -> Int {
        if layout.isDirect { return (width * layout.pixelBits / 8 + 1) * height }
        let columns = min(layout.columns, (width - 1) / layout.pieceWidth + 2)
        let rows = min(layout.rows, (height - 1) / layout.pieceHeight + 2)
        let (bytes, overflows) = (layout.pieceBytes ?? 1 << 40).multipliedReportingOverflow(by: rows * columns)
        return overflows ? .max / 4 : min(bytes, .max / 4)
    }
}
