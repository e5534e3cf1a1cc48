import Dispatch
import Logging
import TileContent
import TileEngine
import TileSupport

/// Opens a site's contents while it is served, several at a time. Contents that clients wait for come first, then those
/// that are opened without a request, in their order.
final class SiteOpening: Sendable {
    private struct Wish {
        var slot: ContentSlot
        /// Whether the content is opened even if no client waits for it.
        var isFirm: Bool
    }

    private struct State {
        /// The wishes, in order of arrival.
        var wishes: [Wish] = []
        /// The index of the next slot that may have to be opened without a request.
        var next = 0
        /// The slots that existed at the start.
        var first: [ContentSlot] = []
        var workers = 0
        /// The number of contents that wait for another machine.
        var preparing = 0
        /// The contents that will wait for another machine.
        var unprepared: [@Sendable () async -> Void] = []
        /// The callers to tell when a changed content is shown, for each content that will be read again because the
        /// reason of a failure may pass.
        var retries: [String: [@Sendable () -> Void]] = [:]
        var hasStarted = false
        var isOver = false
    }

    /// The largest number of contents that wait for other machines at a time.
    private static let mostPreparing = 32

    /// The seconds after which a content with a temporary failure may be opened again.
    private static let secondsUntilNextTry = 5
    /// The most seconds after which a changed content is read again. Each wait is twice the one before, up to an hour.
    private static let mostSecondsUntilNextTry = 3600

    private let site: Site
    private let workers: Int
    private let logger: Logger
    private let didOpen: @Sendable (Site.Entry) -> Void
    private let didReplace: @Sendable (Site.Entry, _ successor: String?) -> Void
    private let didChange: @Sendable (_ id: String, ContentFingerprint) -> Void
    private let after: After
    private let state = Lock(State())
    /// The queue on which changed files are read again, one after the other.
    private let reopening = DispatchQueue(label: "tilework.reopening", qos: .userInitiated)

    /// Calls a function on a queue after some seconds.
    typealias After = @Sendable (_ seconds: Int, DispatchQueue, @escaping @Sendable () -> Void) -> Void

    /// - Parameters:
    ///   - workers: The number of contents that are opened at a time.
    ///   - didOpen: Called for each content before clients can request it.
    ///   - didReplace: Called for each content that was replaced or withdrawn, with the new identifier of a renamed
    ///     content.
    ///   - didChange: Called for each content that has changed, if other servers know it.
    ///   - after: Waits before a changed content is read again.
    init(
        _ site: Site, workers: Int, logger: Logger, didOpen: @escaping @Sendable (Site.Entry) -> Void = { _ in },
        didReplace: @escaping @Sendable (Site.Entry, _ successor: String?) -> Void = { _, _ in },
        didChange: @escaping @Sendable (_ id: String, ContentFingerprint) -> Void = { _, _ in },
        after: @escaping After = { $1.asyncAfter(deadline: .now() + .seconds($0), execute: $2) }
    ) {
        self.after = after
        self.didOpen = didOpen
        self.didReplace = didReplace
        self.didChange = didChange
        self.site = site
        self.workers = max(1, workers)
        self.logger = logger
    }

    /// Starts opening. Returns at once.
    func start() {
        let count = state.withLock { state -> Int in
            if state.isOver { return 0 }
            state.hasStarted = true
            state.first = site.slots
            defer { state.workers = workers }
            return workers - state.workers
        }
        for _ in 0..<count { goOn() }
    }

    private func goOn() { DispatchQueue.global(qos: .userInitiated).async { self.work() } }

    /// Stops opening contents. Those in progress are finished.
    func end() { state.withLock { $0.isOver = true } }

    /// Returns the content of a name once it is open.
    ///
    /// - Throws: An error if there is no such content, or if it can't be shown.
    func entry(_ id: some StringProtocol) async throws(HTTPProblem) -> Site.Entry {
        try await settle(id).openEntry()
    }

    /// Returns the slot of a name once it is settled.
    ///
    /// - Throws: An error if nothing has that name.
    func settle(_ id: some StringProtocol) async throws(HTTPProblem) -> ContentSlot {
        // A page needs its document first, and then the page itself.
        while let slot = site.unsettledSlot(for: id), !Task.isCancelled {
            await slot.settled { wish(Wish(slot: slot, isFirm: false)) }
        }
        guard let slot = site.slot(for: id) else { throw site.problem(named: id) }
        return slot
    }

    /// Waits for a content that is not open, while its client stays.
    ///
    /// - Returns: Whether there is such a content.
    @discardableResult
    func wait(for id: Substring) async throws(HTTPProblem) -> Bool {
        guard site.unsettledSlot(for: id) != nil else { return false }
        let id = String(id)
        _ = try await ClientPresence.work(for: id) { try await self.settle(id) }
        return true
    }

    /// Requests that a content be opened, for a client that does not wait and will ask again.
    func wish(for slot: ContentSlot) { wish(Wish(slot: slot, isFirm: true)) }

