import Foundation

/// The transfer curve from a color component to light: ICC's parametric curve of type 4, or a table.
///
/// Curves are odd functions, so that extended spaces work below 0 too.
///
/// - SeeAlso: ICC.1:2022, 10.18 parametricCurveType.
struct ColorCurve: Hashable, Sendable {
    /// The parameters: y = (a·x + b)^g + e for x ≥ `d`, y = c·x + f below.
    var g: Double
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 0.0
    var e = 0.0
    var f = 0.0
    /// The curve's values at even steps from 0 to 1. If not empty, it replaces the parameters above.
    var table: [Double] = []

    static let linear = ColorCurve(g: 1)
    /// The curve of IEC 61966-2-1.
    static let sRGB = ColorCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    /// The inverse of the curve of Rec. ITU-R BT.709-6 and BT.2020-2.
    static let rec709 = ColorCurve(g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081)
    /// The curve of ISO 22028-2.
    static let romm = ColorCurve(g: 1.8, c: 1.0 / 16, d: 16.0 / 512)

    /// Returns the light of a component.
    func light(_ value: Double) -> Double {
        if value < 0 { return -light(-value) }
        if !table.isEmpty {
            guard table.count > 1 else { return table[0] }
            let at = min(1, value) * Double(table.count - 1)
            let low = min(Int(at), table.count - 2)
            return table[low] + (at - Double(low)) * (table[low + 1] - table[low])
        }
        if self == .linear { return value }
        return value >= d ? pow(max(0, a * value + b), g) + e : c * value + f
    }

    /// Returns the component for an amount of light.
    func component(_ light: Double) -> Double {
        if light < 0 { return -component(-light) }
        if !table.isEmpty {
            // Tables must be increasing to have an inverse.
            var low = 0.0
            var high = 1.0
            for _ in 0..<40 {
                let middle = (low + high) / 2
                if self.light(middle) < light { low = middle } else { high = middle }
            }
            return (low + high) / 2
        }
        if self == .linear { return light }
        if d > 0, c > 0, light < c * d + f { return (light - f) / c }
        return (pow(max(0, light - e), 1 / g) - b) / a
    }
}

/// A vector of three numbers for linear color transforms.
struct ColorVector: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// The white point of the ICC connection space.
    static let d50 = ColorVector(x: 0.9642, y: 1, z: 0.8249)
}

/// A 3 × 3 matrix of a linear color transform, by rows.
struct ColorMatrix: Hashable, Sendable {
    var rows: [ColorVector]

    static func * (matrix: ColorMatrix, vector: ColorVector) -> ColorVector {
        func row(_ row: ColorVector) -> Double { row.x * vector.x + row.y * vector.y + row.z * vector.z }
        return ColorVector(x: row(matrix.rows[0]), y: row(matrix.rows[1]), z: row(matrix.rows[2]))
    }

    static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
        let columns = right.columns.map { left * $0 }
        return ColorMatrix(columns: columns[0], columns[1], columns[2])
    }

    var columns: [ColorVector] {
        [
            ColorVector(x: rows[0].x, y: rows[1].x, z: rows[2].x),
            ColorVector(x: rows[0].y, y: rows[1].y, z: rows[2].y),
            ColorVector(x: rows[0].z, y: rows[1].z, z: rows[2].z),
        ]
    }

    init(rows a: ColorVector, _ b: ColorVector, _ c: ColorVector) { rows = [a, b, c] }

    init(columns a: ColorVector, _ b: ColorVector, _ c: ColorVector) {
        rows = [
            ColorVector(x: a.x, y: b.x, z: c.x), ColorVector(x: a.y, y: b.y, z: c.y),
            ColorVector(x: a.z, y: b.z, z: c.z),
        ]
    }

    init(diagonal: ColorVector) {
        self.init(
            rows: ColorVector(x: diagonal.x, y: 0, z: 0), ColorVector(x: 0, y: diagonal.y, z: 0),
            ColorVector(x: 0, y: 0, z: diagonal.z))
    }

    /// The inverse; nil if the matrix is singular.
    var inverted: ColorMatrix? {
        let (a, b, c) = (rows[0], rows[1], rows[2])
        func cross(_ p: ColorVector, _ q: ColorVector) -> ColorVector {
            ColorVector(x: p.y * q.z - p.z * q.y, y: p.z * q.x - p.x * q.z, z: p.x * q.y - p.y * q.x)
        }
        let bc = cross(b, c)
        let determinant = a.x * bc.x + a.y * bc.y + a.z * bc.z
        guard determinant != 0, determinant.isFinite else { return nil }
        func over(_ v: ColorVector) -> ColorVector {
            ColorVector(x: v.x / determinant, y: v.y / determinant, z: v.z / determinant)
        }
        return ColorMatrix(columns: over(bc), over(cross(c, a)), over(cross(a, b)))
    }

    /// Creates the matrix from linear light of three primaries to XYZ under D50.
    ///
    /// - Parameters: Chromaticities, x and y.
    init?(red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)) {
        func xyz(_ xy: (Double, Double)) -> ColorVector {
            ColorVector(x: xy.0 / xy.1, y: 1, z: (1 - xy.0 - xy.1) / xy.1)
        }
        let primaries = ColorMatrix(columns: xyz(red), xyz(green), xyz(blue))
        guard let inverse = primaries.inverted else { return nil }
        let scaled = primaries * ColorMatrix(diagonal: inverse * xyz(white))
        self = ColorMatrix.adaptation(from: xyz(white)) * scaled
    }

    /// Returns Bradford's adaptation between two white points, to D50 by default.
    static func adaptation(from white: ColorVector, to target: ColorVector = .d50) -> ColorMatrix {
        let cone = ColorMatrix(
            rows: ColorVector(x: 0.8951, y: 0.2664, z: -0.1614), ColorVector(x: -0.7502, y: 1.7135, z: 0.0367),
            ColorVector(x: 0.0389, y: -0.0685, z: 1.0296))
        let from = cone * white
        let to = cone * target
        guard from.x != 0, from.y != 0, from.z != 0, let back = cone.inverted else {
            return ColorMatrix(diagonal: ColorVector(x: 1, y: 1, z: 1))
        }
        return back * ColorMatrix(diagonal: ColorVector(x: to.x / from.x, y: to.y / from.y, z: to.z / from.z)) * cone
    }

    /// D65, the white point of most displays.
    static let d65 = (0.3127, 0.329)
    static let sRGB = ColorMatrix(red: (0.64, 0.33), green: (0.3, 0.6), blue: (0.15, 0.06), white: d65)!
    static let sRGBInverse = sRGB.inverted!
}
