import CLCMS
import Foundation
import TileSupport

/// Converts rows of samples in a profile's space to sRGB pixels, with the profile's relative colorimetric intent.
///
/// lcms2 does the conversion, except for three cases: grays use a table with an entry for each value, and 16-bit RGB
/// uses a table per curve and a matrix. For these, lcms2's fast methods, which interpolate between a few steps, are
/// wrong by up to 10 and 29 of 255 in the darks of common profiles, and its exact method converts only 6 million pixels
/// a second. 8-bit RGB whose colors are brighter than white, which lcms2 computes with too few bits, also uses tables
/// and a matrix.
// @unchecked Sendable: lcms2 allows several threads to use a transform without a cache, and these have none.
final class ProfileTransform: @unchecked Sendable {
    private enum Method {
        case lcms(cmsHTRANSFORM)
        /// A table with a pixel for each 8-bit or 16-bit gray.
        case table([UInt32])
        case curvesAndMatrix(CurvesAndMatrix)
    }

    private let method: Method
    private let samples: SampleConversion.Samples
    /// Whether the conversion changes no color by more than a step of 8 bits.
    private(set) var isPlain = false

    /// Creates a transform; nil if the profile does not define the conversion.
    ///
    /// - Parameter samples: The samples, in the profile's model.
    init?(_ profile: ICCProfile, _ samples: SampleConversion.Samples) {
        precondition(profile.model == samples.model, "samples of another model than the profile's")
        self.samples = samples
        switch (profile.model, samples.bytes, profile.numbers) {
        case (.gray, _, _):
            guard let table = Self.grays(profile, bytes: samples.bytes) else { return nil }
            method = .table(table)
        case (.rgb, let bytes, .rgb(let matrix, let curves)?) where bytes == 2 || Self.isBright(matrix):
            method = .curvesAndMatrix(CurvesAndMatrix(matrix, curves, bytes: bytes))
        default:
            guard
                let transform = Self.transform(
                    profile, bytes: samples.bytes, extra: samples.hasAlpha ? 1 : 0, flags: 0)
            else { return nil }
            method = .lcms(transform)
        }
        isPlain = samples.model != .cmyk && hardlyChanges
    }

    deinit {
        if case .lcms(let transform) = method { cmsDeleteTransform(transform) }
    }

    /// Whether the space has colors that are brighter than white.
    private static func isBright(_ matrix: ColorMatrix) -> Bool {
        matrix.columns.reduce(0) { $0 + $1.y } > 1.05
    }

    private static func transform(_ profile: ICCProfile, bytes: Int, extra: Int, flags: Int32) -> cmsHTRANSFORM? {
        guard let own = LittleCMS.open(profile.data) else { return nil }
        defer { cmsCloseProfile(own) }
        guard let sRGB = cmsCreate_sRGBProfileTHR(LittleCMS.context) else { return nil }
        defer { cmsCloseProfile(sRGB) }
        let model = profile.model
        return cmsCreateTransformTHR(
            LittleCMS.context, own,
            tilework_lcms_format(model.space, Int32(model.channels), Int32(extra), Int32(bytes)),
            sRGB, tilework_lcms_bgra(), UInt32(INTENT_RELATIVE_COLORIMETRIC), UInt32(cmsFLAGS_NOCACHE | flags))
    }

    private static func grays(_ profile: ICCProfile, bytes: Int) -> [UInt32]? {
        guard let exact = transform(profile, bytes: bytes, extra: 0, flags: cmsFLAGS_NOOPTIMIZE) else { return nil }
        defer { cmsDeleteTransform(exact) }
        let count = bytes == 1 ? 256 : 65536
        var table = [UInt32](repeating: 0, count: count)
        if bytes == 1 {
            cmsDoTransform(exact, (0..<count).map { UInt8($0) }, &table, UInt32(count))
        } else {
            cmsDoTransform(exact, (0..<count).map { UInt16($0) }, &table, UInt32(count))
        }
        return table.map { $0 | 0xFF00_0000 }
    }

    private var hardlyChanges: Bool {
        let steps: [Int] = samples.model == .gray ? Array(0...255) : stride(from: 0, through: 255, by: 15).map { $0 }
        let colors =
            samples.model == .gray
            ? steps.map { [$0] } : steps.flatMap { r in steps.flatMap { g in steps.map { b in [r, g, b] } } }
        let alpha = samples.hasAlpha ? [255] : []
        let source = colors.flatMap { color in
            (color + alpha).flatMap { [UInt8](repeating: UInt8($0), count: samples.bytes) }
        }
        var target = [UInt32](repeating: 0, count: colors.count)
        convert(source, count: colors.count, into: &target)
        return zip(colors, target).allSatisfy { color, pixel in
            [16, 8, 0].enumerated().allSatisfy { index, shift in
                let wanted = color[color.count == 1 ? 0 : index]
                return abs(Int(pixel >> UInt32(shift) & 255) - wanted) <= 1
            }
        }
    }

