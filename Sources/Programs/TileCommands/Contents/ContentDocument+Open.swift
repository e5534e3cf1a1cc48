import CommandSupport
import TileContent

extension ContentDocument {
    /// Opens a file that the command line names.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    static func opened(_ path: String, limits: ContentLimits = ContentLimits()) throws -> ContentDocument {
        if let complaint = Complaint(notLocal: path) { throw complaint.reported() }
        do {
            return try ContentReader.openFile(path, limits: limits)
        } catch .nib where !ViewFiles.areOpenedHere {
            throw ViewsProgram.become(for: path).reported()
        } catch {
            throw Complaint(error).reported()
        }
    }
}

extension ContentReader {
    /// Opens a file of any kind that the command line reads.
    static func openFile(_ path: String, limits: ContentLimits) throws(ContentFailure) -> ContentDocument {
        try open(path, limits: limits, views: ViewFiles.opening)
    }
}
