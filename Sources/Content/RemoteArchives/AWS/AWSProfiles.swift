import Foundation

/// The files in which the AWS tools keep what they know of their users: `~/.aws/credentials` and `~/.aws/config`.
struct AWSProfiles: Sendable {
    /// Members by the name of their profile.
    private var profiles: [String: [String: String]] = [:]

    /// - Parameters:
    ///   - credentials: the text of the file with credentials; its sections are named as profiles are.
    ///   - config: the text of the other one; its sections are named `profile NAME`, but for `default`.
    init(credentials: String, config: String) {
        for (section, members) in Self.sections(config) {
            let words = section.split(separator: " ", maxSplits: 1).map(String.init)
            let name =
                words.first == "profile" && words.count == 2 ? words[1].trimmingCharacters(in: .whitespaces) : section
            guard words.first == "profile" || section == "default" else { continue }
            profiles[name, default: [:]].merge(members) { $1 }
        }
        // What both have counts as the file of credentials has it.
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
            // What is indented belongs to the member before.
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
