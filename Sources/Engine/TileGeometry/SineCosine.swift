import Foundation

/// The sine and cosine of an angle, computed together in about the time of one of them. Results have the same bits on
/// every machine; those of the C library depend on the processor.
///
/// The angle is reduced by quarter turns in two parts of π/2. Polynomials on ±π/4 then use the coefficients of fdlibm's
/// kernels (k_sin.c and k_cos.c, Sun Microsystems 1993).
package struct SineCosine {
    package let sine: Double
    package let cosine: Double

    /// - Parameter angle: in radians. The error is within 10⁻¹⁵ up to 10⁵; above that the C library computes the
    ///   result. Infinite angles and NaN give NaN.
    package init(_ angle: Double) {
        guard abs(angle) < 1e5 else {
            (sine, cosine) = (sin(angle), cos(angle))
            return
        }
        let quarters = (angle * 0.63661977236758134).rounded()
        let rest = (angle - quarters * 1.57079632673412561417) - quarters * 6.07710050650619224932e-11
        let z = rest * rest
        var odd = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10
        odd = -1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * odd)
        odd = -1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * odd)
        var even = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11
        even = 2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * even)
        even = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * even)
        let s = rest + rest * z * odd
        let c = 1 - z / 2 + z * z * even
        switch Int(quarters) & 3 {
        case 0: (sine, cosine) = (s, c)
        case 1: (sine, cosine) = (c, -s)
        case 2: (sine, cosine) = (-s, -c)
        default: (sine, cosine) = (-c, s)
        }
    }
}
