import CTIFF
import TileSupport

extension TIFFRasterImage {
    /// The library that decodes the pixels, with its version.
    static let decoder: String = {
        let version = String(cString: TIFFGetVersion()).prefix { !$0.isNewline }
        return "libtiff \(version.split(separator: " ").last ?? "")"
    }()

    /// The facts that `tilework info` prints about values and transparency.
    var facts: [ContentDocument.Fact] {
        var facts: [ContentDocument.Fact] = []
        if layout.depth > 1 {
            let slices = GroupedNumber.text(layout.depth)
            facts.append(.init(name: "volume", value: "slice \(GroupedNumber.text(layout.slice + 1)) of \(slices)"))
        }
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

    /// The most pixels of rows that are decoded at once, unless a single row has more.
    static let batchPixels = 1 << 24
    private static let usualRows = 64

    /// The number of rows that are decoded at once when the whole image is read: whole pieces, so that each is decoded
    /// once, unless that are too many pixels.
    var batchRows: Int {
        let most = max(1, Self.batchPixels / layout.width)
        let rows = layout.isDirect ? 1 : layout.pieceHeight
        return min(most, rows * max(1, Self.usualRows / rows))
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
