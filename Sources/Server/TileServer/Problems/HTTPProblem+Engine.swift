import TileEngine

extension HTTPProblem {
    /// What a client is told of a tile that was not made: the content's name and what is wrong, and nothing of where
    /// its file is. That is for the log.
    ///
    /// - Parameter name: The content's.
    init(_ failure: EngineFailure, of name: String) {
        switch failure {
        case .overloaded: self = .overloaded
        case .cancelled: self = .clientLeft
        case .shutDown: self = .shuttingDown
        case .unknownContent, .outsidePyramid: self = .notFound("\(failure)")
        case .tookTooLong:
            self = .unavailable("this part of “\(name)” takes too long to draw", retryAfter: 60, logged: "\(failure)")
        case .sourceFailed(let failure as any TileSourceFailure) where failure.isLasting:
            self = .unshowable(name, failure.reasonForClients, logged: "\(failure)")
        case .sourceFailed(let failure as any TileSourceFailure):
            self = .unavailable(
                "“\(name)” can't be shown: \(failure.reasonForClients)", retryAfter: 30, logged: "\(failure)")
        case .sourceFailed, .encodingFailed:
            self = .failed("“\(name)” can't be drawn: see the server's log", logged: "\(failure)")
        }
        placard =
            switch failure {
            case .tookTooLong: "This part takes too long to draw."
            case .sourceFailed, .encodingFailed: "This part can't be drawn."
            case .unknownContent, .outsidePyramid, .overloaded, .cancelled, .shutDown: nil
            }
    }
}
