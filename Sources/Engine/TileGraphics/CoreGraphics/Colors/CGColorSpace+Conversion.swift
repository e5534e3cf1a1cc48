import Foundation

extension CGColorSpace {
    /// Whether components are sRGB or its grays, so that no conversion is needed.
    var isOutput: Bool {
        switch kind {
        case .rgb(let matrix, let curves): matrix == .sRGB && curves.allSatisfy { $0 == .sRGB }
        case .gray(let curve): curve == .sRGB
        default: false
        }
    }

    /// Returns a color in XYZ under D50. Missing components count as 0; nil for a pattern space without a base.
    func xyz(_ c: [Double]) -> ColorVector? {
        func component(_ index: Int) -> Double { index < c.count ? c[index] : 0 }
        switch kind {
        case .gray(let curve):
            let light = curve.light(component(0))
            return ColorVector(x: light * ColorVector.d50.x, y: light, z: light * ColorVector.d50.z)
        case .rgb(let matrix, let curves):
            return matrix
                * ColorVector(
                    x: curves[0].light(component(0)), y: curves[1].light(component(1)), z: curves[2].light(component(2))
                )
        case .cmyk:
            let k = component(3)
            return CGColorSpace.output.xyz((0..<3).map { 1 - min(1, max(0, component($0) + k)) })
        case .profile(let profile): return profile.xyz(c)
        case .lab(let white, let range):
            let a = min(max(component(1), range[0]), range[1])
            let b = min(max(component(2), range[2]), range[3])
            let fy = (component(0) + 16) / 116
            // CIE 15:2004: a cube above 6/29, a straight line below.
            func light(_ f: Double) -> Double { f > 6.0 / 29 ? f * f * f : 3 * 36.0 / 841 * (f - 4.0 / 29) }
            let xyz = ColorVector(
                x: white.x * light(fy + a / 500), y: white.y * light(fy), z: white.z * light(fy - b / 200))
            return ColorMatrix.adaptation(from: white) * xyz
        case .xyz: return ColorVector(x: component(0), y: component(1), z: component(2))
        case .indexed(let base, let table):
            let count = base.numberOfComponents
            let last = table.count / count - 1
            let value = component(0)
            let index = Int(min(Double(last), max(0, value.isNaN ? 0 : value.rounded())))
            return base.xyz((0..<count).map { Double(table[index * count + $0]) / 255 })
        case .pattern(let base): return base?.xyz(c)
        }
    }

    /// Returns the components of a color; nil for indexed and pattern spaces.
    func components(_ xyz: ColorVector) -> [Double]? {
        switch kind {
        case .gray(let curve): return [curve.component(xyz.y)]
        case .rgb(let matrix, let curves):
            guard let inverse = matrix == .sRGB ? ColorMatrix.sRGBInverse : matrix.inverted else { return nil }
            let light = inverse * xyz
            return [curves[0].component(light.x), curves[1].component(light.y), curves[2].component(light.z)]
        case .cmyk:
            guard let rgb = CGColorSpace.output.components(xyz) else { return nil }
            let inks = rgb.map { 1 - min(1, max(0, $0)) }
            let black = min(inks[0], inks[1], inks[2])
            return inks.map { $0 - black } + [black]
        case .profile(let profile): return profile.components(xyz)
        case .lab(let white, _):
            let adapted = ColorMatrix.adaptation(from: .d50, to: white) * xyz
            func f(_ t: Double) -> Double {
                t > 216.0 / 24389 ? cbrt(t) : t * 841 / 108 + 4.0 / 29
            }
            let (fx, fy, fz) = (f(adapted.x / white.x), f(adapted.y / white.y), f(adapted.z / white.z))
            return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
        case .xyz: return [xyz.x, xyz.y, xyz.z]
        case .indexed, .pattern: return nil
        }
    }

    /// Returns the color to draw with, in sRGB from 0 to 1.
    func output(_ components: [CGFloat], alpha: CGFloat) -> Color {
        func clamped(_ value: Double) -> Double { value > 0 ? min(1, value) : 0 }
        let alpha = clamped(Double(alpha))
        if isOutput {
            let red = clamped(Double(components.first ?? 0))
            guard case .rgb = kind else { return Color(red: red, green: red, blue: red, alpha: alpha) }
            return Color(
                red: red, green: clamped(Double(components.count > 1 ? components[1] : 0)),
                blue: clamped(Double(components.count > 2 ? components[2] : 0)), alpha: alpha)
        }
        if case .cmyk = kind, components.count >= 4 {
            let k = Double(components[3])
            return Color(
                red: 1 - clamped(Double(components[0]) + k), green: 1 - clamped(Double(components[1]) + k),
                blue: 1 - clamped(Double(components[2]) + k), alpha: alpha)
        }
        guard let xyz = xyz(components.map { Double($0) }),
            let rgb = CGColorSpace.output.components(xyz)
        else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
        return Color(red: clamped(rgb[0]), green: clamped(rgb[1]), blue: clamped(rgb[2]), alpha: alpha)
    }
}
