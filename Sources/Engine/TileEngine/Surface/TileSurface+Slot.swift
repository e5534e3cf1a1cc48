import TileGraphics

extension TileSurface {
    /// The state of one wanted tile. Small, because a surface at rest consists of slots.
    struct Slot {
        var full = Progress.none
        var draft = Progress.none
        /// The best available tile, while the slot is visible.
        var tile: CachedTile?
        /// The hash of the contents given last; 0 if none.
        var fingerprint = 0
        /// The round in which the slot was last wanted.
        var round: UInt32 = 0
        var bin = TilePriority.Bin.eventually
        /// The classes that the full tile and the draft are held for in the cache.
        var fullHold = TileCache.Class.past
        var draftHold = TileCache.Class.past
        var wantsDraft = false
        /// The number of finished renders that were not shown yet.
        var unshown: UInt8 = 0
    }

    enum Progress {
        case none
        case asked(Wish)
        /// The tile is in the cache, as far as known.
        case ready
        /// The tile was made, but the cache did not admit it.
        case unkept
    }

    /// A request with its current priority.
    final class Wish {
        let request: TileRequest
        private var priority: TilePriority

        init(_ request: TileRequest, _ priority: TilePriority) {
            self.request = request
            self.priority = priority
        }

        /// Changes the request's priority, unless only the distance differs by less than `step` pixels, which is not
        /// worth taking the engine's lock.
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

    /// Whether a tile of a quality is available: cached, and retained here if the slot is visible.
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

    /// Stores an arrived tile. A tile drawn before a change is kept only if there is no other.
    ///
    /// - Parameter new: `.ready` or `.unkept`, or `.none` for a tile drawn before a change.
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

    /// Resets the progress after a content change. Only the retained tile counts as ready, if the cache still has it;
    /// everything else is looked up again. Requests under way may still be correct.
    mutating func verify(in cache: TileCache) {
        if case .asked = full {} else { full = .none }
        if case .asked = draft {} else { draft = .none }
        if let tile, cache.has(tile) { accept(tile, as: .ready) }
    }

    /// Takes a draft from the cache if there is one.
    mutating func lookUpDraft(_ key: TileKey, _ engine: TileEngine) {
        if let tile = engine.cache.tile(for: key.with(.draft), countsAsHit: false) { accept(tile, as: .ready) }
    }

    /// Whether the retained tile is a full one and current.
    private var isFullCurrent: Bool { tile?.key.quality == .full && isCurrent }

    /// Whether the retained tile shows the content as it is now.
    var isCurrent: Bool {
        guard let tile else { return false }
        switch progress(tile.key.quality) {
        case .ready, .unkept: return true
        case .none, .asked: return false
        }
    }
}
