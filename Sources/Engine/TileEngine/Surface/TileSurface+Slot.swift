import TileGraphics

extension TileSurface {
    /// What is known of one place that is wanted. Small, because a surface at rest consists of them.
    struct Slot {
        var full = Progress.none
        var draft = Progress.none
        /// The best there is, while it is visible.
        var tile: CachedTile?
        /// Of the look given last, 0 while there is none.
        var fingerprint = 0
        /// The round in which it was wanted last.
        var round: UInt32 = 0
        var bin = TilePriority.Bin.eventually
        /// What the cache was told that the full tile, and the draft, are held for.
        var fullHold = TileCache.Class.past
        var draftHold = TileCache.Class.past
        var wantsDraft = false
        /// How many renders have come that were not shown yet.
        var unshown: UInt8 = 0
    }

    enum Progress {
        case none
        case asked(Wish)
        /// It is in the cache, as far as known.
        case ready
        /// It was made, and the cache had no room.
        case unkept
    }

    /// A request and the priority that it has.
    final class Wish {
        let request: TileRequest
        private var priority: TilePriority

        init(_ request: TileRequest, _ priority: TilePriority) {
            self.request = request
            self.priority = priority
        }

        /// Gives the request a new priority, unless it is nearer or farther by less than `step` pixels, which is not
        /// worth the engine's lock.
        func move(to new: TilePriority, step: Double) {
            let isNear = abs(priority.squaredDistance.squareRoot() - new.squaredDistance.squareRoot()) < step
            if priority.bin == new.bin && priority.isDraft == new.isDraft && isNear { return }
            request.setPriority(new)
            priority = new
        }
    }
}

extension TileSurface.Slot {
    func progress(_ quality: RasterContext.Quality) -> TileSurface.Progress { quality == .full ? full : draft }

    var isAsked: Bool {
        if case .asked = full { return true }
        if case .asked = draft { return true }
        return false
    }

    /// Whether a tile is there, and in hand when it is visible.
    func has(_ quality: RasterContext.Quality) -> Bool {
        switch progress(quality) {
        case .none, .asked: return false
        case .ready: return bin != .visible || isInHand(quality)
        case .unkept: return bin == .visible && isInHand(quality)
        }
    }

    private func isInHand(_ quality: RasterContext.Quality) -> Bool {
        guard let tile else { return false }
        return quality == .draft || tile.key.quality == .full
    }

    /// Takes a tile in. Of two it keeps the one that is right: one drawn before a change only if there is nothing else.
    ///
    /// - Parameter new: `.ready` or `.unkept`, or `.none` for one that was drawn before a change.
    mutating func accept(_ tile: CachedTile, as new: TileSurface.Progress) {
        let quality = tile.key.quality
        if quality == .full { full = new } else { draft = new }
        guard bin == .visible else { return }
        if case .none = new {
            if self.tile == nil { self.tile = tile }
        } else if quality == .full || !isFullCurrent {
            self.tile = tile
        }
    }

    mutating func fail(_ quality: RasterContext.Quality) {
        if quality == .full { full = .none } else { draft = .none }
    }

    /// After a change of the content takes nothing as ready but the tile in hand, if the cache still has it; all else
    /// is looked up again. What is under way may be right.
    mutating func verify(in cache: TileCache) {
        if case .asked = full {} else { full = .none }
        if case .asked = draft {} else { draft = .none }
        if let tile, cache.has(tile) { accept(tile, as: .ready) }
    }

    /// Takes a draft from the cache, if there is one.
    mutating func lookUpDraft(_ key: TileKey, _ engine: TileEngine) {
        if let tile = engine.cache.tile(for: key.with(.draft), countsAsHit: false) { accept(tile, as: .ready) }
    }

    /// Whether the tile in hand is a full one that the content has not left behind.
    private var isFullCurrent: Bool { tile?.key.quality == .full && isCurrent }

    /// Whether the tile in hand shows the content as it is.
    var isCurrent: Bool {
        guard let tile else { return false }
        switch progress(tile.key.quality) {
        case .ready, .unkept: return true
        case .none, .asked: return false
        }
    }
}
