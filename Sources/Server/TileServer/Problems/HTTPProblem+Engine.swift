import TileEngine
import TileGraphics

extension HTTPProblem {
    /// Creates the problem that a client is told when a tile could not be made: the content's name and the reason,
    /// without the path of its file. Only the log contains the path.
    ///
    /// - Parameter name: The content's name.
    init(_ failure: EngineFailure, of name: String) {
        switch failure {
        case .overloaded: self = .overloaded
        case .cancelled: self = .clientLeft
        case .shutDown: self = .shuttingDown
        case .unknownContent, .outsidePyramid: self = .notFound("\(failure)")
        case .tookTooLong:
            self = .unavailable(
                "this part of “\(name)” takes too long to draw: try again in a minute", retryAfter: 60,
                logged: "\(failure)")
        case .sourceFailed(let failure as any TileSourceFailure) where failure.isLasting:
            self = .unshowable(name, failure.reasonForClients, logged: "\(failure)")
        case .sourceFailed(let failure as any TileSourceFailure):
            self = .unavailable(
                "“\(name)” can't be shown: \(failure.reasonForClients)", retryAfter: 30, logged: "\(failure)")
        case .sourceFailed(RasterFailure.unavailable):
            self = .unavailable(
                "“\(name)” can't be shown: a part of it can't be drawn at the moment", retryAfter: 30,
                logged: "\(failure)")
        case .encodingFailed(CodecFailure.tooLarge(let format, _, _, let limit)):
            self = .tooLarge(
                "a picture in \(format) has at most \(limit) × \(limit) pixels here: request fewer, or PNG")
        case .sourceFailed, .encodingFailed:
            self = .failed("“\(name)” can't be drawn: see the server's log", logged: "\(failure)")
        }
        errorTileText =
            switch failure {
            case .tookTooLong: "This part takes too long to draw."
            case .sourceFailed, .encodingFailed: "This part can't be drawn."
            case .unknownContent, .outsidePyramid, .overloaded, .cancelled, .shutDown: nil
            }
    }
}
