public import Foundation

// Names from Core Foundation and Darwin that view code uses and that Foundation on Linux lacks or names differently.

// On Apple's systems these are bridged from the types on the right; casts like `as CFArray` change nothing here.
public typealias CFArray = [Any]
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFNumber = NSNumber
public typealias CFTypeRef = AnyObject
public typealias CFIndex = Int
/// A duration in seconds.
public typealias CFTimeInterval = Double
/// An absolute time: seconds since the start of 2001, UTC.
public typealias CFAbsoluteTime = Double

/// Returns the seconds since the start of 2001, UTC, on the system clock, which may be set back.
// swift-format-ignore: AlwaysUseLowerCamelCase, Core Foundation's own name.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// Infinity, as in the C library.
// swift-format-ignore: AlwaysUseLowerCamelCase, the C library's own name.
public let HUGE = Double.infinity

/// Calls `body`. Objects are released immediately here, so there is no pool to drain.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}

extension CGFloat {
    /// Creates the closest `CGFloat` to a number.
    public init(truncating number: NSNumber) { self = number.doubleValue }
}
