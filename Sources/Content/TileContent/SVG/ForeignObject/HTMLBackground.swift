import TileGraphics

/// An image of a background: a gradient, or an image at an address. CSS Images Level 4, 3.
struct HTMLBackgroundImage: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case none
        /// The angle in degrees, clockwise from upwards.
        case linear(angle: Double)
        /// The direction to a corner or a side: −1, 0 or 1 along each axis.
        case linearTo(x: Double, y: Double)
        case radial(isCircle: Bool, Extent, center: Position)
        /// The angle in degrees, clockwise from upwards.
        case conic(angle: Double, center: Position)
        case address(String)
    }

    /// The size of a radial gradient.
    enum Extent: Equatable, Sendable {
        case closestSide, farthestSide, closestCorner, farthestCorner
        case lengths(SVGLength, SVGLength)
    }

    struct Position: Equatable, Sendable {
        var x = SVGLength(50, .percent)
        var y = SVGLength(50, .percent)
    }

    struct Stop: Equatable, Sendable {
        var color: SVGPaint
        /// The position; nil for one between its neighbors. Angles are percentages of a turn.
        var position: SVGLength?
    }

    var kind = Kind.none
    var repeats = false
    var stops: [Stop] = []

    /// The maximum number of stops.
    static let maxStops = 256
}

/// The positions and sizes of a background's images. The values repeat if there are more images.
struct HTMLImagePlacement: Equatable, Sendable {
    enum Size: Equatable, Sendable {
        case cover, contain
        /// The lengths; nil for `auto`.
        case lengths(SVGLength?, SVGLength?)
    }

    var position = [HTMLBackgroundImage.Position(x: .zero, y: .zero)]
    var size = [Size.lengths(nil, nil)]
    var repeats = [true]
}

extension SVGStyle {
    /// Sets the color and the images of the background.
    mutating func setBackground(_ bytes: TextBytes) -> Bool {
        var parser = SVGValueParser(bytes)
        var color = SVGPaint.none
        var images: [HTMLBackgroundImage] = []
        var placement = HTMLImagePlacement(position: [], size: [], repeats: [])
        repeat {
            guard images.count < Self.maxBackgroundImages else { return false }
            var image = HTMLBackgroundImage()
            var position: HTMLBackgroundImage.Position?
            var size = HTMLImagePlacement.Size.lengths(nil, nil)
            var repeats = true
            while !parser.isAtEnd, parser.token != .comma {
                if let found = parser.attempt({ $0.backgroundImage() }) {
                    image = found
                } else if let found = parser.attempt({ $0.color() }) {
                    color = found
                } else if let found = parser.attempt({ $0.backgroundPosition() }) {
                    position = found
                    if parser.consumeSlash() {
                        guard let found = parser.backgroundSize() else { return false }
                        size = found
                    }
                } else if let found = parser.backgroundRepeat() {
                    repeats = found
                } else {
                    // Keywords of attachment and boxes.
                    guard case .identifier(let name) = parser.token, Self.backgroundKeywords.contains(name) else {
                        return false
                    }
                    parser.advance()
                }
            }
            images.append(image)
            placement.position.append(position ?? HTMLBackgroundImage.Position(x: .zero, y: .zero))
            placement.size.append(size)
            placement.repeats.append(repeats)
        } while parser.consume(.comma)
        background = color
        if images.allSatisfy({ $0.kind == .none }) { (images, placement) = ([], HTMLImagePlacement()) }
        if !images.isEmpty || !box.images.isEmpty { changeBox { ($0.images, $0.imagePlacement) = (images, placement) } }
        return true
    }

    private static let maxBackgroundImages = 16

    private static let backgroundKeywords: Set<String> = [
        "none", "scroll", "fixed", "local", "border-box", "padding-box", "content-box", "text",
    ]

