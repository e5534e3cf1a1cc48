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

    /// Sets the space of fill colors and selects its black. In a pattern space nothing is drawn until a pattern is set.
    public func setFillColorSpace(_ space: CGColorSpace) {
        state.fillSpace = space
        state.fill = .color(space.initialColor)
    }

    /// Sets the space of stroke colors and selects its black. In a pattern space nothing is drawn until a pattern is
    /// set.
    public func setStrokeColorSpace(_ space: CGColorSpace) {
        state.strokeSpace = space
        state.stroke = .color(space.initialColor)
    }

    /// - Parameter components: Components of the fill color space, and alpha. Ignored in a pattern space.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        if let color = CGColor(colorSpace: state.fillSpace, components: components) { state.fill = color.ink }
    }

    /// - Parameter components: Components of the stroke color space, and alpha. Ignored in a pattern space.
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

    /// Sets a pattern to fill with.
    ///
    /// - Parameter components: Only alpha for a colored pattern. For an uncolored one, the components of the fill color
    ///   space's base space, and alpha. Without a pattern space, an uncolored pattern is drawn in device gray.
    public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        state.fill = .pattern(pattern, pattern.color(components, state.fillSpace))
    }

    /// Sets a pattern to stroke with. For the components see `setFillPattern(_:colorComponents:)`.
    public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        state.stroke = .pattern(pattern, pattern.color(components, state.strokeSpace))
    }

    /// Sets the offset of patterns, in base space.
    public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase.isFinite ? phase : .zero }
}

extension CGColor {
    var ink: GraphicsState.Ink {
        if let pattern { return .pattern(pattern, output) }
        return .color(output)
    }
}

extension CGColorSpace {
    /// Black, or the nearest color.
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
