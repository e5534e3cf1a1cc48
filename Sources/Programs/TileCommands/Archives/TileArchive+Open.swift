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

    /// Whether the command line names an archive: an address, or an archive on this machine.
    ///
    /// - Throws: `ExitCode`, after it was reported, for an invalid address.
    static func isNamed(_ name: String) throws -> Bool {
        do throws(RemoteFailure) {
            if try RemoteLocation(name) != nil { return true }
        } catch {
            throw Complaint(error).reported()
        }
        return layout(at: name) != nil
    }
}
