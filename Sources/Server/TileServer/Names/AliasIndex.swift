/// An index of names that lead to contents without being their identifiers: hashed names, plain names that several
/// files share, and names of earlier versions.
struct AliasIndex: Sendable {
    private var hashed: [String: [ContentSlot]] = [:]
    private var plain: [String: [ContentSlot]] = [:]
    private var former: [String: [ContentSlot]] = [:]

    init(_ slots: [ContentSlot]) {
        for slot in slots {
            guard let names = slot.offer.names else { continue }
            if names.hashed != slot.offer.id { hashed[names.hashed, default: []].append(slot) }
            if names.isShared(id: slot.offer.id), !names.plain.isEmpty {
                plain[names.plain, default: []].append(slot)
            }
            former[names.former, default: []].append(slot)
        }
    }

    /// A content that a name could mean. If the name is that of a page, `id` is the page's.
    struct Match {
        var slot: ContentSlot
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
            var found = (index[name] ?? []).map { Match(slot: $0, id: $0.offer.id) }
            if let page {
                found += (index[page.0] ?? []).map { Match(slot: $0, id: "\($0.offer.id)-p\(page.index + 1)") }
            }
            if !found.isEmpty { return found }
        }
        var found = formerSlots(name).map { Match(slot: $0, id: $0.offer.id) }
        if found.isEmpty, let page {
            found = formerSlots(page.0).map { Match(slot: $0, id: "\($0.offer.id)-p\(page.index + 1)") }
        }
        return found
    }

    private func formerSlots(_ name: String) -> [ContentSlot] {
        if let slots = former[name] { return slots }
        guard let dash = name.lastIndex(of: "-"), let slots = former[String(name[..<dash])],
            slots.first?.offer.names?.isNumbered(name) == true
        else { return [] }
        return slots
    }
}
