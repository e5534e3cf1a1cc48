import TileGeometry
import TileGraphics

/// A basic shape of the `clip-path` property, and the box that it refers to: CSS Shapes Level 1, CSS Masking Level 1.
struct SVGClipShape: Equatable, Sendable {
    enum Box: Sendable { case fill, stroke, view }

    enum Shape: Equatable, Sendable {
        /// The box itself.
        case box
        case inset(Inset)
        case circle(Radius, at: Center)
        case ellipse(Radius, Radius, at: Center)
        case polygon(FillRule, [Point])
        case path(FillRule, Outline)
    }

    /// The distances from the box's sides, and the radii of the corners.
    struct Inset: Equatable, Sendable {
        var top: SVGLength
        var right: SVGLength
        var bottom: SVGLength
        var left: SVGLength
        /// The horizontal and vertical radii from the top left corner, clockwise. Empty for sharp corners.
        var radii: [Point] = []
    }

    struct Point: Equatable, Sendable {
        var x: SVGLength
        var y: SVGLength
    }

    typealias Center = Point

    enum Radius: Equatable, Sendable {
        case length(SVGLength)
        case closestSide, farthestSide
    }

    /// An outline that is compared by identity.
    struct Outline: Equatable, Sendable {
        var path: Path

        static func == (a: Outline, b: Outline) -> Bool { a.path === b.path }
    }

    var shape: Shape
    var box: Box

    /// Parses a value that is neither `none` nor an address; nil if it is invalid.
    ///
    /// - Parameter unitless: Whether numbers without a unit are lengths in pixels.
    init?(_ bytes: TextBytes, unitless: SVGValueParser.UnitlessLengths) {
        guard let shape = SVGValueParser.parse(bytes, { $0.clipShape(unitless) }) else { return nil }
        self = shape
    }

    fileprivate init(_ shape: Shape, _ box: Box?) {
        self.shape = shape
        // The border box, which is the default, is the one with the stroke.
        self.box = box ?? .stroke
    }

    /// Values for the reference box. The boxes of HTML stand for those of SVG.
    fileprivate static let boxes: [String: Box] = [
        "fill-box": .fill, "stroke-box": .stroke, "view-box": .view, "content-box": .fill, "padding-box": .fill,
        "border-box": .stroke, "margin-box": .stroke,
    ]

    /// Returns the outline.
    ///
    /// - Parameters:
    ///   - box: The reference box.
    ///   - length: Returns a length in user units, for a length that 100 % corresponds to.
    func outline(in box: TileGeometry.Box, length: (SVGLength, Double) -> Double) -> PictureGroup.Clip {
        var builder = PathBuilder()
        var rule = FillRule.nonZero
        func point(_ point: Point) -> (x: Double, y: Double) {
            (box.minX + length(point.x, box.width), box.minY + length(point.y, box.height))
        }
        switch shape {
        case .box: builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        case .inset(let inset): inset.build(&builder, in: box, length: length)
        case .circle(let radius, let center):
            let (x, y) = point(center)
            let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
            let r: Double
            switch radius {
            case .length(let value): r = max(0, length(value, diagonal))
            case .closestSide:
                r = min(Self.closest(x, low: box.minX, high: box.maxX), Self.closest(y, low: box.minY, high: box.maxY))
            case .farthestSide:
                r = max(
                    Self.farthest(x, low: box.minX, high: box.maxX), Self.farthest(y, low: box.minY, high: box.maxY))
            }
            if r > 0 { builder.ellipse(centerX: x, centerY: y, radiusX: r, radiusY: r) }
        case .ellipse(let radiusX, let radiusY, let center):
            let (x, y) = point(center)
            func size(_ radius: Radius, _ at: Double, low: Double, high: Double) -> Double {
                switch radius {
                case .length(let value): max(0, length(value, high - low))
                case .closestSide: Self.closest(at, low: low, high: high)
                case .farthestSide: Self.farthest(at, low: low, high: high)
                }
            }
            let rx = size(radiusX, x, low: box.minX, high: box.maxX)
            let ry = size(radiusY, y, low: box.minY, high: box.maxY)
            if rx > 0, ry > 0 { builder.ellipse(centerX: x, centerY: y, radiusX: rx, radiusY: ry) }
        case .polygon(let fillRule, let points):
            rule = fillRule
            for (index, vertex) in points.enumerated() {
                let (x, y) = point(vertex)
                if index == 0 { builder.move(x: x, y: y) } else { builder.line(x: x, y: y) }
            }
            builder.close()
        case .path(let fillRule, let outline):
            rule = fillRule
            builder.append(outline.path, CGAffineTransform(translationX: box.minX, y: box.minY))
        }
        return PictureGroup.Clip(parts: [(builder.build(), .identity)], rule: rule)
    }

