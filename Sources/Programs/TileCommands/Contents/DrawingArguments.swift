import ArgumentParser
import TileContent

extension DrawingPreferences.ColorScheme: ExpressibleByArgument {}

/// The preferences that drawings can ask for.
struct DrawingArguments: ParsableArguments {
    @Option(help: "The color scheme for drawings that have a light and a dark one (prefers-color-scheme).")
    var colorScheme = DrawingPreferences.ColorScheme.light

    var preferences: DrawingPreferences {
        var preferences = DrawingPreferences()
        preferences.colorScheme = colorScheme
        return preferences
    }
}
