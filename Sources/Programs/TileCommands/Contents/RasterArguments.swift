import ArgumentParser
import Foundation
import TileContent

/// The bands and the values that are shown of measured images.
struct RasterArguments: ParsableArguments {
    @Option(
        help: """
            The bands of a TIFF that are shown, counted from 1: three as red, green, and blue, or one as gray; 4,3,2 for \
            infrared, red, and green. (default: the first three, or the first)
            """,
        transform: Self.bandNumbers)
    var bands: [Int]?

    @Option(
        help: ArgumentHelp(
            """
            The values of a TIFF that are shown from black to white, such as 0:3000. (default: the values that the file \
            states or has, unless its samples are those of a picture)
            """, valueName: "low:high"),
        transform: Self.valueRange)
    var range: ClosedRange<Double>?

    var preferences: RasterPreferences {
        var preferences = RasterPreferences()
        preferences.bands = bands ?? []
        preferences.range = range
        return preferences
    }

    private static func bandNumbers(_ text: String) throws -> [Int] {
        try read { () throws(RasterPreferences.Invalid) in try RasterPreferences.bands(text) }
    }

    private static func valueRange(_ text: String) throws -> ClosedRange<Double> {
        try read { () throws(RasterPreferences.Invalid) in try RasterPreferences.range(text) }
    }

    private static func read<Value>(_ body: () throws(RasterPreferences.Invalid) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw ValidationError(error.description)
        }
    }
}
