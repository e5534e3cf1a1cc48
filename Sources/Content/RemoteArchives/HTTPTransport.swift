import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A request as it is sent, headers' names in lower case.
struct HTTPRequest: Sendable {
    var method: String
    var url: String
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    /// Until its answer is there to the end.
    var seconds = 30.0

    /// As the header has it: with a port that is not the scheme's own.
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

    /// - Parameter headers: of one name, the first counts.
    init(status: Int, headers: [(String, String)], body: [UInt8] = []) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
        self.body = body
    }

    subscript(name: String) -> String? { headers[name] }
}

/// What sends requests; tests have their own.
protocol HTTPTransport: Sendable {
    /// - Parameter limit: Bytes of the answer's body; more is a failure.
    func execute(_ request: HTTPRequest, limit: Int) async throws -> HTTPAnswer
}

/// Sends them by the process's one client.
struct SharedHTTPClient: HTTPTransport {
    struct TooLong: Error, CustomStringConvertible {
        var description: String { "the answer is longer than requested" }
    }

    /// As long as the process is.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        // Who sends it decides how often it is tried.
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
        // A part of a packed file is a part of something else.
        let wantsPart = request.headers.contains { $0.0 == "range" }
        if wantsPart { sent.headers.add(name: "accept-encoding", value: "identity") }
        let answer = try await Self.client.execute(sent, timeout: .milliseconds(Int64(request.seconds * 1000)))
        var body = ByteBuffer()
        // The whole file instead of a part is an answer to tell about, however long it is.
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
