import Foundation

/// A color space of CSS Color Level 4 with its conversions.
enum SVGColorSpace: String, Sendable {
    case srgb, hsl, hwb, lab, lch, oklab, oklch
    case srgbLinear = "srgb-linear"
    case displayP3 = "display-p3"
    case displayP3Linear = "display-p3-linear"
    case a98 = "a98-rgb"
    case proPhoto = "prophoto-rgb"
    case rec2020
    case xyzD50 = "xyz-d50"
    case xyz = "xyz-d65"

    /// The names in `color()`.
    static let predefined: [String: SVGColorSpace] = [
        "srgb": .srgb, "srgb-linear": .srgbLinear, "display-p3": .displayP3, "display-p3-linear": .displayP3Linear,
        "a98-rgb": .a98, "prophoto-rgb": .proPhoto, "rec2020": .rec2020, "xyz": .xyz, "xyz-d65": .xyz,
        "xyz-d50": .xyzD50,
    ]

    /// The names of the spaces in which colors can be mixed.
    static let mixing: [String: SVGColorSpace] = predefined.merging([
        "lab": .lab, "oklab": .oklab, "hsl": .hsl, "hwb": .hwb, "lch": .lch, "oklch": .oklch,
    ]) { first, _ in first }

    /// The index of the component that is a hue in degrees.
    var hue: Int? {
        switch self {
        case .hsl, .hwb: 0
        case .lch, .oklch: 2
        default: nil
        }
    }

    /// The names of the channels in a relative color.
    var channels: [String: Int] {
        switch self {
        case .hsl: ["h": 0, "s": 1, "l": 2]
        case .hwb: ["h": 0, "w": 1, "b": 2]
        case .lab, .oklab: ["l": 0, "a": 1, "b": 2]
        case .lch, .oklch: ["l": 0, "c": 1, "h": 2]
        case .xyz, .xyzD50: ["x": 0, "y": 1, "z": 2]
        default: ["r": 0, "g": 1, "b": 2]
        }
    }

    /// The kinds of the components, equal where a missing component of one space is missing in another, too: CSS Color
    /// Level 4, 12.2.
    fileprivate var analogies: [Character] {
        switch self {
        case .hsl: ["h", "c", "l"]
        case .hwb: ["h", " ", " "]
        case .lab, .oklab: ["l", "a", "b"]
        case .lch, .oklch: ["l", "c", "h"]
        default: ["1", "2", "3"]
        }
    }

    // MARK: Conversion

