import Dispatch
import Foundation
import TileEngine
import TileGeometry
import TileSessions
import TileSupport

/// Has a content read for those of its viewers that ask for it, on threads that may wait: at once, and a moment after
/// it has changed, when the tiles that show the change are drawn. While nobody asks, nothing is read.
final class ContentReading: Sendable {
    private struct State: Sendable {
        var readers: [ObjectIdentifier: SessionStanding] = [:]
        var newest: [AccessibleElement]?
        /// Whether a reading is due, and whether it waits for its time or is under way.
        var isDue = false
        var isAtWork = false
        /// Nanoseconds, of the clock that only goes forward.
        var last: UInt64 = 0
    }

    /// Of elements that a viewer is told of: more are on no screen, and a page with many more gets slow.
    private static let most = 1000
    /// Between two readings: what moves is not read in each of its frames.
    private static let interval: UInt64 = 250_000_000
    /// From a change to the reading: a person who sees it waits for its tiles, and one who hears it does not notice.
    private static let delay: UInt64 = 100_000_000

    private let source: any AccessibleTileSource
    private let state = Lock(State())
    private let subscriptions = Lock<[TileChangeSubscription]>([])

    init(_ source: any AccessibleTileSource) { self.source = source }

    /// Has a viewer told of what there is to read, until it is forgotten.
    func add(_ standing: SessionStanding) {
        let (newest, isFirst) = state.withLock { state -> ([AccessibleElement]?, Bool) in
            defer { state.readers[ObjectIdentifier(standing)] = standing }
            return (state.newest, state.readers.isEmpty)
        }
        guard isFirst else {
            if let newest { standing.read(newest) }
            return
        }
        let changes = source.subscribe { [weak self] _ in self?.readSoon() }
        subscriptions.withLock { $0.append(changes) }
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            let notices = source.subscribeToNotices { [weak self] in self?.tell($0) }
            // Everybody may have left meanwhile.
            let isWanted = state.withLock { !$0.readers.isEmpty }
            if isWanted { subscriptions.withLock { $0.append(notices) } }
            readSoon()
        }
    }

    func forget(_ standing: SessionStanding) {
        let isLast = state.withLock { state in
            guard state.readers.removeValue(forKey: ObjectIdentifier(standing)) != nil else { return false }
            if state.readers.isEmpty { state.newest = nil }
            return state.readers.isEmpty
        }
        guard isLast else { return }
        // Let go without the lock: what ends a subscription may wait for the content.
        let old = subscriptions.withLock { subscriptions in
            defer { subscriptions = [] }
            return subscriptions
        }
        withExtendedLifetime(old) {}
    }

    private func tell(_ notice: AccessibilityNotice) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.noticed(notice) }
        // What is to be gone on with may not look otherwise.
        if case .changed = notice { readSoon() }
    }

    private func readSoon() {
        let now = MonotonicClock.nanoseconds
        let wait = state.withLock { state -> UInt64? in
            state.isDue = true
            guard !state.isAtWork, !state.readers.isEmpty else { return nil }
            state.isAtWork = true
            return state.last == 0 ? 0 : max(state.last + Self.interval, now + Self.delay) - now
        }
        guard let wait else { return }
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .nanoseconds(Int(wait))) { [self] in
            read()
        }
    }

    private func read() {
        state.withLock { $0.isDue = false }
        let elements = source.accessibleElements(limit: Self.most)
        let readers = state.withLock { state -> [SessionStanding] in
            state.last = MonotonicClock.nanoseconds
            guard !state.readers.isEmpty else { return [] }
            defer { state.newest = elements }
            return state.newest == elements ? [] : Array(state.readers.values)
        }
        for reader in readers { reader.read(elements) }
        // Not before these are told: the next reading's would come before them, and be taken for older.
        let isDue = state.withLock { state in
            state.isAtWork = false
            return state.isDue
        }
        if isDue { readSoon() }
    }
}
