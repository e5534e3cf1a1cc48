/// The reason why a picture was not drawn.
public enum RasterFailure: Error, Hashable, CustomStringConvertible {
    /// The result is no longer wanted.
    case cancelled
    /// Filters are nested so deep in this part that drawing it would take minutes.
    case tooComplex
    /// Pictures are nested too deep.
    case tooDeep
    /// The picture's archive is damaged; the drawing must be recorded again.
    case damaged
    /// Cairo failed: out of memory, or beyond its limits.
    case cairo
    /// A part that another program draws can't be drawn now, and the picture waits for all of its parts.
    case unavailable(reason: String)

    public var description: String {
        switch self {
        case .cancelled: "the drawing was cancelled"
        case .tooComplex: "its filters take too much work here; magnify it, or simplify the drawing"
        case .tooDeep: "its groups lie in more than \(NestingLimit.depthOfAnyThread) others; flatten the drawing"
        case .damaged: "what was kept of the drawing is damaged"
        case .cairo: "Cairo could not draw this part; it may be out of memory"
        case .unavailable(let reason): reason
        }
    }
}
