/// What each piece of a replay's work took, in milliseconds.
struct WorkTimes: Hashable {
    /// The phases of each frame that was shown.
    var frames: [[FramePhase: Double]] = []
    /// Of each tile that was drawn, in the order in which they were done.
    var tiles: [Double] = []
    /// Of each file that was made of one.
    var files: [Double] = []

    /// Takes of each piece the shorter time.
    ///
    /// - Returns: false, and nothing changes, when the other is of other pieces.
    mutating func formMinimum(_ other: WorkTimes) -> Bool {
        guard tiles.count == other.tiles.count, files.count == other.files.count,
            frames.map(\.keys) == other.frames.map(\.keys)
        else { return false }
        for index in frames.indices { frames[index].merge(other.frames[index]) { min($0, $1) } }
        for index in tiles.indices { tiles[index] = min(tiles[index], other.tiles[index]) }
        for index in files.indices { files[index] = min(files[index], other.files[index]) }
        return true
    }
}
