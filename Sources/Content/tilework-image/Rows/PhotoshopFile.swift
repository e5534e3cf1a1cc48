import ImageMessages

/// The flattened picture of a Photoshop document (Adobe Photoshop File Formats Specification, 2019), which Photoshop
/// writes after the layers so that other programs can show it.
final class PhotoshopFile: RowFile {
    let description: ImageDescription

    private let header: PhotoshopHeader
    private let rows: PhotoshopRows
    /// The number of rows of which the file contains all shown channels.
    private let storedRows: Int
    /// Whether colors that are partly transparent are blended with white, as Photoshop does. Other programs may write
    /// colors as they are.
    private var isBlended = true

    /// The number of rows that tell whether colors are blended.
    private static let sampledRows = 64
    /// The difference of 8 bits that rounding may cause.
    private static let tolerance = 2

    init(_ bytes: ImageBytes) throws(ImageRefusal) {
        let header = try PhotoshopHeader(bytes)
        self.header = header
        var description = try ImageDescription(
            header.mode.model, hasAlpha: header.hasAlpha, bytes: header.depth == 16 ? 2 : 1, width: header.width,
            height: header.height, isRandomAccess: true, bands: header.channels, bits: header.depth)
        rows = try PhotoshopRows(bytes, header)
        storedRows = rows.storedRows
        try description.lose(rows: header.height - storedRows)
        description.profile = header.profile
        self.description = description
        isBlended = header.hasAlpha && findsBlend()
    }

    /// Returns whether all colors of some rows can be blended with white: none is darker than its alpha allows.
    private func findsBlend() -> Bool {
        for row in stride(from: 0, to: storedRows, by: max(1, storedRows / Self.sampledRows)) {
            guard let channels = try? channels(ofRow: row, columns: 0..<header.width) else { continue }
            let colors = channels.count - 1
            for index in stride(from: 0, to: channels[0].count, by: header.depth / 8)
            where (0..<colors).contains(where: {
                Int(channels[$0][index]) + Int(channels[colors][index]) < 255 - Self.tolerance
            }) {
                return false
            }
        }
        return true
    }

    /// Returns the shown channels of a part of a row.
    private func channels(ofRow row: Int, columns: Range<Int>) throws(ImageRefusal) -> [[UInt8]] {
        var channels: [[UInt8]] = []
        for channel in 0..<header.shownChannels {
            channels.append(try rows.row(row, channel: channel, columns: columns))
        }
        return channels
    }

    func row(_ row: Int, columns: Range<Int>) throws(ImageRefusal) -> [UInt8] {
        guard row < storedRows else { return [UInt8](repeating: 0, count: columns.count * description.pixelBytes) }
        let channels = try channels(ofRow: row, columns: columns)
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * description.pixelBytes)
        for index in 0..<columns.count {
            switch header.mode {
            case .bitmap:
                let column = columns.lowerBound + index
                let isBlack = channels[0][column / 8 - columns.lowerBound / 8] << (column % 8) & 0x80 != 0
                samples.append(isBlack ? 0 : 255)
                if description.hasAlpha { samples.append(255) }
            case .indexed:
                let entry = Int(channels[0][index])
                for component in 0..<3 { samples.append(header.palette[component * 256 + entry]) }
                if description.hasAlpha { samples.append(entry == header.transparentIndex ? 0 : 255) }
            case .gray, .rgb, .inks: append(index, of: channels, to: &samples)
            }
        }
        return samples
    }

    /// Appends a pixel of samples that are colors.
    private func append(_ index: Int, of channels: [[UInt8]], to samples: inout [UInt8]) {
        let greatest = header.depth == 16 ? 65535 : 255
        func value(_ channel: Int) -> Int {
            header.depth == 16
                ? Int(channels[channel][2 * index]) << 8 | Int(channels[channel][2 * index + 1])
                : Int(channels[channel][index])
        }
        func append(_ value: Int) {
            if header.depth == 16 { samples.append(sample: UInt16(value)) } else { samples.append(UInt8(value)) }
        }
        let colors = header.mode.model.channels
        let alpha = header.hasAlpha ? value(colors) : greatest
        for channel in 0..<colors {
            var color = value(channel)
            if isBlended, alpha > 0, alpha < greatest {
                color = greatest - min(greatest, ((greatest - color) * greatest + alpha / 2) / alpha)
            }
            // 0 is full ink.
            append(header.mode == .inks ? greatest - color : color)
        }
        if description.hasAlpha { append(alpha) }
    }
}
