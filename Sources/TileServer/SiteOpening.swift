import Dispatch
import Logging
import TileSupport

/// Opens a site's contents while it is served: several at a time, first what a client waits for, then in their order
/// those that are opened without being asked for.
final class SiteOpening: Sendable {
    private struct Wish {
        var place: SitePlace
        /// Whether it is granted although nobody waits for it.
        var isFirm: Bool
    }

    private struct State {
        /// First come first.
        var wishes: [Wish] = []
        /// Where the next that nobody asked for may be.
        var next = 0
        var workers = 0
        var hasStarted = false
        var isOver = false
    }

    /// After which a content is tried again that could not be opened for what may pass.
    private static let secondsUntilNextTry = 5

    private let site: Site
    private let workers: Int
    private let logger: Logger
    private let didOpen: @Sendable (Site.Entry) -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - workers: How many are opened at a time.
    ///   - didOpen: Told of each content before anybody can ask for it.
    init(
        _ site: Site, workers: Int, logger: Logger, didOpen: @escaping @Sendable (Site.Entry) -> Void = { _ in }
    ) {
        self.didOpen = didOpen
        self.site = site
        self.workers = max(1, workers)
        self.logger = logger
    }

    /// Begins. Returns at once.
    func start() {
        let count = state.withLock { state -> Int in
            if state.isOver { return 0 }
            state.hasStarted = true
            defer { state.workers = workers }
            return workers - state.workers
        }
        for _ in 0..<count { goOn() }
    }

    private func goOn() { DispatchQueue.global(qos: .userInitiated).async { self.work() } }

    /// Opens no more; what is being opened is opened to the end.
    func end() { state.withLock { $0.isOver = true } }

    /// The content of a name once it is open.
    ///
    /// - Throws: When there is none, or it can't be shown.
    func entry(_ id: some StringProtocol) async throws(HTTPProblem) -> Site.Entry {
        try await settle(id).openEntry()
    }

    /// What has a name, once it is known what that is.
    ///
    /// - Throws: When there is nothing of that name.
    func settle(_ id: some StringProtocol) async throws(HTTPProblem) -> SitePlace {
        // Of a page, first the document and then the page itself.
        while let place = site.unsettledPlace(id), !Task.isCancelled {
            await place.settled { wish(Wish(place: place, isFirm: false)) }
        }
        guard let place = site.place(id) else { throw Site.unknown(String(id)) }
        return place
    }

    /// Waits for a content that is not open, if there is one of that name, while its client stays.
    ///
    /// - Returns: Whether there was.
    @discardableResult
    func wait(for id: Substring) async throws(HTTPProblem) -> Bool {
        guard site.unsettledPlace(id) != nil else { return false }
        let id = String(id)
        _ = try await ClientPresence.work(for: id) { try await self.settle(id) }
        return true
    }

    /// Has a content opened for somebody who does not wait, and will ask again.
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
                case .pages(let pages): place.settle(SitePages(pages))
                }
            } catch let refusal as ContentRefusal where refusal.mayPass {
                let seconds = Self.secondsUntilNextTry
                place.settle(
                    .failure(.unavailable("“\(place.offer.id)” can't be shown now: \(refusal)", retryAfter: seconds)))
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { place.forgetRefusal() }
            } catch let refusal as ContentRefusal {
                place.settle(.failure(.notFound("“\(place.offer.id)” can't be shown: \(refusal)")))
            } catch {
                logger.error("\(place.offer.id) can't be opened: \(error)")
                place.settle(.failure(.notFound("“\(place.offer.id)” can't be shown")))
            }
        }
    }

    /// The next to be opened, claimed; nil, and one worker less, when there is none.
    private func next() -> SitePlace? {
        state.withLock { state in
            while !state.isOver, !state.wishes.isEmpty {
                let wish = state.wishes.removeFirst()
                // Who scrolls past many leaves wishes behind.
                guard wish.isFirm || wish.place.isWaitedFor else { continue }
                if wish.place.begin() { return wish.place }
            }
            while !state.isOver, state.next < site.places.count {
                defer { state.next += 1 }
                let place = site.places[state.next]
                if site.opensAtStart(place), place.begin() { return place }
            }
            state.workers -= 1
            return nil
        }
    }
}
