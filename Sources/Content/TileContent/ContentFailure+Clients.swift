public import TileEngine

extension ContentFailure: TileSourceFailure {
    public var isLasting: Bool { isOfFile }

    /// Whether the file itself is the problem, so that retrying helps only after it is replaced.
    public var isOfFile: Bool {
        switch self {
        case .empty, .unrecognized, .malformed, .tooLarge, .unsupported, .nib: true
        case .decoder(_, let failure): failure.isOfFile
        case .notFound, .unreadable, .shortage, .temporaryStorage, .noRoom, .librsvg, .pdf: false
        }
    }

    public var reasonForClients: String {
        switch self {
        case .notFound, .unreadable: "its file can't be read"
        case .shortage: "too many files are open"
        case .empty: "its file is empty"
        case .unrecognized: "unrecognized file format"
        case .malformed: "its file is damaged"
        case .tooLarge(_, let what, let limit): "\(what), more than the limit of \(limit)"
        case .unsupported(_, let what): what
        case .temporaryStorage, .noRoom: "there is not enough memory or disk space for its pixels"
        case .decoder(_, let failure): WorkerMessages.decoder.textForClients(failure)
        case .librsvg(_, let failure): WorkerMessages.librsvg.textForClients(failure)
        case .pdf(_, _, let failure): failure.reasonForClients
        case .nib(_, let reason): reason
        }
    }
}
