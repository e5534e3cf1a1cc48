import Foundation
import TileSupport

/// A log for mistakes of a program that are tolerated: one line each, to standard error, like UIKit's messages to the
/// console.
package enum FrameLog {
    private static let taker = ThreadLocal<((String) -> Void)?> { nil }

    package static func write(_ line: String) {
        if let take = taker.value { take(line) } else { NSLog("%@", line) }
    }

    /// Collects the messages about the thread's trees during `body`, in place of the log.
    package static func collecting<Result>(_ take: @escaping (String) -> Void, _ body: () throws -> Result) rethrows
        -> Result
    {
        let before = taker.value
        taker.value = take
        defer { taker.value = before }
        return try body()
    }
}