    private static func closest(_ at: Double, low: Double, high: Double) -> Double {
        min(abs(at - low), abs(high - at))
    }

    private static func farthest(_ at: Double, low: Double, high: Double) -> Double {
        max(abs(at - low), abs(high - at))
    }
}

extension SVGClipShape.Inset {
    fileprivate func build(
        _ builder: inout PathBuilder, in box: Box, length: (SVGLength, Double) -> Double
    ) {
        var (top, bottom) = (length(self.top, box.height), length(self.bottom, box.height))
        var (left, right) = (length(self.left, box.width), length(self.right, box.width))
        // Distances that overlap are reduced in proportion.
        if left + right > box.width, left + right > 0 {
            (left, right) = (left * box.width / (left + right), right * box.width / (left + right))
        }
        if top + bottom > box.height, top + bottom > 0 {
            (top, bottom) = (top * box.height / (top + bottom), bottom * box.height / (top + bottom))
        }
        let x = box.minX + left
        let y = box.minY + top
        let width = box.width - left - right
        let height = box.height - top - bottom
        guard width > 0, height > 0 else { return }
        guard radii.count == 4 else { return builder.rectangle(x: x, y: y, width: width, height: height) }
        var corners = radii.map { (x: max(0, length($0.x, box.width)), y: max(0, length($0.y, box.height))) }
        // Corners that overlap are reduced by one factor: CSS Backgrounds Level 3, 4.5.
        var factor = 1.0
        let sides = [
            (corners[0].x + corners[1].x, width), (corners[2].x + corners[3].x, width),
            (corners[0].y + corners[3].y, height), (corners[1].y + corners[2].y, height),
        ]
        for (sum, side) in sides where sum > side { factor = min(factor, side / sum) }
        corners = corners.map { ($0.x * factor, $0.y * factor) }
        func corner(_ index: Int, toX: Double, toY: Double) {
            let radius = corners[index]
            if radius.x > 0, radius.y > 0 {
                builder.arc(
                    radiusX: radius.x, radiusY: radius.y, rotation: 0, large: false, sweep: true, x: toX, y: toY)
            } else {
                builder.line(x: toX, y: toY)
            }
        }
        builder.move(x: x + corners[0].x, y: y)
        builder.line(x: x + width - corners[1].x, y: y)
        corner(1, toX: x + width, toY: y + corners[1].y)
        builder.line(x: x + width, y: y + height - corners[2].y)
        corner(2, toX: x + width - corners[2].x, toY: y + height)
        builder.line(x: x + corners[3].x, y: y + height)
        corner(3, toX: x, toY: y + height - corners[3].y)
        builder.line(x: x, y: y + corners[0].y)
        corner(0, toX: x + corners[0].x, toY: y)
        builder.close()
    }
}

// MARK: Parsing

extension SVGValueParser {
    fileprivate mutating func clipShape(_ unitless: UnitlessLengths) -> SVGClipShape? {
        let before = keyword(SVGClipShape.boxes)
        guard case .function(let name) = token else { return before.map { SVGClipShape(.box, $0) } }
        advance()
        guard let shape = basicShape(name, unitless), close() else { return nil }
        let after = before == nil ? keyword(SVGClipShape.boxes) : nil
        return SVGClipShape(shape, before ?? after)
    }