    private func wish(_ wish: Wish) {
        let needsWorker = state.withLock { state -> Bool in
            state.wishes.append(wish)
            guard state.hasStarted, !state.isOver, state.workers < workers else { return false }
            state.workers += 1
            return true
        }
        if needsWorker { goOn() }
    }

    private func work() {
        while let wish = next() {
            let slot = wish.slot
            guard case .closed(let open) = slot.offer.opening else { continue }
            // Other contents are opened while another machine answers.
            if let prepare = slot.offer.prepare {
                startPreparing {
                    await prepare()
                    await withCheckedContinuation { end in
                        DispatchQueue.global(qos: .userInitiated).async {
                            self.settle(slot, open)
                            end.resume()
                        }
                    }
                }
                continue
            }
            // A worker does not wait for the main thread, which may be busy for long. Its clients may leave meanwhile.
            let isQueued = slot.offer.enqueue {
                if wish.isFirm || !slot.giveUpIfUnwanted() { self.settle(slot, open) }
            }
            if !isQueued { settle(slot, open) }
        }
    }

    /// Runs work that waits for another machine, unless very much is running; then later.
    private func startPreparing(_ work: @escaping @Sendable () async -> Void) {
        let mayStart = state.withLock { state in
            guard state.preparing < Self.mostPreparing else {
                state.unprepared.append(work)
                return false
            }
            state.preparing += 1
            return true
        }
        if mayStart { prepare(work) }
    }

    private func prepare(_ work: @escaping @Sendable () async -> Void) {
        Task {
            await work()
            let next = state.withLock { state -> (@Sendable () async -> Void)? in
                if !state.unprepared.isEmpty { return state.unprepared.removeFirst() }
                state.preparing -= 1
                return nil
            }
            if let next { self.prepare(next) }
        }
    }

    private func settle(_ slot: ContentSlot, _ open: @Sendable () throws -> OpenedContent) {
        do {
            switch try open() {
            case .content(let content):
                let entry = site.add(content, at: slot)
                didOpen(entry)
                slot.settle(.success(entry))
            case .pages(let pages): slot.settle(SitePages(pages, names: slot.offer.names))
            }
        } catch let refusal as ContentRefusal where refusal.mayPass {
            let seconds = Self.secondsUntilNextTry
            slot.settle(
                .failure(
                    .unavailable(
                        "“\(slot.offer.id)” can't be shown at the moment: \(refusal)", retryAfter: seconds)))
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { slot.forgetRefusal() }
        } catch let refusal as ContentRefusal {
            slot.settle(.failure(.unshowable(slot.offer.id, "\(refusal)")))
        } catch {
            logger.error("“\(slot.offer.id)” can't be opened: \(error)")
            slot.settle(.failure(.unshowable(slot.offer.id, "see the server's log")))
        }
    }

    // MARK: Additions, removals and changes

    /// Adds an offer, and opens it if it belongs to those that are opened without a request.
    ///
    /// - Throws: `.duplicateID` and `.unusableID`.
    func offer(_ offer: OfferedContent) throws(TileServerFailure) {
        let slot = try site.add(offer)
        if site.opensAtStart(slot), !slot.isSettled { wish(for: slot) }
    }

    /// Removes a content, and tells its viewers.
    ///
    /// - Parameter successor: The new identifier of the same file, or nil if the file is gone.
    func withdraw(_ id: String, successor: String? = nil) {
        for entry in site.remove(id) ?? [] { didReplace(entry, successor.map { entry.content.name(in: $0) }) }
    }

    /// Reads a content again on another thread. The content that is shown stays until then, and permanently if the file
    /// can't be read. If the reason may pass, it is read again after a while.
    ///
    /// - Parameter then: Called with whether the current version is shown, and once more when a later attempt succeeds.
    func reopen(_ id: String, then: @escaping @Sendable (Bool) -> Void = { _ in }) {
        attempt(id, wait: Self.secondsUntilNextTry, whenShown: [{ then(true) }], otherwise: { then(false) })
    }

    /// Reads a content again, and again after `wait` seconds if the reason of a failure may pass.
    private func attempt(
        _ id: String, wait: Int, whenShown: [@Sendable () -> Void], otherwise: @escaping @Sendable () -> Void = {}
    ) {
        reopening.async { [self] in
            guard let slot = site.slot(offeredAs: id), !state.withLock({ $0.isOver }) else { return otherwise() }
            // The other contents are read while another machine answers.
            guard let prepare = slot.offer.prepare, slot.isShown else {
                return finish(id, wait: wait, whenShown: whenShown, otherwise: otherwise)
            }
            startPreparing {
                await prepare()
                self.reopening.async { self.finish(id, wait: wait, whenShown: whenShown, otherwise: otherwise) }
            }
        }
    }

