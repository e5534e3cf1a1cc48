import Synchronization
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// The contents of a server and their names in URLs. Contents are opened while the server runs (`SiteOpening`): one
/// after the other or, if there are many, on request. Contents may also be added and removed later.
final class Site: Sendable {
    /// An open content. It is a class so that a lookup copies one reference and not all of its properties.
    final class Entry: Sendable {
        let content: ServedContent
        let engineID: ContentID
        let png: TileFormat
        let jpeg: TileFormat
        let webp: TileFormat
        let avif: TileFormat
        let jxl: TileFormat
        /// The receiver of touches on the content; nil if the content can't be touched.
        let touches: ContentTouches?
        /// Whether each viewer gets a private copy.
        let hasCopies: Bool
        private let foundDamage = Atomic(false)

        init(
            content: ServedContent, engineID: ContentID, png: TileFormat, jpeg: TileFormat, webp: TileFormat,
            avif: TileFormat, jxl: TileFormat, touches: ContentTouches?, hasCopies: Bool
        ) {
            (self.content, self.engineID) = (content, engineID)
            (self.png, self.jpeg, self.webp, self.avif, self.jxl) = (png, jpeg, webp, avif, jxl)
            (self.touches, self.hasCopies) = (touches, hasCopies)
        }

        /// The sentence for people about damage of the file, from opening it or from drawing a tile; nil if none was
        /// found.
        var damage: String? {
            content.damage
                ?? (foundDamage.load(ordering: .relaxed) ? "A part of the file is damaged and shown empty." : nil)
        }

        /// Records that the file turned out to be damaged when a tile was drawn. Returns whether this is news: nothing
        /// was known of any damage.
        func findDamage() -> Bool {
            content.damage == nil && foundDamage.exchange(true, ordering: .relaxed) == false
        }

        /// Returns the format for a file extension, or nil if the extension is not offered.
        func format(forExtension name: UnsafeRawBufferPointer) -> TileFormat? {
            if name.isEqual(to: "png") { return png }
            if name.isEqual(to: "webp") { return webp }
            if name.isEqual(to: "avif") { return avif }
            if name.isEqual(to: "jxl") { return jxl }
            if name.isEqual(to: "jpg") || name.isEqual(to: "jpeg") { return jpeg }
            return nil
        }
    }

    private struct Table: Sendable {
        /// The slots, in the order in which they were offered.
        var slots: [ContentSlot] = []
        /// The slots by the hash of their identifiers as URLs spell them, so that the bytes of a path find one without
        /// creating a string.
        var byHash: [UInt64: ContentSlot] = [:]
        /// The other names of contents; nil until the first lookup.
        var aliases: AliasIndex?

        mutating func add(_ slot: ContentSlot) throws(TileServerFailure) {
            let hash = FNV1a.hash(slot.idBytes)
            guard byHash[hash] == nil else { throw .duplicateID(slot.offer.id) }
            byHash[hash] = slot
            slots.append(slot)
            aliases = nil
        }
    }

    private let table: Lock<Table>
    /// Viewers' private copies of contents, by the contents' slots.
    private let copies: [ObjectIdentifier: SiteCopies]
    /// The variants of contents, by the content's identifier.
    private let variants: [String: [ServedContent]]
    var hasVariants: Bool { !variants.isEmpty }
    /// Whether all contents are opened when the server starts. If not, those without a listing are.
    let opensAll: Bool
    private let slotsByEngineID = Lock<[ContentID: ContentSlot]>([:])
    let access: AccessControl
    private let configuration: TileServerConfiguration
    private let engine: TileEngine
    private let caching: TileCaching
    /// The raster images as requests choose to show them.
    let rasters: ChosenRasters
    /// The view changes shared with other servers; nil for a server by itself.
    private let viewChanges: ViewChanges?

    init(
        _ offers: [OfferedContent], configuration: TileServerConfiguration, engine: TileEngine, caching: TileCaching
    ) throws(TileServerFailure) {
        var table = Table()
        for offer in offers { try table.add(try Self.makeSlot(for: offer)) }
        let slots = table.slots
        self.table = Lock(table)
        variants = Dictionary(
            grouping: offers.compactMap { offer in
                if case .open(let content) = offer.opening, content.variant != nil { content } else { nil }
            }, by: { $0.variant!.id })
        copies =
            configuration.isInteractive
            ? Dictionary(
                uniqueKeysWithValues: slots.compactMap { slot in
                    guard case .open(let content) = slot.offer.opening else { return nil }
                    return SiteCopies(of: content, policy: configuration.ownContents, now: configuration.now)
                        .map { (ObjectIdentifier(slot), $0) }
                }) : [:]
        opensAll = slots.count <= configuration.maxOpenedAtStart
        access = AccessControl(configuration.access)
        self.configuration = configuration
        self.engine = engine
        self.caching = caching
        rasters = ChosenRasters(engine, caching)
        viewChanges = configuration.sharedTiles.map(ViewChanges.init)
        for slot in slots {
            if case .open(let content) = slot.offer.opening { slot.settle(.success(add(content, at: slot))) }
        }
    }

