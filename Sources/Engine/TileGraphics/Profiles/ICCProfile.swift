import CLCMS
package import Foundation
import TileSupport

/// An ICC profile, read by lcms2.
///
/// - SeeAlso: ICC.1:2022, 7 (header, tag table), 8 (profiles), 10 (types of tags).
package final class ICCProfile: Hashable, Sendable {
    /// The color model of the components.
    package enum Model: Hashable, Sendable {
        case gray, rgb, cmyk

        package var channels: Int {
            switch self {
            case .gray: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }

        /// The model as part of a message.
        var title: String {
            switch self {
            case .gray: "grays"
            case .rgb: "red, green and blue"
            case .cmyk: "four inks"
            }
        }

        /// The number of the color space in lcms2's formats.
        var space: Int32 {
            switch self {
            case .gray: PT_GRAY
            case .rgb: PT_RGB
            case .cmyk: PT_CMYK
            }
        }

        fileprivate init?(_ signature: UInt32) {
            switch signature {
            case 0x4752_4159: self = .gray
            case 0x5247_4220: self = .rgb
            case 0x434D_594B: self = .cmyk
            default: return nil
            }
        }
    }

    package let data: Data
    package let model: Model
    /// The profile's description of itself; nil if it has none.
    package let title: String?
    /// The space in parameters; nil for profiles with tables, and for inks.
    let numbers: CGColorSpace.Kind?
    private let colors: Lock<ProfileColors?> = Lock(nil)

    /// Creates a profile; nil if the data is not a valid profile of grays, RGB or four inks.
    package init?(_ data: Data) {
        guard let profile = LittleCMS.open(data) else { return nil }
        defer { cmsCloseProfile(profile) }
        guard let model = Model(cmsGetColorSpace(profile).rawValue) else { return nil }
        self.data = data
        self.model = model
        title = Self.title(profile)
        numbers = Self.numbers(profile, model)
    }

    package static func == (left: ICCProfile, right: ICCProfile) -> Bool {
        left === right || left.data == right.data
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(data.count) }

    private static func title(_ profile: cmsHPROFILE) -> String? {
        let count = cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", nil, 0)
        guard count > 0, count <= 4000 else { return nil }
        var text = [wchar_t](repeating: 0, count: Int(count) / MemoryLayout<wchar_t>.stride + 1)
        cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", &text, count)
        let scalars = text.prefix { $0 != 0 }.compactMap { Unicode.Scalar(UInt32(bitPattern: Int32($0))) }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    // MARK: Numbers

    private static func numbers(_ profile: cmsHPROFILE, _ model: Model) -> CGColorSpace.Kind? {
        // A table takes precedence if there is one; grays may also be in L*, which is not linear light.
        guard cmsGetPCS(profile) == cmsSigXYZData,
            [cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag].allSatisfy({ cmsIsTag(profile, $0) == 0 })
        else { return nil }
        switch model {
        case .gray: return curve(profile, cmsSigGrayTRCTag).map { .gray($0) }
        case .rgb:
            let columns = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].compactMap { tag in
                cmsReadTag(profile, tag).map { pointer in
                    let color = pointer.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
                    return ColorVector(x: color.X, y: color.Y, z: color.Z)
                }
            }
            let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].compactMap { curve(profile, $0) }
            guard columns.count == 3, curves.count == 3 else { return nil }
            let matrix = ColorMatrix(columns: columns[0], columns[1], columns[2])
            return matrix.inverted == nil ? nil : .rgb(matrix, curves)
        case .cmyk: return nil
        }
    }

    private static func curve(_ profile: cmsHPROFILE, _ tag: cmsTagSignature) -> ColorCurve? {
        guard let curve = cmsReadTag(profile, tag).map({ OpaquePointer($0) }) else { return nil }
        if let p = cmsGetToneCurveParams(curve), (1...5).contains(cmsGetToneCurveParametricType(curve)) {
            let type = cmsGetToneCurveParametricType(curve)
            guard p[0] > 0, type == 1 || p[1] > 0 else { return nil }
            switch type {
            case 1: return ColorCurve(g: p[0])
            // Below −b/a, the first of these is 0, and the second c.
            case 2: return ColorCurve(g: p[0], a: p[1], b: p[2], c: 0, d: -p[2] / p[1])
            case 3: return ColorCurve(g: p[0], a: p[1], b: p[2], c: 0, d: -p[2] / p[1], e: p[3], f: p[3])
            case 4: return ColorCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
            default: return ColorCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
            }
        }
        let count = Int(cmsGetToneCurveEstimatedTableEntries(curve))
        guard count > 0, let values = cmsGetToneCurveEstimatedTable(curve) else { return nil }
        var table = ColorCurve(g: 1)
        table.table = (0..<count).map { Double(values[$0]) / 65535 }
        return table
    }

    // MARK: Single colors

    /// Returns a color of a profile with tables in XYZ under D50; the components are from 0 to 1.
    func xyz(_ components: [Double]) -> ColorVector? {
        colors.withLock { colors in
            if colors == nil { colors = ProfileColors(self) }
            return colors?.xyz(components)
        }
    }

    /// Returns the components of a color, from 0 to 1; nil if the profile has no conversion in this direction.
    func components(_ xyz: ColorVector) -> [Double]? {
        colors.withLock { colors in
            if colors == nil { colors = ProfileColors(self) }
            return colors?.components(xyz)
        }
    }
}

/// Conversions of single colors, created on first use.
private final class ProfileColors {
    private let toXYZ: cmsHTRANSFORM
    private let fromXYZ: cmsHTRANSFORM?
    private let model: ICCProfile.Model

    init?(_ profile: ICCProfile) {
        model = profile.model
        guard let own = LittleCMS.open(profile.data) else { return nil }
        defer { cmsCloseProfile(own) }
        guard let xyz = cmsCreateXYZProfileTHR(LittleCMS.context) else { return nil }
        defer { cmsCloseProfile(xyz) }
        let (ownFormat, xyzFormat) = (
            tilework_lcms_doubles(model.space, Int32(model.channels)), tilework_lcms_doubles(PT_XYZ, 3)
        )
        let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
        guard
            let made = cmsCreateTransformTHR(
                LittleCMS.context, own, ownFormat, xyz, xyzFormat, intent, UInt32(cmsFLAGS_NOCACHE))
        else { return nil }
        toXYZ = made
        fromXYZ = cmsCreateTransformTHR(
            LittleCMS.context, xyz, xyzFormat, own, ownFormat, intent, UInt32(cmsFLAGS_NOCACHE))
    }

    deinit {
        cmsDeleteTransform(toXYZ)
        if let fromXYZ { cmsDeleteTransform(fromXYZ) }
    }

    /// Inks range from 0 to 100.
    private var full: Double { model == .cmyk ? 100 : 1 }

    func xyz(_ components: [Double]) -> ColorVector {
        let color = (0..<model.channels).map { index in
            let value = index < components.count ? components[index] : 0
            return (value > 0 ? min(1, value) : 0) * full
        }
        var xyz = [0.0, 0, 0]
        cmsDoTransform(toXYZ, color, &xyz, 1)
        return ColorVector(x: xyz[0], y: xyz[1], z: xyz[2])
    }

    func components(_ xyz: ColorVector) -> [Double]? {
        guard let fromXYZ else { return nil }
        var color = [Double](repeating: 0, count: model.channels)
        cmsDoTransform(fromXYZ, [xyz.x, xyz.y, xyz.z], &color, 1)
        return color.map { $0 / full }
    }
}
