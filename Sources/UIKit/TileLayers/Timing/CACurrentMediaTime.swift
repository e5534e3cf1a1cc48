public import TileGraphics
import TileSupport

// swift-format-ignore: AlwaysUseLowerCamelCase
// Core Animation's own name.
/// Returns the current time for animations in seconds. In the frames of a screen and in `UIScreen.asMain(_:)` it is the
/// time of the screen's clock; elsewhere it is the machine's monotonic time, since an arbitrary moment.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.now }

/// The clock of the running code.
package enum MediaClock {
    package static let current = ThreadLocal<(any FrameClock)?> { nil }

    /// The current time. A clock that itself calls `CACurrentMediaTime()`, for example to count from its start, gets
    /// the machine's.
    static var now: CFTimeInterval {
        guard let clock = current.value else { return ofMachine }
        current.value = nil
        defer { current.value = clock }
        return clock.now
    }

    static var ofMachine: CFTimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

    /// Runs code of a tree that is shown with a clock.
    package static func with<Result, Failure: Error>(
        _ clock: any FrameClock, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = current.value
        current.value = clock
        defer { current.value = before }
        return try body()
    }
}