    private static func makeSlot(for offer: OfferedContent) throws(TileServerFailure) -> ContentSlot {
        guard IdentifierEncoding.isUsable(offer.id) else { throw .unusableID(offer.id) }
        return ContentSlot(offer)
    }

    /// The slots, in the order in which they were offered.
    var slots: [ContentSlot] { table.withLock { $0.slots } }

    /// The contents that are open, including open pages.
    var entries: [Entry] { slots.flatMap(Self.entries) }

    /// Whether a content is opened without a request.
    func opensAtStart(_ slot: ContentSlot) -> Bool { opensAll || slot.offer.listing == nil }

    /// Adds a content. Clients can request its tiles once its slot is settled.
    func add(_ content: ServedContent, at slot: ContentSlot) -> Entry {
        let engineID = engine.add(
            content.source, pyramid: content.pyramid, fingerprint: content.fingerprint)
        caching.add(engineID, content.source, isPrivate: access.isPrivate(slot))
        viewChanges?.add(engineID, source: content.source, fingerprint: content.fingerprint)
        slotsByEngineID.withLock { $0[engineID] = slot }
        return entry(content, engineID)
    }

    private func entry(_ content: ServedContent, _ engineID: ContentID) -> Entry {
        func chosen(_ other: TileFormat) -> TileFormat {
            content.format.fileExtension == other.fileExtension ? content.format : other
        }
        return Entry(
            content: content, engineID: engineID, png: .png,
            jpeg: chosen(.jpeg(quality: configuration.jpegQuality)),
            webp: chosen(.webp(quality: configuration.webpQuality)),
            avif: chosen(.avif(quality: configuration.avifQuality)),
            jxl: chosen(.jxl(quality: configuration.jxlQuality)),
            touches: configuration.isInteractive
                ? (content.source as? any TouchableTileSource).map { ContentTouches($0) } : nil,
            hasCopies: configuration.isInteractive && content.own != nil)
    }

    // MARK: Additions and removals

    /// Adds an offer at the end.
    ///
    /// - Throws: `.duplicateID` and `.unusableID`.
    func add(_ offer: OfferedContent) throws(TileServerFailure) -> ContentSlot {
        let slot = try Self.makeSlot(for: offer)
        try table.withLock { (table) throws(TileServerFailure) in try table.add(slot) }
        if case .open(let content) = offer.opening { slot.settle(.success(add(content, at: slot))) }
        return slot
    }

    /// Removes an offer.
    ///
    /// - Returns: The contents of the offer that were open, whose tiles are gone; nil if there is no offer of that
    ///   name.
    func remove(_ id: String) -> [Entry]? {
        let hash = FNV1a.hash(IdentifierEncoding.encoded(id).utf8)
        let slot = table.withLock { table -> ContentSlot? in
            guard let slot = table.byHash[hash], slot.offer.id == id else { return nil }
            table.byHash[hash] = nil
            table.aliases = nil
            table.slots.removeAll { $0 === slot }
            return slot
        }
        guard let slot else { return nil }
        let entries = Self.entries(of: slot)
        slot.settle(.failure(Self.unknown(id)))
        entries.forEach(forget)
        return entries
    }

    /// Replaces the open content of a slot.
    ///
    /// - Returns: The old content if its tiles are gone; nil if the new content continues its levels, so that only the
    ///   tiles that have changed are outdated.
    func replace(_ old: Entry, with content: ServedContent, at slot: ContentSlot, changed: [Box]?) -> Entry? {
        let isAlike =
            old.content.pyramid == content.pyramid && old.content.isScalable == content.isScalable
            && old.content.format == content.format && old.content.part == content.part && old.touches == nil
        guard isAlike else {
            slot.settle(.success(add(content, at: slot)))
            forget(old)
            return old
        }
        slot.settle(.success(entry(content, old.engineID)))
        rasters.drop(of: old)
        viewChanges?.remove(old.engineID)
        viewChanges?.add(old.engineID, source: content.source, fingerprint: content.fingerprint)
        // Throws if the content has been removed in the meantime.
        try? engine.replace(
            old.engineID, with: content.source, pyramid: content.pyramid, fingerprint: content.fingerprint,
            changed: changed)
        return nil
    }

