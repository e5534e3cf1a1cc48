import ArgumentParser
import TileContent

extension DrawingPreferences.ColorScheme: ExpressibleByArgument {}

/// As what drawings are shown that ask for whom.
struct DrawingArguments: ParsableArguments {
    @Option(help: "The colors of drawings that have two kinds (prefers-color-scheme).")
    var colorScheme = DrawingPreferences.ColorScheme.light

    var preferences: DrawingPreferences {
        var preferences = DrawingPreferences()
        preferences.colorScheme = colorScheme
        return preferences
    }
}
