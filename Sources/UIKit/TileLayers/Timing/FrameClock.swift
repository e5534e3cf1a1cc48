import Foundation
public import TileGraphics

/// What frames take their time from.
public protocol FrameClock: AnyObject {
    /// Seconds since some moment in the past. Never less than before.
    var now: CFTimeInterval { get }
}

/// The machine's clock.
public final class SystemClock: FrameClock {
    public init() {}

    public var now: CFTimeInterval { MediaClock.ofMachine }
}

/// A clock that goes only when it is told to, so that the same input gives the same frames, to the bit.
public final class VirtualClock: FrameClock {
    public private(set) var now: CFTimeInterval

    public init(now: CFTimeInterval = 0) {
        precondition(now.isFinite, "a clock's time must be finite, and is \(now)")
        self.now = now
    }

    /// Lets time pass, in seconds.
    public func advance(by seconds: CFTimeInterval) {
        precondition(seconds.isFinite && seconds >= 0, "a clock can't be moved by \(seconds) seconds")
        now += seconds
    }
}
