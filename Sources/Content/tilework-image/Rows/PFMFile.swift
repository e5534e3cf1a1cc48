import ImageMessages

/// A portable float map: linear light of three primaries, or one value a pixel. The first stored row is the bottom one.
///
/// Light from 0 to 1 is shown, as other programs do. Single values beyond that are distances or measurements; they are
/// shown from the smallest to the greatest, without a thousandth at each end.
final class PFMFile: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let header: PNMHeader
    private let storedRows: Int
    private let display: Display
    private let encoding = LightEncoding()

    private enum Display {
        case light
        case range(ClosedRange<Float>)
    }

    /// The number of values that a range is determined from.
    private static let mostSampled = 1 << 16

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        let header = try PNMHeader(bytes)
        self.bytes = bytes
        self.header = header
        var description = try ImageDescription(
            header.depth == 3 ? .rgb : .gray, hasAlpha: false, bytes: 2, width: header.width, height: header.height,
            isRandomAccess: true, bands: header.depth, bits: 32)
        storedRows = min(header.height, max(0, bytes.count - header.pixels) / (header.width * header.depth * 4))
        try description.lose(rows: header.height - storedRows)
        display = header.depth == 3 ? .light : Self.display(bytes, header, rows: storedRows)
        if case .light = display { description.colorSpace = "scrgb" }
        self.description = description
    }

    private static func display(_ bytes: ImageBytes, _ header: PNMHeader, rows: Int) -> Display {
        let count = header.width * rows
        let step = max(1, count / mostSampled)
        var values = stride(from: 0, to: count, by: step).compactMap { index in
            bytes.bytes(at: header.pixels + index * 4, count: 4).map { value($0, at: $0.startIndex, header) }
        }
        values = values.filter(\.isFinite).sorted()
        guard let first = values.first, let last = values.last, first < 0 || last > 1 else { return .light }
        let margin = values.count / 1000
        let (low, high) = (values[margin], values[values.count - 1 - margin])
        return .range(low < high ? low...high : first...last)
    }

    private static func value(_ part: ArraySlice<UInt8>, at: Int, _ header: PNMHeader) -> Float {
        var bits: UInt32 = 0
        for index in 0..<4 { bits = bits << 8 | UInt32(part[at + (header.scale < 0 ? 3 - index : index)]) }
        return Float(bitPattern: bits)
    }

    private func sample(_ value: Float) -> UInt16 {
        switch display {
        case .light: return encoding.encode(value)
        case .range(let range):
            guard value > range.lowerBound else { return 0 }
            guard value < range.upperBound else { return .max }
            // In double precision, the difference of two numbers is finite.
            let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
            return UInt16((Double(value) - low) / (high - low) * 65535)
        }
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        let stored = header.height - 1 - row
        guard stored < storedRows else { return [UInt8](repeating: 0, count: columns.count * description.pixelBytes) }
        let start = header.pixels + (stored * header.width + columns.lowerBound) * header.depth * 4
        guard let part = bytes.bytes(at: start, count: columns.count * header.depth * 4) else {
            throw ImageRefusal("the file ends early")
        }
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * description.pixelBytes)
        var at = part.startIndex
        for _ in columns {
            for _ in 0..<header.depth {
                samples.append(sample: sample(Self.value(part, at: at, header)))
                at += 4
            }
            if description.hasAlpha { samples.append(sample: .max) }
        }
        return samples
    }
}
