import Dispatch
import Foundation
import TileEngine
import TileGeometry
import TileSessions
import TileSupport

/// The private copies of a content for its viewers: `board*{name}`, with names that only their viewers know. A copy is
/// created on its first request. One that has not been viewed for long is dropped; its state is kept, from which it can
/// be recreated.
final class SiteCopies: Sendable {
    private struct Copy: Sendable {
        var slot: ContentSlot
        /// The time of the last request or view, in nanoseconds on the server's clock.
        var lastUse: UInt64
    }

    private struct State: Sendable {
        var copies: [SessionID: Copy] = [:]
        var retired: KeptCopies
        var whenFull: WhenFull?
    }

    /// The actions when the limit of copies is reached.
    struct WhenFull: Sendable {
        /// Returns whether no viewer shows a copy.
        var isFree: @Sendable (Site.Entry) -> Bool
        /// Called with a copy that was dropped.
        var didGiveUp: @Sendable (Site.Entry) -> Void
    }

    /// The separator between a content's identifier and the copy's name. It does not occur in identifiers, and needs no
    /// escape in a query.
    static let separator = UInt8(ascii: "*")
    /// The nanoseconds after a request during which a copy counts as in use, because its page is being loaded.
    private static let grace: UInt64 = 5_000_000_000

    private let content: ServedContent
    private let make: @Sendable () throws -> any TileSource
    private let policy: OwnContentPolicy
    private let now: @Sendable () -> UInt64
    private let state: Lock<State>
    /// The queue that waits for the states of copies in other processes, one after the other.
    private let saving = DispatchQueue(label: "tilework.copies.saving", qos: .utility)

    /// Creates the copies of a content, or returns nil if all viewers share it.
    ///
    /// - Parameter now: The server's clock, in nanoseconds.
    init?(of content: ServedContent, policy: OwnContentPolicy, now: @escaping @Sendable () -> UInt64) {
        guard let make = content.own else { return nil }
        (self.content, self.make, self.policy, self.now) = (content, make, policy, now)
        state = Lock(State(retired: KeptCopies(policy)))
    }

    func set(_ whenFull: WhenFull) { state.withLock { $0.whenFull = whenFull } }

    /// Returns the slot of a copy, and creates it on the first request.
    ///
    /// - Returns: nil if the name is not valid; a slot that is settled with a refusal if the limit is reached.
    func slot(named name: UnsafeRawBufferPointer) -> ContentSlot? {
        guard let name = SessionID(String(decoding: name, as: UTF8.self)) else { return nil }
        let (slot, tell) = state.withLock { state -> (ContentSlot, (@Sendable () -> Void)?) in
            let now = now()
            if let known = state.copies[name]?.slot {
                state.copies[name]?.lastUse = now
                return (known, nil)
            }
            let slot = ContentSlot(offer(name))
            var tell: (@Sendable () -> Void)?
            if state.copies.count >= policy.limit {
                guard let (other, entry) = longestUnused(in: state, now), let whenFull = state.whenFull else {
                    slot.settle(.failure(refusal))
                    return (slot, nil)
                }
                state.copies[other] = nil
                state.retired.add(entry, named: other, at: now)
                tell = { whenFull.didGiveUp(entry) }
            }
            state.copies[name] = Copy(slot: slot, lastUse: now)
            return (slot, tell)
        }
        tell?()
        return slot
    }

    private var refusal: HTTPProblem {
        .unavailable("too many viewers have “\(content.id)” open: try again later", retryAfter: 30)
    }

    private func offer(_ name: SessionID) -> OfferedContent {
        let id = "\(content.id)\(Character(UnicodeScalar(Self.separator)))\(name.text)"
        let prepared = PreparedSource()
        var offer = OfferedContent(id: id) { [self] in
            var copy = content
            let source = try prepared.remove()?.get() ?? makeSource(name)
            (copy.id, copy.source, copy.own, copy.fingerprint) = (id, source, nil, nil)
            if let screen = source as? any ScreenTileSource, screen.followsViewer {
                // A default until the viewer reports the size of its window.
                copy.part = CGRect(origin: .zero, size: screen.screenSize)
                let (like, size) = (content.pyramid, source.contentSize)
                copy.pyramid = try TilePyramid(contentSize: size, tileSize: like.tileSize, scale: like.deepestScale)
            }
            return copy
        }
        offer.wholeID = content.id
        if content.hasOwnProcesses {
            // A program may block at its launch, so its copy is awaited on a thread of its own: the threads that open
            // contents are few.
            offer.prepare = { [self] in
                await withCheckedContinuation { end in
                    Thread.detachNewThread {
                        prepared.set(Result { try self.makeSource(name) })
                        end.resume()
                    }
                }
            }
        } else {
            offer.relative = content.source
        }
        return offer
    }

    /// Creates the source of a copy, with the state that it had before it was dropped.
    private func makeSource(_ name: SessionID) throws -> any TileSource {
        let source = try make()
        if let bytes = takeState(of: name) { (source as? any RestorableTileSource)?.restore(bytes) }
        return source
    }

    /// Refuses a copy that has ended by itself. After a delay, the next request creates another.
    ///
    /// - Returns: Whether the copy was the content's.
    func refuse(_ entry: Site.Entry, _ reason: any TileSourceFailure) -> Bool {
        let slot = state.withLock { state in
            state.copies.values.first { $0.slot.entry?.engineID == entry.engineID }?.slot
        }
        guard let slot else { return false }
        slot.settle(.failure(.unshowable(content.id, reason.reasonForClients)))
        DispatchQueue.global().asyncAfter(deadline: .now() + policy.restartDelay) { slot.forgetRefusal() }
        return true
    }

