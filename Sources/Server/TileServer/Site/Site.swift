import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// What a server serves, and how its URLs name it. Contents are opened when the server runs (`SiteOpening`): one after
/// the other, or, of many, those that somebody asks for; others may come and go later.
final class Site: Sendable {
    /// An object, so that a request that finds it copies one reference and not all that it has.
    final class Entry: Sendable {
        let content: ServedContent
        let engineID: ContentID
        let png: TileFormat
        let jpeg: TileFormat
        let webp: TileFormat
        let avif: TileFormat
        /// Takes what fingers do on its picture, where it is to be touched.
        let touches: ContentTouches?
        /// Whether each viewer is to have a copy of its own.
        let hasCopies: Bool

        init(
            content: ServedContent, engineID: ContentID, png: TileFormat, jpeg: TileFormat, webp: TileFormat,
            avif: TileFormat, touches: ContentTouches?, hasCopies: Bool
        ) {
            (self.content, self.engineID) = (content, engineID)
            (self.png, self.jpeg, self.webp, self.avif) = (png, jpeg, webp, avif)
            (self.touches, self.hasCopies) = (touches, hasCopies)
        }

        /// For a file extension; nil for one that is not offered.
        func format(forExtension name: UnsafeRawBufferPointer) -> TileFormat? {
            if name.isEqual(to: "png") { return png }
            if name.isEqual(to: "webp") { return webp }
            if name.isEqual(to: "avif") { return avif }
            if name.isEqual(to: "jpg") || name.isEqual(to: "jpeg") { return jpeg }
            return nil
        }
    }

    private struct Table: Sendable {
        /// In the order that they were offered in.
        var places: [SitePlace] = []
        /// The places by the hash of their identifiers as URLs spell them, so that the bytes of a path find one without
        /// becoming a string.
        var byHash: [UInt64: SitePlace] = [:]
        /// The other names of contents; nil until somebody asks for one.
        var aliases: AliasIndex?

        mutating func add(_ place: SitePlace) throws(TileServerFailure) {
            let hash = place.idBytes.withUnsafeBytes(Site.hash)
            guard byHash[hash] == nil else { throw .duplicateID(place.offer.id) }
            byHash[hash] = place
            places.append(place)
            aliases = nil
        }
    }

    private let table: Lock<Table>
    /// Viewers' own copies of contents, by the contents' places.
    private let copies: [ObjectIdentifier: SiteCopies]
    /// Other ways of showing a content, by its identifier.
    private let variants: [String: [ServedContent]]
    var hasVariants: Bool { !variants.isEmpty }
    /// Whether all places are opened when the server starts; else those without a listing are.
    let opensAll: Bool
    private let placesByEngineID = Lock<[ContentID: SitePlace]>([:])
    let access: AccessBook
    private let configuration: TileServerConfiguration
    private let engine: TileEngine
    private let caching: TileCaching
    /// Nil for a server by itself.
    private let viewChanges: ViewChanges?

    init(
        _ offers: [OfferedContent], configuration: TileServerConfiguration, engine: TileEngine, caching: TileCaching
    ) throws(TileServerFailure) {
        var table = Table()
        for offer in offers { try table.add(try Self.place(offer)) }
        let places = table.places
        self.table = Lock(table)
        variants = Dictionary(
            grouping: offers.compactMap { offer in
                if case .open(let content) = offer.opening, content.variant != nil { content } else { nil }
            }, by: { $0.variant!.id })
        copies =
            configuration.isInteractive
            ? Dictionary(
                uniqueKeysWithValues: places.compactMap { place in
                    guard case .open(let content) = place.offer.opening else { return nil }
                    return SiteCopies(of: content, policy: configuration.ownContents, now: configuration.now)
                        .map { (ObjectIdentifier(place), $0) }
                }) : [:]
        opensAll = places.count <= configuration.maxOpenedAtStart
        access = AccessBook(configuration.access)
        self.configuration = configuration
        self.engine = engine
        self.caching = caching
        viewChanges = configuration.sharedTiles.map(ViewChanges.init)
        for place in places {
            if case .open(let content) = place.offer.opening { place.settle(.success(add(content, at: place))) }
        }
    }

    private static func place(_ offer: OfferedContent) throws(TileServerFailure) -> SitePlace {
        guard IdentifierEncoding.isUsable(offer.id) else { throw .unusableID(offer.id) }
        return SitePlace(offer)
    }

    /// In the order that they were offered in.
    var places: [SitePlace] { table.withLock { $0.places } }

    /// Those that are open, with the pages that are.
    var entries: [Entry] { places.flatMap(Self.entries) }

    /// Whether a place is opened without being asked for.
    func opensAtStart(_ place: SitePlace) -> Bool { opensAll || place.offer.listing == nil }