    /// The linear space that this one has a formula to and from: XYZ with the white of D65.
    private func xyz(_ v: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .srgb: return Matrix.fromSRGB * Self.map(v, Self.linearized)
        case .hsl: return SVGColorSpace.srgb.xyz(Self.srgb(hue: v[0], saturation: v[1] / 100, lightness: v[2] / 100))
        case .hwb: return SVGColorSpace.srgb.xyz(Self.srgb(hue: v[0], whiteness: v[1] / 100, blackness: v[2] / 100))
        case .srgbLinear: return Matrix.fromSRGB * v
        case .displayP3: return Matrix.fromP3 * Self.map(v, Self.linearized)
        case .displayP3Linear: return Matrix.fromP3 * v
        case .a98: return Matrix.fromA98 * Self.map(v) { pow($0, 563.0 / 256) }
        case .proPhoto:
            return Matrix.d50ToD65 * (Matrix.fromProPhoto * Self.map(v) { $0 <= 16.0 / 512 ? $0 / 16 : pow($0, 1.8) })
        case .rec2020:
            return Matrix.fromRec2020
                * Self.map(v) { $0 < Self.beta * 4.5 ? $0 / 4.5 : pow(($0 + Self.alpha - 1) / Self.alpha, 1 / 0.45) }
        case .xyz: return v
        case .xyzD50: return Matrix.d50ToD65 * v
        case .lab: return Matrix.d50ToD65 * Self.xyzD50(lab: v)
        case .lch: return SVGColorSpace.lab.xyz(Self.rectangular(v))
        case .oklab:
            let roots = Matrix.oklabToRoots * v
            return Matrix.conesToXYZ * (roots * roots * roots)
        case .oklch: return SVGColorSpace.oklab.xyz(Self.rectangular(v))
        }
    }

    private func components(xyz v: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .srgb: return Self.map(Matrix.fromSRGB.inverse * v, Self.encoded)
        case .hsl: return Self.hsl(srgb: SVGColorSpace.srgb.components(xyz: v))
        case .hwb: return Self.hwb(srgb: SVGColorSpace.srgb.components(xyz: v))
        case .srgbLinear: return Matrix.fromSRGB.inverse * v
        case .displayP3: return Self.map(Matrix.fromP3.inverse * v, Self.encoded)
        case .displayP3Linear: return Matrix.fromP3.inverse * v
        case .a98: return Self.map(Matrix.fromA98.inverse * v) { pow($0, 256.0 / 563) }
        case .proPhoto:
            return Self.map(Matrix.fromProPhoto.inverse * (Matrix.d50ToD65.inverse * v)) {
                $0 >= 1.0 / 512 ? pow($0, 1 / 1.8) : 16 * $0
            }
        case .rec2020:
            return Self.map(Matrix.fromRec2020.inverse * v) {
                $0 > Self.beta ? Self.alpha * pow($0, 0.45) - (Self.alpha - 1) : 4.5 * $0
            }
        case .xyz: return v
        case .xyzD50: return Matrix.d50ToD65.inverse * v
        case .lab: return Self.lab(xyzD50: Matrix.d50ToD65.inverse * v)
        case .lch: return Self.polar(SVGColorSpace.lab.components(xyz: v))
        case .oklab:
            let cones = Matrix.conesToXYZ.inverse * v
            return Matrix.oklabToRoots.inverse * SIMD3(cbrt(cones[0]), cbrt(cones[1]), cbrt(cones[2]))
        case .oklch: return Self.polar(SVGColorSpace.oklab.components(xyz: v))
        }
    }

    /// Returns the components of a color of this space in another one.
    func convert(_ v: SIMD3<Double>, to space: SVGColorSpace) -> SIMD3<Double> {
        if self == space { return v }
        // Related spaces are converted directly, so that an exact color stays exact.
        switch (self, space) {
        case (.hsl, .srgb): return Self.srgb(hue: v[0], saturation: v[1] / 100, lightness: v[2] / 100)
        case (.hwb, .srgb): return Self.srgb(hue: v[0], whiteness: v[1] / 100, blackness: v[2] / 100)
        case (.srgb, .hsl): return Self.hsl(srgb: v)
        case (.srgb, .hwb): return Self.hwb(srgb: v)
        case (.hsl, .hwb), (.hwb, .hsl): return SVGColorSpace.srgb.convert(convert(v, to: .srgb), to: space)
        case (.srgb, .srgbLinear): return Self.map(v, Self.linearized)
        case (.srgbLinear, .srgb): return Self.map(v, Self.encoded)
        case (.lab, .lch), (.oklab, .oklch): return Self.polar(v)
        case (.lch, .lab), (.oklch, .oklab): return Self.rectangular(v)
        default: return space.components(xyz: xyz(v))
        }
    }

    /// The constants of the transfer function of Rec. 2020.
    private static let alpha = 1.09929682680944
    private static let beta = 0.018053968510807

    /// Applies a function to the amount of each component and keeps its sign.
    private static func map(_ v: SIMD3<Double>, _ function: (Double) -> Double) -> SIMD3<Double> {
        func one(_ value: Double) -> Double { value < 0 ? -function(-value) : function(value) }
        return SIMD3(one(v[0]), one(v[1]), one(v[2]))
    }

    private static func linearized(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ value: Double) -> Double {
        value > 0.0031308 ? 1.055 * pow(value, 1 / 2.4) - 0.055 : 12.92 * value
    }

    private static func rectangular(_ v: SIMD3<Double>) -> SIMD3<Double> {
        let angle = v[2] * .pi / 180
        return SIMD3(v[0], v[1] * cos(angle), v[1] * sin(angle))
    }

    private static func polar(_ v: SIMD3<Double>) -> SIMD3<Double> {
        let hue = atan2(v[2], v[1]) * 180 / .pi
        return SIMD3(v[0], (v[1] * v[1] + v[2] * v[2]).squareRoot(), hue < 0 ? hue + 360 : hue)
    }

    private static let whiteD50 = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)

    private static func xyzD50(lab v: SIMD3<Double>) -> SIMD3<Double> {
        let y = (v[0] + 16) / 116
        func part(_ root: Double) -> Double {
            let cube = root * root * root
            return cube > 216.0 / 24389 ? cube : (116 * root - 16) / (24389.0 / 27)
        }
        return SIMD3(part(y + v[1] / 500), v[0] > 8 ? y * y * y : v[0] / (24389.0 / 27), part(y - v[2] / 200))
            * whiteD50
    }

    private static func lab(xyzD50 v: SIMD3<Double>) -> SIMD3<Double> {
        let parts = v / whiteD50
        func root(_ part: Double) -> Double {
            part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
        }
        let (x, y, z) = (root(parts[0]), root(parts[1]), root(parts[2]))
        return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// Converts a color from HSL: CSS Color Level 4, 7.1.
    private static func srgb(hue: Double, saturation: Double, lightness: Double) -> SIMD3<Double> {
        func component(_ n: Double) -> Double {
            let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
            let turn = k < 0 ? k + 12 : k
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(turn - 3, 9 - turn, 1))
        }
        return SIMD3(component(0), component(8), component(4))
    }

    private static func srgb(hue: Double, whiteness: Double, blackness: Double) -> SIMD3<Double> {
        if whiteness + blackness >= 1 { return SIMD3(repeating: whiteness / (whiteness + blackness)) }
        return srgb(hue: hue, saturation: 1, lightness: 0.5) * (1 - whiteness - blackness) + whiteness
    }

    private static func hsl(srgb v: SIMD3<Double>) -> SIMD3<Double> {
        let (high, low) = (v.max(), v.min())
        let lightness = (high + low) / 2
        let spread = high - low
        var (hue, saturation) = (0.0, 0.0)
        if spread != 0 {
            saturation =
                lightness == 0 || lightness == 1 ? 0 : (high - lightness) / min(lightness, 1 - lightness)
            hue =
                high == v[0]
                ? (v[1] - v[2]) / spread + (v[1] < v[2] ? 6 : 0)
                : high == v[1] ? (v[2] - v[0]) / spread + 2 : (v[0] - v[1]) / spread + 4
            hue *= 60
        }
        // A color outside sRGB may have a negative saturation.
        if saturation < 0 { (hue, saturation) = (hue + 180, -saturation) }
        return SIMD3(hue >= 360 ? hue - 360 : hue, saturation * 100, lightness * 100)
    }

    private static func hwb(srgb v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(hsl(srgb: v)[0], v.min() * 100, (1 - v.max()) * 100)
    }

    /// A matrix of three rows.
    private struct Matrix {
        let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

        init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = (a, b, c) }

        static func * (matrix: Matrix, v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3((matrix.rows.0 * v).sum(), (matrix.rows.1 * v).sum(), (matrix.rows.2 * v).sum())
        }

        /// The inverse by cofactors.
        var inverse: Matrix {
            let (a, b, c) = rows
            func cross(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> {
                SIMD3(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
            }
            let (x, y, z) = (cross(b, c), cross(c, a), cross(a, b))
            let scale = 1 / (a * x).sum()
            return Matrix(
                SIMD3(x[0], y[0], z[0]) * scale, SIMD3(x[1], y[1], z[1]) * scale, SIMD3(x[2], y[2], z[2]) * scale)
        }

        // CSS Color Level 4, 18: the matrices as fractions, so that white is exactly white.
        static let fromSRGB = Matrix(
            SIMD3(506752.0 / 1228815, 87881.0 / 245763, 12673.0 / 70218),
            SIMD3(87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545),
            SIMD3(7918.0 / 409605, 87881.0 / 737289, 1001167.0 / 1053270))
        static let fromP3 = Matrix(
            SIMD3(608311.0 / 1250200, 189793.0 / 714400, 198249.0 / 1000160),
            SIMD3(35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2500400),
            SIMD3(0, 32229.0 / 714400, 5220557.0 / 5000800))
        static let fromA98 = Matrix(
            SIMD3(573536.0 / 994567, 263643.0 / 1420810, 187206.0 / 994567),
            SIMD3(591459.0 / 1989134, 6239551.0 / 9945670, 374412.0 / 4972835),
            SIMD3(53769.0 / 1989134, 351524.0 / 4972835, 4929758.0 / 4972835))
        static let fromProPhoto = Matrix(
            SIMD3(0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
            SIMD3(0.28807482881940130, 0.71183523424187300, 0.00008993693872564),
            SIMD3(0, 0, 0.82510460251046020))
        static let fromRec2020 = Matrix(
            SIMD3(63426534.0 / 99577255, 20160776.0 / 139408157, 47086771.0 / 278816314),
            SIMD3(26158966.0 / 99577255, 472592308.0 / 697040785, 8267143.0 / 139408157),
            SIMD3(0, 19567812.0 / 697040785, 295819943.0 / 278816314))
        /// The chromatic adaptation of Bradford.
        static let d50ToD65 = Matrix(
            SIMD3(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
            SIMD3(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
            SIMD3(0.012314014864481998, -0.020507649298898964, 1.330365926242124))
        static let conesToXYZ = Matrix(
            SIMD3(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
            SIMD3(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
            SIMD3(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))
        static let oklabToRoots = Matrix(
            SIMD3(1, 0.3963377773761749, 0.2158037573099136),
            SIMD3(1, -0.1055613458156586, -0.0638541728258133),
            SIMD3(1, -0.0894841775298119, -1.2914855480194092))
    }
}

/// A color in some space, with the components that are missing (`none`).
struct SVGColorValue: Equatable, Sendable {
    var space: SVGColorSpace
    /// The components. Those that are missing are 0.
    var components: SIMD3<Double>
    var alpha = 1.0
    /// Whether each component is missing, and then whether the alpha is.
    var missing = SIMD4<Int8>()

    /// Returns the color in another space. A component is missing if its counterpart is, and a hue if it has no effect.
    func converted(to target: SVGColorSpace) -> SVGColorValue {
        if target == space { return self }
        var result = SVGColorValue(space: target, components: space.convert(components, to: target), alpha: alpha)
        result.missing[3] = missing[3]
        let (from, to) = (space.analogies, target.analogies)
        for index in 0..<3 where missing[index] != 0 && from[index] != " " {
            if let other = to.firstIndex(of: from[index]) { result.setMissing(other) }
        }
        if let hue = target.hue, result.isGray { result.setMissing(hue) }
        return result
    }

    mutating func setMissing(_ index: Int) {
        missing[index] = 1
        if index < 3 { components[index] = 0 } else { alpha = 0 }
    }

    /// Whether the hue has no effect.
    private var isGray: Bool {
        switch space {
        case .hsl: components[1] <= 0.001
        case .hwb: components[1] + components[2] >= 99.999
        case .lch: components[1] <= 0.0015
        case .oklch: components[1] <= 0.000_004
        default: false
        }
    }
}
