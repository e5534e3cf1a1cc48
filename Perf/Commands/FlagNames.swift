import Foundation

/// How a command line calls the parameters that libraries name in their messages, there between backquotes.
package struct FlagNames: Sendable {
    private let flags: [String: String]

    /// - Parameter flags: by the parameters' names, as `BuildOptions.jobs`.
    package init(_ flags: [String: String]) { self.flags = flags }

    /// A library's message as a command says it. O(n) for n parameters, if it names any.
    package func spelled(in message: String) -> String {
        guard message.contains("`") else { return message }
        return flags.reduce(message) { $0.replacingOccurrences(of: "`\($1.key)`", with: $1.value) }
    }

    static let perf = FlagNames(["Ledger.json(_:)": "--update"])
}
