import ServiceLifecycle
import TileEngine
import TileSessions

/// A service that advances the time of a moving content while it is served.
struct ContentMotion: Service {
    let source: any MovingTileSource
    let content: ContentID
    let sessions: SessionRegistry
    /// The frame rate while a session shows the content.
    let framesPerSecond: Double

    /// The frame rate while no session shows the content, for clients that request tiles occasionally.
    private static let unwatched = 1.0

    func run() async throws { await cancelWhenGracefulShutdown { await move() } }

    /// Advances the content until the task is cancelled.
    func move() async {
        let (engine, content, interval) = (sessions.engine, content, 1 / framesPerSecond)
        let pace = FramePace(framesPerSecond: framesPerSecond) { engine.isLate(content, by: interval) }
        sessions.set(
            pace, of: content, watched: framesPerSecond, unwatched: min(framesPerSecond, Self.unwatched))
        await source.move(at: pace)
    }
}
