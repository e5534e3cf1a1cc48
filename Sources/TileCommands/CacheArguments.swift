import ArgumentParser
import Foundation
import TileContent

/// Where files' contents are kept between runs.
struct CacheArguments: ParsableArguments {
    @Option(
        help: """
            The folder where drawings and overviews of images are kept in a form that opens at once. (default: tilework in \
            the user's cache folder)
            """)
    var cacheDir: String?

    @Flag(name: .customLong("no-cache-dir"), help: "Keep nothing between runs, and use nothing that was kept.")
    var keepsNothing = false

    @Option(help: "How much of a disk --cache-dir may take; what was not used for longest goes. (default: 10GB)")
    var cacheDirSize: ByteSize?

    func validate() throws {
        if keepsNothing, cacheDir != nil || cacheDirSize != nil {
            throw ValidationError("--no-cache-dir is for no cache folder; leave it or the others out.")
        }
        if let cacheDirSize, cacheDirSize.bytes < 1_000_000 {
            throw ValidationError("--cache-dir-size is below 1MB, less than a drawing takes.")
        }
    }

    /// The environment's name for `--cache-dir`; empty for none.
    static let variable = "TILEWORK_CACHE_DIR"
    private static let standardSize = 10_000_000_000

    /// To be called once in a process; nil for nowhere.
    ///
    /// - Throws: `ExitCode`, after the reason was reported, when it can't be the folder that was named. Where the
    ///   standard one can't be, nothing is kept, and nobody need be told.
    func cache() throws -> ContentCache? {
        let environment = ProcessInfo.processInfo.environment
        let named = cacheDir ?? environment[Self.variable]
        guard !keepsNothing, let folder = named ?? ContentCache.standardFolder(environment), !folder.isEmpty else {
            return nil
        }
        do {
            return try ContentCache(folder: folder, limit: cacheDirSize?.bytes ?? Self.standardSize) {
                StandardError.print($0)
            }
        } catch {
            guard named != nil else { return nil }
            throw Complaint("\(error); choose another --cache-dir, or --no-cache-dir", .cannotCreate).reported()
        }
    }
}
