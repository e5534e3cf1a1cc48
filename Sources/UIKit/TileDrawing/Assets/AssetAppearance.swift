/// The appearance that a color or an image of a set is meant for.
struct AssetAppearance: Decodable {
    enum Meaning {
        case light
        case dark
        case highContrast
    }

    private let appearance: String
    private let value: String

    /// The meaning of the appearance, or `nil` if it is not supported here.
    var meaning: Meaning? {
        switch (appearance, value) {
        case ("luminosity", "light"): .light
        case ("luminosity", "dark"): .dark
        case ("contrast", "high"): .highContrast
        default: nil
        }
    }
}
