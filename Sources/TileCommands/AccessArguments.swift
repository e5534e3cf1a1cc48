import ArgumentParser
import Foundation
import TileServer

/// Who may see what, and how often.
struct AccessArguments: ParsableArguments {
    @Option(
        help: """
            A file that says which contents are private, and who sees them: {"private": ["plans.*"], "tokens": \
            {"TOKEN": ["plans.*"]}, "key": "32 random bytes in Base64, for tilework sign"}. Read again at SIGHUP.
            """)
    var access: String?

    @Option(help: "Most requests a second of one client, over a while. (default: any number)")
    var rateLimit: Double?

    @Option(help: "Requests that a client may make at once within --rate-limit. (default: 10 s of it, at least 200)")
    var rateBurst: Int?

    @Option(
        name: .customLong("trusted-proxy"),
        help: """
            An address, or a network as 10.0.0.0/8, of a proxy that says who the client is (X-Forwarded-For); more than \
            once for more.
            """,
        transform: Self.range)
    var trustedProxies: [AddressRange] = []

    @Option(help: "The folder of the site that the server is at, as /maps: addresses may begin with it.")
    var basePath: String?

    func validate() throws {
        if let rateLimit, !(rateLimit > 0 && rateLimit.isFinite) {
            throw ValidationError("--rate-limit \(rateLimit) is no number of requests; leave it out for no limit.")
        }
        if rateBurst != nil, rateLimit == nil {
            throw ValidationError("--rate-burst is of --rate-limit; give that too.")
        }
        if let rateBurst, rateBurst < 1 {
            throw ValidationError("--rate-burst \(rateBurst) would let nobody in; at least 1.")
        }
        if let basePath {
            let isPath =
                basePath.hasPrefix("/") && !basePath.hasSuffix("/") && !basePath.contains("//")
                && basePath.utf8.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/.-_".utf8.contains(byte)
                }
            guard isPath else {
                throw ValidationError(
                    "--base-path \(basePath) is no folder; give it as /maps, of letters, digits, - _ . and /.")
            }
        }
    }

    private static func range(_ text: String) throws -> AddressRange {
        guard let range = AddressRange(text) else {
            throw ValidationError("it is no address; give one as 10.1.2.3, or a network as 10.0.0.0/8")
        }
        return range
    }

    /// What of it holds for the server that is being started.
    ///
    /// - Throws: `Complaint`.
    func add(to configuration: inout TileServerConfiguration) throws(Complaint) {
        if let access { configuration.access = try AccessFile(access).policy }
        configuration.rate = rateLimit.map {
            RatePolicy(perSecond: $0, burst: rateBurst.map(Double.init) ?? max(200, 10 * $0))
        }
        configuration.trustedProxies = trustedProxies
        configuration.basePath = basePath ?? ""
    }
}

/// The file of `--access`.
struct AccessFile {
    private struct Document: Decodable {
        var `private`: [String]?
        var tokens: [String: [String]]?
        var key: String?
    }

    let policy: AccessPolicy

    /// Fewer bytes, and a token could be found by trying.
    private static let leastToken = 16
    private static let leastKey = 16

    /// - Throws: `Complaint`, without what the file holds.
    init(_ path: String) throws(Complaint) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Complaint("\(path): there is no such file, or it can't be read", .noInput)
        }
        guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
            throw Complaint(
                "\(path): it has to be JSON as {\"private\": [\"plans.*\"], \"tokens\": {\"TOKEN\": [\"plans.*\"]}, "
                    + "\"key\": \"…\"}", .data)
        }
        func scopes(_ texts: [String], of part: String) throws(Complaint) -> [AccessPolicy.Scope] {
            var scopes: [AccessPolicy.Scope] = []
            for text in texts {
                guard let scope = AccessPolicy.Scope(text) else {
                    throw Complaint(
                        "\(path): in \(part), “\(text)” can't name contents: as plans.ground, or plans.* for all that "
                            + "begin so", .data)
                }
                scopes.append(scope)
            }
            return scopes
        }
        var policy = AccessPolicy()
        policy.privateContents = try scopes(document.private ?? [], of: "“private”")
        for (token, contents) in document.tokens ?? [:] {
            let isUsable = token.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.".utf8.contains(byte)
            }
            guard token.utf8.count >= Self.leastToken, isUsable else {
                throw Complaint(
                    "\(path): a token has to have \(Self.leastToken) characters and more that nobody can guess, of "
                        + "letters, digits, - _ and .; openssl rand -hex 16 makes one", .data)
            }
            policy.tokens[token] = try scopes(contents, of: "a token")
        }
        if let text = document.key {
            guard let key = Data(base64Encoded: text), key.count >= Self.leastKey else {
                throw Complaint(
                    "\(path): “key” has to be \(Self.leastKey) random bytes and more in Base64; openssl rand -base64 32 "
                        + "makes one", .data)
            }
            policy.key = Array(key)
        }
        self.policy = policy
    }
}
