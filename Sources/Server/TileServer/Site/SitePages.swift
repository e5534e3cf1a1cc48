import TileSupport

/// The pages of a document in a site. The slot of a page is created on its first request.
final class SitePages: Sendable {
    let served: ServedPages
    /// The names of the document's file.
    private let names: ContentNames?
    private let slots = Lock<[Int: ContentSlot]>([:])

    init(_ served: ServedPages, names: ContentNames? = nil) { (self.served, self.names) = (served, names) }

    /// Returns the slot of a page, or nil if the document has no such page.
    func slot(ofPage index: Int) -> ContentSlot? {
        guard (0..<served.pages.count).contains(index) else { return nil }
        return slots.withLock { slots in
            if let known = slots[index] { return known }
            let served = served
            let id = ServedPage.id(of: index, in: served.id, count: served.pages.count)
            var offer = OfferedContent(id: id) { try served.open(index, id) }
            offer.wholeID = served.id
            offer.names = names
            let slot = ContentSlot(offer)
            slots[index] = slot
            return slot
        }
    }

    /// The identifier of the first page, used for requests that name the document itself.
    var firstID: String { ServedPage.id(of: 0, in: served.id, count: served.pages.count) }

    /// The pages that are open.
    var entries: [Site.Entry] { slots.withLock { Array($0.values) }.compactMap(\.entry) }

    /// The answer to a request for the document itself, which tells the names of its pages.
    var problem: HTTPProblem {
        let count = served.pages.count
        return .notFound(
            "“\(served.id)” has \(count) pages, each with its own name: \(served.id)-p1 to \(served.id)-p\(count)")
    }
}
