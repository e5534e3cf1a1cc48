import Foundation
import TileSupport

/// The flags for the parameters that libraries name in their messages, in backquotes.
package enum FlagNames {
    /// A setting that is not on the command line.
    package struct Origin: Hashable, Sendable {
        package var flag: String
        /// The name of the setting where it is set, such as `TILEWORK_PORT`.
        package var name: String
        package var value: String

        package init(flag: String, name: String, value: String) {
            (self.flag, self.name, self.value) = (flag, name, value)
        }
    }

    /// The settings of this process that are not on its command line. Set once, before the command runs: messages about
    /// a value name the variable or the file that has it, not a flag.
    package static let origins = Lock<[Origin]>([])

    /// A library's message as a command says it. O(n) for n parameters, if it names any.
    package static func spelled(in message: String) -> String {
        guard message.contains("`") else { return message }
        let origins = origins.withLock { $0 }
        return flags.reduce(message) { message, flag in
            let name = origins.first { $0.flag == flag.value }?.name ?? flag.value
            return message.replacingOccurrences(of: "`\(flag.key)`", with: name)
        }
    }

    /// The beginning of a message about a file: the setting that names it, if that is not on the command line.
    package static func prefix(ofFile path: String) -> String {
        let origin = origins.withLock { $0.first { $0.value == path } }
        return origin.map { "\($0.name): " } ?? ""
    }

    /// The flags of all commands, so that a library's message is the same in each of them.
    private static let flags = [
        "BuildOptions.bounds": "--bounds",
        "BuildOptions.format": "--format",
        "BuildOptions.jobs": "--jobs",
        "BuildOptions.layout": "--layout",
        "BuildOptions.maxLevel": "--max-level",
        "BuildOptions.metatile": "--metatile",
        "BuildOptions.minLevel": "--min-level",
        "BuildOptions.overviews": "--overviews",
        "BuildOptions.replacesExisting": "--force",
        "BuildOptions.restarts": "--restart",
        "BuildOptions.scale": "--scale",
        "BuildOptions.shard": "--shard",
        "BuildOptions.tileSize": "--tile-size",
        "BuildOptions.updates": "--update",
        "BuildOptions.variant": "the choice of page, language, and color scheme",
        "ContentLimits.disk": "--disk",
        "ContentLimits.memory": "--memory",
        "Ledger.json(_:)": "--update",
        "RasterPreferences.range": "--range",
        "TileArchive.path": "the archive",
        "TileBuild.output": "--output",
        "TileExtraction.bounds": "--bounds",
        "TileExtraction.output": "--output",
        "TileServerConfiguration.host": "--host",
        "TileServerConfiguration.metricsHost": "--metrics-host",
        "TileServerConfiguration.metricsPort": "--metrics-port",
        "TileServerConfiguration.port": "--port",
        "TileServerConfiguration.socket": "--unix-socket",
    ]
}
