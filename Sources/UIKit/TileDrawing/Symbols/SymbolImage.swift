import Foundation
import TileGraphics
import TileSupport

/// A symbol with its configuration resolved: what a symbol image draws.
struct SymbolImage: Hashable, Sendable {
    let name: String
    let settings: SymbolSettings
    /// The share of variable lines that are shown, 0…1; nil for all.
    let variableValue: Double?
    /// The size of the font that the symbol matches, in points.
    let pointSize: CGFloat
    /// The size is rounded up to pixels of this number per point.
    let scale: CGFloat
    /// The size in points.
    private(set) var size = CGSize.zero
    /// The distance from the bottom to the baseline of text of the same point size, in points.
    private(set) var baselineOffset: CGFloat = 0

    /// Resolves a configuration for its traits.
    ///
    /// - Returns: nil if the name cannot be that of a symbol.
    init?(_ name: String, _ configuration: UIImage.SymbolConfiguration, variableValue: Double?) {
        guard let symbol = SymbolLibrary.symbol(named: name) else { return nil }
        self.name = name
        self.variableValue = variableValue.map { $0.isNaN ? 0 : min(1, max(0, $0)) }
        settings = configuration.symbol
        pointSize = configuration.symbol.pointSize(for: configuration.traitCollection)
        let displayScale = configuration.traitCollection?.displayScale ?? 0
        scale = displayScale > 0 && displayScale.isFinite ? displayScale : ImageDrawing.currentScale
        (size, baselineOffset) = metrics(SymbolShape.shape(symbol, thickness: settings.resolvedWeight.thickness))
    }

    private var shape: SymbolShape? {
        SymbolLibrary.symbol(named: name).map {
            SymbolShape.shape($0, thickness: settings.resolvedWeight.thickness)
        }
    }

    var isDirectional: Bool { shape?.isDirectional ?? false }

    /// A Boolean value that indicates whether the configuration has colors that replace the tint color.
    var hasColors: Bool {
        switch settings.coloring {
        case .hierarchical, .palette: true
        case .multicolor: SymbolLibrary.symbol(named: name)?.ownColors.isEmpty == false
        case .monochrome, nil: false
        }
    }

    // MARK: Metrics

    /// The height of a circle at the medium scale, relative to the point size: nearly the size itself. Apple publishes
    /// no figure.
    private static let circleHeight: CGFloat = 0.996
    /// The height of the table's circle, in units of a glyph.
    private static let circleUnits: CGFloat = 20.1
    /// The margins around the ink, in units of a glyph.
    private static let margin = CGSize(width: 0.9, height: 0.5)

    /// Points per unit of a shape.
    private var unit: CGFloat {
        pointSize * Self.circleHeight / Self.circleUnits * settings.scale.factor * SymbolGlyph.side / SymbolShape.side
    }

    private func metrics(_ shape: SymbolShape) -> (size: CGSize, baselineOffset: CGFloat) {
        let factor = SymbolShape.side / SymbolGlyph.side
        let box = shape.bounds.insetBy(dx: -Self.margin.width * factor, dy: -Self.margin.height * factor)
        func rounded(_ length: CGFloat) -> CGFloat { (length * unit * scale).rounded(.up) / scale }
        let size = CGSize(width: rounded(box.width), height: rounded(box.height))
        // The square's center is at half the height of capitals.
        let below = (box.midY - SymbolShape.side / 2) * unit + size.height / 2
        let capHeight = UIFont.systemFont(ofSize: pointSize).capHeight
        return (size, below - capHeight / 2)
    }

    // MARK: Drawing

    /// Draws the symbol in a rect of a context's user space.
    ///
    /// - Parameter tint: The color of symbols without colors of their own.
    func draw(in rect: CGRect, of context: CGContext, tint: UIColor?) {
        guard let shape, let symbol = SymbolLibrary.symbol(named: name) else { return }
        guard size.width > 0, size.height > 0 else { return }
        context.saveGState()
        context.translateBy(x: rect.midX, y: rect.midY)
        context.scaleBy(x: rect.width / size.width * unit, y: rect.height / size.height * unit)
        context.translateBy(x: -shape.bounds.midX, y: -shape.bounds.midY)
        let tint = tint ?? .black
        switch settings.coloring {
        case .hierarchical(let color):
            fill(shape, [color, color.withAlphaFactor(0.5), color.withAlphaFactor(0.25)], context)
        case .palette(let colors): fill(shape, colors, context)
        case .multicolor where !symbol.ownColors.isEmpty: fill(shape, symbol.ownColors, context)
        default: fill(shape, [tint], context)
        }
        context.restoreGState()
    }

    private func fill(_ shape: SymbolShape, _ colors: [UIColor], _ context: CGContext) {
        let isLayered = colors.count > 1 && shape.parts.contains { $0.level > 0 && !$0.isKnockout }
        let shown = variableValue.map { ($0 * Double(shape.stepCount)).rounded(.up) } ?? .infinity
        func isPale(_ part: SymbolShape.Part) -> Bool { part.step.map { Double($0) >= shown } ?? false }
        func fill(_ color: UIColor, _ isIncluded: (SymbolShape.Part) -> Bool) {
            let path = shape.area(where: isIncluded)
            guard !path.isEmpty else { return }
            context.setFillColor(color.cgColor)
            context.addPath(path)
            context.fillPath()
        }
        // Lower levels are behind the primary one.
        for level in isLayered ? [2, 1, 0] : [0] {
            let color = colors[min(level, colors.count - 1)]
            func isOfLevel(_ part: SymbolShape.Part) -> Bool {
                isLayered ? part.level == level && (!part.isKnockout || level == 0) : !part.isKnockout
            }
            fill(color) { isOfLevel($0) && !isPale($0) }
            if variableValue != nil { fill(color.withAlphaFactor(0.3)) { isOfLevel($0) && isPale($0) } }
        }
    }

    // MARK: Pixels

    private struct RasterKey: Hashable {
        var image: SymbolImage
        var scale: CGFloat
    }

    private static let rasters = Lock<[RasterKey: CGImage]>([:])
    /// The largest number of symbols whose pixels are kept. Few programs ask for pixels, because symbols are drawn as
    /// paths.
    private static let maxRasterCount = 64
    /// The largest number of pixels of a symbol that are kept.
    private static let maxRasterArea = 1 << 18

    /// Returns the symbol in pixels, in black where it has no colors; nil if it is too large.
    func pixels(scale: CGFloat) -> CGImage? {
        let key = RasterKey(image: self, scale: scale)
        if let known = Self.rasters.withLock({ $0[key] }) { return known }
        let area = CGRect(origin: .zero, size: size)
        guard !area.isEmpty else { return nil }
        let context = CGContext(recording: area, scale: scale)
        draw(in: area, of: context, tint: nil)
        let made = CGImage.rastering(context.finishPicture(), in: area, scale: scale)
        // Colors depend on the current traits.
        guard !hasColors, let made, made.width * made.height <= Self.maxRasterArea else { return made }
        Self.rasters.withLock {
            if $0.count >= Self.maxRasterCount { $0 = [:] }
            $0[key] = made
        }
        return made
    }
}

extension UIColor {
    fileprivate func withAlphaFactor(_ factor: CGFloat) -> UIColor {
        UIColor { traits in
            let color = self.resolvedColor(with: traits)
            return color.withAlphaComponent(color.cgColor.alpha * factor)
        }
    }
}
