public import Foundation

/// A color space: it defines the colors that component values stand for.
///
/// All drawing is done in sRGB: colors of other spaces are converted when they are created, through XYZ under D50 (with
/// Bradford's adaptation), and clamped to the sRGB gamut.
///
/// Differences on Linux: names are `String`s because there is no `CFString`. Device spaces are sRGB and its grays, and
/// device CMYK is converted by 1 − min(1, c + k), because no profile describes its inks. The gray spaces "of gamma 2.2"
/// have sRGB's own curve, which that gamma approximates, so that a gray has the same value in both.
public final class CGColorSpace: Hashable, Sendable {
    /// The conversion from components to light.
    enum Kind: Hashable, Sendable {
        case gray(ColorCurve)
        /// An RGB space. The matrix maps linear light to XYZ under D50.
        case rgb(ColorMatrix, [ColorCurve])
        case cmyk
        /// A space of an ICC profile with tables.
        case profile(ICCProfile)
        /// CIE L*a*b* with a white point and the ranges of a and b.
        case lab(white: ColorVector, range: [Double])
        case xyz
        case indexed(base: CGColorSpace, table: [UInt8])
        case pattern(base: CGColorSpace?)
    }

    let kind: Kind
    /// Apple's name of the space; nil for spaces created from parameters.
    public let name: String?
    let iccData: Data?

