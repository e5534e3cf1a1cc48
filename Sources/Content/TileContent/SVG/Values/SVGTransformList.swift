import Foundation
import TileGeometry
import TileGraphics

/// The functions of the `transform` property: CSS Transforms Level 1 and 2.
struct SVGTransformList: Equatable, Sendable {
    enum Function: Equatable, Sendable {
        case translate(SVGLength, SVGLength, SVGLength)
        /// A matrix of four columns.
        case matrix(SVGMatrix4)
    }

    var functions: [Function] = []

    init(_ functions: [Function] = []) { self.functions = functions }

    /// Parses the property; nil if it is invalid.
    init?(_ bytes: TextBytes) {
        guard let list = SVGValueParser.parse(bytes, { $0.transformList() }) else { return nil }
        self = list
    }

    /// Returns the product of the functions, outermost first.
    ///
    /// - Parameter length: Returns a length in user units. The flag says whether it is horizontal.
    func matrix(_ length: (SVGLength, _ isHorizontal: Bool) -> Double) -> SVGMatrix4 {
        var result = SVGMatrix4()
        for function in functions {
            switch function {
            case .translate(let x, let y, let z):
                result = result * SVGMatrix4(translation: SIMD3(length(x, true), length(y, false), length(z, true)))
            case .matrix(let matrix): result = result * matrix
            }
        }
        return result
    }
}

/// A transform in three dimensions. Only its part in the plane is drawn.
struct SVGMatrix4: Equatable, Sendable {
    var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    init() {
        columns = (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
    }

    init(translation: SIMD3<Double>) {
        self.init()
        columns.3 = SIMD4(translation, 1)
    }

    init(scale: SIMD3<Double>) {
        self.init()
        (columns.0[0], columns.1[1], columns.2[2]) = (scale[0], scale[1], scale[2])
    }

    init(_ plane: CGAffineTransform) {
        self.init()
        columns.0 = SIMD4(plane.a, plane.b, 0, 0)
        columns.1 = SIMD4(plane.c, plane.d, 0, 0)
        columns.3 = SIMD4(plane.tx, plane.ty, 0, 1)
    }

    /// Creates a rotation around an axis by an angle in degrees.
    init(axis: SIMD3<Double>, degrees: Double) {
        self.init()
        let length = (axis * axis).sum().squareRoot()
        guard length > 0, length.isFinite else { return }
        let u = axis / length
        let (sine, cosine) = Self.sineAndCosine(degrees)
        let rest = 1 - cosine
        columns.0 = SIMD4(
            cosine + u[0] * u[0] * rest, u[0] * u[1] * rest + u[2] * sine, u[0] * u[2] * rest - u[1] * sine, 0)
        columns.1 = SIMD4(
            u[0] * u[1] * rest - u[2] * sine, cosine + u[1] * u[1] * rest, u[1] * u[2] * rest + u[0] * sine, 0)
        columns.2 = SIMD4(
            u[0] * u[2] * rest + u[1] * sine, u[1] * u[2] * rest - u[0] * sine, cosine + u[2] * u[2] * rest, 0)
    }

    /// Creates a rotation in the plane.
    init(degrees: Double) { self.init(axis: SIMD3(0, 0, 1), degrees: degrees) }

    /// Returns the sine and cosine of an angle; exact ones for quarter turns.
    private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
        let turns = degrees / 90
        if turns == turns.rounded(), abs(turns) < 1e9 {
            switch ((Int(turns) % 4) + 4) % 4 {
            case 0: return (0, 1)
            case 1: return (1, 0)
            case 2: return (0, -1)
            default: return (-1, 0)
            }
        }
        return (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }

    static func * (a: SVGMatrix4, b: SVGMatrix4) -> SVGMatrix4 {
        func column(_ v: SIMD4<Double>) -> SIMD4<Double> {
            a.columns.0 * v[0] + a.columns.1 * v[1] + a.columns.2 * v[2] + a.columns.3 * v[3]
        }
        var result = SVGMatrix4()
        result.columns = (column(b.columns.0), column(b.columns.1), column(b.columns.2), column(b.columns.3))
        return result
    }

    static func == (a: SVGMatrix4, b: SVGMatrix4) -> Bool { a.columns == b.columns }

    /// The part in the plane, as Chromium draws it.
    var plane: CGAffineTransform {
        CGAffineTransform(
            a: columns.0[0], b: columns.0[1], c: columns.1[0], d: columns.1[1], tx: columns.3[0], ty: columns.3[1])
    }
}

/// The properties that transform an element besides the attribute.
struct SVGTransformStyle: Equatable, Sendable {
    /// The `transform` property; nil if the attribute applies.
    var list: SVGTransformList?
    var translate: SVGTransformList?
    var rotate: SVGTransformList?
    var scale: SVGTransformList?
    var origin: Origin?
    var box = Box.view

