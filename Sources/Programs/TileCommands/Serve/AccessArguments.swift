import ArgumentParser
import CommandSupport
import Foundation
import TileServer
import TileSupport

/// The options that restrict access: private contents, request rates, proxies.
struct AccessArguments: ParsableArguments {
    @Option(
        help: """
            A file that lists the private contents, by name or path, and who may see them: {"private": ["plans.*"], \
            "tokens": {"TOKEN": ["plans.*"]}, "key": "at least 16 random bytes in Base64, for tilework sign"}. Read again at \
            SIGHUP.
            """)
    var access: String?

    @Option(help: "Requests per second that one client may make on average. (default: no limit)")
    var rateLimit: Double?

    @Option(help: "Requests that a client may make at once. (default: 10 seconds of --rate-limit, at least 200)")
    var rateBurst: Int?

    @Option(
        name: .customLong("trusted-proxy"),
        help: """
            The address of a proxy, or a network such as 10.0.0.0/8, that names its clients in X-Forwarded-For. May \
            be repeated.
            """,
        transform: Self.range)
    var trustedProxies: [AddressRange] = []

    @Option(help: "The path of the server within its site, such as /maps. Addresses begin with it.")
    var basePath: String?

    func validate() throws {
        if UsageChecks.areSkipped { return }
        if let rateLimit, !(rateLimit > 0 && rateLimit.isFinite) {
            throw ValidationError(
                "invalid rate limit \(GroupedNumber.text(rateLimit)): use a finite number above 0, or "
                    + "leave it out for no limit")
        }
        if let rateBurst, rateBurst < 1 {
            throw ValidationError("invalid rate burst \(GroupedNumber.text(rateBurst)): use 1 or more")
        }
        if rateBurst != nil, rateLimit == nil {
            throw ValidationError("a rate burst needs a rate limit: set both")
        }
        if let basePath {
            let isPath =
                basePath.hasPrefix("/") && !basePath.hasSuffix("/") && !basePath.contains("//")
                // Clients resolve such segments before they ask.
                && !basePath.split(separator: "/").contains { $0 == "." || $0 == ".." }
                && basePath.utf8.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/.-_".utf8.contains(byte)
                }
            guard isPath else {
                throw ValidationError(
                    "invalid base path “\(basePath)”: use a path such as /maps, of letters, digits, and - _ . /")
            }
        }
    }

    static let rangeAdvice = "use an address such as 10.1.2.3, or a network such as 10.0.0.0/8"

    private static func range(_ text: String) throws -> AddressRange {
        guard let range = AddressRange(text) else {
            throw ValidationError(rangeAdvice)
        }
        return range
    }

    /// The policy of the file; nil without one.
    ///
    /// - Throws: `Complaint`.
    func policy() throws(Complaint) -> AccessPolicy? {
        guard let access else { return nil }
        return try AccessFile(access).policy
    }

    /// Adds the options to a server's configuration.
    ///
    /// - Throws: `Complaint`.
    func add(to configuration: inout TileServerConfiguration) throws(Complaint) {
        if let policy = try policy() { configuration.access = policy }
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

    /// Shorter tokens and keys could be guessed.
    private static let leastToken = 16
    private static let leastKey = 16

    private static let members = JSONMembers.names(["private", "tokens", "key"])

    /// - Throws: `Complaint`, whose message quotes no token and no key.
    init(_ path: String) throws(Complaint) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Complaint(unreadable: path)
        }
        do throws(JSONSyntax.Failure) {
            try JSONSyntax.check(data, members: Self.members)
        } catch {
            throw Complaint("\(path): \(Self.description(of: error))", .data)
        }
        guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
            throw Complaint(
                "\(path): the file must hold JSON such as {\"private\": [\"plans.*\"], "
                    + "\"tokens\": {\"TOKEN\": [\"plans.*\"]}, \"key\": \"…\"}", .data)
        }
        func scopes(_ texts: [String], of part: String) throws(Complaint) -> [AccessPolicy.Scope] {
            var scopes: [AccessPolicy.Scope] = []
            for text in texts {
                guard let scope = AccessPolicy.Scope(text) else {
                    throw Complaint(
                        "\(path): invalid pattern “\(text)” in \(part): use a content's name or its file's path, with * "
                            + "only at the end", .data)
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
                    "\(path): invalid token: use at least \(Self.leastToken) letters, digits, -, _, and . that nobody "
                        + "can guess; openssl rand -hex 16 makes one", .data)
            }
            policy.tokens[token] = try scopes(contents, of: "a token's list")
        }
        if let text = document.key {
            guard let key = Data(base64Encoded: text), key.count >= Self.leastKey else {
                throw Complaint(
                    "\(path): invalid “key”: use at least \(Self.leastKey) random bytes in Base64 "
                        + "(openssl rand -base64 32)", .data)
            }
            policy.key = Array(key)
        }
        self.policy = policy
    }

    /// The failure without what could be a token.
    private static func description(of failure: JSONSyntax.Failure) -> String {
        switch failure.problem {
        case .expected(let what, _): "invalid JSON in \(failure.place): expected \(what)"
        case .repeated(let name) where name.utf8.count >= leastToken: "\(failure.place): duplicate member"
        case .unknown(let name, nil) where name.utf8.count >= leastToken: "\(failure.place): unknown member"
        case .end, .other, .repeated, .unknown: failure.description
        }
    }
}
