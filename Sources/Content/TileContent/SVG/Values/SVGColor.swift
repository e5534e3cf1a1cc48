import TileGraphics

/// The color parser: CSS Color Level 4 and 5, with the rules of browsers.
enum SVGColor {
    /// Returns the color, or nil if the text is not a color that is the same on every element.
    static func parse(_ text: String) -> Color? {
        var text = text
        guard case .color(let color)? = text.withUTF8({ paint($0) }) else { return nil }
        return color
    }

    /// Returns the color as a paint, or nil if the text is not a color.
    static func paint(_ bytes: TextBytes) -> SVGPaint? {
        // Most colors are hexadecimal.
        if let color = hexadecimal(bytes) { return .color(color) }
        return SVGValueParser.parse(bytes) { $0.color() }
    }

    /// Returns the color of a number sign with hexadecimal digits.
    static func hexadecimal(_ bytes: TextBytes) -> Color? {
        guard let first = bytes.first, first == 0x23 else { return nil }
        return hexadecimal(digits: TextBytes(rebasing: bytes.dropFirst()))
    }

    /// Returns the color of 3, 4, 6 or 8 hexadecimal digits.
    static func hexadecimal(digits: TextBytes) -> Color? {
        guard digits.count <= 8 else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        func double(_ nibble: UInt32) -> UInt32 { nibble & 15 * 17 }
        switch digits.count {
        case 3: return color(double(value >> 8) << 16 | double(value >> 4) << 8 | double(value))
        case 4:
            return color(
                double(value >> 12) << 16 | double(value >> 8) << 8 | double(value >> 4),
                alpha: Double(double(value)) / 255)
        case 6: return color(value)
        case 8: return color(value >> 8, alpha: Double(value & 255) / 255)
        default: return nil
        }
    }

    static func color(_ value: UInt32, alpha: Double = 1) -> Color {
        Color(
            red: Double(value >> 16 & 255) / 255, green: Double(value >> 8 & 255) / 255,
            blue: Double(value & 255) / 255,
            alpha: alpha)
    }
}

extension SVGValueParser {
    /// Reads a color.
    mutating func color() -> SVGPaint? {
        guard let node = colorNode() else { return nil }
        if case .current = node { return .currentColor }
        if node.isAbsolute { return .color(node.value(in: SVGColorExpression.Context()).color) }
        return .expression(SVGColorExpression(node))
    }

    private mutating func colorNode() -> SVGColorExpression.Node? {
        switch token {
        case .hash(var digits):
            guard let color = digits.withUTF8({ SVGColor.hexadecimal(digits: $0) }) else { return nil }
            advance()
            return .value(SVGColorValue(color))
        case .identifier(let name):
            guard let node = Self.named(name) else { return nil }
            advance()
            return node
        case .function(let name):
            return nested { parser in
                parser.advance()
                guard let node = parser.colorFunction(name), parser.close() else { return nil }
                return node
            }
        default: return nil
        }
    }

    private static func named(_ name: String) -> SVGColorExpression.Node? {
        if let value = ColorNames.named[name] { return .value(SVGColorValue(SVGColor.color(value))) }
        if name == "currentcolor" { return .current }
        if name == "transparent" { return .value(SVGColorValue(SVGColor.color(0, alpha: 0))) }
        guard let (light, dark) = SVGColorNames.system[name] else { return nil }
        let alpha = name == "highlight" ? 0.8 : 1
        return .schemes(
            light: .value(SVGColorValue(SVGColor.color(light, alpha: alpha))),
            dark: .value(SVGColorValue(SVGColor.color(dark, alpha: alpha))))
    }

    private mutating func colorFunction(_ name: String) -> SVGColorExpression.Node? {
        switch name {
        case "rgb", "rgba": return components(.srgb, scale: 255)
        case "hsl", "hsla": return components(.hsl, percents: SIMD3(.nan, 100, 100))
        case "hwb": return components(.hwb, percents: SIMD3(.nan, 100, 100))
        case "lab": return components(.lab, percents: SIMD3(100, 125, 125))
        case "lch": return components(.lch, percents: SIMD3(100, 150, .nan))
        case "oklab": return components(.oklab, percents: SIMD3(1, 0.4, 0.4))
        case "oklch": return components(.oklch, percents: SIMD3(1, 0.4, .nan))
        case "color": return components(nil, percents: SIMD3(1, 1, 1))
        case "color-mix": return mix()
        case "light-dark":
            guard let light = colorNode(), consume(.comma), let dark = colorNode() else { return nil }
            return .schemes(light: light, dark: dark)
        case "contrast-color": return colorNode().map { .contrast($0) }
        default: return nil
        }
    }

