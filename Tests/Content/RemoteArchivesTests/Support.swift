import Foundation
import TileSupport

@testable import RemoteArchives

/// A server of one object in memory, which can be made to fail and to wait.
final class MemoryServer: HTTPTransport {
    struct State: Sendable {
        var bytes: [UInt8]
        var tag = "\"one\""
        /// The received requests, as `GET 0-9`.
        var log: [String] = []
        /// Decides how a request fails, by its number from 1; nil to answer it.
        var disturbance: @Sendable (Int) -> Disturbance? = { _ in nil }
        var ignoresRange = false
        var ignoresConditions = false
        /// The headers sent with the whole object.
        var headersOfWhole: [(String, String)] = []
        /// The requests that wait until `release` is called.
        var held: [CheckedContinuation<Void, Never>] = []
        var isHolding = false
    }

    enum Disturbance: Sendable {
        case status(Int)
        case broken
        case cut
    }

    struct Broken: Error {}

    let state: Lock<State>

    init(_ bytes: [UInt8]) { state = Lock(State(bytes: bytes)) }

    var log: [String] { state.withLock { $0.log } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Answers the waiting requests, and later ones at once.
    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for waiter in held { waiter.resume() }
    }

    func execute(_ request: HTTPRequest, limit: Int) async throws -> HTTPAnswer {
        let headers = Dictionary(request.headers) { first, _ in first }
        let number = state.withLock { state in
            let range = headers["range"].map { String($0.dropFirst(6)) } ?? "-"
            state.log.append("\(request.method) \(range)")
            return state.log.count
        }
        await withCheckedContinuation { waiter in
            let holds = state.withLock { state in
                if state.isHolding { state.held.append(waiter) }
                return state.isHolding
            }
            if !holds { waiter.resume() }
        }
        return try state.withLock { state in
            let disturbance = state.disturbance(number)
            if case .broken = disturbance { throw Broken() }
            if case .status(let status) = disturbance { return HTTPAnswer(status: status, headers: []) }
            let tag = [("etag", state.tag)]
            if !state.ignoresConditions, let wanted = headers["if-match"], wanted != state.tag {
                return HTTPAnswer(status: 412, headers: tag)
            }
            guard request.method == "GET", let range = headers["range"], !state.ignoresRange else {
                return HTTPAnswer(
                    status: 200, headers: tag + state.headersOfWhole,
                    body: request.method == "GET" ? state.bytes : [])
            }
            let ends = range.dropFirst(6).split(separator: "-").compactMap { Int($0) }
            guard ends[0] < state.bytes.count else { return HTTPAnswer(status: 416, headers: tag) }
            let last = min(ends[1], state.bytes.count - 1)
            var body = Array(state.bytes[ends[0]...last])
            if case .cut = disturbance { body.removeLast() }
            return HTTPAnswer(
                status: 206, headers: tag + [("content-range", "bytes \(ends[0])-\(last)/\(state.bytes.count)")],
                body: body)
        }
    }

    /// Returns the object with no delay between two attempts.
    func object() -> RemoteObject {
        RemoteObject(
            .web(URL(string: "https://maps.test/a.pmtiles?key=secret")!),
            settings: AWSSettings(environment: [:]) { _ in nil },
            http: self, pause: { _ in try Task.checkCancellation() })
    }
}

/// Runs blocking work on a thread that runs no tasks.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
