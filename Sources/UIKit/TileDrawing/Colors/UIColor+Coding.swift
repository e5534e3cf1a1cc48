public import Foundation
import TileGraphics

extension UIColor: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Encodes a system color by its name, a pattern by its image, a gray by its white, and any other color by its
    /// components in extended sRGB. A dynamic color of the program's own is encoded as it resolves in the current
    /// traits.
    public func encode(with coder: NSCoder) {
        switch kind {
        case .dynamic(let name?, _) where prominence == .primary: coder.encode(name as NSString, forKey: "name")
        case .pattern(let image, let color):
            coder.encode(image, forKey: "image")
            coder.encode(Double(color.alpha), forKey: "alpha")
        case .fixed, .dynamic:
            let color = cgColor
            let space = color.colorSpace
            if let name = space?.name, name == CGColorSpace.sRGB || space?.model == .monochrome {
                coder.encode(name as NSString, forKey: "space")
            }
            if space?.model == .monochrome, let values = color.components, values.count == 2 {
                coder.encode(Double(values[0]), forKey: "white")
                coder.encode(Double(values[1]), forKey: "alpha")
                return
            }
            guard let components else { return }
            coder.encode(Double(components.red), forKey: "red")
            coder.encode(Double(components.green), forKey: "green")
            coder.encode(Double(components.blue), forKey: "blue")
            coder.encode(Double(components.alpha), forKey: "alpha")
        }
    }

    /// - Returns: nil if the archive has no color.
    public convenience init?(coder: NSCoder) {
        func number(_ key: String) -> CGFloat { coder.archivedLength(key) ?? 0 }
        if let name = coder.archivedText("name") {
            guard let known = Self.systemColors[name] else { return nil }
            self.init(known.kind)
        } else if coder.containsValue(forKey: "image") {
            guard let image = coder.archivedObject("image", of: UIImage.self) else { return nil }
            self.init(.pattern(image, image.patternColor(alpha: number("alpha"))))
        } else if coder.containsValue(forKey: "white") {
            self.init(.fixed(Self.color([number("white"), number("alpha")], coder, or: CGColorSpace.extendedGray)))
        } else if coder.containsValue(forKey: "alpha") {
            let values = [number("red"), number("green"), number("blue"), number("alpha")]
            self.init(.fixed(Self.color(values, coder, or: CGColorSpace.extendedSRGB)))
        } else {
            return nil
        }
    }

    /// Returns the color of components in the color space that the archive names, if the number of components fits it,
    /// or else in another.
    private static func color(_ values: [CGFloat], _ coder: NSCoder, or name: String) -> CGColor {
        let named = coder.archivedText("space").flatMap { CGColorSpace(name: $0) }
        for space in [named, CGColorSpace(name: name)] {
            if let space, space.numberOfComponents == values.count - 1,
                let color = CGColor(colorSpace: space, components: values)
            {
                return color
            }
        }
        preconditionFailure("\(name) has \(values.count - 1) components")
    }

    /// The system colors, by the names that they are encoded with.
    static let systemColors: [String: UIColor] = {
        let all: [UIColor] = [
            .systemRed, .systemGreen, .systemBlue, .systemOrange, .systemYellow, .systemPink, .systemPurple,
            .systemTeal, .systemIndigo, .systemBrown, .systemMint, .systemCyan, .systemGray, .systemGray2,
            .systemGray3, .systemGray4, .systemGray5, .systemGray6, .tintColor, .label, .secondaryLabel,
            .tertiaryLabel, .quaternaryLabel, .placeholderText, .link, .separator, .opaqueSeparator, .systemFill,
            .secondarySystemFill, .tertiarySystemFill, .quaternarySystemFill, .systemBackground,
            .secondarySystemBackground, .tertiarySystemBackground, .systemGroupedBackground,
            .secondarySystemGroupedBackground, .tertiarySystemGroupedBackground,
        ]
        var named: [String: UIColor] = [:]
        for color in all {
            if case .dynamic(let name?, _) = color.kind { named[name] = color }
        }
        return named
    }()
}
