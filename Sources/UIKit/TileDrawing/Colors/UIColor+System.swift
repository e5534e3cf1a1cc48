import TileGraphics

// The colors that adapt to light and dark mode, with the values that Apple publishes for iOS 13 to 18 (Human Interface
// Guidelines, Color, Specifications), including those for high contrast.

extension UIColor {
    public static let systemRed = system(
        "systemRed", light: 0xFF3B30, dark: 0xFF453A, contrastLight: 0xD70015, contrastDark: 0xFF6961)
    public static let systemGreen = system(
        "systemGreen", light: 0x34C759, dark: 0x30D158, contrastLight: 0x248A3D, contrastDark: 0x30DB5B)
    public static let systemBlue = system(
        "systemBlue", light: 0x007AFF, dark: 0x0A84FF, contrastLight: 0x0040DD, contrastDark: 0x409CFF)
    public static let systemOrange = system(
        "systemOrange", light: 0xFF9500, dark: 0xFF9F0A, contrastLight: 0xC93400, contrastDark: 0xFFB340)
    public static let systemYellow = system(
        "systemYellow", light: 0xFFCC00, dark: 0xFFD60A, contrastLight: 0xB25000, contrastDark: 0xFFD426)
    public static let systemPink = system(
        "systemPink", light: 0xFF2D55, dark: 0xFF375F, contrastLight: 0xD30F45, contrastDark: 0xFF6482)
    public static let systemPurple = system(
        "systemPurple", light: 0xAF52DE, dark: 0xBF5AF2, contrastLight: 0x8944AB, contrastDark: 0xDA8FFF)
    public static let systemTeal = system(
        "systemTeal", light: 0x30B0C7, dark: 0x40C8E0, contrastLight: 0x008299, contrastDark: 0x5DE6FF)
    public static let systemIndigo = system(
        "systemIndigo", light: 0x5856D6, dark: 0x5E5CE6, contrastLight: 0x3634A3, contrastDark: 0x7D7AFF)
    public static let systemBrown = system(
        "systemBrown", light: 0xA2845E, dark: 0xAC8E68, contrastLight: 0x7F6545, contrastDark: 0xB59469)
    public static let systemMint = system(
        "systemMint", light: 0x00C7BE, dark: 0x63E6E2, contrastLight: 0x0C817B, contrastDark: 0x66D4CF)
    public static let systemCyan = system(
        "systemCyan", light: 0x32ADE6, dark: 0x64D2FF, contrastLight: 0x0071A4, contrastDark: 0x70D7FF)
    public static let systemGray = system(
        "systemGray", light: 0x8E8E93, dark: 0x8E8E93, contrastLight: 0x6C6C70, contrastDark: 0xAEAEB2)
    public static let systemGray2 = system(
        "systemGray2", light: 0xAEAEB2, dark: 0x636366, contrastLight: 0x8E8E93, contrastDark: 0x7C7C80)
    public static let systemGray3 = system(
        "systemGray3", light: 0xC7C7CC, dark: 0x48484A, contrastLight: 0xAEAEB2, contrastDark: 0x545456)
    public static let systemGray4 = system(
        "systemGray4", light: 0xD1D1D6, dark: 0x3A3A3C, contrastLight: 0xBCBCC0, contrastDark: 0x444446)
    public static let systemGray5 = system(
        "systemGray5", light: 0xE5E5EA, dark: 0x2C2C2E, contrastLight: 0xD8D8DC, contrastDark: 0x363638)
    public static let systemGray6 = system(
        "systemGray6", light: 0xF2F2F7, dark: 0x1C1C1E, contrastLight: 0xEBEBF0, contrastDark: 0x242426)

    /// The tint color inherited from a view; outside of views, the system's blue.
    public static let tintColor = UIColor(.dynamic(name: "tintColor") { systemBlue.resolvedColor(with: $0) })

    // MARK: Text

