import TileEngine
import TileSupport

/// A content's slot in a site: its name, and the content once it is open.
final class ContentSlot: Sendable {
    private enum State: Sendable {
        /// Opening has not begun, whether or not clients wait for it.
        case closed
        case opening
        case open(Site.Entry)
        case pages(SitePages)
        case refused(HTTPProblem)
    }

    private struct Guarded: Sendable {
        var state = State.closed
        /// The tasks that wait until the slot is settled, by number.
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    let offer: OfferedContent
    /// The identifier as URLs spell it.
    let idBytes: [UInt8]
    /// Whether the content is private under the latest policy, cached.
    let privacy = PrivacyMemo()
    private let guarded = Lock(Guarded())

    init(_ offer: OfferedContent) {
        self.offer = offer
        idBytes = Array(IdentifierEncoding.encoded(offer.id).utf8)
    }

    /// The content, or nil if it is not open. Takes one lock and nothing else.
    var entry: Site.Entry? {
        guarded.withLock { if case .open(let entry) = $0.state { entry } else { nil } }
    }

    /// The pages, or nil if the slot is not an open document.
    var pages: SitePages? {
        guarded.withLock { if case .pages(let pages) = $0.state { pages } else { nil } }
    }

    /// The identity of the open content for other servers; nil if they don't know it.
    var fingerprint: ContentFingerprint? {
        entry?.content.fingerprint ?? pages?.served.fingerprint
    }

    /// Whether the content is open or refused.
    var isSettled: Bool {
        guarded.withLock {
            switch $0.state {
            case .open, .pages, .refused: true
            case .closed, .opening: false
            }
        }
    }

    /// Refuses a closed content that no client waits for.
    ///
    /// - Returns: Whether the content is open or refused.
    func settleIfUnwanted(_ problem: HTTPProblem) -> Bool {
        guarded.withLock { guarded in
            switch guarded.state {
            case .open, .pages, .refused: return true
            case .opening: return false
            case .closed:
                guard guarded.waiting.isEmpty else { return false }
                guarded.state = .refused(problem)
                return true
            }
        }
    }

    /// Whether the content is being opened now.
    var isBeingOpened: Bool { guarded.withLock { if case .opening = $0.state { true } else { false } } }

    var isWaitedFor: Bool { guarded.withLock { !$0.waiting.isEmpty } }

    /// Returns the open content.
    ///
    /// - Throws: The reason why it is not open.
    func openEntry() throws(HTTPProblem) -> Site.Entry {
        switch guarded.withLock({ $0.state }) {
        case .open(let entry): return entry
        case .pages(let pages): throw pages.problem
        case .refused(let problem): throw problem
        case .closed, .opening: throw .opening(offer.id)
        }
    }

    /// Claims the slot for opening. Returns false if it is already claimed.
    func begin() -> Bool {
        guarded.withLock { guarded in
            guard case .closed = guarded.state else { return false }
            guarded.state = .opening
            return true
        }
    }

    /// Closes a claimed slot if no client waits for it any longer. Returns true if it was closed.
    func giveUpIfUnwanted() -> Bool {
        guarded.withLock { guarded in
            guard case .opening = guarded.state, guarded.waiting.isEmpty else { return false }
            guarded.state = .closed
            return true
        }
    }

    func settle(_ result: Result<Site.Entry, HTTPProblem>) {
        switch result {
        case .success(let entry): settle(.open(entry))
        case .failure(let problem): settle(.refused(problem))
        }
    }

    /// Forgets a refusal, so that the next request tries again.
    func forgetRefusal() {
        guarded.withLock { guarded in
            if case .refused = guarded.state { guarded.state = .closed }
        }
    }

    func settle(_ pages: SitePages) { settle(.pages(pages)) }

    private func settle(_ state: State) {
        let waiting = guarded.withLock { guarded in
            guarded.state = state
            defer { guarded.waiting = [:] }
            return Array(guarded.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when the slot is settled, or when the task is cancelled.
    ///
    /// - Parameter whenWaiting: Called once `isWaitedFor` is true, unless the slot is settled already.
    func settled(whenWaiting: () -> Void = {}) async {
        let number = guarded.withLock { guarded in
            defer { guarded.next += 1 }
            return guarded.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = guarded.withLock { guarded in
                    switch guarded.state {
                    case .open, .pages, .refused: return true
                    case .closed, .opening: break
                    }
                    // A cancellation before this point found no continuation to resume.
                    if Task.isCancelled { return true }
                    guarded.waiting[number] = waiter
                    return false
                }
                if isOver { waiter.resume() } else { whenWaiting() }
            }
        } onCancel: {
            guarded.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
