import CTIFF
import Foundation
import TileGraphics

/// The way in which a TIFF page's samples are shown: the bands that are colors, alpha, missing values and the range
/// from black to white. All levels of an image have the same.
struct TIFFAppearance: Hashable, Sendable {
    /// The samples of a pixel, and how they become colors.
    enum Colors: Hashable, Sendable {
        /// Whole numbers from 0 to the largest that their bits can hold.
        case whole
        /// Numbers of any type, of which a range is shown.
        case ranged(SampleRange)
        /// Indices into a table of red, green and blue with 8 bits each.
        case palette([UInt8])
        /// CIE L\*a\*b\*, with or without a sign in a\* and b\*.
        case lab(isSigned: Bool)
    }

    enum Alpha: Hashable, Sendable {
        case none
        case straight(band: Int)
        /// Colors are multiplied by the alpha band.
        case premultiplied(band: Int)

        var band: Int? {
            switch self {
            case .none: nil
            case .straight(let band), .premultiplied(let band): band
            }
        }
    }

    /// The origin of the range that is shown.
    enum RangeOrigin: Hashable, Sendable {
        /// The user's preferences.
        case chosen
        /// The file's own tags.
        case stated
        /// The values found in the file.
        case sampled
    }

    /// A value that stands for missing data (GDAL's tag 42113).
    struct NoData: Hashable, Sendable {
        var value: Double
        /// The sample that a writer stores instead if it cuts off digits.
        var truncated: Double

        /// Reads the tag's text, which may be "nan". Returns nil for a value that samples of the type can't have.
        init?(_ text: String, _ type: TIFFSampleType) {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            guard let number = text.hasSuffix("nan") ? Double.nan : Double(text) else { return nil }
            // The largest number with 15 digits, as many programs write it, is too large.
            let largest = Double.greatestFiniteMagnitude
            let value = text.contains(where: \.isNumber) ? min(largest, max(-largest, number)) : number
            guard let stored = type.nearest(to: value) else { return nil }
            self.value = stored
            truncated = type.nearest(to: value, .towardZero) ?? stored
        }

        /// Returns whether a number stands for missing data.
        func matches(_ number: Double) -> Bool { number == value || number == truncated }

        static func == (a: NoData, b: NoData) -> Bool { a.value.bitPattern == b.value.bitPattern }
        func hash(into hasher: inout Hasher) { hasher.combine(value.bitPattern) }
    }

    var model: ICCProfile.Model
    var colors: Colors
    /// The origin of the range; nil if no range is shown.
    var rangeOrigin: RangeOrigin?
    /// The bands that are colors: one for gray or a palette, three or four.
    var bands: [Int]
    var alpha: Alpha
    /// Whether the lowest value is white.
    var isInverted: Bool
    var noData: NoData?
    /// The masks of the page and of its overviews.
    var masks: [TIFFMask]
    /// The layout that all levels have.
    var samples: TIFFSampleType

    /// Whether samples other than colors determine where a picture is transparent.
    var hasAlpha: Bool {
        if alpha != .none || noData != nil || !masks.isEmpty { return true }
        // Values that are not numbers are missing.
        if case .ranged = colors { return samples.isFloatingPoint }
        return false
    }

    /// The samples of pixels as `TIFFRaster` returns them.
    var output: SampleConversion.Samples {
        let bytes =
            switch colors {
            case .whole: samples.bits <= 8 ? 1 : 2
            case .ranged: 2
            case .palette, .lab: 1
            }
        return SampleConversion.Samples(model, hasAlpha: hasAlpha, bytes: bytes)
    }

    /// The bands that are read, the color bands first.
    var readBands: [Int] { bands + (alpha.band.map { [$0] } ?? []) }
}
