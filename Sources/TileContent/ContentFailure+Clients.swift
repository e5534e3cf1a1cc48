public import TileEngine

extension ContentFailure: TileSourceFailure {
    public var isLasting: Bool { isOfFile }

    /// Whether the file is what is wrong, so that asking again helps only when it was replaced.
    public var isOfFile: Bool {
        switch self {
        case .empty, .unrecognized, .malformed, .tooLarge, .unsupported, .nib: true
        case .decoder(_, let failure): failure.isOfFile
        case .notFound, .unreadable, .temporaryStorage, .noRoom, .librsvg, .pdf: false
        }
    }

    public var reasonForClients: String {
        switch self {
        case .notFound, .unreadable: "its file cannot be read"
        case .empty: "its file is empty"
        case .unrecognized: "its file is of no kind that is shown"
        case .malformed: "its file is damaged"
        case .tooLarge(_, let what, let limit): "\(what), but at most \(limit) is read"
        case .unsupported(_, let what): what
        case .temporaryStorage, .noRoom: "there is no room for its pixels"
        case .decoder(_, let failure): failure.reasonForClients
        case .librsvg(_, let failure): failure.reasonForClients
        case .pdf(_, _, let failure): failure.reasonForClients
        case .nib(_, let reason): reason
        }
    }
}

extension LibrsvgFailure {
    /// As that of `ContentFailure`.
    public var reasonForClients: String {
        switch self {
        case .refused: "librsvg does not draw it"
        case .crashed, .exited: "librsvg gave up over it"
        case .tookTooLong: "it takes too long to draw"
        case .tookTooMuchMemory: "it takes too much memory to draw"
        case .waitedTooLong: "the server is too busy to draw it"
        case .killed, .garbled, .programMissing, .notStarted: "it cannot be drawn now"
        case .givenUp(_, let last): last.reasonForClients
        }
    }
}
