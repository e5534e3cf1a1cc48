import Dispatch
import Foundation
import Logging
import Synchronization
import TileSupport

/// A file with a line of JSON for every answered request.
///
/// Requests only add lines to memory. A separate thread writes them, so a slow or full disk delays nobody. Lines that
/// do not fit are dropped and counted, and the log reports their number at most once a minute.
public final class AccessLog: Sendable {
    private struct State: Sendable {
        var lines: [UInt8] = []
        var isWriting = false
        var descriptor: Int32
        /// Lines that were dropped since the last report, and the time of that report.
        var unsaid = 0
        var lastSaid: UInt64 = 0
    }

    /// The path of the file; nil for standard output.
    private let path: String?
    private let logger: Logger
    private let state: Lock<State>
    private let queue = DispatchQueue(label: "tilework.access-log", qos: .utility)
    private let now: @Sendable () -> Date
    /// The number of lines that were dropped.
    let dropped = Atomic(0)

    /// The most bytes that wait to be written.
    private static let limit = 4 << 20
    /// Milliseconds that a line waits for others.
    private static let pause = 500
    private static let sayInterval: UInt64 = 60_000_000_000

    /// - Parameters:
    ///   - path: A file to append to; nil for standard output.
    /// - Throws: `TileServerFailure.accessLog`.
    public convenience init(path: String?, logger: Logger) throws(TileServerFailure) {
        try self.init(path: path, logger: logger, now: { Date() })
    }

    init(path: String?, logger: Logger, now: @escaping @Sendable () -> Date) throws(TileServerFailure) {
        (self.path, self.logger, self.now) = (path, logger, now)
        state = Lock(State(descriptor: try Self.open(path)))
    }

    deinit { state.withLock { if path != nil { close($0.descriptor) } } }

    private static func open(_ path: String?) throws(TileServerFailure) -> Int32 {
        guard let path else { return STDOUT_FILENO }
        let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        if descriptor < 0 { throw .accessLog(path: path, reason: SystemError(code: errno).description) }
        return descriptor
    }

    /// Reopens the file after log rotation has moved it away. If that fails, the log continues in the previous file.
    public func reopen() {
        guard let path else { return }
        queue.async { [self] in
            write()
            do throws(TileServerFailure) {
                let descriptor = try Self.open(path)
                let old = state.withLock { state in
                    defer { state.descriptor = descriptor }
                    return state.descriptor
                }
                close(old)
            } catch {
                logger.error("\(error); the access log continues in the previous file")
            }
        }
    }

    /// Writes the waiting lines before it returns.
    func finish() { queue.sync { write() } }

    /// Adds a line for an answered request.
    func note(_ entry: AccessEntry) {
        let line = entry.line(at: now())
        let startsWriting = state.withLock { state -> Bool in
            guard state.lines.count + line.count <= Self.limit else {
                state.unsaid += 1
                dropped.add(1, ordering: .relaxed)
                return false
            }
            state.lines += line
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if startsWriting {
            queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [weak self] in self?.write() }
        }
    }

    /// Writes the waiting lines. Runs on the queue.
    private func write() {
        let (lines, descriptor) = state.withLock { state in
            defer { (state.lines, state.isWriting) = ([], false) }
            return (state.lines, state.descriptor)
        }
        var rest = lines[...]
        var failure: SystemError?
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                failure = SystemError(code: errno)
                break
            }
        }
        let lost = rest.count { $0 == UInt8(ascii: "\n") }
        if lost > 0 { dropped.add(lost, ordering: .relaxed) }
        report(lost: lost, failure: failure)
    }

    private func report(lost: Int, failure: SystemError?) {
        let now = MonotonicClock.nanoseconds
        let count = state.withLock { state -> Int in
            state.unsaid += lost
            guard state.unsaid > 0, state.lastSaid == 0 || now - state.lastSaid >= Self.sayInterval else { return 0 }
            defer { (state.unsaid, state.lastSaid) = (0, now) }
            return state.unsaid
        }
        if count > 0 {
            let reason = failure.map { "\($0)" } ?? "requests arrive faster than lines can be written"
            let lines = count == 1 ? "1 line was" : "\(GroupedNumber.text(count)) lines were"
            logger.error("\(lines) not written to the access log: \(reason)")
        }
    }
}

/// An answered request.
struct AccessEntry {
    var id: RequestID
    var client: String
    var method: String
    /// The target as requested, with its query.
    var target: String
    var status: Int
    /// The bytes of the answer's body; nil if the size is unknown before the body is sent.
    var bytes: Int?
    /// The time from the request to the answer's head.
    var nanoseconds: UInt64

    func line(at moment: Date) -> [UInt8] {
        var line = Array("{\"time\":\"".utf8)
        line += Self.text(of: moment).utf8
        line += "\",\"id\":\"\(id.text)\",\"client\":\"".utf8
        Self.append(client, to: &line)
        line += "\",\"method\":\"".utf8
        Self.append(method, to: &line)
        line += "\",\"path\":\"".utf8
        Self.append(GrantRedaction.redacted(target), to: &line)
        line += "\",\"status\":\(status)".utf8
        if let bytes { line += ",\"bytes\":\(bytes)".utf8 }
        line += ",\"ms\":\(Self.milliseconds(nanoseconds))}\n".utf8
        return line
    }

    /// Returns a moment in ISO 8601 with milliseconds, in UTC.
    private static func text(of moment: Date) -> String {
        moment.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        let thousandths = (nanoseconds + 500) / 1000
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    /// Appends a text, escaped as in a JSON string.
    private static func append(_ text: String, to line: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                line += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
            default: line.append(byte)
            }
        }
    }
}

/// An identifier that finds a request in logs: the one that a proxy in front sent, or else a number that no other
/// request has.
struct RequestID: Hashable, Sendable {
    let text: String

    private static let next = Atomic(UInt64.random(in: 0...(.max)))

    init() {
        let number = Self.next.add(1, ordering: .relaxed).newValue
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Creates an identifier from a proxy's. Returns nil if a log or a header can't contain it unescaped.
    init?(_ text: String) {
        let isUsable = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.:+/=".utf8.contains(byte)
        }
        guard isUsable, (1...128).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
