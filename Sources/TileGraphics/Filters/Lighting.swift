public import Foundation

/// Light on a surface that is as high as an image is opaque. SVG 1.1, 15.14 and 15.22.
public struct Lighting: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// From a direction, in radians: about the normal, and above the plane.
        case distant(azimuth: Double, elevation: Double)
        /// From a place, in the picture's plane and above it.
        case point(x: Double, y: Double, z: Double)
        /// From a place towards another, the more the closer to the line between; within an angle, in radians.
        case spot(
            x: Double, y: Double, z: Double, atX: Double, atY: Double, atZ: Double, focus: Double, cone: Double?)
    }

    public enum Surface: Hashable, Sendable {
        case diffuse(constant: Double)
        case specular(constant: Double, exponent: Double)
    }

    public var source: Source
    public var surface: Surface
    /// How high all that is opaque stands, in the plane's units.
    public var height: Double
    public var color: Color
    /// From a place on the surface to those that tell its slope, in the picture's plane; nil for a pixel.
    public var unit: CGSize?

    public init(source: Source, surface: Surface, height: Double, color: Color, unit: CGSize? = nil) {
        self.source = source
        self.surface = surface
        self.height = height
        self.color = color
        self.unit = unit
    }
}

/// Light as one grid sees it, in pixels.
struct GridLight {
    private let lighting: Lighting
    private let color: SIMD3<Float>
    private let height: Float
    private let place: SIMD3<Float>
    /// Towards a light that is far off, or the way that a spot points.
    private let direction: SIMD3<Float>
    private let coneCosine: Float
    private let stepX: Int
    private let stepY: Int

    /// - Parameter point: from the picture's plane to the grid's, scale: its mean.
    init(
        _ lighting: Lighting, isLinear: Bool, scaleX: Double, scaleY: Double,
        point: (Double, Double) -> (Double, Double)
    ) {
        self.lighting = lighting
        let scale = (scaleX * scaleY).squareRoot()
        let components = LinearLight.components(lighting.color, isLinear: isLinear)
        color = SIMD3(Float(components.x), Float(components.y), Float(components.z))
        func steps(_ size: CGFloat?, _ scale: Double) -> Int {
            size.map { Int(min(1e6, max(1, (Double($0) * scale).rounded()))) } ?? 1
        }
        stepX = steps(lighting.unit?.width, scaleX)
        stepY = steps(lighting.unit?.height, scaleY)
        height = Float(lighting.height * scale / 255)
        func vector(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Float> {
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
            place = vector(x, y, z)
            direction = .zero
            coneCosine = -1
        case .spot(let x, let y, let z, let atX, let atY, let atZ, _, let cone):
            place = vector(x, y, z)
            direction = Self.unit(vector(atX, atY, atZ) - place)
            coneCosine = cone.map { Float(cos(abs($0))) } ?? -1
        }
    }

    /// Pixels around one that its light depends on.
    var reach: (x: Int, y: Int) { (stepX, stepY) }

    private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
        let length = (vector * vector).sum().squareRoot()
        return length > 0 ? vector / length : .zero
    }

    /// - Parameters:
    ///   - heights: by alpha; clear when there is none; over `rect`.
    ///   - region: beyond it there is no surface: slopes at its edges are told from within.
    func apply(
        _ heights: Bitmap?, _ rect: GridRect, region: GridRect, wanted: GridRect, into result: Bitmap,
        _ afterRow: () throws(RasterFailure) -> Void
    ) throws(RasterFailure) {
        func alpha(_ x: Int, _ y: Int) -> Float {
            guard let heights, x >= rect.minX, x < rect.maxX, y >= rect.minY, y < rect.maxY else { return 0 }
            return Float(heights.row(y - rect.minY)[x - rect.minX] >> 24)
        }
        for y in wanted.minY..<wanted.maxY {
            try afterRow()
            let row = result.row(y - wanted.minY)
            // Sobel's filter, and at edges what is left of it.
            let (up, down) = (y - stepY >= region.minY ? stepY : 0, y + stepY < region.maxY ? stepY : 0)
            for x in wanted.minX..<wanted.maxX {
                let (left, right) = (x - stepX >= region.minX ? stepX : 0, x + stepX < region.maxX ? stepX : 0)
                let slope = slope(alpha, x, y, left: left, right: right, up: up, down: down)
                let z = alpha(x, y) * height
                row[x - wanted.minX] = pixel(
                    slope: slope * height, at: SIMD3(Float(x), Float(y), z))
            }
        }
    }

    /// The surface's slope along both axes, of differences that count twice as much in the middle.
    @inline(__always)
    private func slope(
        _ alpha: (Int, Int) -> Float, _ x: Int, _ y: Int, left: Int, right: Int, up: Int, down: Int
    ) -> SIMD2<Float> {
        var along = 2 * (alpha(x + right, y) - alpha(x - left, y))
        var weight = Float(2)
        if up > 0 {
            along += alpha(x + right, y - up) - alpha(x - left, y - up)
            weight += 1
        }
        if down > 0 {
            along += alpha(x + right, y + down) - alpha(x - left, y + down)
            weight += 1
        }
        var across = 2 * (alpha(x, y + down) - alpha(x, y - up))
        var weightAcross = Float(2)
        if left > 0 {
            across += alpha(x - left, y + down) - alpha(x - left, y - up)
            weightAcross += 1
        }
        if right > 0 {
            across += alpha(x + right, y + down) - alpha(x + right, y - up)
            weightAcross += 1
        }
        let sides = Float((left > 0 ? 1 : 0) + (right > 0 ? 1 : 0))
        let ends = Float((up > 0 ? 1 : 0) + (down > 0 ? 1 : 0))
        // Twice what a pixel rises, as the specification has it.
        return SIMD2(
            sides > 0 ? 2 * along / (weight * sides * Float(stepX)) : 0,
            ends > 0 ? 2 * across / (weightAcross * ends * Float(stepY)) : 0)
    }

    /// - Parameter slope: of the surface; at: a place on it.
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
                light *= pow(cosine, Float(focus))
            }
        }
        let normal = Self.unit(SIMD3(-slope.x, -slope.y, 1))
        switch lighting.surface {
        case .diffuse(let constant):
            var value = light * max(0, Float(constant) * (normal * towards).sum()) + 0.5
            value.clamp(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
            return 0xFF00_0000 | UInt32(value.x) << 16 | UInt32(value.y) << 8 | UInt32(value.z)
        case .specular(let constant, let exponent):
            let halfway = Self.unit(towards + SIMD3(0, 0, 1))
            let cosine = (normal * halfway).sum()
            guard cosine > 0 else { return 0 }
            var value = light * (Float(constant) * pow(cosine, Float(exponent))) + 0.5
            value.clamp(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
            let (red, green, blue) = (UInt32(value.x), UInt32(value.y), UInt32(value.z))
            return max(red, green, blue) << 24 | red << 16 | green << 8 | blue
        }
    }
}
