import CJPEG
import TileGraphics

/// Makes a first preview of an image's file without reading all of it, or not at full size. For one thread at a time.
protocol PreviewMaker: AnyObject {
    /// Does some milliseconds of work.
    ///
    /// - Returns: Whether there is more to do.
    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool
}

extension ImageHeader {
    /// Nil when the file can only be read from the top, at full size.
    func makePreviewMaker(for preview: ImagePreview) -> (any PreviewMaker)? {
        guard orientation == .upright else { return nil }
        if let worker { return LevelSampler(worker, preview) }
        switch kind {
        case .tiff:
            guard let page = TIFFPage(path, page: .page(0)), has(page.samples) else { return nil }
            return TIFFSampler(page)
        case .jpeg: return try? JPEGShrinker(self, preview)
        default: return nil
        }
    }
}

/// Takes the smallest of a file's own levels that is no smaller than the preview.
private final class LevelSampler: PreviewMaker {
    private let level: WorkerLevel

    /// Of a level that is worth reading whole for a preview.
    private static let mostPixels = 1 << 23

    init?(_ worker: WorkerImage, _ preview: ImagePreview) {
        let index = worker.description.levels.lastIndex { $0.width >= preview.width && $0.height >= preview.height }
        guard let index else { return nil }
        let size = worker.description.levels[index]
        guard size.width * size.height <= Self.mostPixels else { return nil }
        level = WorkerLevel(worker, level: index)
    }

    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool {
        var bitmap = Bitmap(width: level.width, height: level.height)
        try level.read(ImageLevels.Rect(x: 0, y: 0, width: level.width, height: level.height), into: bitmap)
        while BoxShrink.half(bitmap.width) >= preview.width && BoxShrink.half(bitmap.height) >= preview.height {
            let half = Bitmap(width: BoxShrink.half(bitmap.width), height: BoxShrink.half(bitmap.height))
            BoxShrink.shrink(bitmap, into: half)
            bitmap = half
        }
        for row in 0..<preview.height {
            let source = bitmap.row(row * bitmap.height / preview.height)
            let pixels = (0..<preview.width).map { source[$0 * bitmap.width / preview.width] }
            preview.put(pixels, count: pixels.count, x: 0, rows: row..<(row + 1))
        }
        return false
    }
}

/// Takes the first row of tiles or strips all over a TIFF: a coarse grid of them first, then finer ones.
private final class TIFFSampler: PreviewMaker {
    private let page: TIFFPage
    private var pixels: [UInt32]
    /// Pieces from one to the next, each way: halved when all are done.
    private var stride: Int
    private var row = 0
    private var isFirst = true

    /// Bytes of samples that a step reads, about.
    private static let stepBytes = 4 << 20

    init(_ page: TIFFPage) {
        self.page = page
        pixels = [UInt32](repeating: 0, count: page.pieceWidth)
        stride = 1
        // 16 rows of pieces at first: a picture that one can make something of.
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
                // Those of the grid before are there.
                let isKnown = !isFirst && row % (2 * stride) == 0 && (page.columns == 1 || column % (2 * stride) == 0)
                if !isKnown {
                    try take(column, preview)
                    left -= page.pieceWidth * page.samples.pixelBytes
                }
                column += page.columns == 1 ? 1 : stride
            }
            row += stride
        }
        return true
    }

    private func take(_ column: Int, _ preview: ImagePreview) throws(ContentFailure) {
        try page.firstRow(ofColumn: column, row: row, into: &pixels)
        let left = column * page.pieceWidth
        let count = min(page.pieceWidth, page.width - left)
        func shown(_ x: Int, _ length: Int, _ shownLength: Int) -> Int { min(shownLength, x * shownLength / length) }
        let top = shown(row * page.sampleHeight, page.height, preview.height)
        let bottom = shown(min(page.height, (row + stride) * page.sampleHeight), page.height, preview.height)
        let rows = top..<max(top + 1, bottom)
        let first = shown(left, page.width, preview.width)
        if page.columns > 1 && stride > 1 {
            // For the tiles that are skipped beside and below it.
            let end = shown(min(page.width, left + stride * page.pieceWidth), page.width, preview.width)
            preview.fill(mean(0..<count), columns: first..<max(first + 1, end), rows: rows)
            return
        }
        let last = max(first + 1, shown(left + count, page.width, preview.width))
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

/// Decodes a JPEG at about an eighth of its size, which takes a fraction of the time, from the top.
private final class JPEGShrinker: PreviewMaker {
    private let reader: JPEGRowReader
    private let width: Int
    private let height: Int
    private var row: [UInt32]
    private var means: [PixelMean]
    private var next = 0

    private static let stepRows = 32

    init(_ header: ImageHeader, _ preview: ImagePreview) throws(ContentFailure) {
        func size(_ shrink: Int) -> (width: Int, height: Int) {
            ((header.storedWidth + shrink - 1) / shrink, (header.storedHeight + shrink - 1) / shrink)
        }
        let shrink = [8, 4, 2].first { size($0).width >= preview.width && size($0).height >= preview.height } ?? 1
        guard header.isPlainJPEG, let reader = try JPEGRowReader(header.path, shrink: shrink) else {
            throw .unsupported(path: header.path, what: "its colors are not the decoder's")
        }
        self.reader = reader
        (width, height) = size(shrink)
        row = [UInt32](repeating: 0, count: width)
        means = [PixelMean](repeating: PixelMean(), count: preview.width)
    }

    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool {
        for _ in 0..<Self.stepRows where next < height {
            try row.withUnsafeMutableBufferPointer { (row) throws(ContentFailure) in
                try reader.readRow(into: row.baseAddress!)
            }
            for x in 0..<width { means[min(preview.width - 1, x * preview.width / width)].add(row[x]) }
            let shown = next * preview.height / height
            next += 1
            if next == height || next * preview.height / height > shown {
                preview.put(means.map(\.pixel), count: preview.width, x: 0, rows: shown..<(shown + 1))
                means = [PixelMean](repeating: PixelMean(), count: preview.width)
            }
        }
        return next < height
    }
}

/// The mean of premultiplied pixels.
private struct PixelMean {
    private var sums = SIMD4<UInt32>.zero
    private var count: UInt32 = 0

    mutating func add(_ pixel: UInt32) {
        sums &+= SIMD4(pixel & 255, pixel &>> 8 & 255, pixel &>> 16 & 255, pixel &>> 24)
        count &+= 1
    }

    /// Clear when there was none.
    var pixel: UInt32 {
        guard count > 0 else { return 0 }
        let mean = (sums &+ count / 2) / count
        return mean[0] | mean[1] &<< 8 | mean[2] &<< 16 | mean[3] &<< 24
    }
}
