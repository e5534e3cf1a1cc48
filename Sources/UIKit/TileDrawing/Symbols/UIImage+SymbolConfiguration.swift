public import Foundation

extension UIImage {
    /// The size, weight, scale and colors of a symbol. Immutable.
    ///
    ///     let large = UIImage.SymbolConfiguration(textStyle: .title1, scale: .large)
    ///     let red = UIImage.SymbolConfiguration(hierarchicalColor: .systemRed)
    ///     imageView.preferredSymbolConfiguration = large.applying(red)
    ///
    /// Point sizes that are not positive numbers are ignored.
    // @unchecked Sendable: as its superclass.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// A configuration that specifies nothing.
        public static let unspecified = SymbolConfiguration(SymbolSettings())

        convenience init(_ settings: SymbolSettings) { self.init(nil, symbol: settings) }

        public convenience init(pointSize: CGFloat) {
            self.init(SymbolSettings(size: Self.size(pointSize)))
        }

        public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
            self.init(SymbolSettings(size: Self.size(pointSize), weight: weight))
        }

        public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            self.init(SymbolSettings(size: Self.size(pointSize), weight: weight, scale: scale))
        }

        public convenience init(scale: SymbolScale) { self.init(SymbolSettings(scale: scale)) }

        public convenience init(weight: SymbolWeight) { self.init(SymbolSettings(weight: weight)) }

        /// A configuration with the size of a text style's font, which follows the preferred content size.
        public convenience init(textStyle: UIFont.TextStyle) { self.init(SymbolSettings(size: .style(textStyle))) }

        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
            self.init(SymbolSettings(size: .style(textStyle), scale: scale))
        }

        /// A configuration with the size and weight of a font.
        public convenience init(font: UIFont) { self.init(font: font, scale: .unspecified) }

        public convenience init(font: UIFont, scale: SymbolScale) {
            let weight = UIFont.Weight(openType: font.request.weight).symbolWeight()
            self.init(SymbolSettings(size: Self.size(font.pointSize), weight: weight, scale: scale))
        }

        /// A configuration with a color for the primary level, and the same with less opacity for the others.
        public convenience init(hierarchicalColor: UIColor) {
            self.init(SymbolSettings(coloring: .hierarchical(hierarchicalColor)))
        }

        /// A configuration with a color for each level.
        public convenience init(paletteColors: [UIColor]) {
            self.init(SymbolSettings(coloring: paletteColors.isEmpty ? nil : .palette(paletteColors)))
        }

        /// Returns a configuration that shows symbols in the tint color.
        public static func preferringMonochrome() -> SymbolConfiguration {
            SymbolConfiguration(SymbolSettings(coloring: .monochrome))
        }

        /// Returns a configuration that shows symbols in their own colors, if they have any.
        public static func preferringMulticolor() -> SymbolConfiguration {
            SymbolConfiguration(SymbolSettings(coloring: .multicolor))
        }

        private static func size(_ points: CGFloat) -> SymbolSettings.Size? {
            points > 0 && points.isFinite ? .points(min(points, SymbolSettings.maxPointSize)) : nil
        }

        private func changed(_ change: (inout SymbolSettings) -> Void) -> SymbolConfiguration {
            var settings = symbol
            change(&settings)
            return SymbolConfiguration(traitCollection, symbol: settings)
        }

        public func configurationWithoutTextStyle() -> SymbolConfiguration {
            changed { if case .style = $0.size { $0.size = nil } }
        }

        public func configurationWithoutScale() -> SymbolConfiguration { changed { $0.scale = .unspecified } }
        public func configurationWithoutWeight() -> SymbolConfiguration { changed { $0.weight = .unspecified } }

        public func configurationWithoutPointSizeAndWeight() -> SymbolConfiguration {
            changed {
                if case .points = $0.size { $0.size = nil }
                $0.weight = .unspecified
            }
        }

        /// Returns whether another configuration specifies the same.
        public func isEqual(to other: SymbolConfiguration?) -> Bool { other.map { isEqual($0) } ?? false }
    }
}
