// Declarations that strangers' libraries import from modules other than UIKit and that Foundation on Linux lacks. The
// line of a library names this file if the library is compiled with it.

import UIKit

/// Constants of Darwin's C library, which declares them as `Float`.
// swift-format-ignore: AlwaysUseLowerCamelCase
let HUGE = Float.greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
let MAXFLOAT = Float.greatestFiniteMagnitude
/// A constant of Darwin's Dispatch.
// swift-format-ignore: AlwaysUseLowerCamelCase
let NSEC_PER_SEC: UInt64 = 1_000_000_000

/// A method of swift-numerics.
extension Double {
    public func isApproximatelyEqual(to other: Double, absoluteTolerance: Double) -> Bool {
        abs(self - other) <= absoluteTolerance
    }
}