    mutating func setBackgroundPart(_ property: SVGAttribute, _ bytes: TextBytes) -> Bool {
        func list<Value>(_ read: @escaping (inout SVGValueParser) -> Value?) -> [Value]? {
            SVGValueParser.parse(bytes) { parser in
                var values: [Value] = []
                repeat {
                    guard values.count < Self.maxBackgroundImages, let value = read(&parser) else { return nil }
                    values.append(value)
                } while parser.consume(.comma)
                return values
            }
        }
        switch property {
        case .backgroundImage:
            let images = list { parser -> HTMLBackgroundImage? in
                parser.consume(identifier: "none") ? HTMLBackgroundImage() : parser.backgroundImage()
            }
            guard let images else { return false }
            changeBox { $0.images = images.allSatisfy { $0.kind == .none } ? [] : images }
        case .backgroundPosition:
            guard let positions = list({ $0.backgroundPosition() }) else { return false }
            changeBox { $0.imagePlacement.position = positions }
        case .backgroundSize:
            guard let sizes = list({ $0.backgroundSize() }) else { return false }
            changeBox { $0.imagePlacement.size = sizes }
        default:
            guard let repeats = list({ $0.backgroundRepeat() }) else { return false }
            changeBox { $0.imagePlacement.repeats = repeats }
        }
        return true
    }
}

extension SVGValueParser {
    fileprivate mutating func backgroundImage() -> HTMLBackgroundImage? {
        if let address = address() { return HTMLBackgroundImage(kind: .address(address)) }
        guard var name = functionName else { return nil }
        var image = HTMLBackgroundImage()
        if name.hasPrefix("-webkit-") { return nil }
        if name.hasPrefix("repeating-") {
            image.repeats = true
            name.removeFirst("repeating-".count)
        }
        guard ["linear-gradient", "radial-gradient", "conic-gradient"].contains(name) else { return nil }
        advance()
        var isConic = false
        let kind: HTMLBackgroundImage.Kind?
        switch name {
        case "linear-gradient": kind = linear()
        case "radial-gradient": kind = radial()
        default:
            kind = conic()
            isConic = true
        }
        guard let kind, let stops = stops(isConic: isConic), close() else { return nil }
        (image.kind, image.stops) = (kind, stops)
        return image
    }

    private mutating func linear() -> HTMLBackgroundImage.Kind? {
        if consume(identifier: "to") {
            var (x, y) = (0.0, 0.0)
            while case .identifier(let name) = token {
                switch name {
                case "left": x = -1
                case "right": x = 1
                case "top": y = -1
                case "bottom": y = 1
                default: return nil
                }
                advance()
            }
            return consume(.comma) && (x != 0 || y != 0) ? .linearTo(x: x, y: y) : nil
        }
        if let angle = attempt({ parser in parser.angle().flatMap { parser.consume(.comma) ? $0 : nil } }) {
            return .linear(angle: angle)
        }
        return .linear(angle: 180)
    }

    private mutating func radial() -> HTMLBackgroundImage.Kind? {
        var isCircle: Bool?
        var extent: HTMLBackgroundImage.Extent?
        var center = HTMLBackgroundImage.Position()
        var hasSome = false
        while true {
            if consume(identifier: "circle") {
                isCircle = true
            } else if consume(identifier: "ellipse") {
                isCircle = false
            } else if let found = keyword(Self.extents) {
                extent = found
            } else if consume(identifier: "at") {
                guard let position = backgroundPosition() else { return nil }
                center = position
            } else if let x = attempt({ $0.length(unitless: .zero, allowsNegative: false) }) {
                let y = attempt { $0.length(unitless: .zero, allowsNegative: false) }
                extent = .lengths(x, y ?? x)
                if y == nil { isCircle = true }
            } else {
                break
            }
            hasSome = true
        }
        if hasSome, !consume(.comma) { return nil }
        return .radial(isCircle: isCircle ?? false, extent ?? .farthestCorner, center: center)
    }