    private func longestUnused(in state: State, _ now: UInt64) -> (SessionID, Site.Entry)? {
        guard let whenFull = state.whenFull else { return nil }
        let free = state.copies.compactMap { name, copy -> (name: SessionID, entry: Site.Entry, use: UInt64)? in
            guard copy.lastUse + Self.grace <= now, let entry = copy.slot.entry, whenFull.isFree(entry) else {
                return nil
            }
            return (name, entry, copy.lastUse)
        }
        return free.min { $0.use < $1.use }.map { ($0.name, $0.entry) }
    }

    /// Updates the last use of the copies that are viewed now.
    func noteUse(where isShown: (Site.Entry) -> Bool) {
        state.withLock { state in
            let now = now()
            for (name, copy) in state.copies where copy.slot.entry.map(isShown) == true {
                state.copies[name]?.lastUse = now
            }
        }
    }

    /// Drops the copies that have been neither requested nor viewed since a given time, and the states that are too
    /// old.
    ///
    /// - Returns: The copies that were open.
    func drop(unusedSince moment: UInt64, where isFree: (Site.Entry) -> Bool) -> [Site.Entry] {
        state.withLock { state in
            let now = now()
            let dropped = state.copies.filter { _, copy in
                // A copy that has ended by itself, and is not requested again, is closed.
                copy.lastUse < moment && copy.slot.entry.map(isFree) ?? true
                    && copy.slot.settleIfUnwanted(.opening(copy.slot.offer.id))
            }
            for (name, copy) in dropped {
                state.copies[name] = nil
                if let entry = copy.slot.entry { state.retired.add(entry, named: name, at: now) }
            }
            state.retired.dropOld(now)
            return dropped.values.compactMap(\.slot.entry)
        }
    }

    /// Replaces the dropped copies by their states. It is not urgent: if a viewer returns first, the state of its copy
    /// is taken then. Copies on an executor are replaced later, when it gets to it.
    func saveStates() {
        guard state.withLock({ $0.retired.nextTree != nil }) else { return }
        if content.hasOwnProcesses { return saving.async { self.saveStatesHere() } }
        let isQueued = (content.source as? any QueuedTileSource)?.enqueue(after: 0) { self.saveStatesHere() } ?? false
        if !isQueued { saveStatesHere() }
    }

    private func saveStatesHere() {
        while let (name, source) = state.withLock({ $0.retired.nextTree }) {
            let bytes = (source as? any RestorableTileSource)?.savedState()
            state.withLock { $0.retired.settle(name, of: source, bytes) }
        }
    }

    private func takeState(of name: SessionID) -> [UInt8]? {
        switch state.withLock({ $0.retired.remove(name) }) {
        case .tree(let entry)?: (entry.content.source as? any RestorableTileSource)?.savedState()
        case .state(let bytes)?: bytes
        case nil: nil
        }
    }
}

/// The source of a copy that was created before its content is opened.
private final class PreparedSource: Sendable {
    private let result = Lock<Result<any TileSource, any Error>?>(nil)

    func set(_ new: Result<any TileSource, any Error>) { result.withLock { $0 = new } }

    /// Removes and returns the source; nil if there is none.
    func remove() -> Result<any TileSource, any Error>? {
        result.withLock { result in
            defer { result = nil }
            return result
        }
    }
}

/// The copies that were dropped, or their states.
struct KeptCopies: Sendable {
    enum Kept: Sendable {
        /// A copy with a state that has not been taken yet.
        case tree(Site.Entry)
        case state([UInt8])
    }

    private struct Item: Sendable {
        var kept: Kept
        var time: UInt64
    }

    private let policy: OwnContentPolicy
    private var items: [SessionID: Item] = [:]
    private var bytes = 0

    init(_ policy: OwnContentPolicy) { self.policy = policy }

    mutating func add(_ entry: Site.Entry, named name: SessionID, at time: UInt64) {
        guard policy.stateLifetime > 0, entry.content.source is any RestorableTileSource else { return }
        items[name] = Item(kept: .tree(entry), time: time)
    }

    var nextTree: (SessionID, any TileSource)? {
        for (name, item) in items { if case .tree(let entry) = item.kept { return (name, entry.content.source) } }
        return nil
    }

    /// Stores the state of a copy; nil if it has none.
    mutating func settle(_ name: SessionID, of source: any TileSource, _ state: [UInt8]?) {
        guard case .tree(let entry)? = items[name]?.kept, entry.content.source as AnyObject === source as AnyObject
        else {
            return
        }
        items[name]?.kept = .state(state ?? [])
        bytes += state?.count ?? 0
        if state == nil { _ = remove(name) }
        while bytes > policy.stateBytes, let oldest = items.min(by: { $0.value.time < $1.value.time })?.key {
            _ = remove(oldest)
        }
    }

    mutating func remove(_ name: SessionID) -> Kept? {
        guard let item = items.removeValue(forKey: name) else { return nil }
        if case .state(let state) = item.kept { bytes -= state.count }
        return item.kept
    }

    mutating func dropOld(_ now: UInt64) {
        let lifetime = UInt64(policy.stateLifetime * 1e9)
        for (name, item) in items where item.time + lifetime < now { _ = remove(name) }
    }
}

/// The name of a copy split into its parts.
struct CopyName {
    let content: UnsafeRawBufferPointer
    let name: UnsafeRawBufferPointer

    /// Parses a name. Returns nil if it is not that of a copy.
    init?(_ id: UnsafeRawBufferPointer) {
        guard let separator = id.lastIndex(of: SiteCopies.separator) else { return nil }
        content = UnsafeRawBufferPointer(rebasing: id[..<separator])
        name = UnsafeRawBufferPointer(rebasing: id[(separator + 1)...])
    }
}
