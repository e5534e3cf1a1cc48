@testable import TileGraphics

/// The published compositing formulas, computed in doubles: the reference for pixels.
///
/// - SeeAlso: W3C, Compositing and Blending Level 1, chapters 9 and 10; ISO 32000-1, 11.3; Porter and Duff, 1984. Plus
///   darker as Core Graphics documents it, on premultiplied colors.
struct CompositingFormulas {
    typealias RGB = SIMD3<Double>

    /// Red, green, blue and alpha, not premultiplied.
    struct Pixel {
        var color: RGB
        var alpha: Double
    }

    /// Returns the premultiplied result of drawing `source` with `coverage` over `backdrop`, alpha last.
    static func result(
        _ mode: CGBlendMode, _ source: Pixel, backdrop: Pixel, coverage: Double = 1
    ) -> SIMD4<Double> {
        let s = SIMD4(source.color * source.alpha, source.alpha)
        let d = SIMD4(backdrop.color * backdrop.alpha, backdrop.alpha)
        let full = composed(mode, source, backdrop: backdrop, s: s, d: d)
        return d * (1 - coverage) + full * coverage
    }

    private static func composed(
        _ mode: CGBlendMode, _ source: Pixel, backdrop: Pixel, s: SIMD4<Double>, d: SIMD4<Double>
    ) -> SIMD4<Double> {
        let (sa, da) = (s.w, d.w)
        switch mode {
        case .clear: return .zero
        case .copy: return s
        case .sourceIn: return s * da
        case .sourceOut: return s * (1 - da)
        case .sourceAtop: return s * da + d * (1 - sa)
        case .destinationOver: return s * (1 - da) + d
        case .destinationIn: return d * sa
        case .destinationOut: return d * (1 - sa)
        case .destinationAtop: return s * (1 - da) + d * sa
        case .xor: return s * (1 - da) + d * (1 - sa)
        case .plusLighter: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
        case .plusDarker:
            let alpha = min(1, sa + da)
            var result = (SIMD4(repeating: alpha) - (SIMD4(repeating: sa) - s) - (SIMD4(repeating: da) - d))
                .clamped(lowerBound: .zero, upperBound: .one)
            result.w = alpha
            return result
        default:
            let mixed = blended(mode, backdrop: backdrop.color, source: source.color)
            let color =
                source.color * (sa * (1 - da)) + backdrop.color * (da * (1 - sa)) + mixed * (sa * da)
            return SIMD4(color, sa + da * (1 - sa))
        }
    }

    /// Returns the blend function B(cb, cs).
    private static func blended(_ mode: CGBlendMode, backdrop b: RGB, source s: RGB) -> RGB {
        func each(_ f: (Double, Double) -> Double) -> RGB { RGB(f(b.x, s.x), f(b.y, s.y), f(b.z, s.z)) }
        func hardLight(_ b: Double, _ s: Double) -> Double {
            s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
        }
        switch mode {
        case .multiply: return b * s
        case .screen: return b + s - b * s
        case .overlay: return each { hardLight($1, $0) }
        case .darken: return each(min)
        case .lighten: return each(max)
        case .colorDodge: return each { $0 == 0 ? 0 : $1 >= 1 ? 1 : min(1, $0 / (1 - $1)) }
        case .colorBurn: return each { $0 >= 1 ? 1 : $1 <= 0 ? 0 : 1 - min(1, (1 - $0) / $1) }
        case .hardLight: return each(hardLight)
        case .softLight:
            return each { b, s in
                if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
                let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
                return b + (2 * s - 1) * (d - b)
            }
        case .difference: return each { abs($0 - $1) }
        case .exclusion: return b + s - 2 * b * s
        case .hue: return withLuminosity(withSaturation(s, saturation(b)), luminosity(b))
        case .saturation: return withLuminosity(withSaturation(b, saturation(s)), luminosity(b))
        case .color: return withLuminosity(s, luminosity(b))
        case .luminosity: return withLuminosity(b, luminosity(s))
        default: return s
        }
    }

    private static func luminosity(_ c: RGB) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

    private static func saturation(_ c: RGB) -> Double { c.max() - c.min() }

    private static func withLuminosity(_ c: RGB, _ target: Double) -> RGB {
        let moved = c + RGB(repeating: target - luminosity(c))
        let l = luminosity(moved)
        let (low, high) = (moved.min(), moved.max())
        let center = RGB(repeating: l)
        if low < 0 { return center + (moved - center) * l / (l - low) }
        if high > 1 { return center + (moved - center) * (1 - l) / (high - l) }
        return moved
    }

    private static func withSaturation(_ c: RGB, _ target: Double) -> RGB {
        let range = c.max() - c.min()
        if range == 0 { return .zero }
        return (c - RGB(repeating: c.min())) * target / range
    }
}
