public import WorkerProcesses

/// The reason why Poppler did not read a document or a page.
public enum PDFFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is encrypted, and none of the passwords opens it.
    case encrypted(hasPasswords: Bool)
    /// The process that reads the document failed.
    case worker(WorkerFailure)

    public var description: String {
        switch self {
        case .encrypted(let hasPasswords):
            hasPasswords
                ? "it is encrypted, and no password in --password-file opens it; add the right one"
                : "it is encrypted; give its password in a file with --password-file"
        case .worker(let failure): WorkerMessages.poppler.text(failure)
        }
    }

    /// Whether the file caused the failure, rather than the machine or the installation.
    public var isOfFile: Bool {
        switch self {
        case .encrypted: true
        case .worker(let failure): failure.isOfFile
        }
    }

    /// The reason as a message for viewers, without details about the server.
    var reasonForClients: String {
        switch self {
        case .encrypted: "it is encrypted, and the server doesn't have its password"
        case .worker(let failure): WorkerMessages.poppler.textForClients(failure)
        }
    }
}
