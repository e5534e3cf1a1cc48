// What strangers' libraries take from elsewhere than UIKit, and Linux's Foundation lacks. A library that is compiled
// with this file says so in its line.

import UIKit

/// Of Darwin's C library, which has them as `Float`.
// swift-format-ignore: AlwaysUseLowerCamelCase
let HUGE = Float.greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
let MAXFLOAT = Float.greatestFiniteMagnitude
/// Of Darwin's Dispatch.
// swift-format-ignore: AlwaysUseLowerCamelCase
let NSEC_PER_SEC: UInt64 = 1_000_000_000

/// Of swift-numerics.
extension Double {
    public func isApproximatelyEqual(to other: Double, absoluteTolerance: Double) -> Bool {
        abs(self - other) <= absoluteTolerance
    }
}