    private static let extents: [String: HTMLBackgroundImage.Extent] = [
        "closest-side": .closestSide, "farthest-side": .farthestSide, "closest-corner": .closestCorner,
        "farthest-corner": .farthestCorner,
    ]

    private mutating func conic() -> HTMLBackgroundImage.Kind? {
        var angle = 0.0
        var center = HTMLBackgroundImage.Position()
        var hasSome = false
        if consume(identifier: "from") {
            guard let found = self.angle() else { return nil }
            (angle, hasSome) = (found, true)
        }
        if consume(identifier: "at") {
            guard let found = backgroundPosition() else { return nil }
            (center, hasSome) = (found, true)
        }
        if hasSome, !consume(.comma) { return nil }
        return .conic(angle: angle, center: center)
    }

    private mutating func stops(isConic: Bool) -> [HTMLBackgroundImage.Stop]? {
        func position(_ parser: inout SVGValueParser) -> SVGLength? {
            if isConic, let angle = parser.attempt({ $0.angle() }) { return SVGLength(angle / 3.6, .percent) }
            return parser.attempt { $0.length(unitless: .zero) }
        }
        var stops: [HTMLBackgroundImage.Stop] = []
        repeat {
            guard stops.count < HTMLBackgroundImage.maxStops else { return nil }
            guard let color = color() else { return nil }
            let first = position(&self)
            stops.append(HTMLBackgroundImage.Stop(color: color, position: first))
            if first != nil, let second = position(&self) {
                stops.append(HTMLBackgroundImage.Stop(color: color, position: second))
            }
        } while consume(.comma)
        return stops.count > 1 ? stops : nil
    }

    fileprivate mutating func backgroundPosition() -> HTMLBackgroundImage.Position? {
        enum Side { case x, y, either }
        var parts: [(length: SVGLength, side: Side)] = []
        loop: while parts.count < 2 {
            switch token {
            case .identifier("left"): parts.append((.zero, .x))
            case .identifier("right"): parts.append((SVGLength(100, .percent), .x))
            case .identifier("top"): parts.append((.zero, .y))
            case .identifier("bottom"): parts.append((SVGLength(100, .percent), .y))
            case .identifier("center"): parts.append((SVGLength(50, .percent), .either))
            default:
                guard let length = attempt({ $0.length(unitless: .zero) }) else { break loop }
                parts.append((length, .either))
                continue loop
            }
            advance()
        }
        guard let first = parts.first else { return nil }
        guard parts.count == 2 else {
            let middle = SVGLength(50, .percent)
            return first.side == .y
                ? HTMLBackgroundImage.Position(x: middle, y: first.length)
                : HTMLBackgroundImage.Position(x: first.length, y: middle)
        }
        let isSwapped = parts[0].side == .y || parts[1].side == .x
        let (x, y) = isSwapped ? (parts[1], parts[0]) : (parts[0], parts[1])
        guard x.side != .y, y.side != .x else { return nil }
        return HTMLBackgroundImage.Position(x: x.length, y: y.length)
    }

    fileprivate mutating func backgroundSize() -> HTMLImagePlacement.Size? {
        if consume(identifier: "cover") { return .cover }
        if consume(identifier: "contain") { return .contain }
        func part(_ parser: inout SVGValueParser) -> SVGLength?? {
            if parser.consume(identifier: "auto") { return .some(nil) }
            return parser.attempt { $0.length(unitless: .zero, allowsNegative: false) }.map { .some($0) }
        }
        guard let width = part(&self) else { return nil }
        return .lengths(width, part(&self) ?? nil)
    }

    /// Reads whether images repeat. Repetition along one axis only counts as repetition.
    fileprivate mutating func backgroundRepeat() -> Bool? {
        guard
            let first = keyword(["repeat": true, "no-repeat": false, "repeat-x": true, "repeat-y": true, "space": true])
        else { return nil }
        let second = keyword(["repeat": true, "no-repeat": false, "space": true])
        return first || second == true
    }
}
