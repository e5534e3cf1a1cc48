import Foundation
import TileGeometry
import TileGraphics

/// A reader of paths written as in SVG, with short forms for shapes that symbols consist of.
///
/// All commands of SVG's path data are read. In addition, each starting a subpath of its own:
///
///     O cx cy r              a circle
///     E cx cy rx ry          an ellipse
///     R x y width height r   a rectangle with rounded corners
///     P cx cy r from to      an arc between two angles in degrees, clockwise from the right
///     T cx cy r1 r2 n        a star with n points between two radii
///     G cx cy r1 r2 n        a wheel with n teeth between two radii
///
/// Text comes from icon themes too, so an error ends the path where it is, and the number of segments is limited.
struct SymbolPath {
    static let maxSegments = 4000

    private var bytes: Substring.UTF8View
    private let path = CGMutablePath()
    private var pen = CGPoint.zero
    private var start = CGPoint.zero
    /// The second control point of the last curve, which `S` and `T` reflect.
    private var control: CGPoint?
    /// The number of segments that may still be read.
    private var room: Int
    /// A Boolean value that indicates whether all of the text was read.
    private var isComplete = false
    private let hasShapes: Bool

    /// Reads a symbol's text; with `isPlainSVG`, `T` is SVG's smooth curve and the short forms are not read.
    static func path(_ text: Substring, isPlainSVG: Bool = false) -> CGPath {
        var room = maxSegments
        return reading(text, isPlainSVG: isPlainSVG, room: &room).path
    }

    /// Reads a symbol's text.
    ///
    /// - Parameter room: The largest number of segments. Those of the path are subtracted from it.
    /// - Returns: The path, and whether all of the text was read.
    static func reading(_ text: Substring, isPlainSVG: Bool, room: inout Int) -> (path: CGPath, isComplete: Bool) {
        var reader = SymbolPath(bytes: text.utf8, hasShapes: !isPlainSVG, room: room)
        reader.read()
        room = reader.room
        return (reader.path, reader.isComplete)
    }

    private init(bytes: Substring.UTF8View, hasShapes: Bool, room: Int) {
        (self.bytes, self.hasShapes, self.room) = (bytes, hasShapes, room)
    }

    private mutating func read() {
        var command: UInt8?
        while room > 0 {
            skipSpace()
            guard let next = bytes.first else {
                isComplete = true
                return
            }
            if Character(UnicodeScalar(next)).isLetter {
                bytes.removeFirst()
                command = next
                if next == UInt8(ascii: "Z") || next == UInt8(ascii: "z") {
                    path.closeSubpath()
                    (pen, control) = (start, nil)
                    continue
                }
            }
            guard let letter = command, draw(letter) else { return }
            room -= 1
            // Further points of a move are lines.
            if letter == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if letter == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
        }
    }

    /// Draws one segment.
    ///
    /// - Returns: false if the text is not that of a segment.
    private mutating func draw(_ letter: UInt8) -> Bool {
        let isRelative = letter >= UInt8(ascii: "a")
        let origin = isRelative ? pen : .zero
        let name = Character(UnicodeScalar(letter & 0xDF))
        let isShape = hasShapes && "OERPTG".contains(name)
        guard let count = Self.counts[isShape ? Character(name.lowercased()) : name],
            let n = numbers(count, flags: name == "A")
        else { return false }
        if isShape {
            draw(shape: name, n)
            return true
        }
        func point(_ index: Int) -> CGPoint { CGPoint(x: origin.x + n[index], y: origin.y + n[index + 1]) }
        let reflected = control.map { CGPoint(x: 2 * pen.x - $0.x, y: 2 * pen.y - $0.y) } ?? pen
        let from = pen
        control = nil
        switch name {
        case "M":
            pen = point(0)
            start = pen
            path.move(to: pen)
        case "L": line(to: point(0))
        case "H": line(to: CGPoint(x: origin.x + n[0], y: pen.y))
        case "V": line(to: CGPoint(x: pen.x, y: origin.y + n[0]))
        case "C": curve(point(0), point(2), to: point(4))
        case "S": curve(reflected, point(0), to: point(2))
        case "Q":
            control = point(0)
            pen = point(2)
            path.addQuadCurve(to: pen, control: control!)
        case "T":
            control = reflected
            pen = point(0)
            path.addQuadCurve(to: pen, control: reflected)
        case "A":
            pen = point(5)
            SymbolArc(from: from, to: pen, radii: CGSize(width: n[0], height: n[1]), turn: n[2])
                .add(to: path, isLarge: n[3] != 0, isClockwise: n[4] != 0)
        default: return false
        }
        return true
    }

    private mutating func line(to point: CGPoint) {
        pen = point
        path.addLine(to: point)
    }

    private mutating func curve(_ first: CGPoint, _ second: CGPoint, to end: CGPoint) {
        (control, pen) = (second, end)
        path.addCurve(to: end, control1: first, control2: second)
    }

    /// The numbers of each command; small letters are the short forms.
    private static let counts: [Character: Int] = [
        "M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "o": 3, "e": 4, "r": 5, "p": 5, "t": 5,
        "g": 5,
    ]

