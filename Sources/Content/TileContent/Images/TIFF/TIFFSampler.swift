/// A page whose tiles or strips can be sampled by their first rows.
protocol SampledPage: AnyObject {
    /// The width, in pixels.
    var width: Int { get }
    /// The height, in pixels.
    var height: Int { get }
    /// The width of a tile or strip, in pixels.
    var pieceWidth: Int { get }
    /// The number of columns of tiles; 1 for strips.
    var columns: Int { get }
    /// The height of the smallest part in which a row can be read cheaply.
    var sampleHeight: Int { get }
    /// The number of parts of `sampleHeight` rows.
    var sampleRows: Int { get }
    /// The number of bytes of samples that reading a first row costs.
    var sampleBytes: Int { get }

    /// Reads the first row of a tile or strip as premultiplied pixels, up to the right edge of the page.
    func firstRow(ofColumn column: Int, row: Int, into pixels: inout [UInt32]) throws(ContentFailure)
}

/// A preview maker that reads the first rows of tiles or strips all over a TIFF, on a coarse grid first and then on
/// finer ones.
final class TIFFSampler: PreviewMaker {
    private let page: any SampledPage
    private var pixels: [UInt32]
    /// The distance between sampled pieces, in pieces in both directions. It is halved after each grid.
    private var stride: Int
    private var row = 0
    private var isFirst = true

    /// The approximate number of bytes of samples that a step reads.
    private static let stepBytes = 4 << 20

    init(_ page: any SampledPage) {
        self.page = page
        pixels = [UInt32](repeating: 0, count: min(page.pieceWidth, page.width))
        stride = 1
        // At first at least 16 rows of pieces, enough for a recognizable picture.
        while stride * 16 < max(page.columns == 1 ? 0 : page.columns, page.sampleRows) { stride *= 2 }
    }

    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool {
        var left = Self.stepBytes
        while left > 0 {
            if row >= page.sampleRows {
                // More pieces than the preview has pixels would show nothing new.
                guard stride > 1, page.sampleRows / stride < preview.height else { return false }
                stride /= 2
                row = 0
                isFirst = false
            }
            var column = 0
            while column < page.columns {
                // The pieces of the previous grid are done.
                let isKnown = !isFirst && row % (2 * stride) == 0 && (page.columns == 1 || column % (2 * stride) == 0)
                if !isKnown {
                    try sample(column, into: preview)
                    left -= page.sampleBytes
                }
                column += page.columns == 1 ? 1 : stride
            }
            row += stride
        }
        return true
    }

    private func sample(_ column: Int, into preview: ImagePreview) throws(ContentFailure) {
        try page.firstRow(ofColumn: column, row: row, into: &pixels)
        let left = column * page.pieceWidth
        let count = min(page.pieceWidth, page.width - left)
        func shown(_ x: Int, of length: Int, shownAs shownLength: Int) -> Int {
            min(shownLength, x * shownLength / length)
        }
        let top = shown(row * page.sampleHeight, of: page.height, shownAs: preview.height)
        let bottom = shown(
            min(page.height, (row + stride) * page.sampleHeight), of: page.height, shownAs: preview.height)
        let rows = top..<max(top + 1, bottom)
        let first = shown(left, of: page.width, shownAs: preview.width)
        if page.columns > 1 && stride > 1 {
            // Also covers the skipped pieces beside and below it.
            let end = shown(min(page.width, left + stride * page.pieceWidth), of: page.width, shownAs: preview.width)
            preview.fill(mean(0..<count), columns: first..<max(first + 1, end), rows: rows)
            return
        }
        let last = max(first + 1, shown(left + count, of: page.width, shownAs: preview.width))
        let cells = (first..<min(last, preview.width)).map { x in
            let from = min(count - 1, (x - first) * count / (last - first))
            return mean(from..<max(from + 1, (x + 1 - first) * count / (last - first)))
        }
        preview.put(cells, count: cells.count, x: first, rows: rows)
    }

    private func mean(_ range: Range<Int>) -> UInt32 {
        var mean = PixelMean()
        for x in range { mean.add(pixels[x]) }
        return mean.pixel
    }
}
