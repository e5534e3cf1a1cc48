import RemoteArchives
import TileArchives

extension TileArchive {
    /// Opens the archive that the command line names: on this machine, over HTTP or in a bucket of S3.
    ///
    /// - Throws: `ArchiveFailure`; `.option` for an address that is none.
    static func opened(_ name: String) throws(ArchiveFailure) -> any ArchiveReader {
        let location: RemoteLocation?
        do throws(RemoteFailure) { location = try RemoteLocation(name) } catch {
            throw .option(name: "TileArchive.path", value: name, reason: "\(error)")
        }
        if let location { return try RemoteArchive.open(location) }
        return try open(name)
    }
}
