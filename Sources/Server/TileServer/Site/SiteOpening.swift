import Dispatch
import Logging
import TileContent
import TileEngine
import TileSupport

/// Opens a site's contents while it is served, several at a time. Contents that clients wait for come first, then those
/// that are opened without a request, in their order.
final class SiteOpening: Sendable {
    private struct Wish {
        var place: SitePlace
        /// Whether the content is opened even if no client waits for it.
        var isFirm: Bool
    }

    private struct State {
        /// The wishes, in order of arrival.
        var wishes: [Wish] = []
        /// The index of the next place that may have to be opened without a request.
        var next = 0
        /// The places that existed at the start.
        var first: [SitePlace] = []
        var workers = 0
        var hasStarted = false
        var isOver = false
    }

    /// The seconds after which a content with a temporary failure may be opened again.
    private static let secondsUntilNextTry = 5

    private let site: Site
    private let workers: Int
    private let logger: Logger
    private let didOpen: @Sendable (Site.Entry) -> Void
    private let didReplace: @Sendable (Site.Entry, _ successor: String?) -> Void
    private let didChange: @Sendable (_ id: String, ContentFingerprint) -> Void
    private let state = Lock(State())
    /// The queue on which changed files are read again, one after the other.
    private let reopening = DispatchQueue(label: "tilework.reopening", qos: .userInitiated)

    /// - Parameters:
    ///   - workers: The number of contents that are opened at a time.
    ///   - didOpen: Called for each content before clients can request it.
    ///   - didReplace: Called for each content that was replaced or withdrawn, with the new identifier of a renamed
    ///     content.
    ///   - didChange: Called for each content that has changed, if other servers know it.
    init(
        _ site: Site, workers: Int, logger: Logger, didOpen: @escaping @Sendable (Site.Entry) -> Void = { _ in },
        didReplace: @escaping @Sendable (Site.Entry, _ successor: String?) -> Void = { _, _ in },
        didChange: @escaping @Sendable (_ id: String, ContentFingerprint) -> Void = { _, _ in }
    ) {
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
            state.first = site.places
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

    /// Returns the place of a name once it is settled.
    ///
    /// - Throws: An error if nothing has that name.
    func settle(_ id: some StringProtocol) async throws(HTTPProblem) -> SitePlace {
        // A page needs its document first, and then the page itself.
        while let place = site.unsettledPlace(id), !Task.isCancelled {
            await place.settled { wish(Wish(place: place, isFirm: false)) }
        }
        guard let place = site.place(id) else { throw site.problem(named: id) }
        return place
    }

    /// Waits for a content that is not open, while its client stays.
    ///
    /// - Returns: Whether there is such a content.
    @discardableResult
    func wait(for id: Substring) async throws(HTTPProblem) -> Bool {
        guard site.unsettledPlace(id) != nil else { return false }
        let id = String(id)
        _ = try await ClientPresence.work(for: id) { try await self.settle(id) }
        return true
    }

    /// Requests that a content be opened, for a client that does not wait and will ask again.
    func wish(for place: SitePlace) { wish(Wish(place: place, isFirm: true)) }

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
        while let place = next() {
            guard case .closed(let open) = place.offer.opening else { continue }
            do {
                switch try open() {
                case .content(let content):
                    let entry = site.add(content, at: place)
                    didOpen(entry)
                    place.settle(.success(entry))
                case .pages(let pages): place.settle(SitePages(pages, names: place.offer.names))
                }
            } catch let refusal as ContentRefusal where refusal.mayPass {
                let seconds = Self.secondsUntilNextTry
                place.settle(
                    .failure(.unavailable("“\(place.offer.id)” can't be shown now: \(refusal)", retryAfter: seconds)))
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { place.forgetRefusal() }
            } catch let refusal as ContentRefusal {
                place.settle(.failure(.unshowable(place.offer.id, "\(refusal)")))
            } catch {
                logger.error("“\(place.offer.id)” can't be opened: \(error)")
                place.settle(.failure(.unshowable(place.offer.id, "see the server's log")))
            }
        }
    }

    // MARK: Additions, removals and changes

