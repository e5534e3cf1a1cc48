import Foundation

extension UIImage {
    /// The thickness of a symbol's lines. Raw values are UIKit's.
    public enum SymbolWeight: Int, Sendable, CaseIterable {
        case unspecified = 0
        case ultraLight = 1
        case thin, light, regular, medium, semibold, bold, heavy, black

        /// Returns the font weight that matches the symbol weight.
        public func fontWeight() -> UIFont.Weight {
            switch self {
            case .ultraLight: .ultraLight
            case .thin: .thin
            case .light: .light
            case .unspecified, .regular: .regular
            case .medium: .medium
            case .semibold: .semibold
            case .bold: .bold
            case .heavy: .heavy
            case .black: .black
            }
        }

        /// The width of lines relative to the regular weight. The values are Tilework's: they follow the stems of a
        /// grotesque in nine weights.
        var thickness: CGFloat {
            switch self {
            case .ultraLight: 0.3
            case .thin: 0.47
            case .light: 0.72
            case .unspecified, .regular: 1
            case .medium: 1.17
            case .semibold: 1.35
            case .bold: 1.55
            case .heavy: 1.8
            case .black: 2.05
            }
        }
    }

    /// The size of a symbol relative to text of its point size. Raw values are UIKit's.
    public enum SymbolScale: Int, Sendable, CaseIterable {
        /// The scale of the context: medium.
        case `default` = -1
        case unspecified = 0
        case small = 1
        case medium = 2
        case large = 3

        /// The size relative to the medium scale. Apple publishes no figures.
        var factor: CGFloat {
            switch self {
            case .default, .unspecified, .medium: 1
            case .small: 0.8
            case .large: 1.275
            }
        }
    }
}

extension UIFont.Weight {
    /// Returns the symbol weight that is nearest to the font weight.
    public func symbolWeight() -> UIImage.SymbolWeight {
        guard rawValue.isFinite else { return .regular }
        let weights = UIImage.SymbolWeight.allCases.dropFirst()
        return weights.min {
            abs($0.fontWeight().rawValue - rawValue) < abs($1.fontWeight().rawValue - rawValue)
        } ?? .regular
    }
}
