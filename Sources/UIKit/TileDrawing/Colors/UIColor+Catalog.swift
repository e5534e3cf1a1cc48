public import Foundation

extension UIColor {
    /// A color of the main bundle's asset catalogues; see `init(named:in:compatibleWith:)`.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// A color of a bundle's asset catalogues.
    ///
    /// Those are the folders that Xcode writes, not what it compiles of them: the color set `name.colorset` in a
    /// folder `….xcassets` among the bundle's resources, or in a group in it; of one that provides a namespace by both
    /// names, as in "Seats/Free". In a package on Linux that is `resources: [.copy("Assets.xcassets")]`. The format is
    /// that of Apple's "Asset Catalog Format Reference"; of appearances luminosity and contrast count, and colors by
    /// reference to the system's do not.
    ///
    /// - Parameters:
    ///   - bundle: nil for the main one.
    ///   - traitCollection: whose color it is for good; nil for a dynamic color.
    /// - Returns: nil when there is no set of that name, or no color in it that can be read. Reads the file each time.
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

        /// By how many appearances it fits; nil when it is meant for others.
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

    /// The color that fits the traits best; of none the first.
    func color(for traits: UITraitCollection) -> UIColor {
        var best: (entry: Entry, fitness: Int)?
        for entry in entries {
            guard let fitness = entry.fitness(for: traits), fitness > best?.fitness ?? -1 else { continue }
            best = (entry, fitness)
        }
        return (best?.entry ?? entries[0]).color
    }

    /// - Returns: nil when the set can't be read, or has no color that can.
    init?(_ folder: URL) {
        guard let contents = AssetCatalogs.contents(of: folder.path, as: Contents.self) else { return nil }
        entries = contents.colors.compactMap(\.entry)
        if entries.isEmpty { return nil }
    }
}

/// The file of a color set, as far as it is used.
private struct Contents: Decodable {
    let colors: [Item]

    struct Item: Decodable {
        let appearances: [AssetAppearance]?
        let color: Components?

        /// Nil for a color that is not said here, and for appearances that nothing is known of.
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

        /// "0.5" is a part of one, "0x80" and "128" are of 255.
        private static func number(_ text: String) -> CGFloat? {
            if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 } }
            if let whole = Int(text) { return CGFloat(whole) / 255 }
            return Double(text).flatMap { $0.isFinite ? CGFloat($0) : nil }
        }
    }
}