    /// Releases a content that was open, with its tiles.
    func forget(_ entry: Entry) {
        slotsByEngineID.withLock { $0[entry.engineID] = nil }
        rasters.drop(of: entry)
        engine.remove(entry.engineID)
        caching.remove(entry.engineID)
        viewChanges?.remove(entry.engineID)
    }

    /// Whether the content is a viewer's private copy.
    func isCopy(_ entry: Entry) -> Bool { entry.content.id.utf8.contains(SiteCopies.separator) }

    /// Drops the private copies that have been neither requested nor viewed since a given time.
    ///
    /// - Returns: The copies that were open.
    func dropCopies(unusedSince moment: UInt64, where isFree: (Entry) -> Bool) -> [Entry] {
        for copies in copies.values { copies.noteUse { !isFree($0) } }
        let dropped = copies.values.flatMap { $0.drop(unusedSince: moment, where: isFree) }
        dropped.forEach(forget)
        return dropped
    }

    /// Refuses a private copy that has ended by itself, and releases its tiles.
    ///
    /// - Returns: Whether the copy existed.
    func refuseCopy(_ entry: Entry, _ reason: any TileSourceFailure) -> Bool {
        guard copies.values.contains(where: { $0.refuse(entry, reason) }) else { return false }
        forget(entry)
        return true
    }

    /// Whether the content is open and has not been released.
    func knows(_ entry: Entry) -> Bool { slotsByEngineID.withLock { $0[entry.engineID] != nil } }

    /// Saves the states of the dropped copies, which then replace the copies themselves.
    func saveCopies() { for copies in copies.values { copies.saveStates() } }

    func set(_ whenFull: SiteCopies.WhenFull) { for copies in copies.values { copies.set(whenFull) } }

    /// Returns the slot that was offered under a name, regardless of access.
    func slot(offeredAs id: String) -> ContentSlot? {
        let hash = FNV1a.hash(IdentifierEncoding.encoded(id).utf8)
        return table.withLock { $0.byHash[hash] }.flatMap { $0.offer.id == id ? $0 : nil }
    }

    /// Returns the slot of a content, of a page of an open document, or of a viewer's private copy.
    ///
    /// - Parameter id: The identifier as a URL spells it. Other spellings are accepted, but take longer.
    func slot(for id: UnsafeRawBufferPointer) -> ContentSlot? {
        if let slot = slot(spelled: id) { return slot }
        return IdentifierEncoding.canonical(id)?.withUnsafeBytes { slot(spelled: $0) }
    }

    private func slot(spelled id: UnsafeRawBufferPointer) -> ContentSlot? {
        if let slot = offeredSlot(named: id) { return slot }
        if !copies.isEmpty, let name = CopyName(id), let slot = offeredSlot(named: name.content) {
            return copies[ObjectIdentifier(slot)]?.slot(named: name.name)
        }
        guard let name = PageName(id), let pages = offeredSlot(named: name.document)?.pages else { return nil }
        return pages.slot(ofPage: name.index)
    }

    private func offeredSlot(named id: UnsafeRawBufferPointer) -> ContentSlot? {
        let hash = FNV1a.hash(id)
        guard let slot = table.withLock({ $0.byHash[hash] }), slot.idBytes.elementsEqual(id),
            access.isVisible(slot)
        else { return nil }
        return slot
    }

    // MARK: Access

    /// The slots that the current request may see, in the order in which they were offered.
    var visibleSlots: [ContentSlot] { slots.filter(access.isVisible) }

    /// The open contents that the current request may see.
    var visibleEntries: [Entry] { visibleSlots.flatMap(Self.entries) }

    private static func entries(of slot: ContentSlot) -> [Entry] {
        slot.pages?.entries ?? slot.entry.map { [$0] } ?? []
    }

    /// Returns the slot that has to be settled before a name can be resolved: the slot of that name, or of the
    /// document that contains the page. Returns nil if there is none.
    func unsettledSlot(for id: some StringProtocol) -> ContentSlot? {
        let written = Array(id.utf8)
        let id = written.withUnsafeBytes(IdentifierEncoding.canonical) ?? written
        return id.withUnsafeBytes { id in
            let slot = slot(spelled: id) ?? PageName(id).flatMap { offeredSlot(named: $0.document) }
            return slot.flatMap { $0.isSettled ? nil : $0 }
        }
    }

