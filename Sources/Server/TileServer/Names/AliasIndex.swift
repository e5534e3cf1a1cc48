/// An index of names that lead to contents without being their identifiers: hashed names, plain names that several
/// files share, and names of earlier versions.
struct AliasIndex: Sendable {
    private var hashed: [String: [SitePlace]] = [:]
    private var plain: [String: [SitePlace]] = [:]
    private var former: [String: [SitePlace]] = [:]

    init(_ places: [SitePlace]) {
        for place in places {
            guard let names = place.offer.names else { continue }
            if names.hashed != place.offer.id { hashed[names.hashed, default: []].append(place) }
            if names.isShared(id: place.offer.id), !names.plain.isEmpty {
                plain[names.plain, default: []].append(place)
            }
            former[names.former, default: []].append(place)
        }
    }

    /// A content that a name could mean. If the name is that of a page, `id` is the page's.
    struct Match {
        var place: SitePlace
        var id: String
    }

    /// Returns all contents that a name could mean. Names of this version take precedence over names of earlier
    /// versions, because the same name may have meant another content then.
    ///
    /// - Parameter name: The name in Unicode normalization form C.
    func matches(_ name: String) -> [Match] {
        let page = Array(name.utf8).withUnsafeBytes { bytes in
            PageName(bytes).map { (String(decoding: $0.document, as: UTF8.self), index: $0.index) }
        }
        for index in [hashed, plain] {
            var found = (index[name] ?? []).map { Match(place: $0, id: $0.offer.id) }
            if let page {
                found += (index[page.0] ?? []).map { Match(place: $0, id: "\($0.offer.id)-p\(page.index + 1)") }
            }
            if !found.isEmpty { return found }
        }
        var found = formerPlaces(name).map { Match(place: $0, id: $0.offer.id) }
        if found.isEmpty, let page {
            found = formerPlaces(page.0).map { Match(place: $0, id: "\($0.offer.id)-p\(page.index + 1)") }
        }
        return found
    }

    private func formerPlaces(_ name: String) -> [SitePlace] {
        if let places = former[name] { return places }
        guard let dash = name.lastIndex(of: "-"), let places = former[String(name[..<dash])],
            places.first?.offer.names?.isNumbered(name) == true
        else { return [] }
        return places
    }
}
