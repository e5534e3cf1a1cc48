/// A preview maker that decodes a JPEG at about an eighth of its size, from the top, in a fraction of the time.
final class JPEGShrinker: PreviewMaker {
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
