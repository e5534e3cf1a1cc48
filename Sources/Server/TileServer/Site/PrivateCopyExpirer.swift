import Dispatch
import ServiceLifecycle
import TileEngine
import TileSessions
import TileSupport

/// A service that advances the time of viewers' private copies of contents, and drops the copies that are no longer
/// used.
final class PrivateCopyExpirer: Service {
    private let site: Site
    private let sessions: SessionRegistry
    private let framesPerSecond: Double
    private let patience: UInt64
    private let now: @Sendable () -> UInt64
    private let motions = Lock<[ContentID: Task<Void, Never>]>([:])

    private static let secondsBetweenChecks = 10

    init(_ site: Site, _ sessions: SessionRegistry, _ configuration: TileServerConfiguration) {
        (self.site, self.sessions, framesPerSecond) = (site, sessions, configuration.framesPerSecond)
        (patience, now) = (UInt64(max(0, configuration.ownContents.patience) * 1e9), configuration.now)
        site.set(
            SiteCopies.WhenFull(
                isFree: { [sessions] in !sessions.isShown($0.engineID) },
                didGiveUp: { [weak self] entry in
                    guard let self else { return }
                    // Runs on another thread, so that the viewer that gets the slot does not wait.
                    DispatchQueue.global().async { self.makeRoom(entry) }
                }))
    }

    /// Starts the motion of a new copy. Other contents are advanced elsewhere.
    func didOpen(_ entry: Site.Entry) {
        if site.isCopy(entry), let source = entry.content.source as? any EndingTileSource {
            source.whenEnded { [weak self, weak entry] reason in if let entry { self?.refuse(entry, reason) } }
        }
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
                try await Task.sleep(for: .seconds(Self.secondsBetweenChecks))
                self.dropExpired()
            }
        }
        for motion in motions.withLock({ $0.values }) { motion.cancel() }
    }

    /// Drops the copies whose time to be kept has passed since their last use.
    func dropExpired() {
        let now = now()
        drop(unusedSince: now - min(now, patience))
    }

    func drop(unusedSince moment: UInt64) {
        for entry in site.dropCopies(unusedSince: moment, where: { !self.sessions.isShown($0.engineID) }) { end(entry) }
        site.saveCopies()
    }

    /// Tells the viewers of a copy that has ended by itself.
    private func refuse(_ entry: Site.Entry, _ reason: any TileSourceFailure) {
        guard !replace(entry, reason), site.knows(entry) else { return }
        // The copy is not in its place yet.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.secondsUntilOpen) { [weak self] in
            self?.refuse(entry, reason)
        }
    }

    private func replace(_ entry: Site.Entry, _ reason: any TileSourceFailure) -> Bool {
        guard site.refuseCopy(entry, reason) else { return false }
        end(entry)
        sessions.replaced(entry.engineID)
        return true
    }

    private static let secondsUntilOpen = 0.5

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
