public import Foundation

extension UIColor {
    /// Creates a color from the main bundle's asset catalogs; see `init(named:in:compatibleWith:)`.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// Creates a color from a bundle's asset catalogs.
    ///
    /// Catalogs are read as the folders that Xcode writes, not in their compiled form: the color set `name.colorset` in
    /// a folder `….xcassets` among the bundle's resources, or in a group of it. A color in a group that provides a
    /// namespace is found by both names, as in "Seats/Free". In a package on Linux the resource is declared as
    /// `resources: [.copy("Assets.xcassets")]`. The format follows Apple's "Asset Catalog Format Reference". Of the
    /// appearances, luminosity and contrast are supported; references to system colors are not.
    ///
    /// - Parameters:
    ///   - bundle: the bundle to search; nil for the main one.
    ///   - traitCollection: the traits to resolve the color for, once and for all; nil for a dynamic color.
    /// - Returns: nil if no set has that name or none of its colors can be read. Reads the file each time.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let bundle = bundle ?? .main
        guard let folder = AssetCatalogs.set(name, .color, in: bundle), let set = ColorSet(folder) else { return nil }
        if let traitCollection {
            self.init(set.color(for: traitCollection).kind)
        } else {
            self.init(.dynamic(name: folder.path) { set.color(for: $0) })
        }
    }
}

/// A color of an asset catalogue: one for each appearance.
struct ColorSet: Sendable {
    struct Entry: Sendable {
        var luminosity: UIUserInterfaceStyle?
        var isOfHighContrast: Bool?
        let color: UIColor

        /// Returns the number of appearances that match; nil if the entry is meant for other traits.
        func fitness(for traits: UITraitCollection) -> Int? {
            var fitness = 0
            if let luminosity {
                guard (traits.userInterfaceStyle == .dark) == (luminosity == .dark) else { return nil }
                fitness += 2
            }
            if let isOfHighContrast {
                guard (traits.accessibilityContrast == .high) == isOfHighContrast else { return nil }
                fitness += 1
            }
            return fitness
        }
    }

    let entries: [Entry]

    /// Returns the color that matches the traits best, or the first if none matches.
    func color(for traits: UITraitCollection) -> UIColor {
        var best: (entry: Entry, fitness: Int)?
        for entry in entries {
            guard let fitness = entry.fitness(for: traits), fitness > best?.fitness ?? -1 else { continue }
            best = (entry, fitness)
        }
        return (best?.entry ?? entries[0]).color
    }

    /// - Returns: nil if the set or all of its colors can't be read.
    init?(_ folder: URL) {
        guard let contents = AssetCatalogs.contents(of: folder.path, as: Contents.self) else { return nil }
        entries = contents.colors.compactMap(\.entry)
        if entries.isEmpty { return nil }
    }
}

/// The parts of a color set's file that are used here.
private struct Contents: Decodable {
    let colors: [Item]

    struct Item: Decodable {
        let appearances: [AssetAppearance]?
        let color: Components?

        /// The entry; nil if it has no color of its own, or an appearance that is unknown here.
        var entry: ColorSet.Entry? {
            guard let color = color?.color else { return nil }
            var entry = ColorSet.Entry(color: color)
            for appearance in appearances ?? [] {
                switch appearance.meaning {
                case .dark: entry.luminosity = .dark
                case .light: entry.luminosity = .light
                case .highContrast: entry.isOfHighContrast = true
                case nil: return nil
                }
            }
            return entry
        }
    }

    struct Components: Decodable {
        let space: String?
        let components: [String: String]?

        enum CodingKeys: String, CodingKey {
            case space = "color-space"
            case components
        }

        var color: UIColor? {
            guard let components else { return nil }
            let values = components.compactMapValues(Self.number)
            let alpha = components["alpha"] == nil ? 1 : values["alpha"]
            guard let alpha else { return nil }
            switch space {
            case "gray-gamma-22", "extended-gray":
                return values["white"].map { UIColor(white: $0, alpha: alpha) }
            case "srgb", "extended-srgb", "display-p3", nil:
                guard let red = values["red"], let green = values["green"], let blue = values["blue"] else {
                    return nil
                }
                return space == "display-p3"
                    ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
                    : UIColor(red: red, green: green, blue: blue, alpha: alpha)
            default: return nil
            }
        }

        /// Parses a component: "0.5" is a fraction of 1; "0x80" and "128" are of 255.
        private static func number(_ text: String) -> CGFloat? {
            if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 } }
            if let whole = Int(text) { return CGFloat(whole) / 255 }
            return Double(text).flatMap { $0.isFinite ? CGFloat($0) : nil }
        }
    }
}
