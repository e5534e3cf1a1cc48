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
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard [1, 3].contains(numbers.count), numbers.allSatisfy({ (1...65_535).contains($0) }) else {
            throw ValidationError("invalid bands \(text): use one or three numbers from 1, such as 4,3,2")
        }
        return numbers
    }

    private static func valueRange(_ text: String) throws -> ClosedRange<Double> {
        let values = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard values.count == 2, values.allSatisfy(\.isFinite), values[0] < values[1],
            (values[1] - values[0]).isFinite
        else {
            throw ValidationError("invalid range \(text): use two numbers, the lower one first, such as 0:3000")
        }
        return values[0]...values[1]
    }
}
