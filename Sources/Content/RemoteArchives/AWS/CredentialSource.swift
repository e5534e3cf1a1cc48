import Foundation
import TileSupport

/// A source of credentials that looks them up in the same places and order as the AWS tools, and renews temporary ones.
///
/// The order is: the environment; a web identity token; the profile's own keys, process or role; a container; a
/// machine. The result is nil if there are none. Requests are then not signed, which works for public buckets.
final class CredentialSource: Sendable {
    private let settings: AWSSettings
    private let http: any HTTPTransport
    private let now: @Sendable () -> Double
    private let state = Lock(State())

    private struct State: Sendable {
        var found: AWSCredentials?
        /// Whether a lookup found no credentials. It is not repeated.
        var areNone = false
        var search: Task<AWSCredentials?, any Error>?
    }

    /// The seconds before expiration at which credentials are renewed.
    private static let margin = 300.0
    /// The maximum length of a response, in bytes.
    private static let longest = 1 << 20

    init(
        _ settings: AWSSettings, http: any HTTPTransport,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.settings = settings
        self.http = http
        self.now = now
    }

    /// Returns the current credentials; nil if none are configured.
    ///
    /// - Throws: `.credentials` if some are configured but cannot be obtained.
    func credentials() async throws(RemoteFailure) -> AWSCredentials? {
        let time = now()
        let (known, search) = state.withLock { state -> (AWSCredentials??, Task<AWSCredentials?, any Error>?) in
            if state.areNone { return (.some(nil), nil) }
            if let found = state.found, found.expiration.map({ time < $0 - Self.margin }) ?? true {
                return (.some(found), nil)
            }
            let search = state.search ?? Task { try await self.find() }
            state.search = search
            return (nil, search)
        }
        if let known { return known }
        do {
            let found = try await search!.value
            state.withLock { state in
                (state.found, state.areNone, state.search) = (found, found == nil, nil)
            }
            return found
        } catch {
            state.withLock { $0.search = nil }
            throw error as? RemoteFailure ?? .credentials(reason: "\(error)")
        }
    }

    private func find() async throws(RemoteFailure) -> AWSCredentials? {
        if let key = settings.variable("AWS_ACCESS_KEY_ID"), let secret = settings.variable("AWS_SECRET_ACCESS_KEY") {
            return AWSCredentials(
                accessKey: key, secretKey: secret, sessionToken: settings.variable("AWS_SESSION_TOKEN"))
        }
        if let role = settings.variable("AWS_ROLE_ARN"), let file = settings.variable("AWS_WEB_IDENTITY_TOKEN_FILE") {
            return try await assumed(role: role, tokenFile: file)
        }
        if let found = try await ofProfile(settings.profile, depth: 0) { return found }
        if settings.profile != "default" && settings.profiles[settings.profile] == nil {
            throw .credentials(reason: "no profile “\(settings.profile)” in ~/.aws/config or ~/.aws/credentials")
        }
        if let found = try await ofContainer() { return found }
        return try await ofMachine()
    }

    // MARK: Profiles

    private func ofProfile(_ name: String, depth: Int) async throws(RemoteFailure) -> AWSCredentials? {
        guard let members = settings.profiles[name] else { return nil }
        guard depth < 5 else {
            throw .credentials(reason: "the source_profile of profile “\(name)” leads back to itself")
        }
        if let role = members["role_arn"] {
            if let file = members["web_identity_token_file"] { return try await assumed(role: role, tokenFile: file) }
            let base: AWSCredentials?
            if let source = members["source_profile"] {
                // A profile may contain both a role and the keys for assuming it.
                base = source == name ? keys(members) : try await ofProfile(source, depth: depth + 1)
            } else if members["credential_source"] == "Environment" {
                base = nil
            } else if members["credential_source"] == "EcsContainer" {
                base = try await ofContainer()
            } else {
                base = try await ofMachine()
            }
            guard let base else {
                throw .credentials(reason: "the role of profile “\(name)” needs a source_profile with credentials")
            }
            return try await assumed(role: role, session: members["role_session_name"], by: base)
        }
        if let keys = keys(members) { return keys }
        if let command = members["credential_process"] { return try process(command) }
        if members["sso_session"] != nil || members["sso_start_url"] != nil {
            throw .credentials(
                reason:
                    "profile “\(name)” uses SSO; run: eval \"$(aws configure export-credentials --profile \(name) --format env)\""
            )
        }
        return nil
    }

    private func keys(_ members: [String: String]) -> AWSCredentials? {
        guard let key = members["aws_access_key_id"], let secret = members["aws_secret_access_key"] else { return nil }
        return AWSCredentials(accessKey: key, secretKey: secret, sessionToken: members["aws_session_token"])
    }

    /// Returns the credentials that a user's program prints. A shell starts it, as the AWS tools' documentation
    /// specifies.
    private func process(_ command: String) throws(RemoteFailure) -> AWSCredentials {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        let output = Pipe()
        process.standardOutput = output
        do { try process.run() } catch { throw .credentials(reason: "credential_process: \(error)") }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let found = Self.read(json: [UInt8](text), token: "SessionToken") else {
            throw .credentials(
                reason: "credential_process ended with \(process.terminationStatus) and printed no credentials")
        }
        return found
    }

    // MARK: Services

