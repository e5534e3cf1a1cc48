/// The bands and the range of values that are shown of measured images: satellite images, heights, counts.
public struct RasterPreferences: Hashable, Sendable {
    /// The bands shown as gray, or as red, green and blue, counted from 1; empty to show the first ones. An image
    /// without one of them is shown by its first bands.
    public var bands: [Int] = []
    /// The values shown from black to white; nil to choose them by the file.
    public var range: ClosedRange<Double>?

    public init() {}

    /// The text that distinguishes tiles made with these preferences from others; empty for the default ones.
    public var suffix: String {
        guard self != RasterPreferences() else { return "" }
        let bands = bands.map(String.init).joined(separator: ",")
        return " bands \(bands) range \(range.map { "\($0.lowerBound):\($0.upperBound)" } ?? "")"
    }
}
