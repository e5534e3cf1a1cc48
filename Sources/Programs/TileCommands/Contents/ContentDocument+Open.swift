import NibContent
import TileContent

extension ContentDocument {
    /// Opens a file that the command line names.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    static func opened(_ path: String, limits: ContentLimits = ContentLimits()) throws -> ContentDocument {
        if let complaint = Complaint(notLocal: path) { throw complaint.reported() }
        do {
            return try ContentReader.openFile(path, limits: limits)
        } catch {
            throw Complaint(error).reported()
        }
    }
}

extension ContentReader {
    /// Opens a file of any kind that the command line reads.
    static func openFile(_ path: String, limits: ContentLimits) throws(ContentFailure) -> ContentDocument {
        try open(
            path, limits: limits,
            views: { (path, limits) throws(ContentFailure) in
                try NibReader.open(path, limits: limits)
            })
    }
}