    public static let label = system("label", light: 0x000000, dark: 0xFFFFFF)
    public static let secondaryLabel = system(
        "secondaryLabel", light: 0x3C3C43, dark: 0xEBEBF5, lightAlpha: 0.6, darkAlpha: 0.6)
    public static let tertiaryLabel = system(
        "tertiaryLabel", light: 0x3C3C43, dark: 0xEBEBF5, lightAlpha: 0.3, darkAlpha: 0.3)
    public static let quaternaryLabel = system(
        "quaternaryLabel", light: 0x3C3C43, dark: 0xEBEBF5, lightAlpha: 0.18, darkAlpha: 0.16)
    public static let placeholderText = system(
        "placeholderText", light: 0x3C3C43, dark: 0xEBEBF5, lightAlpha: 0.3, darkAlpha: 0.3)
    public static let link = system("link", light: 0x007AFF, dark: 0x0984FF)

    // MARK: Lines and fills

    public static let separator = system("separator", light: 0x3C3C43, dark: 0x545458, lightAlpha: 0.29, darkAlpha: 0.6)
    public static let opaqueSeparator = system("opaqueSeparator", light: 0xC6C6C8, dark: 0x38383A)
    public static let systemFill = system(
        "systemFill", light: 0x787880, dark: 0x787880, lightAlpha: 0.2, darkAlpha: 0.36)
    public static let secondarySystemFill = system(
        "secondarySystemFill", light: 0x787880, dark: 0x787880, lightAlpha: 0.16, darkAlpha: 0.32)
    public static let tertiarySystemFill = system(
        "tertiarySystemFill", light: 0x767680, dark: 0x767680, lightAlpha: 0.12, darkAlpha: 0.24)
    public static let quaternarySystemFill = system(
        "quaternarySystemFill", light: 0x747480, dark: 0x767680, lightAlpha: 0.08, darkAlpha: 0.18)

    // MARK: Backgrounds; those of what lies above are lighter in the dark

    public static let systemBackground = system(
        "systemBackground", light: 0xFFFFFF, dark: 0x000000, elevatedDark: 0x1C1C1E)
    public static let secondarySystemBackground = system(
        "secondarySystemBackground", light: 0xF2F2F7, dark: 0x1C1C1E, elevatedDark: 0x2C2C2E)
    public static let tertiarySystemBackground = system(
        "tertiarySystemBackground", light: 0xFFFFFF, dark: 0x2C2C2E, elevatedDark: 0x3A3A3C)
    public static let systemGroupedBackground = system(
        "systemGroupedBackground", light: 0xF2F2F7, dark: 0x000000, elevatedDark: 0x1C1C1E)
    public static let secondarySystemGroupedBackground = system(
        "secondarySystemGroupedBackground", light: 0xFFFFFF, dark: 0x1C1C1E, elevatedDark: 0x2C2C2E)
    public static let tertiarySystemGroupedBackground = system(
        "tertiarySystemGroupedBackground", light: 0xF2F2F7, dark: 0x2C2C2E, elevatedDark: 0x3A3A3C)
    /// An older name of `systemGroupedBackground`.
    public static let groupTableViewBackground = systemGroupedBackground

    /// - Parameters: red, green and blue as one number, a byte each.
    private static func system(
        _ name: String, light: Int, dark: Int, contrastLight: Int? = nil, contrastDark: Int? = nil,
        elevatedDark: Int? = nil, lightAlpha: Double = 1, darkAlpha: Double = 1
    ) -> UIColor {
        let plain = (light: UIColor(light, lightAlpha), dark: UIColor(dark, darkAlpha))
        let contrast = (
            light: UIColor(contrastLight ?? light, lightAlpha), dark: UIColor(contrastDark ?? dark, darkAlpha)
        )
        let elevated = UIColor(elevatedDark ?? contrastDark ?? dark, darkAlpha)
        let hasLevels = elevatedDark != nil
        return UIColor(
            .dynamic(name: name) { traits in
                let pair = traits.accessibilityContrast == .high ? contrast : plain
                guard traits.userInterfaceStyle == .dark else { return pair.light }
                return hasLevels && traits.userInterfaceLevel == .elevated ? elevated : pair.dark
            })
    }

    private convenience init(_ rgb: Int, _ alpha: Double) {
        func part(_ shift: Int) -> Double { Double(rgb >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
    }
}
