public import Foundation

// What Core Foundation and Darwin call things that view code uses, where Foundation on Linux has other names or none.

// On Apple's systems bridged from the types on the right; `as CFArray` and its kin are no change here.
public typealias CFArray = [Any]
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFNumber = NSNumber
public typealias CFTypeRef = AnyObject
public typealias CFIndex = Int
/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds since the beginning of 2001, UTC.
public typealias CFAbsoluteTime = Double

/// Seconds since the beginning of 2001, UTC, by the system's clock, which may be set back.
// swift-format-ignore: AlwaysUseLowerCamelCase, Core Foundation's own name.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// The largest finite number or infinity, as the C library has it: infinity.
// swift-format-ignore: AlwaysUseLowerCamelCase, the C library's own name.
public let HUGE = Double.infinity

/// Calls `body`: objects are released as soon as nobody needs them here, so there is no pool to drain.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}

extension CGFloat {
    /// The number's value as a `CGFloat`, as near as it gets.
    public init(truncating number: NSNumber) { self = number.doubleValue }
}
