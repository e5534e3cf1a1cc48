import ImageMessages

/// A PBM, PGM, PPM or PAM file with binary samples. Any part of a row can be read.
final class PNMFile: RowFile {
    let description: ImageDescription

    private let bytes: ImageBytes
    private let header: PNMHeader
    private let model: ImageDescription.Model
    private let scale: PNMScale
    private let storedRows: Int

    /// Opens a file with samples in binary or in text.
    static func open(_ bytes: ImageBytes) throws(ImageRefusal) -> any ImageFile {
        let header = try PNMHeader(bytes)
        return (UInt8(ascii: "1")...UInt8(ascii: "3")).contains(header.type)
            ? try PNMText(bytes, header) : try PNMFile(bytes, header)
    }

    private init(_ bytes: ImageBytes, _ header: PNMHeader) throws(ImageRefusal) {
        self.bytes = bytes
        self.header = header
        model = header.tupleType == "CMYK" ? .cmyk : header.depth < 3 ? .gray : .rgb
        guard (0...1).contains(header.depth - model.channels) else {
            throw .unsupported("its pixels have \(header.depth) samples of type “\(header.tupleType.prefix(40))”")
        }
        scale = PNMScale(header.maxValue)
        var description = try ImageDescription(
            model, hasAlpha: header.depth > model.channels, bytes: scale.bytes, width: header.width,
            height: header.height, isRandomAccess: true, bands: header.depth, bits: scale.bits)
        storedRows = min(header.height, max(0, bytes.count - header.pixels) / Self.rowBytes(header))
        try description.lose(rows: header.height - storedRows)
        self.description = description
    }

    private static func rowBytes(_ header: PNMHeader) -> Int {
        header.type == UInt8(ascii: "4")
            ? (header.width + 7) / 8 : header.width * header.depth * (header.maxValue > 255 ? 2 : 1)
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        guard row < storedRows else { return [UInt8](repeating: 0, count: columns.count * description.pixelBytes) }
        let start = header.pixels + row * Self.rowBytes(header)
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * description.pixelBytes)
        if header.type == UInt8(ascii: "4") {
            let first = columns.lowerBound / 8
            guard let part = bytes.bytes(at: start + first, count: (columns.upperBound + 7) / 8 - first) else {
                throw ImageRefusal("the file ends early")
            }
            for column in columns {
                let isBlack = part[part.startIndex + column / 8 - first] << (column % 8) & 0x80 != 0
                samples.append(isBlack ? 0 : 255)
                if description.hasAlpha { samples.append(255) }
            }
            return samples
        }
        let pixelBytes = header.depth * scale.bytes
        guard let part = bytes.bytes(at: start + columns.lowerBound * pixelBytes, count: columns.count * pixelBytes)
        else { throw ImageRefusal("the file ends early") }
        let addsAlpha = description.hasAlpha && header.depth == model.channels
        var at = part.startIndex
        for _ in columns {
            for _ in 0..<header.depth {
                if scale.bytes == 1 {
                    scale.append(Int(part[at]), to: &samples)
                } else {
                    scale.append(Int(part[at]) << 8 | Int(part[at + 1]), to: &samples)
                }
                at += scale.bytes
            }
            if addsAlpha { scale.append(header.maxValue, to: &samples) }
        }
        return samples
    }
}

/// The scaling of samples to 8 or 16 bits.
struct PNMScale {
    let maxValue: Int
    /// The bytes of a sample, in the file and of the result.
    var bytes: Int { maxValue > 255 ? 2 : 1 }
    var bits: Int { Int.bitWidth - maxValue.leadingZeroBitCount }

    init(_ maxValue: Int) { self.maxValue = maxValue }

    /// Appends a value. Values above the greatest are the greatest.
    func append(_ value: Int, to samples: inout [UInt8]) {
        let value = min(value, maxValue)
        if maxValue > 255 {
            samples.append(sample: UInt16((value * 65535 + maxValue / 2) / maxValue))
        } else {
            samples.append(maxValue == 255 ? UInt8(value) : UInt8((value * 255 + maxValue / 2) / maxValue))
        }
    }
}
