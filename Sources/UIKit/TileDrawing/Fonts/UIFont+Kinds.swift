public import Foundation
import TileGraphics

extension UIFont {
    /// The weight of a face: 0 is regular, -1 the thinnest and 1 the boldest.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)

        /// UIKit's nine weights with the OpenType weights (`usWeightClass`) that fontconfig uses.
        private static let scale: [(weight: Double, openType: Double)] = [
            (-0.8, 100), (-0.6, 200), (-0.4, 300), (0, 400), (0.23, 500), (0.3, 600), (0.4, 700), (0.56, 800),
            (0.62, 900),
        ]

        /// The OpenType weight, 100…900, interpolated linearly between the nine.
        var openType: Int {
            let scale = Self.scale
            let value = Double(rawValue)
            guard value > scale[0].weight else { return 100 }
            for (low, high) in zip(scale, scale.dropFirst()) where value <= high.weight {
                let part = (value - low.weight) / (high.weight - low.weight)
                return Int((low.openType + part * (high.openType - low.openType)).rounded())
            }
            return 900
        }

        init(openType: Int) {
            let value = Double(openType)
            let scale = Self.scale
            for (low, high) in zip(scale, scale.dropFirst()) where value <= high.openType {
                let part = max(0, (value - low.openType) / (high.openType - low.openType))
                self.init(low.weight + part * (high.weight - low.weight))
                return
            }
            self = .black
        }
    }

    /// The width of a face: 0 is normal, negative narrower.
    public struct Width: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let compressed = Width(-0.4)
        public static let condensed = Width(-0.2)
        public static let standard = Width(0)
        public static let expanded = Width(0.2)

        var stretch: FontStretch {
            switch rawValue {
            case ..<(-0.3): .extraCondensed
            case ..<(-0.1): .condensed
            case ..<0.1: .normal
            default: .expanded
            }
        }
    }

    /// The role of text. Its size follows the user's preference.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let extraLargeTitle = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle")
        public static let extraLargeTitle2 = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle2")
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

        /// Sizes in points, from the smallest category to the largest, as Apple's Human Interface Guidelines publish
        /// them (Typography, Dynamic Type). The guidelines give the two extra large titles for `large` only; these grow
        /// like the large title and the first title.
        private static let sizes: [TextStyle: [Double]] = [
            .extraLargeTitle: [33, 34, 35, 36, 38, 40, 42, 46, 50, 54, 58, 62],
            .extraLargeTitle2: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
            .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
            .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
            .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
            .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
            .headline: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
            .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
            .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
            .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
            .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
            .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
            .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
        ]

        /// The growth from the default category.
        func factor(for category: UIContentSizeCategory) -> CGFloat {
            let sizes = Self.sizes[self] ?? Self.sizes[.body]!
            return CGFloat(sizes[category.step] / sizes[UIContentSizeCategory.large.step])
        }

        /// Returns the font request of the style. An unknown style uses the size of body.
        func request(for category: UIContentSizeCategory) -> FontRequest {
            let sizes = Self.sizes[self] ?? Self.sizes[.body]!
            var request = FontRequest(family: UIFont.systemFamily, size: sizes[category.step])
            switch self {
            case .headline: request.weight = 600
            case .extraLargeTitle, .extraLargeTitle2: request.weight = 700
            default: break
            }
            return request
        }
    }
}