    func slot(for id: some StringProtocol) -> ContentSlot? { Array(id.utf8).withUnsafeBytes { slot(for: $0) } }

    /// Returns the open content of a name.
    ///
    /// - Throws: An error if there is no content of that name, or if it is not open.
    func entry(_ id: UnsafeRawBufferPointer) throws(HTTPProblem) -> Entry {
        guard let slot = slot(for: id) else { throw problem(named: String(decoding: id, as: UTF8.self)) }
        return try slot.openEntry()
    }

    func entry(_ id: some StringProtocol) throws(HTTPProblem) -> Entry {
        guard let slot = slot(for: id) else { throw problem(named: id) }
        return try slot.openEntry()
    }

    /// Returns the identifier of the one content that a name means, for protocols without redirects, or the name itself
    /// if it means none or several.
    func identifier(of name: some StringProtocol) -> String {
        guard slot(for: name) == nil, let names = problem(named: name).names, names.isRedirect else {
            return String(name)
        }
        return names.meant[0]
    }

    /// Returns the content that the engine knows by an identifier.
    func entry(of id: ContentID) -> Entry? { slotsByEngineID.withLock { $0[id] }?.entry ?? rasters.entry(of: id) }

    /// Whether no shared cache may keep tiles of an open content.
    func isPrivate(_ entry: Entry) -> Bool {
        slotsByEngineID.withLock { $0[entry.engineID] }.map(access.isPrivate) ?? true
    }

    static func unknown(_ id: String) -> HTTPProblem {
        .unknownContent(id)
    }

    /// Returns the reason why there is no content of a name: it is unknown, it leads to another name, or it could mean
    /// several contents.
    ///
    /// The problem reveals nothing that the request may not see. A name that could mean a content that the request may
    /// not see does not lead to another content either.
    ///
    /// - Parameter written: A name for which `slot(for:)` returns nil.
    func problem(named written: some StringProtocol) -> HTTPProblem {
        let name = IdentifierEncoding.decoded(written)
        // A content that the request may not see has the name.
        if slot(offeredAs: name) != nil { return Self.unknown(name) }
        let aliases = table.withLock { table in
            if let known = table.aliases { return known }
            let index = AliasIndex(table.slots)
            table.aliases = index
            return index
        }
        // A page that its document lacks has no other name.
        let matches = aliases.matches(name).filter { $0.id != name }
        let visible = matches.filter { access.isVisible($0.slot) }
        guard let first = visible.first else { return Self.unknown(name) }
        if matches.count == 1 { return .moved(from: name, to: first.id) }
        return .ambiguous(name, visible.map { (id: $0.id, path: $0.slot.offer.names?.path ?? "") })
    }

    /// Returns the path of the variant that a query selects, and the rest of the query; nil if neither concerns
    /// variants.
    ///
    /// - Throws: An error if the content has no such variant.
    func variantAddress(path: String, query: String?) throws(HTTPProblem) -> (path: String, query: String)? {
        guard !variants.isEmpty, let query, !query.isEmpty else { return nil }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            // Also matches files derived from the content: `.json`, `.dzi`, `_files`.
            guard let (id, others) = variants.first(where: { part.isNamed($0.key) }) else { continue }
            let names = Set(others.flatMap { $0.variant!.query.keys })
            var (wanted, rest): ([String: String], [Substring]) = ([:], [])
            for item in query.split(separator: "&") {
                let sides = item.split(separator: "=", maxSplits: 1)
                if sides.count == 2, names.contains(String(sides[0])) {
                    wanted[String(sides[0])] = String(sides[1])
                } else {
                    rest.append(item)
                }
            }
            if wanted.isEmpty { return nil }
            var found = id
            if let match = others.first(where: { $0.variant!.query == wanted }) {
                found = match.id
            } else if wanted != ["style": "light"] {
                let known = others.map { $0.variant!.query.queryText }.joined(separator: ", ")
                throw .notFound("“\(id)” has no variant \(wanted.queryText.prefix(200)): use \(known)")
            }
            parts[index] = Substring(found + part.dropFirst(id.count))
            return (parts.joined(separator: "/"), rest.joined(separator: "&"))
        }
        return nil
    }
}

extension Substring {
    /// Whether the text is a content's identifier, or the name of a file derived from it.
    fileprivate func isNamed(_ id: String) -> Bool {
        guard hasPrefix(id) else { return false }
        let rest = dropFirst(id.count)
        return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("_files")
    }
}

extension [String: String] {
    fileprivate var queryText: String {
        sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }
}
