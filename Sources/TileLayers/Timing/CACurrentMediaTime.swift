public import TileGraphics
import TileSupport

// swift-format-ignore: AlwaysUseLowerCamelCase
// Core Animation's own name.
/// Seconds of the machine's clock that never goes back, since some moment in the past.
public func CACurrentMediaTime() -> CFTimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }
