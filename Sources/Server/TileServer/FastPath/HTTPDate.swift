import Foundation
import NIOCore
import TileSupport

/// The first lines of answers: the status, the date, and the headers that all answers share. They change once a second
/// and are shared by all connections.
final class HTTPDate: Sendable {
    struct Preamble: Sendable {
        var second: Int
        /// The date in the format of the `Date` header.
        var date: String
        /// The first lines of a 200 answer.
        var found: ByteBuffer
        /// The first lines of a 304 answer.
        var notModified: ByteBuffer
    }

    private let current = Lock(Preamble(second: -1, date: "", found: ByteBuffer(), notModified: ByteBuffer()))
    private let now: @Sendable () -> Int

    /// - Parameter now: Returns the seconds since 1970, UTC.
    init(now: @escaping @Sendable () -> Int = { Int(time(nil)) }) { self.now = now }

    var preamble: Preamble {
        let second = now()
        return current.withLock { current in
            if current.second != second {
                let date = Self.text(second)
                let lines = "Date: \(date)\r\nX-Content-Type-Options: nosniff\r\n"
                current = Preamble(
                    second: second, date: date, found: ByteBuffer(string: "HTTP/1.1 200 OK\r\n\(lines)"),
                    notModified: ByteBuffer(string: "HTTP/1.1 304 Not Modified\r\n\(lines)"))
            }
            return current
        }
    }

    /// Returns the date in the format of RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ second: Int) -> String {
        var time = time_t(second)
        var parts = tm()
        gmtime_r(&time, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec)) GMT"
    }
}
