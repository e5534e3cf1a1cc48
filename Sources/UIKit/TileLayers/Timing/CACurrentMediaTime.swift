public import TileGraphics
import TileSupport

// swift-format-ignore: AlwaysUseLowerCamelCase
// Core Animation's own name.
/// The time that animations begin at: of the clock of the screen whose code this is, within its frames and
/// `UIScreen.asMain(_:)`; elsewhere of the machine's clock that never goes back, in seconds since some moment in the
/// past.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.now }

/// The clock of the code that runs.
package enum MediaClock {
    package static let current = ThreadLocal<(any FrameClock)?> { nil }

    /// A clock that asks for the time itself, as one does that counts from its beginning, means the machine's.
    static var now: CFTimeInterval {
        guard let clock = current.value else { return ofMachine }
        current.value = nil
        defer { current.value = clock }
        return clock.now
    }

    static var ofMachine: CFTimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

    /// Runs code of a tree that is shown by a clock.
    package static func with<Result, Failure: Error>(
        _ clock: any FrameClock, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = current.value
        current.value = clock
        defer { current.value = before }
        return try body()
    }
}
