import Dispatch
import Foundation
import TileArchives
import TileFormats
import TileSupport

/// One version of a remote object, read in parts. Nearby parts requested at the same time are fetched in one request,
/// at most `mostRequests` requests run at a time, and callers that want the same part share a request.
///
/// Each response must have the version of the first one (`ETag`, or else `Last-Modified`). After a response with
/// another version, all reading fails with `.replaced`.
final class RemoteFile: RangedFile {
    let path: String
    let byteCount: UInt64
    private let object: RemoteObject
    private let version: Version
    /// The first bytes of the object.
    private let start: [UInt8]
    private let state = Lock(State())

    struct Version: Hashable, Sendable, Codable {
        var tag: String?
        var modified: String?

        init(_ answer: HTTPAnswer) { (tag, modified) = (answer["etag"], answer["last-modified"]) }

        /// Whether a response states another version.
        func isOther(_ answer: HTTPAnswer) -> Bool {
            if let tag, let other = answer["etag"] { return tag != other }
            if let modified, let other = answer["last-modified"] { return modified != other }
            return false
        }

        /// Whether a response states this version.
        func isSame(_ answer: HTTPAnswer) -> Bool {
            if let tag { return tag == answer["etag"] }
            return modified != nil && modified == answer["last-modified"]
        }

        /// Whether the server states no version, so that a change is not noticed.
        var isUnknown: Bool { tag == nil && modified == nil }

        /// The header for a conditional request. Servers do not match weak tags.
        var condition: [(String, String)] {
            if let tag, !tag.hasPrefix("W/") { return [("if-match", tag)] }
            return modified.map { [("if-unmodified-since", $0)] } ?? []
        }
    }

    private struct Want: Sendable {
        var section: PMTiles.Section
        var waiters: [UInt64: CheckedContinuation<Result<[UInt8], RemoteFailure>, Never>]
    }

    private struct State: Sendable {
        /// The pending parts, in order of arrival.
        var waiting: [Want] = []
        /// The parts being fetched.
        var running: [Want] = []
        var requests = 0
        var nextWaiter: UInt64 = 0
        var kept = LRUCache<PMTiles.Section, [UInt8]>(limit: RemoteFile.mostKept)
        /// Long pieces for sequential reading; the last one is the newest.
        var pieces: [(section: PMTiles.Section, bytes: [UInt8])] = []
        var failures: [PMTiles.Section: (reason: RemoteFailure, until: UInt64)] = [:]
        var isReplaced = false
        /// The number of requests sent.
        var sent = 0
    }

    private static let mostRequests = 8
    /// The maximum number of unneeded bytes fetched to merge two requests.
    private static let widestGap: UInt64 = 16 << 10
    /// The maximum bytes of a request for several parts.
    private static let longestRequest: UInt64 = 1 << 20
    /// The bytes fetched at a time for a blocking reader, and the maximum number of such pieces in memory.
    private static let piece: UInt64 = 1 << 20
    private static let mostPieces = 8
    /// The maximum bytes of cached parts.
    private static let mostKept = 32 << 20
    /// The nanoseconds during which a part that could not be fetched is not requested again.
    private static let failureMemory: UInt64 = 1_000_000_000
    /// The length of the start of a file with the header and root directory of PMTiles.
    private static let startLength = PMTiles.rootReach

    private let now: @Sendable () -> UInt64

    private init(
        _ object: RemoteObject, version: Version, byteCount: UInt64, start: [UInt8],
        now: @escaping @Sendable () -> UInt64
    ) {
        self.object = object
        self.now = now
        self.version = version
        self.byteCount = byteCount
        self.start = start
        path = object.name
    }