    struct Origin: Equatable, Sendable {
        var x: SVGLength
        var y: SVGLength
    }

    enum Box: Sendable { case view, fill, stroke }

    /// Values of `transform-box`. The boxes of HTML stand for those of SVG.
    static let boxes: [String: Box] = [
        "view-box": .view, "fill-box": .fill, "stroke-box": .stroke, "content-box": .fill, "border-box": .stroke,
    ]

    /// Whether a property transforms the element.
    var isSet: Bool { list != nil || translate != nil || rotate != nil || scale != nil }

    /// Returns the transform.
    ///
    /// - Parameters:
    ///   - attribute: The transform that the attribute gives.
    ///   - reference: The box that percentages and the origin refer to.
    ///   - length: Returns a length in user units, for a length that 100 % corresponds to.
    func transform(
        attribute: CGAffineTransform, reference: TileGeometry.Box, length: (SVGLength, Double) -> Double
    ) -> CGAffineTransform {
        func resolve(_ value: SVGLength, _ isHorizontal: Bool) -> Double {
            length(value, isHorizontal ? reference.width : reference.height)
        }
        var result = SVGMatrix4()
        for list in [translate, rotate, scale] {
            if let list { result = result * list.matrix(resolve) }
        }
        result = result * (list?.matrix(resolve) ?? SVGMatrix4(attribute))
        var (x, y) = (reference.minX, reference.minY)
        if let origin {
            x += resolve(origin.x, true)
            y += resolve(origin.y, false)
        }
        if x != 0 || y != 0 {
            result =
                SVGMatrix4(translation: SIMD3(x, y, 0)) * result * SVGMatrix4(translation: SIMD3(-x, -y, 0))
        }
        return result.plane
    }
}

extension SVGValueParser {
    fileprivate mutating func transformList() -> SVGTransformList? {
        if consume(identifier: "none") { return SVGTransformList() }
        var functions: [SVGTransformList.Function] = []
        while case .function(let name) = token {
            advance()
            guard functions.count < 1000, let function = transformFunction(name), close() else { return nil }
            functions.append(function)
        }
        return functions.isEmpty ? nil : SVGTransformList(functions)
    }

