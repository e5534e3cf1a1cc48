public import Foundation
import TileGraphics

extension UIColor: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// A system colour is coded by its name, a pattern by its image, and any other by its components in extended sRGB; a
    /// dynamic colour of one's own by those that it has in the current traits.
    public func encode(with coder: NSCoder) {
        switch kind {
        case .dynamic(let name?, _) where prominence == .primary: coder.encode(name as NSString, forKey: "name")
        case .pattern(let image, let color):
            coder.encode(image, forKey: "image")
            coder.encode(Double(color.alpha), forKey: "alpha")
        case .fixed, .dynamic:
            guard let components else { return }
            coder.encode(Double(components.red), forKey: "red")
            coder.encode(Double(components.green), forKey: "green")
            coder.encode(Double(components.blue), forKey: "blue")
            coder.encode(Double(components.alpha), forKey: "alpha")
        }
    }

    /// - Returns: nil when nothing of a colour is there.
    public convenience init?(coder: NSCoder) {
        func number(_ key: String) -> CGFloat { coder.archivedLength(key) ?? 0 }
        if let name = coder.archivedText("name") {
            guard let known = Self.systemColors[name] else { return nil }
            self.init(known.kind)
        } else if coder.containsValue(forKey: "image") {
            guard let image = coder.archivedObject("image", of: UIImage.self) else { return nil }
            self.init(.pattern(image, image.patternColor(alpha: number("alpha"))))
        } else if coder.containsValue(forKey: "alpha") {
            self.init(red: number("red"), green: number("green"), blue: number("blue"), alpha: number("alpha"))
        } else {
            return nil
        }
    }

    /// By the names that they are coded by.
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
