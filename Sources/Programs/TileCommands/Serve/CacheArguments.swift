import ArgumentParser
import CommandSupport
import Foundation
import RemoteArchives
import TileContent

/// The folder of contents that are kept between runs.
struct CacheArguments: ParsableArguments {
    @Option(
        help: """
            The folder that caches recorded drawings and overviews of images between runs. (default: tilework in the \
            user's cache folder)
            """)
    var cacheDir: String?

    @Flag(name: .customLong("no-cache-dir"), help: "Neither read nor write the cache folder.")
    var keepsNothing = false

    @Option(
        help: "The largest size of the cache folder; the least recently used files are evicted. (default: 10GB)",
        transform: ByteSize.reading)
    var cacheDirSize: ByteSize?

    func validate() throws {
        if UsageChecks.areSkipped { return }
        if keepsNothing, cacheDir != nil || cacheDirSize != nil {
            throw ValidationError("--no-cache-dir can't be combined with --cache-dir or --cache-dir-size")
        }
        try OutputFlag("--cache-dir", cacheDir).checkFolder()
        if let cacheDirSize, cacheDirSize.bytes < 1_000_000 {
            throw ValidationError(
                "invalid cache folder size \(cacheDirSize.defaultValueDescription): use at least 1MB, for one drawing")
        }
    }

    /// The environment's name for `--cache-dir`; empty for none.
    static let variable = "TILEWORK_CACHE_DIR"
    private static let standardSize = 10_000_000_000

    private var size: Int { cacheDirSize?.bytes ?? Self.standardSize }

    /// Returns the remote files of a program, whose copies take at most half of the cache folder.
    ///
    /// - Parameter limits: The limits with which contents are opened, with the cache.
    /// - Throws: `ExitCode`, after the reason was reported.
    func remotes(_ limits: ContentLimits) throws -> RemoteContents {
        do throws(RemoteFailure) {
            return try RemoteContents(cache: limits.cache?.folder, limit: size / 2, limits: limits)
        } catch {
            throw Complaint(error).reported()
        }
    }

    /// Returns the cache, or nil if nothing is stored. Must be called only once in a process.
    ///
    /// - Throws: `ExitCode`, after the reason was reported, if the named folder can't be used. If the standard folder
    ///   can't be used, nothing is stored, without a message.
    ///
    /// - Parameter hasCopies: Whether half of the folder's size is for copies of remote files.
    func cache(hasCopies: Bool = false) throws -> ContentCache? {
        let environment = ProcessInfo.processInfo.environment
        let named = cacheDir ?? environment[Self.variable]
        guard !keepsNothing, let folder = named ?? ContentCache.standardFolder(environment), !folder.isEmpty else {
            return nil
        }
        do {
            return try ContentCache(folder: folder, limit: size / (hasCopies ? 2 : 1)) {
                StandardError.log($0)
            }
        } catch {
            guard named != nil else { return nil }
            throw Complaint(
                "\(error); choose another folder with --cache-dir, or none with --no-cache-dir", .cannotCreate
            ).reported()
        }
    }
}
