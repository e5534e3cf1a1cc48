import Glibc
import TileSupport

/// One end of a pair of stream sockets for exchanging whole messages.
///
/// It never raises SIGPIPE, and an exchange ends at its deadline, however slowly the other end sends.
package struct MessageSocket: Sendable {
    package enum Failure: Error, Hashable, Sendable {
        /// The other end is closed.
        case ended
        /// The deadline has passed.
        case timedOut
        /// A system error, with its number.
        case system(Int32)
    }

    package let descriptor: Int32
    /// The deadline in nanoseconds of the monotonic clock; nil to wait indefinitely.
    package let deadline: UInt64?

    package init(_ descriptor: Int32, deadline: UInt64? = nil) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    /// Reads bytes until `target` is full.
    package func read(into target: UnsafeMutableRawBufferPointer) throws(Failure) {
        var done = 0
        while done < target.count {
            let count = recv(descriptor, target.baseAddress! + done, target.count - done, Int32(MSG_DONTWAIT))
            if count > 0 {
                done += count
            } else if count == 0 {
                throw .ended
            } else {
                try wait(for: POLLIN, after: errno)
            }
        }
    }

    /// Writes all of `source`.
    package func write(_ source: UnsafeRawBufferPointer) throws(Failure) {
        var done = 0
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        while done < source.count {
            let count = send(descriptor, source.baseAddress! + done, source.count - done, flags)
            if count >= 0 { done += count } else { try wait(for: POLLOUT, after: errno) }
        }
    }

    package func readWords(_ count: Int) throws(Failure) -> [UInt64] { try read(count, of: 0) }

    package func readBytes(_ count: Int) throws(Failure) -> [UInt8] { try read(count, of: 0) }

    private func read<Element: BitwiseCopyable>(_ count: Int, of zero: Element) throws(Failure) -> [Element] {
        var elements = [Element](repeating: zero, count: count)
        // A typed error cannot be thrown through the closure.
        var failure: Failure?
        elements.withUnsafeMutableBytes { bytes in
            do throws(Failure) { try read(into: bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        return elements
    }

    package func write(words: [UInt64]) throws(Failure) { try writeAll(of: words) }

    package func write(bytes: [UInt8]) throws(Failure) { try writeAll(of: bytes) }

    private func writeAll<Element: BitwiseCopyable>(of elements: [Element]) throws(Failure) {
        var failure: Failure?
        elements.withUnsafeBytes { bytes in
            do throws(Failure) { try write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Whether the other end is closed or sent unexpected data. Returns at once.
    package var isDisturbed: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) != 0
    }

    private func wait(for events: Int32, after code: Int32) throws(Failure) {
        switch code {
        case EINTR: return
        case EAGAIN: break
        case EPIPE, ECONNRESET: throw .ended
        default: throw .system(code)
        }
        var milliseconds: Int32 = -1
        if let deadline {
            let now = MonotonicClock.nanoseconds
            guard now < deadline else { throw .timedOut }
            // Rounded up, so that the last wait does not become a busy loop of zero timeouts.
            milliseconds = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
        }
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        if poll(&entry, 1, milliseconds) < 0, errno != EINTR { throw .system(errno) }
    }
}
