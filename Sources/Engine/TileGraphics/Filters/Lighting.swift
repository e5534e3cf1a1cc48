public import Foundation

/// The lighting of a surface with the image's alpha as its height. SVG 1.1, 15.14 and 15.22.
public struct Lighting: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// A distant light. Its angles are in radians: around the normal, and above the plane.
        case distant(azimuth: Double, elevation: Double)
        /// A point light, in the picture's plane and above it.
        case point(x: Double, y: Double, z: Double)
        /// A spot light at a point, aimed at another: brighter towards the axis, and limited to a cone, in radians.
        case spot(
            x: Double, y: Double, z: Double, atX: Double, atY: Double, atZ: Double, focus: Double, cone: Double?)
    }

    public enum Surface: Hashable, Sendable {
        case diffuse(constant: Double)
        case specular(constant: Double, exponent: Double)
    }

    public var source: Source
    public var surface: Surface
    /// The height of opaque pixels, in the plane's units.
    public var height: Double
    public var color: Color
    /// The distance between the samples that determine the slope, in the picture's plane; nil for 1. At least a pixel.
    public var unit: CGSize?

    public init(source: Source, surface: Surface, height: Double, color: Color, unit: CGSize? = nil) {
        self.source = source
        self.surface = surface
        self.height = height
        self.color = color
        self.unit = unit
    }
}

/// The lighting in the pixels of a grid.
struct GridLight {
    private let lighting: Lighting
    private let color: SIMD3<Float>
    private let height: Float
    private let place: SIMD3<Float>
    /// The direction to a distant light, or that of a spot.
    private let direction: SIMD3<Float>
    private let coneCosine: Float
    private let stepX: Int
    private let stepY: Int

    /// - Parameter point: Maps the picture's plane to the grid's; its mean scale is used for heights.
    init(
        _ lighting: Lighting, isLinear: Bool, scaleX: Double, scaleY: Double,
        point: (Double, Double) -> (Double, Double)
    ) {
        self.lighting = lighting
        let scale = (scaleX * scaleY).squareRoot()
        let components = LinearLight.components(lighting.color, isLinear: isLinear)
        color = SIMD3(Float(components.x), Float(components.y), Float(components.z))
        // Slopes are measured over a unit of the plane if pixels are finer; otherwise 8 bits of height would cause
        // terraces.
        func steps(_ size: CGFloat?, _ scale: Double) -> Int {
            Int(min(1e6, max(1, (Double(size ?? 1) * scale).rounded())))
        }
        stepX = steps(lighting.unit?.width, scaleX)
        stepY = steps(lighting.unit?.height, scaleY)
        height = Float(lighting.height * scale / 255)
        func vector(x: Double, y: Double, z: Double) -> SIMD3<Float> {
            let (x, y) = point(x, y)
            return SIMD3(Float(x), Float(y), Float(z * scale))
        }
        switch lighting.source {
        case .distant(let azimuth, let elevation):
            place = .zero
            direction = SIMD3(
                Float(cos(azimuth) * cos(elevation)), Float(sin(azimuth) * cos(elevation)), Float(sin(elevation)))
            coneCosine = -1
        case .point(let x, let y, let z):
            place = vector(x: x, y: y, z: z)
            direction = .zero
            coneCosine = -1
        case .spot(let x, let y, let z, let atX, let atY, let atZ, _, let cone):
            place = vector(x: x, y: y, z: z)
            direction = Self.unit(vector(x: atX, y: atY, z: atZ) - place)
            coneCosine = cone.map { Float(cos(abs($0))) } ?? -1
        }
    }

    /// The distance of the neighbors that a pixel's light depends on.
    var reach: (x: Int, y: Int) { (stepX, stepY) }

