import CommandSupport
import Foundation
import TileSupport

/// The names of environment variables that begin with the program's prefix.
enum EnvironmentNames {
    static let prefix = "TILEWORK_"

    /// Variables that are read where they are needed, by every command, and are not settings of `serve`.
    static let ofPrograms: Set = [
        CacheArguments.variable, SharedCacheArguments.variable,
        // The paths of the other programs and of the viewer's pages.
        "TILEWORK_IMAGE", "TILEWORK_PDF", "TILEWORK_SVG", "TILEWORK_VIEWER", "TILEWORK_VIEWS",
        // The screen of a program with a delegate.
        "TILEWORK_SCREEN",
    ]

    /// Variables that builds, tests, benchmarks and scripts of the project read, which may be set around a command.
    static let ofDevelopment: Set = [
        "TILEWORK_ADAPT", "TILEWORK_ASSETS", "TILEWORK_BASE", "TILEWORK_BIN", "TILEWORK_BUILD", "TILEWORK_CORE",
        "TILEWORK_FUZZ_RUNS", "TILEWORK_MIRROR", "TILEWORK_NIBS", "TILEWORK_NIBS_VERBOSE", "TILEWORK_NIB_FIRST",
        "TILEWORK_NIB_MUTATION", "TILEWORK_NIB_MUTATIONS", "TILEWORK_NIB_VERBOSE", "TILEWORK_OPTIMIZED",
        "TILEWORK_RECORD_ANSWERS", "TILEWORK_ROUNDS", "TILEWORK_SEED", "TILEWORK_SHARED", "TILEWORK_STORE_IMAGES",
        "TILEWORK_STRANGERS", "TILEWORK_TEST_FAILED", "TILEWORK_TEST_PICTURES", "TILEWORK_TOOLCHAIN_SYNTAX",
    ]

    /// The variable of an option or of `paths`.
    static func variable(of name: String) -> String {
        prefix + name.uppercased().replacing("-", with: "_")
    }

    /// Whether a variable is one that Kubernetes sets for a service named `tilework` (“service links”), as
    /// `TILEWORK_SERVICE_HOST` and `TILEWORK_PORT=tcp://10.0.0.1:80`.
    static func isServiceLink(_ name: String, value: String) -> Bool {
        let rest = name.dropFirst(prefix.count)
        if rest == "PORT" { return value.contains("://") }
        if rest == "SERVICE_HOST" || rest == "SERVICE_PORT" || rest.hasPrefix("SERVICE_PORT_") { return true }
        let parts = rest.split(separator: "_")
        return parts.count >= 3 && parts[0] == "PORT" && Int(parts[1]) != nil
            && ["TCP", "UDP", "SCTP"].contains(parts[2])
    }

    /// Refuses variables with the program's prefix that name nothing.
    ///
    /// - Parameter options: The settings that variables may have.
    /// - Throws: a complaint about the first of them in alphabetical order, with the name that was probably meant.
    static func check(_ environment: [String: String], _ options: CommandOptions) throws(Complaint) {
        var settings = options.options.map { variable(of: $0.name) }
        if options.takesPaths { settings.append(variable(of: "paths")) }
        let known = ofPrograms.union(ofDevelopment).union(settings)
        for (name, value) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(prefix) && !known.contains(name) && !isServiceLink(name, value: value) {
            let ending = String(name.dropFirst(prefix.count))
            let candidates = (settings + ofPrograms.sorted()).map { String($0.dropFirst(prefix.count)) }
            let advice =
                Spelling.closestMatch(to: ending, in: candidates).map { "did you mean \(prefix)\($0)?" }
                ?? "unset it, or see serve --help for all settings"
            throw Complaint("unknown environment variable \(name): \(advice)", .usage)
        }
    }
}