    /// Takes a content in: its tiles can be asked for once its place is settled.
    func add(_ content: ServedContent, at place: SitePlace) -> Entry {
        let engineID = engine.add(
            content.source, pyramid: content.pyramid, fingerprint: content.fingerprint)
        caching.add(engineID, content.source, isPrivate: access.isPrivate(place))
        viewChanges?.add(engineID, content.source, content.fingerprint)
        placesByEngineID.withLock { $0[engineID] = place }
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
            touches: configuration.isInteractive
                ? (content.source as? any TouchableTileSource).map { ContentTouches($0) } : nil,
            hasCopies: configuration.isInteractive && content.own != nil)
    }

    // MARK: What comes and goes

    /// Takes in one more, at the end.
    ///
    /// - Throws: `.duplicateID` and `.unusableID`.
    func add(_ offer: OfferedContent) throws(TileServerFailure) -> SitePlace {
        let place = try Self.place(offer)
        try table.withLock { (table) throws(TileServerFailure) in try table.add(place) }
        if case .open(let content) = offer.opening { place.settle(.success(add(content, at: place))) }
        return place
    }

    /// Takes one out.
    ///
    /// - Returns: what was open of it, whose tiles are gone; nil when there is none of that name.
    func remove(_ id: String) -> [Entry]? {
        let hash = Array(IdentifierEncoding.encoded(id).utf8).withUnsafeBytes(Self.hash)
        let place = table.withLock { table -> SitePlace? in
            guard let place = table.byHash[hash], place.offer.id == id else { return nil }
            table.byHash[hash] = nil
            table.aliases = nil
            table.places.removeAll { $0 === place }
            return place
        }
        guard let place else { return nil }
        let entries = Self.entries(of: place)
        place.settle(.failure(Self.unknown(id)))
        entries.forEach(forget)
        return entries
    }

    /// Puts a content in place of what is open there.
    ///
    /// - Returns: that, if its tiles are no longer there; nil where the new one goes by its levels, and those of its
    ///   tiles that look otherwise are outdated.
    func replace(_ old: Entry, with content: ServedContent, at place: SitePlace, changed: [Box]?) -> Entry? {
        let isAlike =
            old.content.pyramid == content.pyramid && old.content.isScalable == content.isScalable
            && old.content.format == content.format && old.content.part == content.part && old.touches == nil
        guard isAlike else {
            place.settle(.success(add(content, at: place)))
            forget(old)
            return old
        }
        place.settle(.success(entry(content, old.engineID)))
        viewChanges?.remove(old.engineID)
        viewChanges?.add(old.engineID, content.source, content.fingerprint)
        // It fails when it has been taken out meanwhile.
        try? engine.replace(
            old.engineID, with: content.source, pyramid: content.pyramid, fingerprint: content.fingerprint,
            changed: changed)
        return nil
    }

    /// Lets go of what was open, and its tiles.
    func forget(_ entry: Entry) {
        placesByEngineID.withLock { $0[entry.engineID] = nil }
        engine.remove(entry.engineID)
        caching.remove(entry.engineID)
        viewChanges?.remove(entry.engineID)
    }

    /// Whether it is a viewer's own.
    func isCopy(_ entry: Entry) -> Bool { entry.content.id.utf8.contains(SiteCopies.separator) }

    /// Gives up viewers' own copies that nobody has asked for, or looked at, since a moment.
    ///
    /// - Returns: those that were open.
    func dropCopies(unusedSince moment: UInt64, where isFree: (Entry) -> Bool) -> [Entry] {
        for copies in copies.values { copies.noteUse { !isFree($0) } }
        let dropped = copies.values.flatMap { $0.drop(unusedSince: moment, where: isFree) }
        dropped.forEach(forget)
        return dropped
    }

    /// Keeps the states of those that were given up, in place of them.
    func saveCopies() { for copies in copies.values { copies.saveStates() } }

    func set(_ whenFull: SiteCopies.WhenFull) { for copies in copies.values { copies.set(whenFull) } }

    /// The place of what was offered by a name, whoever may know of it.
    func place(offeredAs id: String) -> SitePlace? {
        let hash = Array(IdentifierEncoding.encoded(id).utf8).withUnsafeBytes(Self.hash)
        return table.withLock { $0.byHash[hash] }.flatMap { $0.offer.id == id ? $0 : nil }
    }

    /// The place of a content, of a page of a document that is open, or of a viewer's own copy.
    ///
    /// - Parameter id: An identifier as a URL spells it. Other spellings are read too, but take longer.
    func place(_ id: UnsafeRawBufferPointer) -> SitePlace? {
        if let place = spelledPlace(id) { return place }
        return IdentifierEncoding.canonical(id)?.withUnsafeBytes { spelledPlace($0) }
    }

    private func spelledPlace(_ id: UnsafeRawBufferPointer) -> SitePlace? {
        if let place = offeredPlace(id) { return place }
        if !copies.isEmpty, let name = CopyName(id), let place = offeredPlace(name.content) {
            return copies[ObjectIdentifier(place)]?.place(name.name)
        }
        guard let name = PageName(id), let pages = offeredPlace(name.document)?.pages else { return nil }
        return pages.place(name.index)
    }

    private func offeredPlace(_ id: UnsafeRawBufferPointer) -> SitePlace? {
        let hash = Self.hash(id)
        guard let place = table.withLock({ $0.byHash[hash] }), place.idBytes.elementsEqual(id),
            access.isVisible(place)
        else { return nil }
        return place
    }

    // MARK: What a request may know of

    /// Those that the request that is being answered may know of, in the order that they were offered in.
    var visiblePlaces: [SitePlace] { places.filter(access.isVisible) }

    /// Of those that the request may know of, what is open.
    var visibleEntries: [Entry] { visiblePlaces.flatMap(Self.entries) }

    private static func entries(of place: SitePlace) -> [Entry] {
        place.pages?.entries ?? place.entry.map { [$0] } ?? []
    }

    /// What is not settled yet and has to be before it is known what has this name: its place, or that of the document
    /// whose page it may be.
    func unsettledPlace(_ id: some StringProtocol) -> SitePlace? {
        let written = Array(id.utf8)
        let id = written.withUnsafeBytes(IdentifierEncoding.canonical) ?? written
        return id.withUnsafeBytes { id in
            let place = spelledPlace(id) ?? PageName(id).flatMap { offeredPlace($0.document) }
            return place.flatMap { $0.isSettled ? nil : $0 }
        }
    }

    func place(_ id: some StringProtocol) -> SitePlace? { Array(id.utf8).withUnsafeBytes { place($0) } }

    /// - Throws: When there is none of that name, or it is not open.
    func entry(_ id: UnsafeRawBufferPointer) throws(HTTPProblem) -> Entry {
        guard let place = place(id) else { throw problem(named: String(decoding: id, as: UTF8.self)) }
        return try place.openEntry()
    }

    func entry(_ id: some StringProtocol) throws(HTTPProblem) -> Entry {
        guard let place = place(id) else { throw problem(named: id) }
        return try place.openEntry()
    }

    /// The identifier of the one content that a name means, for protocols without redirects; the name itself when it
    /// means none or several.
    func identifier(of name: some StringProtocol) -> String {
        guard place(name) == nil, let names = problem(named: name).names, names.isRedirect else { return String(name) }
        return names.meant[0]
    }

    /// That the engine knows by this name.
    func entry(of id: ContentID) -> Entry? { placesByEngineID.withLock { $0[id] }?.entry }

    static func unknown(_ id: String) -> HTTPProblem {
        .notFound("no content named “\(id.prefix(200))”: see / for all contents")
    }

    /// Why there is no content of a name: it is unknown, it leads to another name, or it could mean several contents.
    ///
    /// What the request may not see is not told. A name that could mean a content that the request may not see leads
    /// nowhere else either.
    ///
    /// - Parameter written: A name for which `place(_:)` returns nil.
    func problem(named written: some StringProtocol) -> HTTPProblem {
        let name = IdentifierEncoding.decoded(written)
        // A content that the request may not see has the name.
        if place(offeredAs: name) != nil { return Self.unknown(name) }
        let aliases = table.withLock { table in
            if let known = table.aliases { return known }
            let index = AliasIndex(table.places)
            table.aliases = index
            return index
        }
        // A page that a document does not have is named by nothing else.
        let matches = aliases.matches(name).filter { $0.id != name }
        let visible = matches.filter { access.isVisible($0.place) }
        guard let first = visible.first else { return Self.unknown(name) }
        if matches.count == 1 { return .moved(from: name, to: first.id) }
        return .ambiguous(name, visible.map { (id: $0.id, path: $0.place.offer.names?.path ?? "") })
    }

    /// The path of the variant of a content that a query asks for, and the rest of the query; nil where neither says
    /// anything of variants.
    ///
    /// - Throws: when the content has none such.
    func variantAddress(path: String, query: String?) throws(HTTPProblem) -> (path: String, query: String)? {
        guard !variants.isEmpty, let query, !query.isEmpty else { return nil }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            // Of a file that is made of it: `.json`, `.dzi`, `_files`.
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

    /// FNV-1a, 64 bits.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension Substring {
    /// Whether it is a content's identifier, or the name of a file that is made of it.
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
