public import Foundation
import TileGeometry

extension CGContext {
    public func setFillColor(_ color: CGColor) {
        state.fillSpace = color.space
        state.fill = color.ink
    }

    public func setStrokeColor(_ color: CGColor) {
        state.strokeSpace = color.space
        state.stroke = color.ink
    }

    /// The space of colors to come, and its black until one comes. A pattern's space has none: nothing is drawn.
    public func setFillColorSpace(_ space: CGColorSpace) {
        state.fillSpace = space
        state.fill = .color(space.initialColor)
    }

    /// The space of colors to come, and its black until one comes. A pattern's space has none: nothing is drawn.
    public func setStrokeColorSpace(_ space: CGColorSpace) {
        state.strokeSpace = space
        state.stroke = .color(space.initialColor)
    }

    /// - Parameter components: of the fill color space, and alpha. In a pattern's space it changes nothing.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        if let color = CGColor(colorSpace: state.fillSpace, components: components) { state.fill = color.ink }
    }

    /// - Parameter components: of the stroke color space, and alpha. In a pattern's space it changes nothing.
    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        if let color = CGColor(colorSpace: state.strokeSpace, components: components) { state.stroke = color.ink }
    }

    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        state.fillSpace = .deviceGray
        state.fill = .color(CGColorSpace.deviceGray.output([gray], alpha: alpha))
    }

    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        state.strokeSpace = .deviceGray
        state.stroke = .color(CGColorSpace.deviceGray.output([gray], alpha: alpha))
    }

    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fillSpace = .deviceRGB
        state.fill = .color(CGColorSpace.deviceRGB.output([red, green, blue], alpha: alpha))
    }

    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.strokeSpace = .deviceRGB
        state.stroke = .color(CGColorSpace.deviceRGB.output([red, green, blue], alpha: alpha))
    }

    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.fillSpace = .deviceCMYK
        state.fill = .color(CGColorSpace.deviceCMYK.output([cyan, magenta, yellow, black], alpha: alpha))
    }

    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        state.strokeSpace = .deviceCMYK
        state.stroke = .color(CGColorSpace.deviceCMYK.output([cyan, magenta, yellow, black], alpha: alpha))
    }

    // MARK: Patterns

    /// Fills with a pattern.
    ///
    /// - Parameter components: alpha for a pattern with colors of its own; for one without, those of the fill color
    ///   space's base space, and alpha. Without a pattern's space set before, such a pattern is drawn in device gray.
    public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        state.fill = .pattern(pattern, pattern.color(components, state.fillSpace))
    }

    /// Draws lines with a pattern; for the components see `setFillPattern(_:colorComponents:)`.
    public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        state.stroke = .pattern(pattern, pattern.color(components, state.strokeSpace))
    }

    /// How far patterns are shifted, in base space.
    public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase.isFinite ? phase : .zero }
}

extension CGColor {
    var ink: GraphicsState.Ink {
        if let pattern { return .pattern(pattern, output) }
        return .color(output)
    }
}

extension CGColorSpace {
    /// Black, or what is nearest.
    fileprivate var initialColor: Color {
        switch kind {
        case .cmyk: .black
        case .profile(let profile) where profile.model == .cmyk: output([0, 0, 0, 1], alpha: 1)
        case .pattern: Color(red: 0, green: 0, blue: 0, alpha: 0)
        default: output([CGFloat](repeating: 0, count: numberOfComponents), alpha: 1)
        }
    }
}

extension CGPattern {
    fileprivate func color(_ components: UnsafePointer<CGFloat>, _ space: CGColorSpace) -> Color {
        func alpha(_ value: CGFloat) -> Double { value.isNaN ? 0 : min(1, max(0, Double(value))) }
        if isColored { return Color(red: 0, green: 0, blue: 0, alpha: alpha(components[0])) }
        let base = space.baseColorSpace ?? .deviceGray
        let values = Array(UnsafeBufferPointer(start: components, count: base.numberOfComponents + 1))
        return base.output(Array(values.dropLast()), alpha: values[values.count - 1])
    }
}
