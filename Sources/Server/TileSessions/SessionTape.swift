import TileSupport

/// Records the viewer of one session: the first one that sends input.
///
///     let tape = SessionTape()
///     configuration.tape = tape
///     …
///     for await event in tape.events { … }
///
/// That viewer is told that its session is recorded, and sends touches and view positions; see docs/sessions.md. Other
/// viewers are not told.
public final class SessionTape: Sendable {
    public enum Event: Hashable, Sendable {
        /// A viewer has started to send input.
        case began
        /// The session has ended, and `recording` is complete.
        case ended
    }

    private struct State: Sendable {
        var isTaken = false
        var recording: SessionRecording?
    }

    /// The events, each once, for a single consumer.
    public let events: AsyncStream<Event>
    private let feed: AsyncStream<Event>.Continuation
    private let state = Lock(State())

    public init() { (events, feed) = AsyncStream.makeStream() }

    /// The recording; nil until the session has ended.
    public var recording: SessionRecording? { state.withLock { $0.recording } }

    // MARK: Sessions

    /// Returns a recorder for a new session, unless another one is being recorded.
    package func recorder(content: String) -> SessionRecorder? {
        let isFree = state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
        return isFree ? SessionRecorder(content: content) : nil
    }

    package func began() { feed.yield(.began) }

    /// Ends a session. If its viewer sent no input, the next session is recorded.
    package func end(_ recorder: SessionRecorder) {
        if recorder.recording.inputs.isEmpty {
            state.withLock { $0.isTaken = false }
            return
        }
        state.withLock { $0.recording = recorder.recording }
        feed.yield(.ended)
        feed.finish()
    }
}
