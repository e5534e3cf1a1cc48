package import Foundation
package import TileDrawing

/// Symbols as images, for modules that show them larger than bars do.
package enum BarSymbolImage {
    /// The size of symbols in bars: that of body text in the default category, at the large scale.
    static let barConfiguration = UIImage.SymbolConfiguration(pointSize: 17, weight: .regular, scale: .large)

    /// Returns a template image.
    ///
    /// - Parameters:
    ///   - side: The side in points.
    ///   - scale: The pixels per point.
    package static func magnifier(side: CGFloat, scale: CGFloat) -> UIImage {
        image(.magnifier, side: side, scale: scale)
    }

    static func ellipsis(side: CGFloat, scale: CGFloat) -> UIImage { image(.ellipsis, side: side, scale: scale) }

    private static func image(_ symbol: BarSymbol, side: CGFloat, scale: CGFloat) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let rect = CGRect(x: 0, y: 0, width: side, height: side)
        return UIGraphicsImageRenderer(size: rect.size, format: format)
            .image { _ in symbol.draw(in: rect, color: .black) }
            .withRenderingMode(.alwaysTemplate)
    }
}
