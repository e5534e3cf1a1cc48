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
}

/// The transport that uses the process's shared HTTP client.
struct SharedHTTPClient: HTTPTransport {
    struct TooLong: Error, CustomStringConvertible {
        var description: String { "the answer is longer than requested" }
    }

    /// The client, which exists for the life of the process.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        // The caller decides on retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout.connect = .seconds(5)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    func execute(_ request: HTTPRequest, limit: Int) async throws -> HTTPAnswer {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers where name != "host" { sent.headers.add(name: name, value: value) }
        if !request.body.isEmpty || request.method == "PUT" || request.method == "POST" {
            sent.body = .bytes(ByteBuffer(bytes: request.body))
        }
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
