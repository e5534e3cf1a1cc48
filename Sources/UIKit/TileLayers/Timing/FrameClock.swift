import Foundation
public import TileGraphics

/// The source of frames' time.
public protocol FrameClock: AnyObject {
    /// The time in seconds since an arbitrary moment. Never decreases.
    var now: CFTimeInterval { get }
}

/// The machine's clock.
public final class SystemClock: FrameClock {
    public init() {}

    public var now: CFTimeInterval { MediaClock.ofMachine }
}

/// A clock that only advances explicitly, so that the same input yields exactly the same frames.
public final class VirtualClock: FrameClock {
    public private(set) var now: CFTimeInterval

    public init(now: CFTimeInterval = 0) {
        precondition(now.isFinite, "a clock's time must be finite, and is \(now)")
        self.now = now
    }

    /// Advances the time, in seconds.
    public func advance(by seconds: CFTimeInterval) {
        precondition(seconds.isFinite && seconds >= 0, "a clock can't be moved by \(seconds) seconds")
        now += seconds
    }
}