    /// Adds an offer, and opens it if it belongs to those that are opened without a request.
    ///
    /// - Throws: `.duplicateID` and `.unusableID`.
    func offer(_ offer: OfferedContent) throws(TileServerFailure) {
        let place = try site.add(offer)
        if site.opensAtStart(place), !place.isSettled { wish(for: place) }
    }

    /// Removes a content, and tells its viewers.
    ///
    /// - Parameter successor: The new identifier of the same file, or nil if the file is gone.
    func withdraw(_ id: String, successor: String? = nil) {
        for entry in site.remove(id) ?? [] { didReplace(entry, successor.map { entry.content.name(in: $0) }) }
    }

    /// Reads a content again on another thread. The content that is shown stays until then, and permanently if the file
    /// can't be read.
    ///
    /// - Parameter then: Called with whether the current version is shown.
    func reopen(_ id: String, then: @escaping @Sendable (Bool) -> Void = { _ in }) {
        reopening.async { [self] in
            guard let place = site.place(offeredAs: id), !state.withLock({ $0.isOver }) else { return then(false) }
            if place.isBeingOpened {
                // The reading in progress may have seen the earlier version.
                reopening.asyncAfter(deadline: .now() + Self.momentUntilOpen) { self.reopen(id, then: then) }
            } else {
                then(reopen(place))
            }
        }
    }

    private static let momentUntilOpen = DispatchTimeInterval.milliseconds(100)

    private func reopen(_ place: SitePlace) -> Bool {
        guard case .closed(let open) = place.offer.opening else { return false }
        guard place.entry != nil || place.pages != nil else {
            // The content was never requested, or could not be shown; the latter may have changed.
            place.forgetRefusal()
            if site.opensAtStart(place) { wish(for: place) }
            return true
        }
        let before = place.fingerprint?.text
        do {
            switch (try open(), place.entry) {
            case (.content(let content), let old?) where before != nil && content.fingerprint?.text == before:
                // The content was read again and is the same, so no tile changes.
                site.replace(old, with: content, at: place, changed: []).map { didReplace($0, nil) }
            case (.content(let content), let old?):
                let boxes = content.source.differences(from: old.content.source)
                let few = boxes.flatMap { $0.count <= Self.mostBoxes ? $0 : nil }
                site.replace(old, with: content, at: place, changed: few).map { didReplace($0, nil) }
            case (.content(let content), nil):
                let old = place.pages?.entries ?? []
                place.settle(.success(site.add(content, at: place)))
                drop(old)
            case (.pages(let pages), let entry):
                let old = place.pages?.entries ?? entry.map { [$0] } ?? []
                place.settle(SitePages(pages, names: place.offer.names))
                drop(old)
            }
            // The place was removed in the meantime, so the content would be unreachable.
            if site.place(offeredAs: place.offer.id) !== place {
                drop(place.pages?.entries ?? place.entry.map { [$0] } ?? [])
                place.settle(.failure(Site.unknown(place.offer.id)))
            }
            if let now = place.fingerprint, now.text != before { didChange(place.offer.id, now) }
            return true
        } catch {
            // The reason is logged by the code that opens files.
            logger.warning("“\(place.offer.id)”: the file can't be read; showing the last readable version")
            return false
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

    /// Returns the next place to open, already claimed; nil if there is none, in which case the worker ends.
    private func next() -> SitePlace? {
        state.withLock { state in
            while !state.isOver, !state.wishes.isEmpty {
                let wish = state.wishes.removeFirst()
                // A client that scrolls past many contents leaves obsolete wishes behind.
                guard wish.isFirm || wish.place.isWaitedFor else { continue }
                if wish.place.begin() { return wish.place }
            }
            while !state.isOver, state.next < state.first.count {
                defer { state.next += 1 }
                let place = state.first[state.next]
                if site.opensAtStart(place), place.begin() { return place }
            }
            state.workers -= 1
            return nil
        }
    }
}

extension ServedContent {
    /// Returns the identifier of this content after the file that it is, or is a page of, was renamed.
    fileprivate func name(in file: String) -> String {
        page.map { ServedPage.id(of: $0.index, in: file, count: $0.pages.count) } ?? file
    }
}
