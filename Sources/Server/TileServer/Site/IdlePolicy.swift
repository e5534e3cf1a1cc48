/// When what nobody has asked for lately gives its memory back, though there is room for it.
public struct IdlePolicy: Sendable {
    /// Seconds after its last use from which on something is idle. Not exact: up to as long again may pass.
    public var seconds = 60.0
    /// Bytes that may be kept however long they are idle: a few large drawings, so that a server with nothing else to
    /// do does not read them again after each pause.
    public var keptBytes = 400_000_000
    /// Called, on a thread that may wait, after much was dropped, or many connections have gone: the place to give free
    /// memory back to the system.
    public var didDrop: @Sendable () -> Void = {}

    public init() {}
}