    private mutating func draw(shape name: Character, _ n: [CGFloat]) {
        func box(_ rx: CGFloat, _ ry: CGFloat) -> CGRect {
            CGRect(x: n[0] - rx, y: n[1] - ry, width: 2 * rx, height: 2 * ry)
        }
        switch name {
        case "O": path.addEllipse(in: box(n[2], n[2]))
        case "E": path.addEllipse(in: box(n[2], n[3]))
        case "R":
            let rect = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
            let corner = min(n[4], rect.width / 2, rect.height / 2)
            path.addRoundedRect(in: rect, cornerWidth: corner, cornerHeight: corner)
        case "P":
            let (from, to) = (n[3] * .pi / 180, n[4] * .pi / 180)
            path.move(to: CGPoint(x: n[0] + n[2] * cos(from), y: n[1] + n[2] * sin(from)))
            path.addRelativeArc(
                center: CGPoint(x: n[0], y: n[1]), radius: n[2], startAngle: from, delta: to - from)
        case "T": star(n) { $0.isMultiple(of: 2) ? [(0, n[2])] : [(0, n[3])] }
        default:
            // A tooth takes its part of the rim, narrower at the top.
            star(n) { $0.isMultiple(of: 2) ? [(-0.36, n[2]), (0.36, n[2])] : [(-0.3, n[3]), (0.3, n[3])] }
        }
    }

    /// Adds a closed line around a center, in 2n steps of one angle.
    private mutating func star(_ n: [CGFloat], _ corners: (Int) -> [(shift: CGFloat, radius: CGFloat)]) {
        let count = Int(max(2, min(64, n[4])))
        var isFirst = true
        for index in 0..<2 * count {
            for corner in corners(index) {
                let angle = (CGFloat(index) + corner.shift) * .pi / CGFloat(count) - .pi / 2
                let point = CGPoint(x: n[0] + corner.radius * cos(angle), y: n[1] + corner.radius * sin(angle))
                if isFirst { path.move(to: point) } else { path.addLine(to: point) }
                isFirst = false
            }
        }
        path.closeSubpath()
    }

    // MARK: Numbers

    private mutating func skipSpace() {
        while let next = bytes.first, next == 0x20 || (0x09...0x0D).contains(next) || next == UInt8(ascii: ",") {
            bytes.removeFirst()
        }
    }

    private mutating func numbers(_ count: Int, flags hasFlags: Bool) -> [CGFloat]? {
        var result: [CGFloat] = []
        for index in 0..<count {
            skipSpace()
            // Flags may stand without a space before what follows.
            if hasFlags, index == 3 || index == 4 {
                guard let flag = bytes.first, flag == UInt8(ascii: "0") || flag == UInt8(ascii: "1") else { return nil }
                bytes.removeFirst()
                result.append(flag == UInt8(ascii: "1") ? 1 : 0)
                continue
            }
            guard let number = number() else { return nil }
            result.append(number)
        }
        return result
    }

    private mutating func number() -> CGFloat? {
        var text = ""
        var (hasPoint, hasExponent) = (false, false)
        scan: while let next = bytes.first, text.utf8.count < 40 {
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard text.isEmpty || text.hasSuffix("e") else { break scan }
            case UInt8(ascii: "."):
                guard !hasPoint, !hasExponent else { break scan }
                hasPoint = true
            case UInt8(ascii: "e"):
                guard !hasExponent, !text.isEmpty else { break scan }
                hasExponent = true
            default: break scan
            }
            text.unicodeScalars.append(UnicodeScalar(next))
            bytes.removeFirst()
        }
        guard let value = Double(text), value.magnitude < 1e6 else { return nil }
        return CGFloat(value)
    }
}

/// An elliptical arc between two points, as SVG defines it (F.6.5 of SVG 1.1).
struct SymbolArc {
    var from: CGPoint
    var to: CGPoint
    var radii: CGSize
    /// The turn of the ellipse in degrees.
    var turn: CGFloat

    func add(to path: CGMutablePath, isLarge: Bool, isClockwise: Bool) {
        var (rx, ry) = (abs(radii.width), abs(radii.height))
        guard rx > 0, ry > 0, from != to else { return path.addLine(to: to) }
        let angle = turn * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let (dx, dy) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
        let (x, y) = (c * dx + s * dy, c * dy - s * dx)
        let stretch = x * x / (rx * rx) + y * y / (ry * ry)
        if stretch > 1 { (rx, ry) = (rx * stretch.squareRoot(), ry * stretch.squareRoot()) }
        let (a, b) = (rx * rx * y * y, ry * ry * x * x)
        var factor = max(0, (rx * rx * ry * ry - a - b) / (a + b)).squareRoot()
        if isLarge == isClockwise { factor = -factor }
        let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
        let start = atan2((y - cy) / ry, (x - cx) / rx)
        var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - start
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        let center = CGPoint(x: c * cx - s * cy + (from.x + to.x) / 2, y: s * cx + c * cy + (from.y + to.y) / 2)
        let place = CGAffineTransform(
            a: rx * c, b: rx * s, c: -ry * s, d: ry * c, tx: center.x, ty: center.y)
        path.addRelativeArc(center: .zero, radius: 1, startAngle: start, delta: sweep, transform: place)
    }
}
