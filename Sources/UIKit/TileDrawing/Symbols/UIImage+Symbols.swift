import Foundation

extension UIImage {
    /// Creates the image of a system symbol.
    ///
    ///     imageView.image = UIImage(systemName: "heart.fill")
    ///
    /// Symbols are drawn by Tilework, or are icons of the installed Adwaita theme: see docs/views.md. For names without
    /// a drawing the image is a neutral shape, and the name is reported once. The image is a template unless its
    /// configuration has colors, and is sharp at any size.
    ///
    /// - Parameter name: A name such as "chevron.right".
    /// - Returns: nil if the name cannot be that of a symbol: it is empty, longer than 100 bytes, or has other
    ///   characters than small letters, digits and periods.
    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

    /// Creates the image of a system symbol for the size category and scale of traits.
    public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) {
        self.init(systemName: name, withConfiguration: Configuration(traitCollection: traitCollection))
    }

    /// Creates the image of a system symbol with a size, a weight and colors.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        self.init(symbol: name, variableValue: nil, configuration)
    }

    /// Creates the image of a system symbol of which only a part is shown strongly.
    ///
    /// - Parameter variableValue: The part of the symbol's waves, 0…1.
    public convenience init?(
        systemName name: String, variableValue value: Double, configuration: Configuration? = nil
    ) {
        self.init(symbol: name, variableValue: value, configuration)
    }

    convenience init?(symbol name: String, variableValue: Double?, _ configuration: Configuration?) {
        let configuration = SymbolConfiguration.unspecified.applying(configuration)
        guard let symbol = SymbolImage(name, configuration, variableValue: variableValue) else { return nil }
        var traits = ImageTraits(pixels: nil, scale: symbol.scale, orientation: .up)
        traits.show(symbol, configuration)
        self.init(traits)
    }

    // Standard images; unlike in UIKit, all are symbols in the size of body text.

    public static var actions: UIImage { standard("ellipsis.circle") }
    public static var add: UIImage { standard("plus.circle.fill") }
    public static var remove: UIImage { standard("minus.circle.fill") }
    public static var checkmark: UIImage { standard("checkmark") }
    public static var strokedCheckmark: UIImage { standard("checkmark.circle") }

    private static func standard(_ name: String) -> UIImage { UIImage(systemName: name) ?? UIImage() }

    /// A Boolean value that indicates whether the image is a system symbol.
    public var isSymbolImage: Bool { traits.symbol != nil }

    /// The size, weight and colors of a symbol; nil for other images.
    public var symbolConfiguration: SymbolConfiguration? { traits.configuration as? SymbolConfiguration }

    /// Returns the symbol with what a configuration specifies in addition; nil for other images.
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        guard isSymbolImage else { return nil }
        return withSymbolConfiguration((symbolConfiguration ?? .unspecified).applying(configuration))
    }

    /// Returns a symbol with exactly this configuration; other images unchanged.
    func withSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage {
        guard let symbol = traits.symbol,
            let changed = SymbolImage(symbol.name, configuration, variableValue: symbol.variableValue)
        else { return self }
        if changed == symbol, traits.configuration == configuration { return self }
        return self.changed { $0.show(changed, configuration) }
    }

    /// Returns a symbol as a view with a preferred configuration and traits shows it: what the image itself specifies
    /// takes precedence. Other images are returned unchanged.
    package func displayed(
        preferring preferred: SymbolConfiguration?, for traitCollection: UITraitCollection
    ) -> UIImage {
        guard let symbol = traits.symbol else { return self }
        let wanted = (preferred ?? .unspecified).applying(symbolConfiguration)
        // The view's traits take precedence over those for which the image was made.
        let resolved = wanted.withTraitCollection(
            UITraitCollection(traitsFrom: [wanted.traitCollection, traitCollection].compactMap { $0 }))
        guard let shown = SymbolImage(symbol.name, resolved, variableValue: symbol.variableValue), shown != symbol
        else { return self }
        return changed { traits in
            traits.show(shown, resolved)
            // Without the traits, so that a view inside this one can show it with its own.
            traits.configuration = wanted
        }
    }

    /// A Boolean value that indicates whether views show the image's shape in their tint color.
    package var isTemplate: Bool {
        switch renderingMode {
        case .alwaysTemplate: true
        case .alwaysOriginal: false
        case .automatic: isSymbolImage
        }
    }
}

extension ImageTraits {
    mutating func show(_ symbol: SymbolImage, _ configuration: UIImage.SymbolConfiguration) {
        // An offset of the program's own stays.
        if baselineOffset == self.symbol?.baselineOffset { baselineOffset = symbol.baselineOffset }
        self.symbol = symbol
        self.configuration = configuration
        scale = symbol.scale
        if symbol.isDirectional { flipsForRightToLeft = true }
    }
}