    private func assumed(role: String, tokenFile: String) async throws(RemoteFailure) -> AWSCredentials {
        guard let token = try? String(contentsOfFile: tokenFile, encoding: .utf8) else {
            throw .credentials(reason: "the web identity token can't be read from \(tokenFile)")
        }
        return try await securityToken([
            ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role),
            ("RoleSessionName", settings.variable("AWS_ROLE_SESSION_NAME") ?? "tilework"),
            ("WebIdentityToken", token.trimmingCharacters(in: .whitespacesAndNewlines)),
        ])
    }

    private func assumed(
        role: String, session: String?, by base: AWSCredentials
    ) async throws(RemoteFailure) -> AWSCredentials {
        try await securityToken(
            [
                ("Action", "AssumeRole"), ("Version", "2011-06-15"), ("RoleArn", role),
                ("RoleSessionName", session ?? "tilework"),
            ], by: base)
    }

    /// Sends a request to the Security Token Service.
    private func securityToken(
        _ form: [(String, String)], by base: AWSCredentials? = nil
    ) async throws(RemoteFailure) -> AWSCredentials {
        let address =
            settings.variable("AWS_ENDPOINT_URL_STS") ?? settings.variable("AWS_ENDPOINT_URL")
            ?? "https://sts.\(settings.region).amazonaws.com"
        let body = Array(RequestSignature.encoded(form).utf8)
        var headers = [("content-type", "application/x-www-form-urlencoded; charset=utf-8")]
        let url = address.hasSuffix("/") ? address : address + "/"
        if let base {
            let signature = RequestSignature(credentials: base, region: settings.region, service: "sts", time: now())
            headers += signature.headers(
                method: "POST", path: "/", headers: headers + [("host", HTTPRequest.host(of: url))],
                payload: RequestSignature.sha256(body))
        }
        let answer = try await ask(HTTPRequest(method: "POST", url: url, headers: headers, body: body))
        func element(_ name: String) -> String? { AnswerXML.text(of: name, in: answer) }
        guard let key = element("AccessKeyId"), let secret = element("SecretAccessKey") else {
            throw .credentials(reason: element("Message") ?? "the token service at \(address) returned no credentials")
        }
        return AWSCredentials(
            accessKey: key, secretKey: secret, sessionToken: element("SessionToken"),
            expiration: element("Expiration").flatMap(Self.time))
    }

    /// Returns the credentials of a container on ECS or EKS.
    private func ofContainer() async throws(RemoteFailure) -> AWSCredentials? {
        let address: String
        if let path = settings.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
            address = "http://169.254.170.2\(path)"
        } else if let full = settings.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI") {
            address = full
        } else {
            return nil
        }
        var token = settings.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN")
        if let file = settings.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") {
            token = (try? String(contentsOfFile: file, encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let answer = try await ask(
            HTTPRequest(method: "GET", url: address, headers: token.map { [("authorization", $0)] } ?? []))
        guard let found = Self.read(json: answer, token: "Token") else {
            throw .credentials(reason: "\(address) answered without credentials")
        }
        return found
    }

    /// Returns the credentials of a machine on EC2, from its metadata service, version 2. On other machines the request
    /// times out quickly.
    private func ofMachine() async throws(RemoteFailure) -> AWSCredentials? {
        if settings.variable("AWS_EC2_METADATA_DISABLED")?.lowercased() == "true" { return nil }
        let base = settings.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? "http://169.254.169.254"
        func ask(_ method: String, _ path: String, headers: [(String, String)]) async -> [UInt8]? {
            var request = HTTPRequest(method: method, url: "\(base)/latest/\(path)", headers: headers)
            request.seconds = 1
            guard let answer = try? await http.execute(request, limit: Self.longest), answer.status == 200 else {
                return nil
            }
            return answer.body
        }
        guard let token = await ask("PUT", "api/token", headers: [("x-aws-ec2-metadata-token-ttl-seconds", "21600")])
        else {
            return nil
        }
        let headers = [("x-aws-ec2-metadata-token", String(decoding: token, as: UTF8.self))]
        let path = "meta-data/iam/security-credentials/"
        guard let roles = await ask("GET", path, headers: headers),
            let role = String(decoding: roles, as: UTF8.self).split(whereSeparator: \.isNewline).first,
            let answer = await ask("GET", path + role, headers: headers)
        else { return nil }
        return Self.read(json: answer, token: "Token")
    }

    private func ask(_ request: HTTPRequest) async throws(RemoteFailure) -> [UInt8] {
        do {
            let answer = try await http.execute(request, limit: Self.longest)
            // The body of an error response contains the reason.
            guard answer.status < 500 else {
                throw RemoteFailure.credentials(reason: "\(request.url) answers \(answer.status)")
            }
            return answer.body
        } catch let failure as RemoteFailure {
            throw failure
        } catch {
            throw .credentials(reason: "\(request.url) does not answer: \(error)")
        }
    }

    /// - Parameter token: The name of the member with the session token.
    private static func read(json: [UInt8], token: String) -> AWSCredentials? {
        guard let members = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any],
            let key = members["AccessKeyId"] as? String, let secret = members["SecretAccessKey"] as? String
        else { return nil }
        return AWSCredentials(
            accessKey: key, secretKey: secret, sessionToken: members[token] as? String,
            expiration: (members["Expiration"] as? String).flatMap(time))
    }

    private static func time(_ text: String) -> Double? {
        let formatter = ISO8601DateFormatter()
        if let date = formatter.date(from: text) { return date.timeIntervalSince1970 }
        formatter.formatOptions.insert(.withFractionalSeconds)
        return formatter.date(from: text)?.timeIntervalSince1970
    }
}
