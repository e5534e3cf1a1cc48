public import Foundation
import TileGraphics

/// A description of a font: a name or a family, a size, and its weight, width and slant. Immutable.
///
/// The supported UIKit attributes are name, family, face, size and text style; the supported traits are weight, width,
/// slant and the symbolic ones. Others are dropped.
// @unchecked Sendable: NSObject is not marked so, but a descriptor adds only constants of Sendable types to it.
public final class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
    public struct AttributeName: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let family = AttributeName(rawValue: "NSFontFamilyAttribute")
        /// A PostScript name.
        public static let name = AttributeName(rawValue: "NSFontNameAttribute")
        /// The style within the family, such as "Bold Oblique".
        public static let face = AttributeName(rawValue: "NSFontFaceAttribute")
        /// In points.
        public static let size = AttributeName(rawValue: "NSFontSizeAttribute")
        /// A dictionary of `TraitKey`s.
        public static let traits = AttributeName(rawValue: "NSCTFontTraitsAttribute")
        public static let textStyle = AttributeName(rawValue: "NSCTFontUIUsageAttribute")
    }

    public struct TraitKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let symbolic = TraitKey(rawValue: "NSCTFontSymbolicTrait")
        /// A `UIFont.Weight` or its number.
        public static let weight = TraitKey(rawValue: "NSCTFontWeightTrait")
        /// A `UIFont.Width` or its number.
        public static let width = TraitKey(rawValue: "NSCTFontProportionTrait")
        /// Positive for letters that lean to the right.
        public static let slant = TraitKey(rawValue: "NSCTFontSlantTrait")
    }

    public struct SymbolicTraits: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
        public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// A design of the system font.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// The match for the family "serif".
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        /// The default design, because no rounded font is known.
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
        /// The match for the family "monospace".
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    let traits: FontTraits

    init(_ traits: FontTraits) { self.traits = traits }

    public convenience init(name fontName: String, size: CGFloat) {
        var traits = FontTraits()
        traits.name = fontName
        traits.size = size
        self.init(traits)
    }

    public convenience init(fontAttributes attributes: [AttributeName: Any]) {
        self.init(FontTraits().adding(attributes))
    }

    public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        preferredFontDescriptor(withTextStyle: style, compatibleWith: nil)
    }

    public static func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection).fontDescriptor
    }

    /// The size in points; 0 if the descriptor has none.
    public var pointSize: CGFloat { traits.size }

    /// The PostScript name of the face that matches the descriptor.
    public var postscriptName: String { UIFont(descriptor: self, size: traits.size).fontName }

    public var symbolicTraits: SymbolicTraits {
        let request = traits.request
        var result: SymbolicTraits = []
        if request.style != .normal { result.insert(.traitItalic) }
        if request.weight >= 600 { result.insert(.traitBold) }
        switch request.stretch {
        case .normal: break
        case .ultraCondensed, .extraCondensed, .condensed, .semiCondensed: result.insert(.traitCondensed)
        case .semiExpanded, .expanded, .extraExpanded, .ultraExpanded: result.insert(.traitExpanded)
        }
        if traits.isMonospaced { result.insert(.traitMonoSpace) }
        return result
    }

    public var fontAttributes: [AttributeName: Any] {
        var attributes: [AttributeName: Any] = [.size: traits.size]
        attributes[.family] = traits.family
        attributes[.name] = traits.name
        attributes[.face] = traits.face
        attributes[.textStyle] = traits.textStyle
        var keys: [TraitKey: Any] = [.symbolic: symbolicTraits.rawValue]
        if let weight = traits.weight { keys[.weight] = UIFont.Weight(openType: weight).rawValue }
        attributes[.traits] = keys
        return attributes
    }

    public func object(forKey attribute: AttributeName) -> Any? { fontAttributes[attribute] }

    // MARK: Others like it

    public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
        UIFontDescriptor(traits.adding(attributes))
    }

    public func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { changed { $0.size = newPointSize } }

    public func withFamily(_ newFamily: String) -> UIFontDescriptor {
        changed {
            $0.family = newFamily
            $0.name = nil
            ($0.isMonospaced, $0.isSerif) = (false, false)
        }
    }

    /// Returns the descriptor of the system font in another design.
    ///
    /// - Returns: nil if the descriptor is not that of the system font, or the design is unknown.
    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        guard traits.isSystemDesign, [.default, .serif, .rounded, .monospaced].contains(design) else { return nil }
        return changed {
            $0.family = nil
            ($0.isMonospaced, $0.isSerif) = (design == .monospaced, design == .serif)
        }
    }

    public func withFace(_ newFace: String) -> UIFontDescriptor {
        changed {
            $0.face = newFace
            $0.name = nil
            ($0.weight, $0.stretch, $0.style) = (nil, nil, nil)
        }
    }

    /// - Returns: nil if no installed face of the family has these traits.
    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        let descriptor = changed {
            $0.set(symbolicTraits)
            $0.name = nil
            $0.family = traits.request.family
        }
        let found = UIFont(descriptor: descriptor, size: max(1, traits.size)).fontName
        guard let face = FontCatalog.installed.face(named: found) else { return nil }
        let isBold = face.request.weight >= 600
        let isItalic = face.request.style != .normal
        guard isBold == symbolicTraits.contains(.traitBold), isItalic == symbolicTraits.contains(.traitItalic)
        else { return nil }
        return descriptor
    }

    private func changed(_ change: (inout FontTraits) -> Void) -> UIFontDescriptor {
        var traits = traits
        change(&traits)
        return UIFontDescriptor(traits)
    }

    // MARK: NSObject

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFontDescriptor else { return false }
        return traits == other.traits
    }

    public override var hash: Int { traits.hashValue }
}

extension FontTraits {
    fileprivate mutating func set(_ symbolic: UIFontDescriptor.SymbolicTraits) {
        weight = symbolic.contains(.traitBold) ? 700 : 400
        style = symbolic.contains(.traitItalic) ? .italic : .normal
        stretch =
            symbolic.contains(.traitCondensed) ? .condensed : symbolic.contains(.traitExpanded) ? .expanded : .normal
        if symbolic.contains(.traitMonoSpace) { isMonospaced = true }
    }

    fileprivate func adding(_ attributes: [UIFontDescriptor.AttributeName: Any]) -> FontTraits {
        var traits = self
        if let family = attributes[.family] as? String {
            traits.family = family
            traits.name = nil
        }
        if let name = attributes[.name] as? String { traits.name = name }
        if let face = attributes[.face] as? String { traits.face = face }
        if let size = attributes[.size].flatMap(number) { traits.size = size }
        if let style = attributes[.textStyle] as? UIFont.TextStyle { traits.textStyle = style }
        guard let keys = attributes[.traits] as? [UIFontDescriptor.TraitKey: Any] else { return traits }
        if let symbolic = keys[.symbolic] as? UIFontDescriptor.SymbolicTraits {
            traits.set(symbolic)
        } else if let symbolic = keys[.symbolic] as? UInt32 {
            traits.set(UIFontDescriptor.SymbolicTraits(rawValue: symbolic))
        }
        if let weight = keys[.weight].flatMap(number) { traits.weight = UIFont.Weight(weight).openType }
        if let width = keys[.width].flatMap(number) { traits.stretch = UIFont.Width(width).stretch }
        if let slant = keys[.slant].flatMap(number) { traits.style = slant > 0 ? .italic : .normal }
        return traits
    }

    private func number(_ value: Any) -> Double? {
        switch value {
        case let value as UIFont.Weight: value.rawValue
        case let value as UIFont.Width: value.rawValue
        default: attributeNumber(value)
        }
    }
}