    private mutating func transformFunction(_ name: String) -> SVGTransformList.Function? {
        func matrix(_ matrix: SVGMatrix4?) -> SVGTransformList.Function? { matrix.map { .matrix($0) } }
        func skew(_ x: Double, _ y: Double) -> SVGMatrix4 {
            SVGMatrix4(
                CGAffineTransform(a: 1, b: tan(y * .pi / 180), c: tan(x * .pi / 180), d: 1, tx: 0, ty: 0))
        }
        switch name {
        case "translate", "translatex", "translatey", "translatez", "translate3d":
            return translation(name)
        case "scale", "scalex", "scaley", "scalez", "scale3d":
            return matrix(scaling(name))
        case "rotate", "rotatez": return matrix(angle().map { SVGMatrix4(degrees: $0) })
        case "rotatex": return matrix(angle().map { SVGMatrix4(axis: SIMD3(1, 0, 0), degrees: $0) })
        case "rotatey": return matrix(angle().map { SVGMatrix4(axis: SIMD3(0, 1, 0), degrees: $0) })
        case "rotate3d":
            guard let axis = numbers(3), consume(.comma), let angle = angle() else { return nil }
            return .matrix(SVGMatrix4(axis: SIMD3(axis[0], axis[1], axis[2]), degrees: angle))
        case "skewx": return matrix(angle().map { skew($0, 0) })
        case "skewy": return matrix(angle().map { skew(0, $0) })
        case "skew":
            guard let x = angle() else { return nil }
            guard consume(.comma) else { return .matrix(skew(x, 0)) }
            return matrix(angle().map { skew(x, $0) })
        case "matrix":
            guard let v = numbers(6) else { return nil }
            return .matrix(SVGMatrix4(CGAffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])))
        case "matrix3d":
            guard let v = numbers(16) else { return nil }
            var result = SVGMatrix4()
            result.columns = (
                SIMD4(v[0], v[1], v[2], v[3]), SIMD4(v[4], v[5], v[6], v[7]), SIMD4(v[8], v[9], v[10], v[11]),
                SIMD4(v[12], v[13], v[14], v[15])
            )
            return .matrix(result)
        case "perspective":
            if consume(identifier: "none") { return .matrix(SVGMatrix4()) }
            guard let length = length(allowsNegative: false, allowsPercent: false) else { return nil }
            var result = SVGMatrix4()
            result.columns.2[3] = -1 / max(1, length.resolve(reference: 0, fontSize: 16))
            return .matrix(result)
        default: return nil
        }
    }

    /// Reads numbers separated by commas.
    private mutating func numbers(_ count: Int) -> [Double]? {
        var result: [Double] = []
        while result.count < count {
            guard result.isEmpty || consume(.comma), let number = number() else { return nil }
            result.append(number)
        }
        return result
    }

    private mutating func translation(_ name: String) -> SVGTransformList.Function? {
        guard let first = length(allowsPercent: name != "translatez") else { return nil }
        switch name {
        case "translatex": return .translate(first, .zero, .zero)
        case "translatey": return .translate(.zero, first, .zero)
        case "translatez": return .translate(.zero, .zero, first)
        case "translate3d":
            guard consume(.comma), let y = length(), consume(.comma), let z = length(allowsPercent: false) else {
                return nil
            }
            return .translate(first, y, z)
        default:
            guard consume(.comma) else { return .translate(first, .zero, .zero) }
            return length().map { .translate(first, $0, .zero) }
        }
    }

    private mutating func scaling(_ name: String) -> SVGMatrix4? {
        guard let first = numberOrPercentage() else { return nil }
        switch name {
        case "scalex": return SVGMatrix4(scale: SIMD3(first, 1, 1))
        case "scaley": return SVGMatrix4(scale: SIMD3(1, first, 1))
        case "scalez": return SVGMatrix4(scale: SIMD3(1, 1, first))
        case "scale3d":
            guard consume(.comma), let y = numberOrPercentage(), consume(.comma), let z = numberOrPercentage() else {
                return nil
            }
            return SVGMatrix4(scale: SIMD3(first, y, z))
        default:
            guard consume(.comma) else { return SVGMatrix4(scale: SIMD3(first, first, 1)) }
            return numberOrPercentage().map { SVGMatrix4(scale: SIMD3(first, $0, 1)) }
        }
    }

    // MARK: Individual properties

    /// Reads the `translate` property.
    mutating func translateProperty() -> SVGTransformList? {
        if consume(identifier: "none") { return SVGTransformList() }
        guard let x = length() else { return nil }
        guard !isAtEnd else { return SVGTransformList([.translate(x, .zero, .zero)]) }
        guard let y = length() else { return nil }
        guard !isAtEnd else { return SVGTransformList([.translate(x, y, .zero)]) }
        return length(allowsPercent: false).map { SVGTransformList([.translate(x, y, $0)]) }
    }

    /// Reads the `scale` property.
    mutating func scaleProperty() -> SVGTransformList? {
        if consume(identifier: "none") { return SVGTransformList() }
        guard let x = numberOrPercentage() else { return nil }
        let y = isAtEnd ? x : numberOrPercentage()
        guard let y else { return nil }
        let z = isAtEnd ? 1 : numberOrPercentage()
        return z.map { SVGTransformList([.matrix(SVGMatrix4(scale: SIMD3(x, y, $0)))]) }
    }

    /// Reads the `rotate` property: an angle with an optional axis before or after it.
    mutating func rotateProperty() -> SVGTransformList? {
        if consume(identifier: "none") { return SVGTransformList() }
        var degrees = angle(unitless: .refused)
        var axis = SIMD3<Double>(0, 0, 1)
        let axes: [String: SIMD3<Double>] = ["x": SIMD3(1, 0, 0), "y": SIMD3(0, 1, 0), "z": SIMD3(0, 0, 1)]
        if let named = keyword(axes) {
            axis = named
        } else if let x = number() {
            guard let y = number(), let z = number() else { return nil }
            axis = SIMD3(x, y, z)
        }
        if degrees == nil { degrees = angle(unitless: .refused) }
        return degrees.map { SVGTransformList([.matrix(SVGMatrix4(axis: axis, degrees: $0))]) }
    }

    /// Reads the `transform-origin` property.
    mutating func originProperty(unitless: UnitlessLengths) -> SVGTransformStyle.Origin? {
        guard let position = position(unitless: unitless, allowsOffsets: false) else { return nil }
        // The third value is along the axis that does not show.
        if !isAtEnd, length(unitless: unitless, allowsPercent: false) == nil { return nil }
        return SVGTransformStyle.Origin(x: position.x, y: position.y)
    }

    /// A side that a position is measured from, or a length from the left or top.
    private enum Place {
        case start(isHorizontal: Bool)
        case end(isHorizontal: Bool)
        case center
        case length(SVGLength)

        var isHorizontal: Bool? {
            switch self {
            case .start(let isHorizontal), .end(let isHorizontal): isHorizontal
            default: nil
            }
        }

        var length: SVGLength {
            switch self {
            case .start: .zero
            case .end: SVGLength(100, .percent)
            case .center: SVGLength(50, .percent)
            case .length(let length): length
            }
        }
    }

    private mutating func component(_ unitless: UnitlessLengths) -> Place? {
        let names: [String: Place] = [
            "left": .start(isHorizontal: true), "right": .end(isHorizontal: true), "top": .start(isHorizontal: false),
            "bottom": .end(isHorizontal: false), "center": .center,
        ]
        return keyword(names) ?? length(unitless: unitless).map { .length($0) }
    }

    /// Reads a position: CSS Values Level 4, 8.3.
    ///
    /// - Parameter allowsOffsets: Whether sides may have offsets, as in `right 10px top 5px`.
    mutating func position(
        unitless: UnitlessLengths, allowsOffsets: Bool = true
    ) -> (x: SVGLength, y: SVGLength)? {
        if allowsOffsets, let position = attempt({ $0.offsetPosition(unitless) }) { return position }
        guard let first = component(unitless) else { return nil }
        guard let second = attempt({ $0.component(unitless) }) else {
            return first.isHorizontal == false
                ? (SVGLength(50, .percent), first.length) : (first.length, SVGLength(50, .percent))
        }
        switch (first.isHorizontal, second.isHorizontal) {
        case (true, true), (false, false): return nil
        case (false, nil):
            // A vertical side comes first only before a horizontal one or the center.
            guard case .center = second else { return nil }
            return (second.length, first.length)
        case (false, true): return (second.length, first.length)
        case (nil, true):
            guard case .center = first else { return nil }
            return (second.length, first.length)
        default: return (first.length, second.length)
        }
    }

    /// Reads a position of two sides with an offset each.
    private mutating func offsetPosition(_ unitless: UnitlessLengths) -> (x: SVGLength, y: SVGLength)? {
        var (x, y): (SVGLength?, SVGLength?)
        for _ in 0..<2 {
            guard case .identifier = token, let side = component(unitless), let isHorizontal = side.isHorizontal,
                let offset = length(unitless: unitless)
            else { return nil }
            var length = offset
            if case .end = side {
                length = SVGLength(
                    SVGCalculation.Node.difference(.length(100, .percent), SVGCalculation.Node(offset)))
            }
            if isHorizontal { x = length } else { y = length }
        }
        guard let x, let y else { return nil }
        return (x, y)
    }
}

extension SVGCalculation.Node {
    init(_ length: SVGLength) {
        if case .calculation(let calculation) = length.unit {
            self = calculation.node
        } else {
            self = SVGCalculation.Node.length(length.value, length.unit).reduced
        }
    }
}