    private mutating func basicShape(_ name: String, _ unitless: UnitlessLengths) -> SVGClipShape.Shape? {
        switch name {
        case "inset":
            guard let sides = sides(unitless) else { return nil }
            return inset(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3], unitless)
        case "rect":
            var edges: [SVGLength?] = []
            for _ in 0..<4 {
                if consume(identifier: "auto") {
                    edges.append(nil)
                } else {
                    guard let edge = length(unitless: unitless) else { return nil }
                    edges.append(edge)
                }
            }
            return inset(
                top: edges[0] ?? .zero, right: edges[1]?.fromEnd ?? .zero, bottom: edges[2]?.fromEnd ?? .zero,
                left: edges[3] ?? .zero, unitless)
        case "xywh":
            guard let x = length(unitless: unitless), let y = length(unitless: unitless),
                let width = length(unitless: unitless, allowsNegative: false),
                let height = length(unitless: unitless, allowsNegative: false)
            else { return nil }
            return inset(
                top: y, right: x.plus(width).fromEnd, bottom: y.plus(height).fromEnd, left: x, unitless)
        case "circle":
            let radius = radius(unitless) ?? .closestSide
            return center(unitless).map { .circle(radius, at: $0) }
        case "ellipse":
            var (radiusX, radiusY) = (SVGClipShape.Radius.closestSide, SVGClipShape.Radius.closestSide)
            if let x = radius(unitless) {
                guard let y = radius(unitless) else { return nil }
                (radiusX, radiusY) = (x, y)
            }
            return center(unitless).map { .ellipse(radiusX, radiusY, at: $0) }
        case "polygon": return polygon(unitless)
        case "path":
            var rule = FillRule.nonZero
            if let given = fillRule() {
                rule = given
                guard consume(.comma) else { return nil }
            }
            guard let path = pathString(), !path.isEmpty else { return nil }
            return .path(rule, SVGClipShape.Outline(path: path))
        default: return nil
        }
    }

    private mutating func fillRule() -> FillRule? { keyword(["nonzero": .nonZero, "evenodd": .evenOdd]) }

    /// Reads a string of path data without errors.
    mutating func pathString() -> Path? {
        guard case .string(var data) = token else { return nil }
        advance()
        return data.withUTF8 { SVGPathData.validPath($0, largestCount: Self.maxSegments) }
    }

    private static let maxSegments = 1_000_000

    /// Reads one to four lengths for the top, right, bottom and left.
    private mutating func sides(
        _ unitless: UnitlessLengths, allowsNegative: Bool = true
    ) -> [SVGLength]? {
        var lengths: [SVGLength] = []
        while lengths.count < 4, let length = attempt({ $0.length(unitless: unitless, allowsNegative: allowsNegative) })
        {
            lengths.append(length)
        }
        switch lengths.count {
        case 1: return [lengths[0], lengths[0], lengths[0], lengths[0]]
        case 2: return [lengths[0], lengths[1], lengths[0], lengths[1]]
        case 3: return [lengths[0], lengths[1], lengths[2], lengths[1]]
        case 4: return lengths
        default: return nil
        }
    }

    private mutating func inset(
        top: SVGLength, right: SVGLength, bottom: SVGLength, left: SVGLength, _ unitless: UnitlessLengths
    ) -> SVGClipShape.Shape? {
        var inset = SVGClipShape.Inset(top: top, right: right, bottom: bottom, left: left)
        if consume(identifier: "round") {
            guard let x = sides(unitless, allowsNegative: false) else { return nil }
            var y = x
            if consumeSlash() {
                guard let given = sides(unitless, allowsNegative: false) else { return nil }
                y = given
            }
            inset.radii = zip(x, y).map { SVGClipShape.Point(x: $0, y: $1) }
        }
        return .inset(inset)
    }

    private mutating func radius(_ unitless: UnitlessLengths) -> SVGClipShape.Radius? {
        if let named = keyword(["closest-side": SVGClipShape.Radius.closestSide, "farthest-side": .farthestSide]) {
            return named
        }
        return attempt { $0.length(unitless: unitless, allowsNegative: false) }.map { .length($0) }
    }

    /// Reads a position after `at`, which is the middle if there is none.
    private mutating func center(_ unitless: UnitlessLengths) -> SVGClipShape.Center? {
        guard consume(identifier: "at") else {
            return SVGClipShape.Center(x: SVGLength(50, .percent), y: SVGLength(50, .percent))
        }
        return position(unitless: unitless).map { SVGClipShape.Center(x: $0.x, y: $0.y) }
    }

    private mutating func polygon(_ unitless: UnitlessLengths) -> SVGClipShape.Shape? {
        var rule = FillRule.nonZero
        if let given = fillRule() {
            rule = given
            guard consume(.comma) else { return nil }
        }
        var points: [SVGClipShape.Point] = []
        repeat {
            guard points.count < Self.maxVertices, let x = length(unitless: unitless),
                let y = length(unitless: unitless)
            else { return nil }
            points.append(SVGClipShape.Point(x: x, y: y))
        } while consume(.comma)
        return .polygon(rule, points)
    }

    private static let maxVertices = 100_000
}

extension SVGLength {
    /// The same distance from the other end of what 100 % corresponds to.
    fileprivate var fromEnd: SVGLength {
        SVGLength(SVGCalculation.Node.difference(.length(100, .percent), SVGCalculation.Node(self)))
    }

    fileprivate func plus(_ other: SVGLength) -> SVGLength {
        SVGLength(SVGCalculation.Node.sum(SVGCalculation.Node(self), SVGCalculation.Node(other)).reduced)
    }
}
