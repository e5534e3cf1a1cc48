import TileGraphics

/// A color that depends on the element that it is used on: on its `color` or its color scheme.
final class SVGColorExpression: Equatable, Sendable {
    indirect enum Node: Equatable, Sendable {
        case value(SVGColorValue)
        case current
        /// A color for light and one for dark color schemes.
        case schemes(light: Node, dark: Node)
        case mix(Mix, Node, Node)
        case relative(Relative, origin: Node)
        /// Black or white, whichever differs more.
        case contrast(Node)
    }

    /// The parameters of `color-mix()`.
    struct Mix: Equatable, Sendable {
        var space: SVGColorSpace
        var hue = Hue.shorter
        /// The parts of both colors. Together they are at most 1.
        var parts: (first: Double, second: Double)

        enum Hue: String, Sendable { case shorter, longer, increasing, decreasing }

        static func == (a: Mix, b: Mix) -> Bool { a.space == b.space && a.hue == b.hue && a.parts == b.parts }
    }

    /// The channels of a relative color.
    struct Relative: Equatable, Sendable {
        var space: SVGColorSpace
        /// The factors from the numbers of the channels to the space's own components.
        var scale: Double
        /// The calculations of three components and the alpha; nil for a missing one.
        var channels: [SVGCalculation.Node?]
    }

    /// The properties that colors depend on.
    struct Context: Equatable, Sendable {
        var current = Color.black
        var isDark = false
    }

    let node: Node

    init(_ node: Node) { self.node = node }

    static func == (a: SVGColorExpression, b: SVGColorExpression) -> Bool { a === b || a.node == b.node }

    func color(in context: Context) -> Color { node.value(in: context).color }
}

extension SVGColorExpression.Node {
    /// Whether the color is the same on every element.
    var isAbsolute: Bool {
        switch self {
        case .value: true
        case .current, .schemes: false
        case .mix(_, let first, let second): first.isAbsolute && second.isAbsolute
        case .relative(_, let origin): origin.isAbsolute
        case .contrast(let color): color.isAbsolute
        }
    }

    func value(in context: SVGColorExpression.Context) -> SVGColorValue {
        switch self {
        case .value(let value): value
        case .current: SVGColorValue(context.current)
        case .schemes(let light, let dark): (context.isDark ? dark : light).value(in: context)
        case .mix(let mix, let first, let second): mix.mixed(first.value(in: context), second.value(in: context))
        case .relative(let relative, let origin): relative.color(from: origin.value(in: context))
        case .contrast(let color): color.value(in: context).mostContrasting
        }
    }
}

extension SVGColorExpression.Mix {
    /// Returns the mix of two colors: CSS Color Level 4, 12.
    fileprivate func mixed(_ first: SVGColorValue, _ second: SVGColorValue) -> SVGColorValue {
        let total = parts.first + parts.second
        let amount = total > 0 ? parts.second / total : 0.5
        var (a, b) = (first.converted(to: space), second.converted(to: space))
        // A missing component is that of the other color.
        for index in 0..<4 where (a.missing[index] != 0) != (b.missing[index] != 0) {
            if a.missing[index] != 0 {
                if index < 3 { a.components[index] = b.components[index] } else { a.alpha = b.alpha }
            } else {
                if index < 3 { b.components[index] = a.components[index] } else { b.alpha = a.alpha }
            }
        }
        let alpha = a.alpha + (b.alpha - a.alpha) * amount
        var result = SVGColorValue(space: space, components: .zero, alpha: alpha)
        for index in 0..<3 {
            if index == space.hue {
                let (from, to) = hues(a.components[index], b.components[index])
                result.components[index] = from + (to - from) * amount
                continue
            }
            let (from, to) = (a.components[index] * a.alpha, b.components[index] * b.alpha)
            result.components[index] = alpha > 0 ? (from + (to - from) * amount) / alpha : 0
        }
        for index in 0..<4 where a.missing[index] != 0 && b.missing[index] != 0 { result.setMissing(index) }
        result.alpha *= min(1, total)
        // Mixes in these spaces are colors of sRGB.
        return space == .hsl || space == .hwb ? result.converted(to: .srgb) : result
    }

    /// Returns two hues, moved so that the second is reached in the wanted direction.
    private func hues(_ from: Double, _ to: Double) -> (Double, Double) {
        var (from, to) = (Self.turn(from), Self.turn(to))
        switch hue {
        case .shorter:
            if to - from > 180 { from += 360 } else if to - from < -180 { to += 360 }
        case .longer:
            if to - from > 0, to - from < 180 { from += 360 } else if to - from > -180, to - from <= 0 { to += 360 }
        case .increasing: if to < from { to += 360 }
        case .decreasing: if from < to { from += 360 }
        }
        return (from, to)
    }

    private static func turn(_ angle: Double) -> Double {
        let rest = angle.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}

extension SVGColorExpression.Relative {
    fileprivate func color(from origin: SVGColorValue) -> SVGColorValue {
        let converted = origin.converted(to: space)
        var inputs = SVGCalculation.Inputs()
        for index in 0..<3 { inputs.channels[index] = converted.components[index] * scale }
        inputs.channels[3] = converted.alpha
        var result = SVGColorValue(space: space, components: .zero)
        for (index, channel) in channels.enumerated() {
            guard let channel else {
                result.setMissing(index)
                continue
            }
            let value = SVGCalculation.bounded(channel.value(inputs))
            if index < 3 { result.components[index] = value / scale } else { result.alpha = min(1, max(0, value)) }
        }
        result.bound()
        return result.space == .hsl || result.space == .hwb ? result.converted(to: .srgb) : result
    }
}

extension SVGColorValue {
    init(_ color: Color) {
        self.init(space: .srgb, components: SIMD3(color.red, color.green, color.blue), alpha: color.alpha)
    }

    /// The color in sRGB, rounded to 8 bits. A color outside sRGB is cut to it, as in Chromium.
    var color: Color {
        let v = space.convert(components, to: .srgb)
        func byte(_ value: Double) -> Double {
            // Values that are halves but for the error of the conversion are rounded up.
            (min(1, max(0, value.isNaN ? 0 : value)) * 255 + 1e-5).rounded() / 255
        }
        return Color(red: byte(v[0]), green: byte(v[1]), blue: byte(v[2]), alpha: min(1, max(0, alpha)))
    }

    /// Moves a lightness and a chroma that are out of range to the nearest valid ones.
    mutating func bound() {
        switch space {
        case .lab, .lch: components[0] = min(100, max(0, components[0]))
        case .oklab, .oklch: components[0] = min(1, max(0, components[0]))
        case .hsl: components[1] = max(0, components[1])
        default: break
        }
        if space == .lch || space == .oklch { components[1] = max(0, components[1]) }
    }

    /// Black or white, whichever has the higher contrast with the color: WCAG 2.1.
    fileprivate var mostContrasting: SVGColorValue {
        let v = space.convert(components, to: .srgbLinear)
        let luminance = 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]
        return SVGColorValue(1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? .white : .black)
    }
}