    /// The number of requests sent since it was opened.
    var requestCount: Int { state.withLock { $0.sent } }
    /// The number of parts that no running request covers.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func waiterCount(of section: PMTiles.Section) -> Int {
        state.withLock { state in
            (state.waiting + state.running).filter { $0.section == section }.reduce(0) { $0 + $1.waiters.count }
        }
    }

    var isReplaced: Bool { state.withLock { $0.isReplaced } }

    /// Opens an object.
    ///
    /// - Parameter now: A monotonic clock, in nanoseconds.
    static func open(
        _ object: RemoteObject, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) async throws(RemoteFailure) -> RemoteFile {
        let answer = try await object.send(
            "GET", headers: [("range", "bytes=0-\(startLength - 1)")], limit: startLength)
        let total = try whole(answer, object)
        return RemoteFile(object, version: Version(answer), byteCount: total, start: answer.body, now: now)
    }

    /// The result of asking for the first bytes of an object.
    enum Probe: Sendable {
        case parts(RemoteFile)
        /// The server sends only whole files, for a reason that says what to change.
        case whole(reason: String)
    }

    /// Opens an object, or finds that its server sends no parts of it.
    static func probe(
        _ object: RemoteObject, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) async throws(RemoteFailure) -> Probe {
        let answer = try await object.send(
            "GET", headers: [("range", "bytes=0-\(startLength - 1)")], limit: startLength)
        if answer.status == 200 { return .whole(reason: wholeFileReason(answer)) }
        let total = try whole(answer, object)
        return .parts(RemoteFile(object, version: Version(answer), byteCount: total, start: answer.body, now: now))
    }

    /// Whether the server states a version of the object, without which parts of two versions could be mixed.
    var hasVersion: Bool { !version.isUnknown }

    /// The first bytes of the object: at most 16 KB.
    var firstBytes: [UInt8] { start }

    /// Returns the length of the object from the response to a range request.
    private static func whole(_ answer: HTTPAnswer, _ object: RemoteObject) throws(RemoteFailure) -> UInt64 {
        switch answer.status {
        case 206: break
        case 416: throw .unusable(object.name, reason: "the file is empty")
        case 200: throw .unusable(object.name, reason: wholeFileReason(answer))
        default: throw object.failure(answer)
        }
        guard let range = answer["content-range"], range.hasPrefix("bytes "),
            let total = range.split(separator: "/").last.flatMap({ UInt64($0) })
        else { throw .unusable(object.name, reason: "the server's partial answer lacks the Content-Range header") }
        return total
    }

    /// Returns the reason why a server answers a range request with the whole file, and what to change.
    private static func wholeFileReason(_ answer: HTTPAnswer) -> String {
        if let encoding = answer["content-encoding"], encoding.lowercased() != "identity" {
            return "its server, or a proxy before it, compresses the file (Content-Encoding: \(encoding)) and so sends "
                + "all of it when asked for a part; turn compression off for .pmtiles files (nginx: gzip off)"
        }
        let server = answer["server"].map { " (Server: \($0.prefix(100)))" } ?? ""
        return
            "its server, or a proxy before it\(server), sends the whole file when asked for a part; serve it from one "
            + "that supports range requests, such as nginx, Apache, Caddy, or S3 (Python's http.server does not)"
    }

    // MARK: Reading

    /// Returns the bytes of a part if they are in memory.
    private func known(_ section: PMTiles.Section) -> [UInt8]? {
        if let end = section.end, end <= UInt64(start.count) {
            return Array(start[Int(section.offset)..<Int(end)])
        }
        return state.withLock { state in
            if let end = section.end,
                let piece = state.pieces.last(where: {
                    $0.section.offset <= section.offset && end <= $0.section.end!
                })
            {
                let from = Int(section.offset - piece.section.offset)
                return Array(piece.bytes[from..<from + Int(section.length)])
            }
            return state.kept.value(for: section)
        }
    }

    func isHere(_ section: PMTiles.Section) -> Bool {
        if let end = section.end, end <= UInt64(start.count) { return true }
        return state.withLock { $0.kept.contains(section) }
    }

    func read(at offset: UInt64, count: Int) throws(ArchiveFailure) -> [UInt8] {
        guard offset <= byteCount, UInt64(count) <= byteCount - offset else {
            throw .damaged(
                path: path,
                reason: "the file ends early: at byte \(GroupedNumber.text(Int(clamping: byteCount))), but data is "
                    + "expected at byte \(GroupedNumber.text(Int(clamping: offset)))")
        }
        let section = PMTiles.Section(offset: offset, length: UInt64(count))
        if let bytes = known(section) { return bytes }
        // A blocking reader usually reads the next part too: all tiles of an archive are stored in sequence.
        let piece = PMTiles.Section(
            offset: offset, length: min(max(section.length, Self.piece), byteCount - offset))
        do throws(RemoteFailure) {
            let bytes = try Blocking.wait { await self.fetched(piece) }.get()
            state.withLock { state in
                // The bytes are kept as a piece instead.
                state.kept.remove(piece)
                if state.pieces.count == Self.mostPieces { state.pieces.removeFirst() }
                state.pieces.append((piece, bytes))
            }
            return Array(bytes.prefix(count))
        } catch {
            throw ArchiveFailure(error, path: path)
        }
    }

    /// Fetches a part for a later read.
    func load(_ section: PMTiles.Section) async throws(RemoteFailure) {
        // A part that exceeds the cache is fetched by its reader.
        guard section.end.map({ $0 <= byteCount }) == true, section.length <= UInt64(Self.mostKept),
            !isHere(section)
        else { return }
        _ = try await fetched(section).get()
    }

    /// Removes a part from the cache.
    func forget(_ section: PMTiles.Section) { state.withLock { _ = $0.kept.remove(section) } }

    func fetched(_ section: PMTiles.Section) async -> Result<[UInt8], RemoteFailure> {
        if let bytes = known(section) { return .success(bytes) }
        let number = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let answer = state.withLock { state -> Result<[UInt8], RemoteFailure>? in
                    if Task.isCancelled { return .failure(.cancelled) }
                    if state.isReplaced { return .failure(.replaced(path)) }
                    if let bytes = state.kept.value(for: section) { return .success(bytes) }
                    if let failure = state.failures[section] {
                        if now() < failure.until { return .failure(failure.reason) }
                        state.failures[section] = nil
                    }
                    if let index = state.running.firstIndex(where: { $0.section == section }) {
                        state.running[index].waiters[number] = waiter
                    } else if let index = state.waiting.firstIndex(where: { $0.section == section }) {
                        state.waiting[index].waiters[number] = waiter
                    } else {
                        state.waiting.append(Want(section: section, waiters: [number: waiter]))
                    }
                    return nil
                }
                if let answer { waiter.resume(returning: answer) } else { startRequests() }
            }
        } onCancel: {
            cancelWait(for: section, number: number)
        }
    }

    private func cancelWait(for section: PMTiles.Section, number: UInt64) {
        let waiter = state.withLock { state in
            if let index = state.running.firstIndex(where: { $0.section == section }) {
                return state.running[index].waiters.removeValue(forKey: number)
            }
            guard let index = state.waiting.firstIndex(where: { $0.section == section }) else { return nil }
            let waiter = state.waiting[index].waiters.removeValue(forKey: number)
            if state.waiting[index].waiters.isEmpty { state.waiting.remove(at: index) }
            return waiter
        }
        waiter?.resume(returning: .failure(.cancelled))
    }

    // MARK: Requests

    private func startRequests() {
        while let batch = state.withLock({ nextBatch(&$0) }) {
            Task {
                let result = await fetch(batch)
                finish(batch, result)
                startRequests()
            }
        }
    }

    /// Returns the range of the oldest pending part, merged with those near it, and marks them as being fetched.
    private func nextBatch(_ state: inout State) -> PMTiles.Section? {
        guard state.requests < Self.mostRequests, let first = state.waiting.first else { return nil }
        var (low, high) = (first.section.offset, first.section.end!)
        var taken: Set<PMTiles.Section> = [first.section]
        var grew = true
        while grew {
            grew = false
            for want in state.waiting where !taken.contains(want.section) {
                let (start, end) = (want.section.offset, want.section.end!)
                let isNear = start <= high + Self.widestGap && end + Self.widestGap >= low
                guard isNear, max(high, end) - min(low, start) <= Self.longestRequest else { continue }
                (low, high) = (min(low, start), max(high, end))
                taken.insert(want.section)
                grew = true
            }
        }
        state.running += state.waiting.filter { taken.contains($0.section) }
        state.waiting.removeAll { taken.contains($0.section) }
        state.requests += 1
        state.sent += 1
        return PMTiles.Section(offset: low, length: high - low)
    }

    private func fetch(_ section: PMTiles.Section) async -> Result<[UInt8], RemoteFailure> {
        do throws(RemoteFailure) {
            let headers = [("range", "bytes=\(section.offset)-\(section.end! - 1)")] + version.condition
            let answer = try await object.send("GET", headers: headers, limit: Int(section.length), seconds: 60)
            if answer.status == 412 || answer.status == 206 && version.isOther(answer) { throw .replaced(path) }
            let total = try Self.whole(answer, object)
            guard total == byteCount else { throw .replaced(path) }
            guard answer.body.count == Int(section.length),
                answer["content-range"]?.hasPrefix("bytes \(section.offset)-") == true
            else { throw .unusable(path, reason: "the server sent a different range than requested") }
            return .success(answer.body)
        } catch {
            return .failure(error)
        }
    }

    private func finish(_ batch: PMTiles.Section, _ result: Result<[UInt8], RemoteFailure>) {
        let isIn = { (want: Want) in want.section.offset >= batch.offset && want.section.end! <= batch.end! }
        let answers = state.withLock {
            state -> [(
                [UInt64: CheckedContinuation<Result<[UInt8], RemoteFailure>, Never>], Result<[UInt8], RemoteFailure>
            )] in
            let done = state.running.filter(isIn)
            state.running.removeAll(where: isIn)
            state.requests -= 1
            if case .failure(.replaced) = result { state.isReplaced = true }
            let until = now() + Self.failureMemory
            return done.map { want in
                switch result {
                case .failure(let failure):
                    if failure != .cancelled {
                        if state.failures.count > 10_000 { state.failures = [:] }
                        state.failures[want.section] = (failure, until)
                    }
                    return (want.waiters, .failure(failure))
                case .success(let bytes):
                    let from = Int(want.section.offset - batch.offset)
                    let part = Array(bytes[from..<from + Int(want.section.length)])
                    state.kept.insert(part, for: want.section, cost: part.count)
                    return (want.waiters, .success(part))
                }
            }
        }
        for (waiters, answer) in answers { for waiter in waiters.values { waiter.resume(returning: answer) } }
    }

    /// Checks whether the object is unchanged. Errors count as unchanged.
    func check() async {
        guard let answer = try? await object.send("HEAD") else { return }
        if answer.status == 200 && version.isOther(answer) { state.withLock { $0.isReplaced = true } }
    }
}

extension ArchiveFailure {
    init(_ failure: RemoteFailure, path: String) {
        switch failure {
        case .notFound: self = .notFound(path: path)
        case .forbidden(_, let reason):
            self = .unreadable(path: path, reason: "\(reason); check the credentials and their permissions")
        case .unreachable(_, let reason): self = .unreachable(path: path, reason: reason)
        case .unusable(_, let reason): self = .unreadable(path: path, reason: reason)
        case .replaced: self = .replaced(path: path)
        case .credentials, .malformed, .exists: self = .unreadable(path: path, reason: "\(failure)")
        case .cancelled: self = .cancelled
        }
    }
}

/// Blocks a thread until a task has finished. It must not be used on a thread that runs tasks.
enum Blocking {
    static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let result = Lock<Value?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task {
            let value = await work()
            result.withLock { $0 = value }
            end.signal()
        }
        end.wait()
        return result.withLock { $0! }
    }

    /// Runs work that blocks on a thread that runs no tasks.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: work()) }
        }
    }
}
