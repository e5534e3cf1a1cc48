/// The duration of each piece of a replay's work, in milliseconds.
struct WorkTimes: Hashable {
    /// The phases of each shown frame.
    var frames: [[FramePhase: Double]] = []
    /// The duration of each drawn tile, in order of completion.
    var tiles: [Double] = []
    /// The duration of encoding each file.
    var files: [Double] = []

    /// Replaces each duration with the minimum of both.
    ///
    /// - Returns: False, without any change, if the other has different pieces.
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
