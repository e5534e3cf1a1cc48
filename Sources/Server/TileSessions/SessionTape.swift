import TileSupport

/// Takes down what the viewer of one session does: the first that says anything of it.
///
///     let tape = SessionTape()
///     configuration.tape = tape
///     …
///     for await event in tape.events { … }
///
/// That viewer is told that its session is recorded, and says what fingers do and where its view stands; see
/// docs/sessions.md. Others are told nothing.
public final class SessionTape: Sendable {
    public enum Event: Hashable, Sendable {
        /// A viewer has begun to say what it does.
        case began
        /// Its session is over; `recording` is whole.
        case ended
    }

    private struct State: Sendable {
        var isTaken = false
        var recording: SessionRecording?
    }

    /// One of each, for one reader.
    public let events: AsyncStream<Event>
    private let feed: AsyncStream<Event>.Continuation
    private let state = Lock(State())

    public init() { (events, feed) = AsyncStream.makeStream() }

    /// nil until the session is over.
    public var recording: SessionRecording? { state.withLock { $0.recording } }

    // MARK: For sessions

    /// A recorder for a session that opens now, if none other is recorded.
    package func recorder(content: String) -> SessionRecorder? {
        let isFree = state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
        return isFree ? SessionRecorder(content: content) : nil
    }

    package func began() { feed.yield(.began) }

    /// The session is over. When its viewer has said nothing, the next is recorded.
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
