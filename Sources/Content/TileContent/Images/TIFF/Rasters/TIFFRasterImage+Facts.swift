import CTIFF

extension TIFFRasterImage {
    /// The library that decodes the pixels, with its version.
    static let decoder: String = {
        let version = String(cString: TIFFGetVersion()).prefix { !$0.isNewline }
        return "libtiff \(version.split(separator: " ").last ?? "")"
    }()

    /// The facts that `tilework info` prints about values and transparency.
    var facts: [ContentDocument.Fact] {
        var facts: [ContentDocument.Fact] = []
        if case .ranged(let range) = appearance.colors {
            let origin = appearance.rangeOrigin == .stated ? ", as the file states" : ""
            facts.append(.init(name: "values", value: range.title + origin))
        }
        if let noData = appearance.noData {
            facts.append(.init(name: "no data", value: "\(noData.title), transparent"))
        }
        if let mask = appearance.masks.first {
            facts.append(.init(name: "mask", value: mask.path == path ? "in the file" : "in the .msk file beside it"))
        }
        return facts
    }

    /// The sentence about bands that are not shown; nil if all are.
    var bandsNote: String? {
        guard !layout.isOfDecodedColors, layout.bands > appearance.readBands.count else { return nil }
        let (bands, alpha) = (appearance.bands, appearance.alpha.band != nil ? " and alpha" : "")
        let shown: String
        if bands == Array(0..<bands.count) {
            shown = bands.count == 1 ? "the first\(alpha) is shown" : "the first \(bands.count)\(alpha) are shown"
        } else {
            let numbers = bands.map { "\($0 + 1)" }
            shown =
                bands.count == 1
                ? "band \(numbers[0])\(alpha) is shown"
                : "bands \(numbers.dropLast().joined(separator: ", ")) and \(numbers[bands.count - 1])\(alpha) are shown"
        }
        return "It has \(layout.bands) bands; \(shown)."
    }

    /// The number of rows that are decoded at once when the whole image is read.
    var batchRows: Int { layout.isTiled ? min(512, layout.pieceHeight) : 64 }

    /// The memory for reading the whole image: decoded pieces, and rows of samples and of pixels, in bytes.
    var readingMemory: Int {
        let planes = layout.isPlanar ? appearance.readBands.count : 1
        return batchRows * layout.width * (4 + appearance.output.pixelBytes)
            + layout.cacheBytes(planes: planes, limit: TIFFBands.largestCache)
    }
}

extension TIFFAppearance {
    /// The nickname of the color space, as libvips has it.
    var colorSpace: String {
        if case .lab = colors { return "lab" }
        let is16Bit = output.bytes == 2
        return switch model {
        case .gray: is16Bit ? "grey16" : "b-w"
        case .rgb: is16Bit ? "rgb16" : "srgb"
        case .cmyk: "cmyk"
        }
    }
}

extension TIFFAppearance.NoData {
    /// The value as a text for people.
    var title: String {
        value.isNaN ? "NaN" : value.rounded() == value && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }
}
