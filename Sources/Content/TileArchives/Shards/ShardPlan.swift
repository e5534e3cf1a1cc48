import TileGeometry
import TileGraphics
import TileSupport

/// The assignment of tiles to shards.
///
/// Each level is divided into square blocks, a few thousand at most. Blocks are assigned in descending order of cost,
/// each to the shard with the least total so far. The cost is estimated from the content of a picture
/// (`PictureEffort`), with measured weights; without a picture, all tiles cost the same. Because every shard gets
/// blocks from everywhere, errors of the weights average out. The result is the same on every machine.
struct ShardPlan: Sendable {
    /// A rectangle of tiles in one level.
    struct Block: Hashable, Sendable {
        /// The index of the level in the plan.
        var index: Int
        var part: BuildPlan.Part

        var tileCount: Int { part.columns.count * part.rows.count }

        /// Returns the blocks of a build without shards: each whole level.
        static func all(of plan: BuildPlan) -> [Block] {
            plan.levels.enumerated().map { Block(index: $0.offset, part: $0.element.part) }
        }
    }

    private struct Level: Sendable {
        /// The base-2 logarithm of the number of tiles on a block's side.
        var shift: Int
        /// The first block's column and row.
        var column: Int
        var row: Int
        var columns: Int
        /// The shard of each block, row by row, from 0.
        var shards: [UInt16]
    }

    private let levels: [Level]
    private let plan: BuildPlan
    let count: Int
    /// The estimated cost of each shard, in microseconds.
    let loads: [Double]

    private static let mostBlocks = 4096

    /// - Parameter effort: Returns the effort for a box of the content; nil if there is no picture.
    init(_ plan: BuildPlan, count: Int, effort: ((Box) -> PictureEffort)?) {
        self.plan = plan
        self.count = count
        var levels: [Level] = []
        var costs: [(cost: Double, level: Int, block: Int)] = []
        for (index, level) in plan.levels.enumerated() {
            func blocks(_ tiles: Range<Int>, _ shift: Int) -> Range<Int> {
                tiles.lowerBound >> shift..<((tiles.upperBound - 1) >> shift) + 1
            }
            var shift = 0
            while blocks(level.part.columns, shift).count * blocks(level.part.rows, shift).count > Self.mostBlocks {
                shift += 1
            }
            let (columns, rows) = (blocks(level.part.columns, shift), blocks(level.part.rows, shift))
            let scale = plan.pyramid.scale(ofLevel: level.level)
            let side = Double(plan.pyramid.tileSize) / scale
            for row in rows {
                for column in columns {
                    let part = Self.part(of: level, column: column, row: row, shift: shift)
                    let tiles = Double(part.columns.count * part.rows.count)
                    let box = Box(
                        minX: Double(part.columns.lowerBound) * side, minY: Double(part.rows.lowerBound) * side,
                        maxX: Double(part.columns.upperBound) * side, maxY: Double(part.rows.upperBound) * side)
                    let cost =
                        effort.map { Self.cost($0(box), tiles: tiles, scale: scale, plan.pyramid.tileSize) } ?? tiles
                    costs.append((cost, index, (row - rows.lowerBound) * columns.count + column - columns.lowerBound))
                }
            }
            levels.append(
                Level(
                    shift: shift, column: columns.lowerBound, row: rows.lowerBound, columns: columns.count,
                    shards: Array(repeating: 0, count: columns.count * rows.count)))
        }
        costs.sort { ($1.cost, $0.level, $0.block) < ($0.cost, $1.level, $1.block) }
        // The heap's first shard has the least load; of equal ones, the lowest number.
        var heap = (0..<count).map { (load: 0.0, shard: $0) }
        var loads = [Double](repeating: 0, count: count)
        func isBefore(_ a: Int, _ b: Int) -> Bool {
            (heap[a].load, heap[a].shard) < (heap[b].load, heap[b].shard)
        }
        for (cost, level, block) in costs {
            let shard = heap[0].shard
            levels[level].shards[block] = UInt16(shard)
            loads[shard] += cost
            heap[0].load = loads[shard]
            var at = 0
            while true {
                var least = at
                for child in [2 * at + 1, 2 * at + 2] where child < count && isBefore(child, least) { least = child }
                if least == at { break }
                heap.swapAt(at, least)
                at = least
            }
        }
        self.levels = levels
        self.loads = loads
    }

    /// Returns the cost in microseconds. The weights were measured tile by tile on a chart, a map of long outlines and
    /// two plans.
    private static func cost(_ effort: PictureEffort, tiles: Double, scale: Double, _ tileSize: Int) -> Double {
        let segments =
            Double(effort.filledSegments) + 2 * Double(effort.strokedSegments) + 8 * Double(effort.glyphs)
        let pixels = scale * scale / Double(tileSize * tileSize)
        // Up to a point, more content makes a tile slower to compress.
        let fullness = segments / tiles
        var cost = tiles * (10 + 150 * min(1, fullness / 60) + 250 * min(1, fullness / 400))
        cost += Double(effort.operations) + 0.2 * Double(effort.filledSegments) + 0.7 * Double(effort.strokedSegments)
        cost += 3 * Double(effort.glyphs) + 20 * Double(effort.layers)
        cost += 3 * min(4 * tiles, effort.area * pixels) + 300 * effort.filteredArea * pixels
        return cost
    }

    private static func part(of level: BuildPlan.Level, column: Int, row: Int, shift: Int) -> BuildPlan.Part {
        BuildPlan.Part(
            columns: (column << shift..<(column + 1) << shift).clamped(to: level.part.columns),
            rows: (row << shift..<(row + 1) << shift).clamped(to: level.part.rows))
    }

    /// Returns the shard that makes a tile, from 0. The tile must be in the plan.
    ///
    /// - Parameter index: The index of the level in the plan.
    func shard(index: Int, column: Int, row: Int) -> Int {
        let level = levels[index]
        let place = ((row >> level.shift) - level.row) * level.columns + (column >> level.shift) - level.column
        return Int(level.shards[place])
    }

    /// Returns the blocks of a shard, level by level, row by row.
    ///
    /// - Parameter shard: The index of the shard, from 0.
    func blocks(of shard: Int) -> [Block] {
        levels.enumerated().flatMap { index, level in
            level.shards.indices.filter { level.shards[$0] == shard }.map { block in
                Block(
                    index: index,
                    part: Self.part(
                        of: plan.levels[index], column: level.column + block % level.columns,
                        row: level.row + block / level.columns,
                        shift: level.shift))
            }
        }
    }
}
