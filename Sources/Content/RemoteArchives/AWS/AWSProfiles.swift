import Foundation

/// The profiles in the configuration files of the AWS tools: `~/.aws/credentials` and `~/.aws/config`.
struct AWSProfiles: Sendable {
    /// The members of each profile, by its name.
    private var profiles: [String: [String: String]] = [:]

    /// Parses both files.
    ///
    /// - Parameters:
    ///   - credentials: The text of the credentials file, with sections named like profiles.
    ///   - config: The text of the configuration file, with sections named `profile NAME`, or `default`.
    init(credentials: String, config: String) {
        for (section, members) in Self.sections(config) {
            let words = section.split(separator: " ", maxSplits: 1).map(String.init)
            let name =
                words.first == "profile" && words.count == 2 ? words[1].trimmingCharacters(in: .whitespaces) : section
            guard words.first == "profile" || section == "default" else { continue }
            profiles[name, default: [:]].merge(members) { $1 }
        }
        // Members in the credentials file take precedence.
        for (name, members) in Self.sections(credentials) {
            profiles[name, default: [:]].merge(members) { $1 }
        }
    }

    subscript(profile: String) -> [String: String]? { profiles[profile] }

    private static func sections(_ text: String) -> [(String, [String: String])] {
        var sections: [(String, [String: String])] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.isEmpty || trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
            if trimmed.hasPrefix("["), let end = trimmed.firstIndex(of: "]") {
                let name = trimmed[trimmed.index(after: trimmed.startIndex)..<end]
                sections.append((name.trimmingCharacters(in: .whitespaces), [:]))
                continue
            }
            // An indented line belongs to the previous member.
            guard !sections.isEmpty, line.first?.isWhitespace == false, let equals = trimmed.firstIndex(of: "=") else {
                continue
            }
            var value = trimmed[trimmed.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            if let comment = value.range(of: " #") { value = String(value[..<comment.lowerBound]) }
            sections[sections.count - 1].1[trimmed[..<equals].trimmingCharacters(in: .whitespaces).lowercased()] =
                value.trimmingCharacters(in: .whitespaces)
        }
        return sections
    }
}