    /// Converts `count` pixels of samples to premultiplied pixels.
    func convert(_ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        let step = samples.pixelBytes
        switch method {
        case .lcms(let transform): cmsDoTransform(transform, source, target, UInt32(count))
        case .table(let table):
            table.withUnsafeBufferPointer { table in
                if samples.bytes == 1 {
                    for index in 0..<count { target[index] = table[Int(source[index &* step])] }
                } else {
                    for index in 0..<count {
                        let low = source + index &* step
                        target[index] = table[Int(low[0]) | Int(low[1]) &<< 8]
                    }
                }
            }
        case .curvesAndMatrix(let conversion): conversion.convert(source, step: step, count: count, into: target)
        }
        if samples.hasAlpha {
            let last = source + step - 1
            for index in 0..<count {
                target[index] = PixelConversion.premultiplied(target[index], UInt32(last[index &* step]))
            }
        } else if case .lcms = method {
            for index in 0..<count { target[index] |= 0xFF00_0000 }
        }
    }

    // MARK: The last few

    private struct Known {
        var profile: ICCProfile
        var samples: SampleConversion.Samples
        var transform: ProfileTransform
    }

    /// The cache of recent transforms. The images of a folder mostly have one or two profiles.
    private static let known = Lock([Known]())
    private static let maxKnown = 4
    /// The maximum size of a cached profile, in bytes; printers' tables have one or two million.
    private static let maxKnownProfile = 4 << 20

    /// Returns a recent transform if there is a match, or a new one.
    ///
    /// - Complexity: Creating one takes 2 ms for RGB and some 25 ms for inks.
    static func shared(for profile: ICCProfile, _ samples: SampleConversion.Samples) -> ProfileTransform? {
        let found = known.withLock { known -> ProfileTransform? in
            guard let at = known.firstIndex(where: { $0.samples == samples && $0.profile == profile }) else {
                return nil
            }
            known.append(known.remove(at: at))
            return known.last?.transform
        }
        if let found { return found }
        guard let made = ProfileTransform(profile, samples) else { return nil }
        guard profile.data.count <= maxKnownProfile else { return made }
        known.withLock { known in
            known.append(Known(profile: profile, samples: samples, transform: made))
            if known.count > maxKnown { known.removeFirst() }
        }
        return made
    }
}

/// A conversion from 8-bit or 16-bit RGB samples to 8-bit sRGB.
private struct CurvesAndMatrix: Sendable {
    /// Whether samples have two bytes.
    private let isWide: Bool
    /// The light of each value of red, of green and of blue.
    private let light: [[Float]]
    /// The contribution of each primary's full light to sRGB's three, in steps of `bytes`.
    private let columns: [SIMD4<Float>]

    private static let steps = 16383
    /// The sRGB bytes for even steps of light: where the curve is steepest, in the darks, there are five steps per
    /// byte.
    private static let bytes = (0...steps).map { step in
        UInt32(min(1, max(0, ColorCurve.sRGB.component(Double(step) / Double(steps)))) * 255 + 0.5)
    }

    init(_ matrix: ColorMatrix, _ curves: [ColorCurve], bytes: Int) {
        isWide = bytes == 2
        let last = isWide ? 65535 : 255
        light = curves.map { curve in (0...last).map { Float(curve.light(Double($0) / Double(last))) } }
        columns = (ColorMatrix.sRGBInverse * matrix).columns.map {
            SIMD4(Float($0.x), Float($0.y), Float($0.z), 0) * Float(Self.steps)
        }
    }

    func convert(_ source: UnsafePointer<UInt8>, step: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        let bytes = Self.bytes
        for index in 0..<count {
            let low = source + index &* step
            func number(_ channel: Int) -> Int {
                isWide ? Int(low[2 &* channel]) | Int(low[2 &* channel &+ 1]) &<< 8 : Int(low[channel])
            }
            var sum = columns[0] * light[0][number(0)] + columns[1] * light[1][number(1)]
            sum += columns[2] * light[2][number(2)]
            // A profile may contain any numbers, including ones that yield NaN.
            let at = sum.replacing(with: 0, where: sum .!= sum)
                .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: Float(Self.steps))).rounded(.toNearestOrEven)
            target[index] =
                0xFF00_0000 | bytes[Int(at.x)] &<< 16 | bytes[Int(at.y)] &<< 8 | bytes[Int(at.z)]
        }
    }
}
