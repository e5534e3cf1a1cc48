/// The rules by which unused data is freed even if there is room for it.
public struct IdlePolicy: Sendable {
    /// The seconds since the last use after which data is idle. Approximate: up to as long again may pass.
    public var seconds = 60.0
    /// The number of idle bytes that are kept for any time: a few large drawings, so that a server with nothing else to
    /// do does not read them again after each pause.
    public var keptBytes = 400_000_000
    /// Called on a thread that may block, after much was dropped or many connections have closed: the place to return
    /// free memory to the system.
    public var didDrop: @Sendable () -> Void = {}

    public init() {}
}
