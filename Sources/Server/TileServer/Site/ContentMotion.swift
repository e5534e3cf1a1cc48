import ServiceLifecycle
import TileEngine
import TileSessions

/// Lets time pass for a content that moves, while it is served.
struct ContentMotion: Service {
    let source: any MovingTileSource
    let content: ContentID
    let sessions: SessionBook
    /// While a session shows it.
    let framesPerSecond: Double

    /// While none does, for clients that ask for tiles now and then; in frames a second.
    private static let unwatched = 1.0

    func run() async throws { await cancelWhenGracefulShutdown { await move() } }

    /// Until the task is cancelled.
    func move() async {
        let pace = FramePace(framesPerSecond: framesPerSecond)
        sessions.set(
            pace, of: content, watched: framesPerSecond, unwatched: min(framesPerSecond, Self.unwatched))
        await source.move(at: pace)
    }
}
