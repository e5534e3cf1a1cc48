import Dispatch
import Foundation
import TileEngine
import TileGeometry
import TileSessions
import TileSupport

/// Reads the accessibility elements of a content for the viewers that request them, on the content's own queue or on
/// threads that may block. It reads once at the start, and after each change with a short delay, when the tiles with
/// the change are drawn. Without such viewers, nothing is read.
final class ContentReading: Sendable {
    private struct State: Sendable {
        var readers: [ObjectIdentifier: SessionMailbox] = [:]
        var newest: [AccessibleElement]?
        /// Whether a reading is due, and whether one is scheduled or in progress.
        var isDue = false
        var isAtWork = false
        /// The time of the last reading, in nanoseconds of the monotonic clock.
        var last: UInt64 = 0
    }

    /// The largest number of elements that a viewer is sent. No screen shows more, and a page with many more gets slow.
    private static let most = 1000
    /// The time between two readings, in nanoseconds. Moving content is not read in each frame.
    private static let interval: UInt64 = 250_000_000
    /// The time from a change to its reading, in nanoseconds. A person who sees the change is waiting for its tiles,
    /// and one who hears it does not notice the delay.
    private static let delay: UInt64 = 100_000_000

    private let source: any AccessibleTileSource
    private let calls: SourceCalls
    private let state = Lock(State())
    private let subscriptions = Lock<[TileChangeSubscription]>([])

    init(_ source: any AccessibleTileSource) {
        self.source = source
        calls = SourceCalls(of: source, qos: .userInitiated)
    }

    /// Adds a viewer, which is sent the elements until it is forgotten.
    func add(_ mailbox: SessionMailbox) {
        let (newest, isFirst) = state.withLock { state -> ([AccessibleElement]?, Bool) in
            defer { state.readers[ObjectIdentifier(mailbox)] = mailbox }
            return (state.newest, state.readers.isEmpty)
        }
        guard isFirst else {
            if let newest { mailbox.read(newest) }
            return
        }
        let changes = source.subscribe { [weak self] _ in self?.readSoon() }
        subscriptions.withLock { $0.append(changes) }
        calls.async { [self] in
            let notices = source.subscribeToNotices { [weak self] in self?.deliver($0) }
            // All viewers may have left in the meantime.
            let isWanted = state.withLock { !$0.readers.isEmpty }
            if isWanted { subscriptions.withLock { $0.append(notices) } }
            readSoon()
        }
    }

    func forget(_ mailbox: SessionMailbox) {
        let isLast = state.withLock { state in
            guard state.readers.removeValue(forKey: ObjectIdentifier(mailbox)) != nil else { return false }
            if state.readers.isEmpty { state.newest = nil }
            return state.readers.isEmpty
        }
        guard isLast else { return }
        // Released outside the lock, because ending a subscription may wait for the content.
        let old = subscriptions.withLock { subscriptions in
            defer { subscriptions = [] }
            return subscriptions
        }
        withExtendedLifetime(old) {}
    }

    private func deliver(_ notice: AccessibilityNotice) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.noticed(notice) }
        // The change may have no visible effect, so no tile change announces it.
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
        calls.async(after: Double(wait) / 1e9) { [self] in read() }
    }

    private func read() {
        state.withLock { $0.isDue = false }
        let elements = source.accessibleElements(limit: Self.most)
        let readers = state.withLock { state -> [SessionMailbox] in
            state.last = MonotonicClock.nanoseconds
            guard !state.readers.isEmpty else { return [] }
            defer { state.newest = elements }
            return state.newest == elements ? [] : Array(state.readers.values)
        }
        for reader in readers { reader.read(elements) }
        // Not before the viewers are told: otherwise the elements of the next reading could arrive first and be
        // overwritten by older ones.
        let isDue = state.withLock { state in
            state.isAtWork = false
            return state.isDue
        }
        if isDue { readSoon() }
    }
}
