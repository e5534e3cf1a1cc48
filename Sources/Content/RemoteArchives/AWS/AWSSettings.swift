import Foundation

/// The settings of the AWS tools, from the process's environment and their files.
struct AWSSettings: Sendable {
    let environment: [String: String]
    let profiles: AWSProfiles
    let profile: String

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        file: (String) -> String? = { try? String(contentsOfFile: $0, encoding: .utf8) }
    ) {
        self.environment = environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        func path(_ variable: String, _ name: String) -> String {
            guard let path = environment[variable], !path.isEmpty else { return "\(home)/.aws/\(name)" }
            return path.hasPrefix("~/") ? home + path.dropFirst() : path
        }
        profiles = AWSProfiles(
            credentials: file(path("AWS_SHARED_CREDENTIALS_FILE", "credentials")) ?? "",
            config: file(path("AWS_CONFIG_FILE", "config")) ?? "")
        profile = Self.nonempty(environment["AWS_PROFILE"] ?? environment["AWS_DEFAULT_PROFILE"]) ?? "default"
    }

    private static func nonempty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    func variable(_ name: String) -> String? { Self.nonempty(environment[name]) }

    func member(_ name: String) -> String? { Self.nonempty(profiles[profile]?[name]) }

    var region: String {
        variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? member("region") ?? "us-east-1"
    }

    /// Returns the custom S3 endpoint, if one is configured, without a trailing slash.
    ///
    /// - Throws: `.credentials` for an invalid URL.
    func endpoint() throws(RemoteFailure) -> URL? {
        if variable("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")?.lowercased() == "true" { return nil }
        guard let text = variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL") ?? member("endpoint_url")
        else { return nil }
        var trimmed = text
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let url = URL(string: trimmed), url.host != nil, ["http", "https"].contains(url.scheme ?? "") else {
            throw .credentials(reason: "invalid endpoint '\(text)': it must begin with http:// or https://")
        }
        return url
    }
}