    // MARK: Components

    /// Reads the rest of a color function.
    ///
    /// - Parameters:
    ///   - space: The space; nil if its name is the first argument.
    ///   - scale: The number of a component that is 1 in the space's own numbers.
    ///   - percents: The numbers that 100 % of each component are.
    private mutating func components(
        _ space: SVGColorSpace?, scale: Double = 1, percents: SIMD3<Double> = SIMD3(255, 255, 255)
    ) -> SVGColorExpression.Node? {
        var origin: SVGColorExpression.Node?
        if consume(identifier: "from") {
            guard let color = colorNode() else { return nil }
            origin = color
        }
        guard let space = space ?? keyword(SVGColorSpace.predefined) else { return nil }
        var channels: Channels = [:]
        if origin != nil {
            channels = space.channels
            channels["alpha"] = 3
        }
        guard let first = component(0, of: space, percents: percents, channels: channels) else { return nil }
        if origin == nil, space == .srgb || space == .hsl, token == .comma {
            return legacy(space, first, scale: scale, percents: percents)
        }
        var nodes = [first]
        for index in 1...2 {
            guard let next = component(index, of: space, percents: percents, channels: channels) else { return nil }
            nodes.append(next)
        }
        var alpha = Component.given(
            origin == nil ? .constant(1) : .channel(3), isPercent: false)
        if consumeSlash() {
            guard let given = component(3, of: space, percents: percents, channels: channels) else { return nil }
            alpha = given
        }
        nodes.append(alpha)
        if let origin {
            return .relative(
                SVGColorExpression.Relative(space: space, scale: scale, channels: nodes.map(\.node)), origin: origin)
        }
        return color(space, nodes, scale: scale)
    }

    /// A component, or `none`.
    private enum Component {
        case none
        case given(SVGCalculation.Node, isPercent: Bool)

        var node: SVGCalculation.Node? {
            if case .given(let node, _) = self { return node }
            return nil
        }

        var isPercent: Bool? {
            if case .given(_, let isPercent) = self { return isPercent }
            return nil
        }
    }

    /// Reads a component, whose numbers are those of the function.
    ///
    /// - Parameter index: The number of the component; 3 is the alpha.
    private mutating func component(
        _ index: Int, of space: SVGColorSpace, percents: SIMD3<Double>, channels: Channels = [:]
    ) -> Component? {
        if consume(identifier: "none") { return Component.none }
        if case .identifier(let name) = token, let channel = channels[name] {
            advance()
            return .given(.channel(channel), isPercent: false)
        }
        let isHue = index == space.hue
        let whole = index < 3 ? percents[index] : 1
        switch token {
        case .number(let value):
            advance()
            return .given(.constant(value), isPercent: false)
        case .percentage(let value) where !isHue:
            advance()
            return .given(.constant(value / 100 * whole), isPercent: true)
        case .dimension where isHue: return angle().map { .given(.constant($0), isPercent: false) }
        case .function:
            guard let calculation = calculation(percent: isHue ? .refused : .percent, channels: channels) else {
                return nil
            }
            switch calculation.dimension {
            case .number: return .given(calculation.node, isPercent: false)
            case .angle where isHue: return .given(calculation.node, isPercent: false)
            case .percent:
                return .given(.product(calculation.node, .constant(whole / 100)), isPercent: true)
            default: return nil
            }
        default: return nil
        }
    }

