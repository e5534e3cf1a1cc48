import ServiceLifecycle
import TileEngine
import TileSessions
import TileSupport

/// Lets time pass for viewers' own copies of contents, and lets go of those that nobody looks at any more.
final class CopyKeeper: Service {
    private let site: Site
    private let sessions: SessionBook
    private let framesPerSecond: Double
    private let motions = Lock<[ContentID: Task<Void, Never>]>([:])

    /// A viewer that lost its session may come back within so many seconds.
    static let patience = 60.0
    private static let secondsBetweenLooks = 10

    init(_ site: Site, _ sessions: SessionBook, framesPerSecond: Double) {
        (self.site, self.sessions, self.framesPerSecond) = (site, sessions, framesPerSecond)
    }

    /// A content has been opened; those that are no copies are moved by others.
    func didOpen(_ entry: Site.Entry) {
        guard framesPerSecond > 0, site.isCopy(entry), let source = entry.content.source as? any MovingTileSource else {
            return
        }
        let motion = ContentMotion(
            source: source, content: entry.engineID, sessions: sessions, framesPerSecond: framesPerSecond)
        motions.withLock { $0[entry.engineID] = Task { await motion.move() } }
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(Self.secondsBetweenLooks))
                let now = MonotonicClock.nanoseconds
                self.drop(unusedSince: now - min(now, UInt64(Self.patience * 1e9)))
            }
        }
        for motion in motions.withLock({ $0.values }) { motion.cancel() }
    }

    func drop(unusedSince moment: UInt64) {
        for entry in site.dropCopies(unusedSince: moment, where: { !self.sessions.isShown($0.engineID) }) {
            motions.withLock { $0.removeValue(forKey: entry.engineID) }?.cancel()
            sessions.forgetPace(of: entry.engineID)
        }
    }
}
