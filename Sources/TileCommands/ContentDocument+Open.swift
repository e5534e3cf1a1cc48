import TileContent

extension ContentDocument {
    /// Opens a file that the command line names.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    static func opened(_ path: String, limits: ContentLimits = ContentLimits()) throws -> ContentDocument {
        do {
            return try ContentReader.open(path, limits: limits)
        } catch {
            throw Complaint(error).reported()
        }
    }
}