    /// Reads the rest of a color with commas: all components are numbers, or all are percentages.
    private mutating func legacy(
        _ space: SVGColorSpace, _ first: Component, scale: Double, percents: SIMD3<Double>
    ) -> SVGColorExpression.Node? {
        var nodes = [first]
        for index in 1...2 {
            guard consume(.comma), let next = component(index, of: space, percents: percents) else { return nil }
            nodes.append(next)
        }
        guard nodes.allSatisfy({ $0.node != nil }) else { return nil }
        if space == .hsl {
            guard nodes[1].isPercent == true, nodes[2].isPercent == true else { return nil }
        } else {
            guard nodes.allSatisfy({ $0.isPercent == first.isPercent }) else { return nil }
        }
        if consume(.comma) {
            guard let alpha = component(3, of: space, percents: percents), alpha.node != nil else { return nil }
            nodes.append(alpha)
        } else {
            nodes.append(.given(.constant(1), isPercent: false))
        }
        return color(space, nodes, scale: scale)
    }

    private func color(_ space: SVGColorSpace, _ nodes: [Component], scale: Double) -> SVGColorExpression.Node? {
        var value = SVGColorValue(space: space, components: .zero)
        for (index, component) in nodes.enumerated() {
            guard let node = component.node else {
                value.setMissing(index)
                continue
            }
            let number = node.value(SVGCalculation.Inputs())
            let bounded = number.isNaN ? 0 : min(1e9, max(-1e9, number))
            if index < 3 {
                value.components[index] = bounded / scale
            } else {
                value.alpha = min(1, max(0, bounded))
            }
        }
        value.bound()
        switch space {
        case .hsl: value.components.clampPercents()
        case .hwb: value.components.clampPercents()
        default: break
        }
        // The functions of older levels give colors of 8 bits.
        guard scale == 255 || space == .hsl || space == .hwb else { return .value(value) }
        return .value(value.asBytes)
    }

    // MARK: Mixing

    private mutating func mix() -> SVGColorExpression.Node? {
        var mix = SVGColorExpression.Mix(space: .oklab, parts: (0.5, 0.5))
        if consume(identifier: "in") {
            guard let space = keyword(SVGColorSpace.mixing) else { return nil }
            mix.space = space
            if case .identifier(let name) = token, let hue = SVGColorExpression.Mix.Hue(rawValue: name) {
                advance()
                guard space.hue != nil, consume(identifier: "hue") else { return nil }
                mix.hue = hue
            }
            guard consume(.comma) else { return nil }
        }
        guard let (first, firstPart) = mixed(), consume(.comma), let (second, secondPart) = mixed() else { return nil }
        switch (firstPart, secondPart) {
        case (nil, nil): break
        case (let part?, nil): mix.parts = (part, 1 - part)
        case (nil, let part?): mix.parts = (1 - part, part)
        case (let a?, let b?):
            let total = a + b
            mix.parts = total > 1 ? (a / total, b / total) : (a, b)
        }
        return .mix(mix, first, second)
    }

    /// Reads a color with an optional percentage before or after it.
    private mutating func mixed() -> (SVGColorExpression.Node, Double?)? {
        guard var part = optionalPart(), let color = colorNode() else { return nil }
        if part.value == nil {
            guard let after = optionalPart() else { return nil }
            part = after
        }
        return (color, part.value)
    }

    private struct Part {
        var value: Double?
    }

    /// Reads a percentage, if there is one. Nil if it is out of range.
    private mutating func optionalPart() -> Part? {
        var percent: Double?
        if case .percentage(let value) = token {
            advance()
            percent = value
        } else if case .function = token {
            percent = attempt { parser in
                guard let calculation = parser.calculation(percent: .percent), calculation.dimension == .percent else {
                    return nil
                }
                return calculation.node.constant.map { min(100, max(0, $0)) }
            }
        }
        guard let percent else { return Part() }
        return (0...100).contains(percent) ? Part(value: percent / 100) : nil
    }
}

extension SIMD3<Double> {
    /// Moves the last two components into 0…100.
    fileprivate mutating func clampPercents() {
        for index in 1...2 { self[index] = Swift.min(100, Swift.max(0, self[index])) }
    }
}

extension SVGColorValue {
    /// The color in sRGB with 8 bits for each component. Components of sRGB that are missing stay so.
    fileprivate var asBytes: SVGColorValue {
        let color = color
        var value = SVGColorValue(color)
        if space == .srgb { value.missing = missing }
        value.missing[3] = missing[3]
        return value
    }
}
