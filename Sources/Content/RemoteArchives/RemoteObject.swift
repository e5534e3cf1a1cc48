import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TileSupport

/// Sends requests for one object. It signs them if necessary and retries temporary failures.
final class RemoteObject: Sendable {
    let location: RemoteLocation
    private let http: any HTTPTransport
    private let settings: AWSSettings
    private let credentials: CredentialSource
    /// Waits for a number of seconds.
    private let pause: @Sendable (Double) async throws -> Void
    private let now: @Sendable () -> Double
    /// The region of the bucket, corrected when S3 reports another one.
    private let region: Lock<String>

    /// The number of attempts before the server is considered unreachable.
    private static let attempts = 5
    /// The seconds before the first retry; doubled for each further one.
    private static let firstPause = 0.1
    private static let longestPause = 10.0
    private static let longestComplaint = 64 << 10

    var name: String { "\(location)" }

    /// The identity of the object for copies: its address, with the secrets in it, and the endpoint of S3.
    var identity: String {
        switch location {
        case .web(let url): url.absoluteString
        case .object(let bucket, let key):
            "s3 \((try? settings.endpoint())?.absoluteString ?? "") \(bucket)/\(key)"
        }
    }

    init(
        _ location: RemoteLocation, settings: AWSSettings = AWSSettings(),
        http: any HTTPTransport = SharedHTTPClient(),
        pause: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.location = location
        self.settings = settings
        self.http = http
        self.pause = pause
        self.now = now
        credentials = CredentialSource(settings, http: http, now: now)
        region = Lock(settings.region)
    }

    /// Sends a request and returns the first response that is not a temporary failure (status 408, 425, 429, or 500 and
    /// above).
    ///
    /// - Parameters:
    ///   - limit: The maximum bytes of the response.
    ///   - seconds: The timeout of each attempt.
    /// - Throws: `.unreachable` if all attempts fail, `.unusable` without a secure connection, `.credentials`,
    ///   `.cancelled`.
    func send(
        _ method: String, query: [(String, String)] = [], headers: [(String, String)] = [], body: [UInt8] = [],
        limit: Int = longestComplaint, seconds: Double = 30
    ) async throws(RemoteFailure) -> HTTPAnswer {
        try await send(method, query: query, headers: { headers }, body: body, seconds: seconds) { [http] request in
            try await http.execute(request, limit: max(limit, Self.longestComplaint))
        }
    }

    /// Downloads the object.
    ///
    /// - Parameters:
    ///   - headers: Returns the headers of the next attempt, which may ask for the missing rest only.
    ///   - receiver: Receives the body. An error of type `RemoteFailure` ends the download; after others, it is tried
    ///     again.
    /// - Throws: Like `send`.
    func download(
        headers: () -> [(String, String)], to receiver: any HTTPReceiver
    ) async throws(RemoteFailure) -> HTTPAnswer {
        try await send("GET", query: [], headers: headers, body: [], seconds: 30) { [http] request in
            try await http.download(request, to: receiver)
        }
    }

    private func send(
        _ method: String, query: [(String, String)], headers: () -> [(String, String)], body: [UInt8], seconds: Double,
        perform: (HTTPRequest) async throws -> HTTPAnswer
    ) async throws(RemoteFailure) -> HTTPAnswer {
        var reason = ""
        var wait = Self.firstPause
        for attempt in 1...Self.attempts {
            if Task.isCancelled { throw .cancelled }
            var request = try await request(method, query: query, headers: headers(), body: body)
            request.seconds = seconds
            do {
                let answer = try await perform(request)
                if let there = answer["x-amz-bucket-region"], [301, 307, 400].contains(answer.status),
                    region.withLock({ $0 != there })
                {
                    region.withLock { $0 = there }
                    reason = "the bucket is in region \(there)"
                    continue
                }
                guard answer.status >= 500 || [408, 425, 429].contains(answer.status) else { return answer }
                reason = "the server answers \(answer.status)\(Self.complaint(of: answer).map { " (\($0))" } ?? "")"
                if let seconds = answer["retry-after"].flatMap({ Double($0) }) { wait = max(wait, seconds) }
            } catch is CancellationError {
                throw .cancelled
            } catch let failure as RemoteFailure {
                throw failure
            } catch {
                if Task.isCancelled { throw .cancelled }
                // A connection that breaks during the handshake fails like this, too, so it is tried again.
                if attempt == Self.attempts, let problem = Self.handshakeProblem(error) {
                    throw .unusable(name, reason: problem)
                }
                reason = Self.reason(error)
            }
            guard attempt < Self.attempts else { break }
            do {
                // Jitter, so that many failed requests are not all retried at the same time.
                try await pause(min(wait, Self.longestPause) * Double.random(in: 0.75...1.25))
            } catch {
                throw .cancelled
            }
            wait *= 2
        }
        throw .unreachable(name, reason: reason)
    }

