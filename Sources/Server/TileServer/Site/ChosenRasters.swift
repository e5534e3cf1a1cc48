import TileContent
import TileEngine
import TileSupport

/// The raster images that requests show with bands or a range of their own choice (`RasterQuery`). Each choice is a
/// content of its own in the engine, so its tiles are never taken for those of the image as it is served, or the other
/// way round.
///
/// The tiles are kept in the memory cache only. When no request uses a choice, it is kept with its tiles until
/// `mostUnused` others have been used since. So the choices of a client that tries one range after the other do not add
/// up.
final class ChosenRasters: Sendable {
    /// The number of choices that are kept while no request uses them: a few viewers.
    static let mostUnused = 8
    /// The number of choices that requests use at once.
    static let mostUsed = 64

    fileprivate struct Key: Hashable {
        /// The image as it is served. One that was replaced is another one.
        let entry: Site.Entry
        let preferences: RasterPreferences

        static func == (a: Key, b: Key) -> Bool { a.entry === b.entry && a.preferences == b.preferences }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(entry))
            hasher.combine(preferences)
        }
    }

    fileprivate struct Choice {
        let entry: Site.Entry
        /// The number of requests that use it.
        var users = 0
        /// The number of the last use.
        var lastUse = 0
        /// Whether the image is no longer served.
        var isGone = false
    }

    fileprivate struct State {
        var choices: [Key: Choice] = [:]
        var uses = 0
        var used: Int { choices.values.count { $0.users > 0 } }
    }

    private let engine: TileEngine
    private let caching: TileCaching
    private let state = Lock(State())

    init(_ engine: TileEngine, _ caching: TileCaching) { (self.engine, self.caching) = (engine, caching) }

    /// The number of choices that are kept or used.
    var count: Int { state.withLock { $0.choices.count } }

    /// Returns the choice that the engine knows by an identifier.
    func entry(of id: ContentID) -> Site.Entry? {
        state.withLock { state in state.choices.values.first { $0.entry.engineID == id }?.entry }
    }

    /// Runs work with a choice of an image, which the engine knows at least until the work has ended.
    ///
    /// - Parameters:
    ///   - source: Creates the source of a choice.
    ///   - isPrivate: Whether the image is private.
    /// - Throws: The work's error, or a problem if too many other choices are used.
    func with<Result: Sendable>(
        _ source: (RasterPreferences) -> any TileSource, _ preferences: RasterPreferences, of entry: Site.Entry,
        isPrivate: Bool, _ work: (Site.Entry) async throws(HTTPProblem) -> Result
    ) async throws(HTTPProblem) -> Result {
        let key = Key(entry: entry, preferences: preferences)
        let chosen = try begin(key, source, isPrivate: isPrivate)
        defer { end(key) }
        return try await work(chosen)
    }

    private func begin(
        _ key: Key, _ source: (RasterPreferences) -> any TileSource, isPrivate: Bool
    ) throws(HTTPProblem) -> Site.Entry {
        let known = try state.withLock { (state) throws(HTTPProblem) -> Site.Entry? in
            state.uses += 1
            try state.admit(key)
            return state.use(key)
        }
        if let known { return known }
        let made = add(key, source(key.preferences), isPrivate: isPrivate)
        // Other requests may have added the same choice meanwhile, or as many as may be used.
        do {
            let chosen = try state.withLock { (state) throws(HTTPProblem) -> Site.Entry in
                try state.admit(key)
                if let known = state.use(key) { return known }
                state.choices[key] = Choice(entry: made)
                return state.use(key)!
            }
            if chosen !== made { forget(made) }
            return chosen
        } catch {
            forget(made)
            throw error
        }
    }

    private func end(_ key: Key) {
        let dropped = state.withLock { state in
            state.choices[key]!.users -= 1
            return state.removeUnused()
        }
        dropped.forEach(forget)
    }

    /// Drops the choices of an image that is no longer served so.
    func drop(of entry: Site.Entry) {
        let dropped = state.withLock { state in
            for key in state.choices.keys where key.entry === entry { state.choices[key]!.isGone = true }
            return state.removeUnused()
        }
        dropped.forEach(forget)
    }

    private func add(_ key: Key, _ source: any TileSource, isPrivate: Bool) -> Site.Entry {
        let entry = key.entry
        var content = entry.content
        (content.source, content.fingerprint, content.own) = (source, nil, nil)
        let id = engine.add(source, pyramid: content.pyramid)
        caching.add(id, source, isPrivate: isPrivate)
        return Site.Entry(
            content: content, engineID: id, png: entry.png, jpeg: entry.jpeg, webp: entry.webp, avif: entry.avif,
            jxl: entry.jxl, touches: nil, hasCopies: false)
    }

    private func forget(_ entry: Site.Entry) {
        engine.remove(entry.engineID)
        caching.remove(entry.engineID)
    }
}

extension ChosenRasters.State {
    /// Checks whether a choice may be used.
    ///
    /// - Throws: A problem if too many others are used.
    fileprivate func admit(_ key: ChosenRasters.Key) throws(HTTPProblem) {
        if choices[key].map({ $0.users == 0 }) ?? true, used >= ChosenRasters.mostUsed {
            throw .unavailable("too many ranges are being drawn: try again in a second", retryAfter: 1)
        }
    }

    /// Returns a known choice, and counts its use.
    fileprivate mutating func use(_ key: ChosenRasters.Key) -> Site.Entry? {
        guard choices[key] != nil else { return nil }
        choices[key]!.users += 1
        choices[key]!.lastUse = uses
        return choices[key]!.entry
    }

    /// Removes the choices that are gone, and those that were used longest ago, without those in use.
    ///
    /// - Returns: The removed choices.
    fileprivate mutating func removeUnused() -> [Site.Entry] {
        let unused = choices.filter { $0.value.users == 0 }.sorted { $0.value.lastUse > $1.value.lastUse }
        let gone = unused.enumerated().filter { $0.offset >= ChosenRasters.mostUnused || $0.element.value.isGone }
        for (_, choice) in gone { choices[choice.key] = nil }
        return gone.map { $0.element.value.entry }
    }
}