    private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
        let length = (vector * vector).sum().squareRoot()
        return length > 0 ? vector / length : .zero
    }

    /// - Parameters:
    ///   - image: The heights as alpha; over `rect`, clear outside.
    ///   - region: The extent of the surface: slopes at its edges use only the inside.
    ///   - afterRow: Called after each row of pixels.
    func apply(
        _ image: Bitmap?, _ rect: GridRect, region: GridRect, wanted: GridRect, into result: Bitmap,
        afterRow: () throws(RasterFailure) -> Void
    ) throws(RasterFailure) {
        let surface = HeightField(image, rect, over: wanted.grown(x: stepX, y: stepY))
        for y in wanted.minY..<wanted.maxY {
            try afterRow()
            let row = result.row(y - wanted.minY)
            let hasUpper = y - stepY >= region.minY
            let hasLower = y + stepY < region.maxY
            for x in wanted.minX..<wanted.maxX {
                let around = surface.around(x: x - wanted.minX, y: y - wanted.minY, stepX: stepX, stepY: stepY)
                let slope = slope(
                    around, hasLeft: x - stepX >= region.minX, hasRight: x + stepX < region.maxX, hasUpper: hasUpper,
                    hasLower: hasLower)
                row[x - wanted.minX] = pixel(
                    slope: slope * height, at: SIMD3(Float(x), Float(y), around.middle * height))
            }
        }
    }

    /// Returns the surface's slope along both axes: a Sobel filter, and at edges what remains of it. The result is
    /// twice the rise per pixel, as in the specification.
    @inline(__always)
    private func slope(
        _ around: HeightField.Around, hasLeft: Bool, hasRight: Bool, hasUpper: Bool, hasLower: Bool
    ) -> SIMD2<Float> {
        var left = around.left
        var right = around.right
        var upper = around.upper
        var lower = around.lower
        // The pixel's own row and column replace missing ones, at half the distance.
        var (sides, ends) = (Float(2), Float(2))
        if !hasLeft {
            left = SIMD3(around.upper.y, around.middle, around.lower.y)
            sides -= 1
        }
        if !hasRight {
            right = SIMD3(around.upper.y, around.middle, around.lower.y)
            sides -= 1
        }
        if !hasUpper {
            upper = SIMD3(around.left.y, around.middle, around.right.y)
            ends -= 1
        }
        if !hasLower {
            lower = SIMD3(around.left.y, around.middle, around.right.y)
            ends -= 1
        }
        guard sides > 0 || ends > 0 else { return .zero }
        let rows = SIMD3<Float>(hasUpper ? 1 : 0, 2, hasLower ? 1 : 0)
        let columns = SIMD3<Float>(hasLeft ? 1 : 0, 2, hasRight ? 1 : 0)
        let along = ((right - left) * rows).sum() * 2 / (rows.sum() * Float(stepX))
        let across = ((lower - upper) * columns).sum() * 2 / (columns.sum() * Float(stepY))
        return SIMD2(sides > 0 ? along / sides : 0, ends > 0 ? across / ends : 0)
    }

    /// Clamps to bytes; NaN, from a light that is too far away, becomes 0.
    @inline(__always)
    private static func bound(_ value: inout SIMD3<Float>) {
        value.replace(with: 0, where: value .!= value)
        value.clamp(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    }

    /// Uses repeated squaring for integer exponents, which are the common case: a third of the time.
    @inline(__always)
    private func power(_ base: Float, _ exponent: Float) -> Float {
        guard exponent >= 0, exponent <= 256, exponent == exponent.rounded() else { return pow(base, exponent) }
        var (result, square, left) = (Float(1), base, Int(exponent))
        while left > 0 {
            if left & 1 == 1 { result *= square }
            square *= square
            left >>= 1
        }
        return result
    }

    /// - Parameter slope: The slope of the surface; at: A point on it.
    @inline(__always)
    private func pixel(slope: SIMD2<Float>, at surface: SIMD3<Float>) -> UInt32 {
        let towards: SIMD3<Float>
        var light = color
        switch lighting.source {
        case .distant: towards = direction
        case .point: towards = Self.unit(place - surface)
        case .spot(_, _, _, _, _, _, let focus, _):
            towards = Self.unit(place - surface)
            let cosine = -(towards * direction).sum()
            if cosine <= 0 || cosine < coneCosine {
                light = .zero
            } else {
                light *= power(cosine, Float(focus))
            }
        }
        let normal = Self.unit(SIMD3(-slope.x, -slope.y, 1))
        switch lighting.surface {
        case .diffuse(let constant):
            var value = light * max(0, Float(constant) * (normal * towards).sum()) + 0.5
            Self.bound(&value)
            return 0xFF00_0000 | UInt32(value.x) << 16 | UInt32(value.y) << 8 | UInt32(value.z)
        case .specular(let constant, let exponent):
            let halfway = Self.unit(towards + SIMD3(0, 0, 1))
            let cosine = (normal * halfway).sum()
            guard cosine > 0 else { return 0 }
            var value = light * (Float(constant) * power(cosine, Float(exponent))) + 0.5
            Self.bound(&value)
            let (red, green, blue) = (UInt32(value.x), UInt32(value.y), UInt32(value.z))
            return max(red, green, blue) << 24 | red << 16 | green << 8 | blue
        }
    }
}

/// The alpha of an image as floating-point heights.
private struct HeightField {
    private let values: [Float]
    private let width: Int

    /// The values around a point: three on each side, along it.
    struct Around {
        var left: SIMD3<Float>
        var right: SIMD3<Float>
        var upper: SIMD3<Float>
        var lower: SIMD3<Float>
        var middle: Float
    }

    init(_ image: Bitmap?, _ rect: GridRect, over field: GridRect) {
        var values = [Float](repeating: 0, count: field.width * field.height)
        width = field.width
        let shared = rect.intersection(field)
        if let image, !shared.isEmpty {
            for y in shared.minY..<shared.maxY {
                let row = image.row(y - rect.minY)
                let start = (y - field.minY) * field.width
                for x in shared.minX..<shared.maxX {
                    values[start + x - field.minX] = Float(row[x - rect.minX] >> 24)
                }
            }
        }
        self.values = values
    }

    /// - Parameters: x and y: The point, relative to (`stepX`, `stepY`) within the field.
    @inline(__always)
    func around(x: Int, y: Int, stepX: Int, stepY: Int) -> Around {
        values.withUnsafeBufferPointer { values in
            let upper = y * width + x
            let middle = upper + stepY * width
            let lower = middle + stepY * width
            let (a, b, c) = (values[upper], values[upper + stepX], values[upper + 2 * stepX])
            let (d, e, f) = (values[middle], values[middle + stepX], values[middle + 2 * stepX])
            let (g, h, i) = (values[lower], values[lower + stepX], values[lower + 2 * stepX])
            return Around(
                left: SIMD3(a, d, g), right: SIMD3(c, f, i), upper: SIMD3(a, b, c), lower: SIMD3(g, h, i), middle: e)
        }
    }
}