    private func request(
        _ method: String, query: [(String, String)], headers: [(String, String)], body: [UInt8]
    ) async throws(RemoteFailure) -> HTTPRequest {
        switch location {
        case .web(let url): return HTTPRequest(method: method, url: url.absoluteString, headers: headers, body: body)
        case .object(let bucket, let key):
            let region = region.withLock { $0 }
            let endpoint = try settings.endpoint()
            let encodedKey = RequestSignature.encoded(key, keepingSlashes: true)
            let base: String
            let path: String
            if let endpoint {
                base = "\(endpoint.scheme ?? "https")://\(HTTPRequest.host(of: endpoint.absoluteString))"
                path = "\(endpoint.path)/\(bucket)/\(encodedKey)"
            } else if bucket.contains(".") || bucket.contains("_") || bucket != bucket.lowercased() {
                // No certificate matches such a host name.
                (base, path) = ("https://s3.\(region).amazonaws.com", "/\(bucket)/\(encodedKey)")
            } else {
                (base, path) = ("https://\(bucket).s3.\(region).amazonaws.com", "/\(encodedKey)")
            }
            var all = headers
            if let credentials = try await credentials.credentials() {
                let signature = RequestSignature(credentials: credentials, region: region, time: now())
                all += signature.headers(
                    method: method, path: path, query: query,
                    headers: headers + [("host", HTTPRequest.host(of: base))],
                    payload: RequestSignature.sha256(body))
            }
            let suffix = query.isEmpty ? "" : "?" + RequestSignature.encoded(query)
            return HTTPRequest(method: method, url: base + path + suffix, headers: all, body: body)
        }
    }

    /// Returns the reason why there can be no secure connection, with what to do; nil for other errors.
    private static func handshakeProblem(_ error: any Error) -> String? {
        switch error {
        case let error as NIOConnectionError: error.connectionErrors.first.flatMap { handshakeProblem($0.error) }
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "no secure connection: the server's certificate is for another host name; check the address"
        case NIOSSLError.handshakeFailed, NIOSSLError.unableToValidateCertificate:
            "no secure connection: the server's certificate is not trusted on this machine, or the server does not use "
                + "TLS at this port; check the address and the certificate"
        default: nil
        }
    }

    /// Returns the reason why there was no response, as a message.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "unknown host \(error.host)"
        case let error as HTTPClientError where error == .connectTimeout || error == .deadlineExceeded:
            "no answer in time"
        case let error as HTTPClientError: error.shortDescription
        default: "\(error)"
        }
    }

    /// Returns the error for an unsuccessful response.
    func failure(_ answer: HTTPAnswer) -> RemoteFailure {
        let complaint = Self.complaint(of: answer)
        switch answer.status {
        case 401, 403: return .forbidden(name, reason: complaint ?? "the server answers \(answer.status)")
        case 404, 410:
            return complaint.map { $0.hasPrefix("NoSuchBucket") } == true
                ? .unusable(name, reason: "no such bucket") : .notFound(name)
        case 412: return .replaced(name)
        default:
            return .unusable(name, reason: "the server answers \(answer.status)\(complaint.map { ": \($0)" } ?? "")")
        }
    }

    /// Returns the error in an S3 response, such as “AccessDenied: Access Denied”.
    private static func complaint(of answer: HTTPAnswer) -> String? {
        func element(_ name: String) -> String? {
            AnswerXML.text(of: name, in: answer.body).map { String($0.prefix(200)) }
        }
        return element("Code").map { code in element("Message").map { "\(code): \($0)" } ?? code }
    }
}
