import CommandSupport
import RemoteArchives
import TileArchives

extension TileArchive {
    /// Opens the archive that the command line names: on this machine, over HTTP or in a bucket of S3.
    ///
    /// - Parameter scheme: the order of rows in a folder of tiles; nil to find it out.
    /// - Throws: `ArchiveFailure`; `.option` for a malformed address.
    static func opened(_ name: String, scheme: TileScheme? = nil) throws(ArchiveFailure) -> any ArchiveReader {
        let location: RemoteLocation?
        do throws(RemoteFailure) { location = try RemoteLocation(name) } catch {
            throw .option(name: "TileArchive.path", value: name, reason: "\(error)")
        }
        if let location { return try RemoteArchive.open(location) }
        if let advice = Complaint.advice(forAddress: name) { throw .unreadable(path: name, reason: advice) }
        return try open(name, scheme: scheme)
    }

}

extension RemoteLocation {
    /// The address that the command line names; nil for a path.
    ///
    /// - Throws: `ExitCode`, after it was reported, for an invalid address.
    init?(named name: String) throws {
        do throws(RemoteFailure) {
            guard let location = try RemoteLocation(name) else { return nil }
            self = location
        } catch {
            throw Complaint(error).reported()
        }
    }
}
