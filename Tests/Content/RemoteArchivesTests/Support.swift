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
        /// Changes the object after a request was answered; nil for none.
        var afterRequest: (@Sendable (inout State) -> Void)?
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
            let change = state.afterRequest
            state.afterRequest = nil
            defer { change?(&state) }
            let disturbance = state.disturbance(number)
            if case .broken = disturbance { throw Broken() }
            if case .status(let status) = disturbance { return HTTPAnswer(status: status, headers: []) }
            let tag = [("etag", state.tag)]
            if !state.ignoresConditions, let wanted = headers["if-match"], wanted != state.tag {
                return HTTPAnswer(status: 412, headers: tag)
            }
            if !state.ignoresConditions, headers["if-none-match"] == state.tag {
                return HTTPAnswer(status: 304, headers: tag)
            }
            let isCurrent = headers["if-range"] ?? state.tag == state.tag
            guard request.method == "GET", let range = headers["range"], !state.ignoresRange, isCurrent else {
                let length = [("content-length", "\(state.bytes.count)")]
                return HTTPAnswer(
                    status: 200, headers: tag + length + state.headersOfWhole,
                    body: request.method == "GET" ? state.bytes : [])
            }
            let ends = range.dropFirst(6).split(separator: "-").compactMap { Int($0) }
            guard ends[0] < state.bytes.count else { return HTTPAnswer(status: 416, headers: tag) }
            let last = min(ends.count > 1 ? ends[1] : .max, state.bytes.count - 1)
            var body = Array(state.bytes[ends[0]...last])
            // A download is cut by the transfer.
            if case .cut = disturbance, ends.count > 1 { body.removeLast() }
            return HTTPAnswer(
                status: 206, headers: tag + [("content-range", "bytes \(ends[0])-\(last)/\(state.bytes.count)")],
                body: body)
        }
    }

    /// Sends the first half of a body that a disturbance cuts.
    func download(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws -> HTTPAnswer {
        var answer = try await execute(request, limit: .max)
        guard answer.hasContent else { return answer }
        let length = answer.body.count
        let isCut = state.withLock { state in
            if case .cut = state.disturbance(state.log.count) { return true }
            return false
        }
        let start = request.headers.first { $0.0 == "range" }.map { "\($0.1.dropFirst(6).prefix { $0 != "-" })" } ?? "0"
        let range = answer.status == 206 ? [("content-range", "bytes \(start)-")] : []
        try receiver.begin(
            HTTPAnswer(
                status: answer.status,
                headers: [("content-length", "\(length)"), ("etag", answer["etag"] ?? "")] + range))
        try receiver.receive(isCut ? Array(answer.body.prefix(length / 2)) : answer.body)
        try receiver.end()
        answer.body = []
        return answer
    }

    /// Returns the object with no delay between two attempts.
    func object(_ address: String = "https://maps.test/a.pmtiles?key=secret") -> RemoteObject {
        RemoteObject(
            .web(URL(string: address)!),
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