    init(_ kind: Kind, name: String? = nil, iccData: Data? = nil) {
        self.kind = kind
        self.name = name
        self.iccData = iccData
    }

    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
        left === right || (left.kind == right.kind && left.name == right.name)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(numberOfComponents)
    }

    /// Creates a gray space with a white point and a gamma.
    ///
    /// - Parameters:
    ///   - white: X, Y and Z, three numbers; Y is 1.
    ///   - black: Three numbers or nil; ignored.
    /// - Returns: nil if the white point or gamma is invalid.
    public init?(
        calibratedGrayWhitePoint white: UnsafePointer<CGFloat>, blackPoint black: UnsafePointer<CGFloat>?,
        gamma: CGFloat
    ) {
        guard gamma > 0, gamma.isFinite, CGColorSpace.whitePoint(white) != nil else { return nil }
        kind = .gray(ColorCurve(g: Double(gamma)))
        name = nil
        iccData = nil
    }

    /// Creates an RGB space from its primaries.
    ///
    /// - Parameters:
    ///   - white: X, Y and Z, three numbers; Y is 1.
    ///   - black: Three numbers or nil; ignored.
    ///   - gamma: Three numbers, or nil for 1.
    ///   - matrix: Nine numbers: the X, Y and Z of red, green and blue; or nil for XYZ itself.
    public init?(
        calibratedRGBWhitePoint white: UnsafePointer<CGFloat>, blackPoint black: UnsafePointer<CGFloat>?,
        gamma: UnsafePointer<CGFloat>?, matrix: UnsafePointer<CGFloat>?
    ) {
        guard let whitePoint = CGColorSpace.whitePoint(white) else { return nil }
        var curves = [ColorCurve](repeating: .linear, count: 3)
        if let gamma {
            for index in 0..<3 {
                guard gamma[index] > 0, gamma[index].isFinite else { return nil }
                curves[index] = ColorCurve(g: Double(gamma[index]))
            }
        }
        var primaries = ColorMatrix(diagonal: ColorVector(x: 1, y: 1, z: 1))
        if let matrix {
            func column(_ first: Int) -> ColorVector {
                ColorVector(x: Double(matrix[first]), y: Double(matrix[first + 1]), z: Double(matrix[first + 2]))
            }
            primaries = ColorMatrix(columns: column(0), column(3), column(6))
        }
        guard primaries.inverted != nil else { return nil }
        kind = .rgb(ColorMatrix.adaptation(from: whitePoint) * primaries, curves)
        name = nil
        iccData = nil
    }

    /// Creates a CIE L*a*b* space: L from 0 to 100, a and b in `range`.
    ///
    /// - Parameters:
    ///   - white: X, Y and Z, three numbers; Y is 1.
    ///   - black: Three numbers or nil; ignored.
    ///   - range: The minimum and maximum of a, then of b; or nil for −100…100.
    public init?(
        labWhitePoint white: UnsafePointer<CGFloat>, blackPoint black: UnsafePointer<CGFloat>?,
        range: UnsafePointer<CGFloat>?
    ) {
        guard let whitePoint = CGColorSpace.whitePoint(white) else { return nil }
        var limits = [-100.0, 100, -100, 100]
        if let range { limits = (0..<4).map { Double(range[$0]) } }
        guard limits[0] <= limits[1], limits[2] <= limits[3] else { return nil }
        kind = .lab(white: whitePoint, range: limits)
        name = nil
        iccData = nil
    }

    /// Creates a space whose colors are indices into a table.
    ///
    /// - Parameters:
    ///   - baseSpace: The table's space; not an indexed or a pattern space.
    ///   - last: The highest index, at most 255.
    ///   - table: `last + 1` colors, a byte for each component of the base space.
    public init?(indexedBaseSpace baseSpace: CGColorSpace, last: Int, colorTable table: UnsafePointer<UInt8>) {
        guard (0...255).contains(last) else { return nil }
        switch baseSpace.kind {
        case .indexed, .pattern: return nil
        default: break
        }
        let count = (last + 1) * baseSpace.numberOfComponents
        kind = .indexed(base: baseSpace, table: Array(UnsafeBufferPointer(start: table, count: count)))
        name = nil
        iccData = nil
    }

    /// Creates a pattern space. Uncolored patterns take their colors from the base space.
    public init?(patternBaseSpace baseSpace: CGColorSpace?) {
        if case .pattern = baseSpace?.kind { return nil }
        kind = .pattern(base: baseSpace)
        name = nil
        iccData = nil
    }

    private static func whitePoint(_ numbers: UnsafePointer<CGFloat>) -> ColorVector? {
        let point = ColorVector(x: Double(numbers[0]), y: Double(numbers[1]), z: Double(numbers[2]))
        return point.x > 0 && point.y == 1 && point.z > 0 && point.x.isFinite && point.z.isFinite ? point : nil
    }

    /// The number of components, not counting alpha.
    public var numberOfComponents: Int {
        switch kind {
        case .gray, .indexed: 1
        case .rgb, .lab, .xyz: 3
        case .cmyk: 4
        case .profile(let profile): profile.model.channels
        case .pattern(let base): base?.numberOfComponents ?? 0
        }
    }

    public var model: CGColorSpaceModel {
        switch kind {
        case .gray: .monochrome
        case .rgb: .rgb
        case .cmyk: .cmyk
        case .profile(let profile):
            switch profile.model {
            case .gray: .monochrome
            case .rgb: .rgb
            case .cmyk: .cmyk
            }
        case .lab: .lab
        case .xyz: .XYZ
        case .indexed: .indexed
        case .pattern: .pattern
        }
    }

    /// The base space of an indexed or a pattern space.
    public var baseColorSpace: CGColorSpace? {
        switch kind {
        case .indexed(let base, _): base
        case .pattern(let base): base
        default: nil
        }
    }

    /// The colors of an indexed space, a byte for each component.
    public var colorTable: [UInt8]? {
        if case .indexed(_, let table) = kind { return table }
        return nil
    }

    /// Whether the gamut exceeds sRGB: it covers more than 80 % of NTSC's gamut, measured in x and y like Apple's, or
    /// is unbounded.
    public var isWideGamutRGB: Bool {
        guard case .rgb(let matrix, _) = kind else { return false }
        if let name, name.contains("Extended") { return true }
        // Areas in xy under D50, where sRGB covers 71 % of NTSC's 0.1582.
        let corners = matrix.columns.map { column -> (Double, Double) in
            let sum = column.x + column.y + column.z
            return (column.x / sum, column.y / sum)
        }
        let (a, b, c) = (corners[0], corners[1], corners[2])
        let area = abs((b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)) / 2
        return area > 0.8 * 0.1582
    }

    /// Whether bitmap contexts support the space.
    public var supportsOutput: Bool {
        switch kind {
        case .gray, .rgb: true
        default: false
        }
    }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGColorSpace.self) }
}

/// Type identifiers, in place of Core Foundation's `CFTypeID`s.
enum CGTypeID {
    static func of(_ type: AnyClass) -> UInt { UInt(bitPattern: ObjectIdentifier(type).hashValue) }
}
