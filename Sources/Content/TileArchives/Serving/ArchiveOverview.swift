import Dispatch
import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// Small pictures of an archive that lacks its upper levels. They are made in the background by reading its shallowest
/// level once. Meanwhile, the part that has been read is shown.
final class ArchiveOverview: Sendable {
    /// The deepest level of the pyramid with a picture. Each level above it has one too.
    let level: Int
    private let pyramid: TilePyramid
    /// The shallowest level with tiles, and the range of tiles that may exist.
    private let source: Int
    private let columns: Range<Int>
    private let rows: Range<Int>
    private let tile: @Sendable (TileCoordinate) throws -> Bitmap?
    private let state: Lock<State>
    private let watchers = TileChangeWatchers()
    /// Held while the level is read.
    private let pass = Lock(())

    /// A part of a level, with its position.
    private struct Picture {
        var x: Int
        var y: Int
        var bitmap: Bitmap

        /// The picture at the level above. An odd position is padded with transparent pixels.
        var halved: Picture {
            var whole = bitmap
            if x % 2 == 1 || y % 2 == 1 {
                whole = Bitmap(width: bitmap.width + x % 2, height: bitmap.height + y % 2)
                whole.clear()
                for row in 0..<bitmap.height {
                    (whole.row(row + y % 2).baseAddress! + x % 2).update(
                        from: bitmap.row(row).baseAddress!, count: bitmap.width)
                }
            }
            let half = Bitmap(width: BoxShrink.half(whole.width), height: BoxShrink.half(whole.height))
            BoxShrink.shrink(whole, into: half)
            return Picture(x: x / 2, y: y / 2, bitmap: half)
        }
    }

    // @unchecked Sendable: it is accessed only within a lock.
    private struct State: @unchecked Sendable {
        /// The pictures from level 0; empty before the pass.
        var pictures: [Picture] = []
        /// The number of tile rows in the pictures.
        var rowsDone = 0
        var isRunning = false
        var isCancelled = false
    }

    /// The longest side of the largest picture, in pixels.
    private static let longestSide = 2048
    /// The maximum number of tiles to read. More would take over five minutes.
    private static let mostTiles = 1 << 18
    /// The number of times that improved pictures are published.
    private static let bands = 16

    /// Creates an overview; nil if it would take too long.
    ///
    /// - Parameters:
    ///   - source: The shallowest level that has tiles.
    ///   - part: The part that has tiles, in units of the content; nil for all.
    ///   - tile: Returns a tile of the level, from its top left corner; nil if there is none. Called from any thread.
    init?(
        _ pyramid: TilePyramid, source: Int, part: CGRect?,
        tile: @escaping @Sendable (TileCoordinate) throws -> Bitmap?
    ) {
        guard source > 0 else { return nil }
        var (columns, rows) = (0..<pyramid.columns(ofLevel: source), 0..<pyramid.rows(ofLevel: source))
        if let part {
            let side = Double(pyramid.tileSize) / pyramid.scale(ofLevel: source)
            func tiles(from: CGFloat, to: CGFloat, in all: Range<Int>) -> Range<Int> {
                let first = (Double(from) / side).rounded(.down)
                let end = (Double(to) / side).rounded(.up)
                return (Int(max(0, min(first, 1e9)))..<Int(max(0, first, min(end, 1e9)))).clamped(to: all)
            }
            columns = tiles(from: part.minX, to: part.maxX, in: columns)
            rows = tiles(from: part.minY, to: part.maxY, in: rows)
        }
        guard !columns.isEmpty, !rows.isEmpty, columns.count * rows.count <= Self.mostTiles else { return nil }
        // The size of a tile must shrink to a whole number of pixels.
        let least = max(0, source - pyramid.tileSize.trailingZeroBitCount)
        let level = (least..<source).last { level in
            max(columns.count, rows.count) * (pyramid.tileSize >> (source - level)) <= Self.longestSide
        }
        guard let level else { return nil }
        (self.level, self.pyramid, self.source, self.columns, self.rows) = (level, pyramid, source, columns, rows)
        self.tile = tile
        state = Lock(State())
    }

    /// Cancels the overview. A running pass ends soon.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// The progress from 0 to 1; nil if no pass is running.
    var progress: Double? {
        state.withLock { $0.isRunning ? Double($0.rowsDone) / Double(rows.count) : nil }
    }

