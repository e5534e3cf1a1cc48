import TileSupport

/// The pages of a document in a site. A page has a place from when somebody first asks for it.
final class SitePages: Sendable {
    let served: ServedPages
    /// The names of the document's file.
    private let names: ContentNames?
    private let places = Lock<[Int: SitePlace]>([:])

    init(_ served: ServedPages, names: ContentNames? = nil) { (self.served, self.names) = (served, names) }

    /// Nil for a page that the document does not have.
    func place(_ index: Int) -> SitePlace? {
        guard (0..<served.pages.count).contains(index) else { return nil }
        return places.withLock { places in
            if let known = places[index] { return known }
            let served = served
            let id = ServedPage.id(of: index, in: served.id, count: served.pages.count)
            var offer = OfferedContent(id: id) { try served.open(index, id) }
            offer.wholeID = served.id
            offer.names = names
            let place = SitePlace(offer)
            places[index] = place
            return place
        }
    }

    /// The name of the first, for what the document itself is asked for.
    var firstID: String { ServedPage.id(of: 0, in: served.id, count: served.pages.count) }

    /// Those that are open.
    var entries: [Site.Entry] { places.withLock { Array($0.values) }.compactMap(\.entry) }

    /// Which page to ask for.
    var problem: HTTPProblem {
        let count = served.pages.count
        return .notFound(
            "“\(served.id)” has \(count) pages, each with its own name: \(served.id)-p1 to \(served.id)-p\(count)")
    }
}
