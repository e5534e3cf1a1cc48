import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// An HTTP request, with header names in lowercase.
struct HTTPRequest: Sendable {
    var method: String
    var url: String
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    /// The timeout for the complete response, in seconds.
    var seconds = 30.0

    /// Returns the value of the `Host` header: with the port unless it is the scheme's default.
    static func host(of url: String) -> String {
        guard let parts = URLComponents(string: url), let host = parts.host else { return "" }
        let usual = parts.scheme == "https" ? 443 : 80
        return parts.port.map { $0 == usual ? host : "\(host):\($0)" } ?? host
    }
}

struct HTTPAnswer: Sendable {
    var status: Int
    private var headers: [String: String]
    var body: [UInt8]

    /// - Parameter headers: The headers. Of several with the same name, the first one counts.
    init(status: Int, headers: [(String, String)], body: [UInt8] = []) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
        self.body = body
    }

    subscript(name: String) -> String? { headers[name] }
}

/// A transport for HTTP requests; tests use their own.
protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter limit: The maximum bytes of the response's body. A longer one is an error.
    func execute(_ request: HTTPRequest, limit: Int) async throws -> HTTPAnswer

    /// Sends a request and passes the body of a response with status 200 or 206 on as it arrives.
    ///
    /// - Returns: The response. Its body is empty if it was passed on.
    func download(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws -> HTTPAnswer
}

/// The receiver of a body that is too large for memory.
protocol HTTPReceiver: Sendable {
    /// Called with the response before its body. An error ends the transfer.
    func begin(_ answer: HTTPAnswer) throws
    func receive(_ bytes: [UInt8]) throws
    /// Called after the body. An error means that the transfer failed.
    func end() throws
}

extension HTTPAnswer {
    /// Whether the response has the object, or a part of it.
    var hasContent: Bool { status == 200 || status == 206 }
}

extension HTTPTransport {
    func download(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws -> HTTPAnswer {
        var answer = try await execute(request, limit: .max)
        guard answer.hasContent else { return answer }
        try receiver.begin(answer)
        try receiver.receive(answer.body)
        try receiver.end()
        answer.body = []
        return answer
    }
}

/// The transport that uses the process's shared HTTP client.
struct SharedHTTPClient: HTTPTransport {
    struct TooLong: Error, CustomStringConvertible {
        var description: String { "the answer is longer than requested" }
    }

    /// The client, which exists for the life of the process.
    private static let client = makeClient(stall: nil)
    /// The client for transfers of any length, which end only if nothing arrives for a while.
    private static let downloads = makeClient(stall: .seconds(30))
    /// The timeout of a transfer of any length.
    private static let longestDownload = TimeAmount.hours(24)
    private static let longestComplaint = 64 << 10

    private static func makeClient(stall: TimeAmount?) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        // The caller decides on retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        // A request that waits for a connection for longer than it takes to connect fails.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.timeout.connect = .seconds(5)
        configuration.timeout.read = stall
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func download(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws -> HTTPAnswer {
        var sent = Self.sent(request)
        // The length of a compressed representation would not be the file's.
        sent.headers.replaceOrAdd(name: "accept-encoding", value: "identity")
        let response = try await Self.downloads.execute(sent, timeout: Self.longestDownload)
        var answer = HTTPAnswer(
            status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) })
        if answer.hasContent { try receiver.begin(answer) }
        for try await part in response.body {
            if answer.hasContent {
                try receiver.receive(Array(part.readableBytesView))
            } else if answer.body.count < Self.longestComplaint {
                answer.body += part.readableBytesView
            } else {
                break
            }
        }
        if answer.hasContent { try receiver.end() }
        return answer
    }

    private static func sent(_ request: HTTPRequest) -> HTTPClientRequest {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers where name != "host" { sent.headers.add(name: name, value: value) }
        if !request.body.isEmpty || request.method == "PUT" || request.method == "POST" {
            sent.body = .bytes(ByteBuffer(bytes: request.body))
        }
        return sent
    }

    func execute(_ request: HTTPRequest, limit: Int) async throws -> HTTPAnswer {
        var sent = Self.sent(request)
        // A range of a compressed representation would not be a range of the file.
        let wantsPart = request.headers.contains { $0.0 == "range" }
        if wantsPart { sent.headers.add(name: "accept-encoding", value: "identity") }
        let answer = try await Self.client.execute(sent, timeout: .milliseconds(Int64(request.seconds * 1000)))
        var body = ByteBuffer()
        // A response with the whole file instead of a part is reported, whatever its length.
        if wantsPart, answer.status == .ok {
            return HTTPAnswer(status: 200, headers: answer.headers.map { ($0.name, $0.value) })
        }
        for try await part in answer.body {
            guard body.readableBytes + part.readableBytes <= limit else { throw TooLong() }
            var part = part
            body.writeBuffer(&part)
        }
        return HTTPAnswer(
            status: Int(answer.status.code), headers: answer.headers.map { ($0.name, $0.value) },
            body: Array(body.readableBytesView))
    }
}