    func subscribe(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onRefinement)
    }

    /// Returns the level with the picture nearest to a scale, preferring one that is not coarser.
    func level(forScale scale: Double) -> Int {
        (0..<level).first { pyramid.scale(ofLevel: $0) >= scale * (1 - 1e-9) } ?? level
    }

    /// Fills a bitmap with pixels of a level, transparent where there are none.
    ///
    /// - Parameter standIn: Called if the picture is not complete yet; nil to wait until it is.
    /// - Throws: `CancellationError`, and the errors of reading tiles when waiting.
    func read(
        _ columns: Range<Int>, _ rows: Range<Int>, ofLevel level: Int, into bitmap: Bitmap, standIn: (() -> Void)?,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        if let standIn {
            if startIfNeeded() { standIn() }
        } else {
            try run(isCancelled)
        }
        bitmap.clear()
        state.withLock { state in
            guard level < state.pictures.count else { return }
            let picture = state.pictures[level]
            let shownColumns = columns.clamped(to: picture.x..<picture.x + picture.bitmap.width)
            let shownRows = rows.clamped(to: picture.y..<picture.y + picture.bitmap.height)
            for row in shownRows where !shownColumns.isEmpty {
                let source = picture.bitmap.row(row - picture.y).baseAddress! + (shownColumns.lowerBound - picture.x)
                let target =
                    bitmap.row(row - rows.lowerBound).baseAddress! + (shownColumns.lowerBound - columns.lowerBound)
                target.update(from: source, count: shownColumns.count)
            }
        }
    }

    /// Starts the pass unless it is running or done.
    ///
    /// - Returns: Whether the picture is incomplete.
    private func startIfNeeded() -> Bool {
        let (isWhole, starts) = state.withLock { state in
            let isWhole = state.rowsDone == rows.count
            let starts = !isWhole && !state.isRunning && !state.isCancelled
            if starts { state.isRunning = true }
            return (isWhole, starts)
        }
        if starts {
            DispatchQueue.global(qos: .utility).async { [weak self] in
                // Tiles that cannot be read are retried at the next request.
                try? self?.run { false }
                self?.state.withLock { $0.isRunning = false }
                self?.watchers.notify(.infinite)
            }
        }
        return !isWhole
    }

    /// Reads the rest of the level.
    private func run(_ isCancelled: @escaping @Sendable () -> Bool) throws {
        try pass.withLock { _ in
            let side = pyramid.tileSize >> (source - level)
            var first = state.withLock { $0.rowsDone }
            let drawn = state.withLock { $0.pictures.last?.bitmap }
            let bitmap = Bitmap(width: columns.count * side, height: rows.count * side)
            bitmap.clear()
            if let drawn { bitmap.bytes.copyMemory(from: drawn.bytes, byteCount: bitmap.byteCount) }
            let band = max(1, rows.count / Self.bands)
            while first < rows.count {
                let end = min(first + band, rows.count)
                for row in first..<end {
                    for column in columns {
                        if isCancelled() || state.withLock({ $0.isCancelled }) { throw CancellationError() }
                        let place = TileCoordinate(level: source, column: column, row: rows.lowerBound + row)
                        guard let tile = try tile(place) else { continue }
                        put(shrunk(tile), at: (column - columns.lowerBound) * side, row * side, in: bitmap)
                    }
                }
                publish(bitmap, rowsDone: end)
                first = end
            }
        }
    }

    private func publish(_ bitmap: Bitmap, rowsDone: Int) {
        let side = pyramid.tileSize >> (source - level)
        // A copy, because the next band is drawn while this one is shown.
        let copy = Bitmap(width: bitmap.width, height: bitmap.height)
        copy.bytes.copyMemory(from: bitmap.bytes, byteCount: bitmap.byteCount)
        var pictures = [Picture(x: columns.lowerBound * side, y: rows.lowerBound * side, bitmap: copy)]
        for _ in 0..<level { pictures.append(pictures[pictures.count - 1].halved) }
        let shown = Array(pictures.reversed())
        state.withLock { state in
            state.pictures = shown
            state.rowsDone = rowsDone
        }
        watchers.notify(.infinite)
    }

    private func shrunk(_ bitmap: Bitmap) -> Bitmap {
        var bitmap = bitmap
        for _ in level..<source {
            let half = Bitmap(width: BoxShrink.half(bitmap.width), height: BoxShrink.half(bitmap.height))
            BoxShrink.shrink(bitmap, into: half)
            bitmap = half
        }
        return bitmap
    }

    private func put(_ tile: Bitmap, at x: Int, _ y: Int, in bitmap: Bitmap) {
        let width = min(tile.width, pyramid.tileSize >> (source - level), bitmap.width - x)
        for line in 0..<min(tile.height, pyramid.tileSize >> (source - level), bitmap.height - y) {
            (bitmap.row(y + line).baseAddress! + x).update(from: tile.row(line).baseAddress!, count: width)
        }
    }
}
