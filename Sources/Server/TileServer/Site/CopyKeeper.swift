import Dispatch
import ServiceLifecycle
import TileEngine
import TileSessions
import TileSupport

/// Lets time pass for viewers' own copies of contents, and gives up those that nobody looks at any more.
final class CopyKeeper: Service {
    private let site: Site
    private let sessions: SessionBook
    private let framesPerSecond: Double
    private let patience: UInt64
    private let now: @Sendable () -> UInt64
    private let motions = Lock<[ContentID: Task<Void, Never>]>([:])

    private static let secondsBetweenLooks = 10

    init(_ site: Site, _ sessions: SessionBook, _ configuration: TileServerConfiguration) {
        (self.site, self.sessions, framesPerSecond) = (site, sessions, configuration.framesPerSecond)
        (patience, now) = (UInt64(max(0, configuration.ownContents.patience) * 1e9), configuration.now)
        site.set(
            SiteCopies.WhenFull(
                isFree: { [sessions] in !sessions.isShown($0.engineID) },
                didGiveUp: { [weak self] entry in
                    guard let self else { return }
                    // Whoever wants its place is not to wait for that.
                    DispatchQueue.global().async { self.makeRoom(entry) }
                }))
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
                self.look()
            }
        }
        for motion in motions.withLock({ $0.values }) { motion.cancel() }
    }

    /// Gives up those that have not been looked at for as long as they are kept.
    func look() {
        let now = now()
        drop(unusedSince: now - min(now, patience))
    }

    func drop(unusedSince moment: UInt64) {
        for entry in site.dropCopies(unusedSince: moment, where: { !self.sessions.isShown($0.engineID) }) { end(entry) }
        site.saveCopies()
    }

    private func makeRoom(_ entry: Site.Entry) {
        site.forget(entry)
        end(entry)
        site.saveCopies()
    }

    private func end(_ entry: Site.Entry) {
        motions.withLock { $0.removeValue(forKey: entry.engineID) }?.cancel()
        sessions.forgetPace(of: entry.engineID)
    }
}
