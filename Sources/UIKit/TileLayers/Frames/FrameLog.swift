import Foundation
import TileSupport

/// Where frames say what a program does that can't be meant, and that goes on all the same: one line each, to standard
/// error, as UIKit's go to the console.
package enum FrameLog {
    private static let taker = ThreadLocal<((String) -> Void)?> { nil }

    package static func write(_ line: String) {
        if let take = taker.value { take(line) } else { NSLog("%@", line) }
    }

    /// Takes what is said of the thread's trees within `body`, in place of the log.
    package static func collecting<Result>(_ take: @escaping (String) -> Void, _ body: () throws -> Result) rethrows
        -> Result
    {
        let before = taker.value
        taker.value = take
        defer { taker.value = before }
        return try body()
    }
}
