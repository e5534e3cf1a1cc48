import ArgumentParser
import Foundation
import TileContent

/// The bands, channels and values that are shown of measured images.
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

    @Option(
        help: ArgumentHelp(
            """
            The channels of a microscope's TIFF that are added up, by name or number, each with a color and an opacity \
            if wanted. (default: the first six in their own colors)
            """, valueName: "name:color@opacity,…"),
        transform: Self.channelChoices)
    var channels: [ChannelChoice]?

    var preferences: RasterPreferences {
        var preferences = RasterPreferences()
        preferences.bands = bands ?? []
        preferences.range = range
        preferences.channels = channels ?? []
        return preferences
    }

    private static func bandNumbers(_ text: String) throws -> [Int] {
        try read { () throws(RasterPreferences.Invalid) in try RasterPreferences.bands(text) }
    }

    private static func valueRange(_ text: String) throws -> ClosedRange<Double> {
        try read { () throws(RasterPreferences.Invalid) in try RasterPreferences.range(text) }
    }

    private static func channelChoices(_ text: String) throws -> [ChannelChoice] {
        try read { () throws(RasterPreferences.Invalid) in try RasterPreferences.channels(text) }
    }

    private static func read<Value>(_ body: () throws(RasterPreferences.Invalid) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw ValidationError(error.description)
        }
    }
}
