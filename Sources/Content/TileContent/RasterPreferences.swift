import TileSupport

/// The bands and the range of values that are shown of measured images: satellite images, heights, counts.
public struct RasterPreferences: Hashable, Sendable {
    /// The bands shown as gray, or as red, green and blue, counted from 1; empty to show the first ones. An image
    /// without one of them is shown by its first bands.
    public var bands: [Int] = []
    /// The values shown from black to white; nil to choose them by the file.
    public var range: ClosedRange<Double>?
    /// The channels that are blended, of an image that has channels; empty to show the first ones in their own colors.
    public var channels: [ChannelChoice] = []

    public init() {}

    /// The text that distinguishes tiles made with these preferences from others; empty for the default ones.
    public var suffix: String {
        guard self != RasterPreferences() else { return "" }
        let bands = bands.map(String.init).joined(separator: ",")
        let channels = channels.isEmpty ? "" : " channels \(channels.map(\.text).joined(separator: ","))"
        return " bands \(bands) range \(range.map { "\($0.lowerBound):\($0.upperBound)" } ?? "")" + channels
    }

    /// Returns the preferences with the bands, the range and the channels of others where those have some.
    func replaced(by others: RasterPreferences) -> RasterPreferences {
        var preferences = self
        if !others.bands.isEmpty { preferences.bands = others.bands }
        if let range = others.range { preferences.range = range }
        if !others.channels.isEmpty { preferences.channels = others.channels }
        return preferences
    }
}

extension RasterPreferences {
    /// A text that names no bands, no range, or no channels. The description says what is wrong and what to write.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The most characters of a wrong text that a message repeats.
    private static let mostRepeated = 80

    /// The texts that `bands(_:)` reads, except that a number may be too large, as a regular expression of ECMA-262.
    package static let bandsPattern = "^\(bandPattern)(,\(bandPattern),\(bandPattern))?$"
    private static let bandPattern = "0*[1-9][0-9]{0,4}"
    /// The texts that `range(_:)` reads, except that the first number may not be the lower one.
    package static let rangePattern = "^\(Double.decimalPattern):\(Double.decimalPattern)$"

    /// Reads bands as commands and addresses have them: `4,3,2`.
    ///
    /// - Throws: `Invalid` for a text other than one or three numbers from 1.
    public static func bands(_ text: String) throws(Invalid) -> [Int] {
        let numbers = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) ?? 0 : 0
        }
        guard [1, 3].contains(numbers.count), numbers.allSatisfy({ (1...65_535).contains($0) }) else {
            throw Invalid(
                description:
                    "invalid bands \(text.prefix(mostRepeated)): use one or three numbers from 1, such as 4,3,2")
        }
        return numbers
    }

    /// Reads a range as commands and addresses have it: `0:3000`.
    ///
    /// - Throws: `Invalid` for a text other than two finite numbers, of which the first is the lower one.
    public static func range(_ text: String) throws(Invalid) -> ClosedRange<Double> {
        let values = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map {
            Double(decimal: $0) ?? .nan
        }
        guard values.count == 2, values.allSatisfy(\.isFinite), values[0] < values[1],
            (values[1] - values[0]).isFinite
        else {
            throw Invalid(
                description: "invalid range \(text.prefix(mostRepeated)): "
                    + "use two numbers, the lower one first, such as 0:3000")
        }
        return values[0]...values[1]
    }
}
