import Foundation
import TileSupport

/// A download into a file. An interrupted one continues where it stopped if the object is still the same; otherwise it
/// starts over, so two versions are never mixed.
final class RemoteDownload: HTTPReceiver {
    private struct State: Sendable {
        /// The bytes in the file.
        var received = 0
        /// The length of the object; nil if the server does not tell.
        var expected: Int?
        var version: RemoteFile.Version?
        var isKnown = false
    }

    private let name: String
    /// The version that need not be sent again; nil for none.
    private let known: RemoteFile.Version?
    private let file: Int32
    private let limit: Int
    private let state = Lock(State())

    /// A response that does not continue the file.
    private struct Unfitting: Error, CustomStringConvertible {
        var description: String { "the server sent a different range than requested" }
    }

    /// An end before the announced length.
    private struct CutOff: Error, CustomStringConvertible {
        var description: String { "the connection ended early" }
    }

    /// - Parameters:
    ///   - name: The object's name, for messages.
    ///   - file: The descriptor of an empty file.
    ///   - known: The version that need not be sent again; nil for none.
    ///   - limit: The maximum bytes.
    init(_ name: String, into file: Int32, known: RemoteFile.Version?, limit: Int) {
        self.name = name
        self.known = known
        self.file = file
        self.limit = limit
    }

    /// Whether the server has the known version. Some servers ignore conditions; then the transfer ends with
    /// `.cancelled`.
    var isKnown: Bool { state.withLock { $0.isKnown } }

    /// The headers of the next attempt.
    var headers: [(String, String)] {
        let (received, version) = state.withLock { ($0.received, $0.version) }
        // A weak tag does not identify bytes (RFC 9110, 13.1.5).
        if received > 0, let tag = version?.tag, !tag.hasPrefix("W/") {
            return [("range", "bytes=\(received)-"), ("if-range", tag)]
        }
        if let tag = known?.tag { return [("if-none-match", tag)] }
        return known?.modified.map { [("if-modified-since", $0)] } ?? []
    }

    func begin(_ answer: HTTPAnswer) throws {
        if answer.status == 200, known?.isSame(answer) == true {
            state.withLock { $0.isKnown = true }
            throw RemoteFailure.cancelled
        }
        let length = answer["content-length"].flatMap { Int($0) }
        let (received, version) = state.withLock { ($0.received, $0.version) }
        var start = 0
        var total: Int?
        if answer.status == 206 {
            guard received > 0, version?.isOther(answer) == false,
                answer["content-range"]?.hasPrefix("bytes \(received)-") == true
            else {
                state.withLock { $0 = State() }
                throw Unfitting()
            }
            start = received
            // A server may send less than the rest.
            total = answer["content-range"]?.split(separator: "/").last.flatMap { Int($0) }
        }
        let expected =
            total
            ?? length.flatMap { length -> Int? in
                let (sum, overflows) = start.addingReportingOverflow(length)
                return overflows || length < 0 ? .max : sum
            }
        if let expected, expected > limit { throw tooLarge(expected) }
        guard ftruncate(file, off_t(start)) == 0, lseek(file, off_t(start), SEEK_SET) >= 0 else {
            throw storageFailure(errno)
        }
        state.withLock { state in
            (state.received, state.expected) = (start, expected)
            if start == 0 { state.version = RemoteFile.Version(answer) }
        }
    }

    func receive(_ bytes: [UInt8]) throws {
        guard state.withLock({ $0.received }) <= limit - bytes.count else { throw tooLarge(nil) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + done, $0.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw storageFailure(count < 0 ? errno : ENOSPC) }
            done += count
            state.withLock { $0.received += count }
        }
    }

    func end() throws {
        let state = state.withLock { $0 }
        guard state.expected ?? state.received == state.received else { throw CutOff() }
    }

    /// The number of bytes in the file, and their version; nil before a response.
    var result: (byteCount: Int, version: RemoteFile.Version)? {
        state.withLock { state in state.version.map { (state.received, $0) } }
    }

    private func tooLarge(_ count: Int?) -> RemoteFailure {
        let size = count.map { "it has \(GroupedNumber.text($0)) bytes, more" } ?? "it has more"
        return .unusable(
            name,
            reason: "\(size) than the \(GroupedNumber.text(limit)) that a copy may have, a fourth of the cache folder; "
                + "raise --cache-dir-size")
    }

    private func storageFailure(_ code: Int32) -> RemoteFailure {
        .unusable(name, reason: "its copy can't be written: \(SystemError(code: code)); free some space there")
    }
}