    /// Reads a content again whose bytes have been fetched. Called on the queue `reopening`.
    private func finish(
        _ id: String, wait: Int, whenShown: [@Sendable () -> Void], otherwise: @escaping @Sendable () -> Void
    ) {
        guard let slot = site.slot(offeredAs: id), !state.withLock({ $0.isOver }) else { return otherwise() }
        if slot.isBeingOpened {
            // The reading in progress may have seen the earlier version.
            return reopening.asyncAfter(deadline: .now() + Self.momentUntilOpen) {
                self.attempt(id, wait: wait, whenShown: whenShown, otherwise: otherwise)
            }
        }
        switch reopen(slot) {
        case .shown:
            let others = state.withLock { $0.retries.removeValue(forKey: id) } ?? []
            for tell in whenShown + others { tell() }
        case .failed:
            state.withLock { $0.retries[id] = nil }
            otherwise()
        case .mayPass:
            let isFirst = state.withLock { state in
                defer { state.retries[id, default: []] += whenShown }
                return state.retries[id] == nil
            }
            otherwise()
            guard isFirst else { return }
            after(wait, reopening) {
                // A later change may have been read meanwhile.
                guard let callers = self.state.withLock({ $0.retries.removeValue(forKey: id) }) else { return }
                self.attempt(id, wait: min(2 * wait, Self.mostSecondsUntilNextTry), whenShown: callers)
            }
        }
    }

    /// The result of reading a changed content.
    private enum Reopened {
        case shown
        /// The file can't be read at the moment.
        case mayPass
        case failed
    }

    private static let momentUntilOpen = DispatchTimeInterval.milliseconds(100)

    private func reopen(_ slot: ContentSlot) -> Reopened {
        guard case .closed(let open) = slot.offer.opening else { return .failed }
        guard slot.isShown else {
            // The content was never requested, or could not be shown; the latter may have changed.
            slot.forgetRefusal()
            if site.opensAtStart(slot) { wish(for: slot) }
            return .shown
        }
        let before = slot.fingerprint?.text
        do {
            switch (try open(), slot.entry) {
            case (.content(let content), let old?) where before != nil && content.fingerprint?.text == before:
                // The content was read again and is the same, so no tile changes.
                site.replace(old, with: content, at: slot, changed: []).map { didReplace($0, nil) }
            case (.content(let content), let old?):
                let boxes = content.source.differences(from: old.content.source)
                let few = boxes.flatMap { $0.count <= Self.mostBoxes ? $0 : nil }
                if let gone = site.replace(old, with: content, at: slot, changed: few) {
                    didReplace(gone, nil)
                } else if old.damage != content.damage, let entry = slot.entry {
                    // Viewers read the description again, with the sentence about the damage.
                    didReplace(entry, nil)
                }
            case (.content(let content), nil):
                let old = slot.pages?.entries ?? []
                slot.settle(.success(site.add(content, at: slot)))
                drop(old)
            case (.pages(let pages), let entry):
                let old = slot.pages?.entries ?? entry.map { [$0] } ?? []
                slot.settle(SitePages(pages, names: slot.offer.names))
                drop(old)
            }
            // The slot was removed in the meantime, so the content would be unreachable.
            if site.slot(offeredAs: slot.offer.id) !== slot {
                drop(slot.pages?.entries ?? slot.entry.map { [$0] } ?? [])
                slot.settle(.failure(Site.unknown(slot.offer.id)))
            }
            if let now = slot.fingerprint, now.text != before { didChange(slot.offer.id, now) }
            return .shown
        } catch {
            // The reason is logged by the code that opens files.
            logger.warning("“\(slot.offer.id)”: the file can't be read; showing the last readable version")
            return (error as? ContentRefusal)?.mayPass == true ? .mayPass : .failed
        }
    }

    /// The largest number of changed rects. Beyond it, all tiles are outdated.
    private static let mostBoxes = 256

    private func drop(_ entries: [Site.Entry]) {
        for entry in entries {
            site.forget(entry)
            didReplace(entry, nil)
        }
    }

    /// Returns the next wish, whose slot is already claimed; nil if there is none, in which case the worker ends.
    private func next() -> Wish? {
        state.withLock { state in
            while !state.isOver, !state.wishes.isEmpty {
                let wish = state.wishes.removeFirst()
                // A client that scrolls past many contents leaves obsolete wishes behind.
                guard wish.isFirm || wish.slot.isWaitedFor else { continue }
                if wish.slot.begin() { return wish }
            }
            while !state.isOver, state.next < state.first.count {
                defer { state.next += 1 }
                let slot = state.first[state.next]
                if site.opensAtStart(slot), slot.begin() { return Wish(slot: slot, isFirm: true) }
            }
            state.workers -= 1
            return nil
        }
    }
}

extension ContentSlot {
    /// Whether the content is open, so that a change has to be read.
    fileprivate var isShown: Bool { entry != nil || pages != nil }
}

extension ServedContent {
    /// Returns the identifier of this content after the file that it is, or is a page of, was renamed.
    fileprivate func name(in file: String) -> String {
        page.map { ServedPage.id(of: $0.index, in: file, count: $0.pages.count) } ?? file
    }
}
