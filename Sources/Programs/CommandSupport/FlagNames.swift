import Foundation

/// The flags for the parameters that libraries name in their messages, in backquotes.
package enum FlagNames {
    /// A library's message as a command says it. O(n) for n parameters, if it names any.
    package static func spelled(in message: String) -> String {
        guard message.contains("`") else { return message }
        return flags.reduce(message) { $0.replacingOccurrences(of: "`\($1.key)`", with: $1.value) }
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
