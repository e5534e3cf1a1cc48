import CommandSupport
import TileContent

extension ContentDocument {
    /// Opens a file that the command line names.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    static func opened(_ path: String, limits: ContentLimits = ContentLimits()) throws -> ContentDocument {
        if let complaint = Complaint(notLocal: path) { throw complaint.reported() }
        return try opened(path, named: path, limits: limits)
    }

    /// Opens a file, which may be a copy of a remote one.
    ///
    /// - Parameter name: The file's name for messages.
    /// - Throws: `ExitCode`, after the reason was reported.
    static func opened(_ path: String, named name: String, limits: ContentLimits) throws -> ContentDocument {
        do {
            return try ContentReader.openFile(path, limits: limits)
        } catch .nib where !ViewFiles.areOpenedHere {
            throw ViewsProgram.become(for: name).reported()
        } catch {
            throw Complaint(error.named(name)).reported()
        }
    }
}

extension ContentReader {
    /// Opens a file of any kind that the command line reads.
    static func openFile(_ path: String, limits: ContentLimits) throws(ContentFailure) -> ContentDocument {
        try open(path, limits: limits, views: ViewFiles.opening)
    }
}
