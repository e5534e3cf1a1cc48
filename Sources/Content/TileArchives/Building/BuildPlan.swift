public import Foundation
import TileFormats
public import TileGeometry
import TileSupport

/// The levels and tiles of an archive to build. Planning neither draws nor writes.
public struct BuildPlan: Hashable, Sendable {
    /// One level of the archive.
    public struct Level: Hashable, Sendable {
        /// The level number in the archive's layout.
        public var number: Int
        /// The level number in the pyramid.
        public var level: Int
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int
        /// The number of columns for the whole content.
        public var columns: Int
        /// The number of rows for the whole content.
        public var rows: Int
        /// The tiles to make.
        public var part: Part

        /// The number of tiles to make.
        public var tileCount: Int { part.columns.count * part.rows.count }
    }

    /// A rectangle of tiles in a level.
    public struct Part: Hashable, Sendable {
        public var columns: Range<Int>
        public var rows: Range<Int>
    }

    public let layout: ArchiveLayout
    public let pyramid: TilePyramid
    /// The levels from the shallowest to the deepest.
    public internal(set) var levels: [Level]

    /// The part of the content to build, in its units; nil for all of it.
    public let bounds: CGRect?

    /// Whether all tiles of the plan's levels are made.
    public var isWhole: Bool { levels.allSatisfy { $0.tileCount == $0.columns * $0.rows } }

    /// The number of tiles to make in all levels.
    public var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

    /// Creates a plan.
    ///
    /// - Throws: `.pyramid` and `.option` for invalid sizes, scales and levels.
    public init(
        contentSize: CGSize, isScalable: Bool, layout: ArchiveLayout, options: BuildOptions
    ) throws(BuildFailure) {
        self.layout = layout
        func make(extraLevels: Int) throws(BuildFailure) -> TilePyramid {
            do {
                return try TilePyramid(
                    contentSize: contentSize, tileSize: options.tileSize, scale: options.scale,
                    extraLevels: extraLevels)
            } catch {
                throw .pyramid(error)
            }
        }
        // A drawing with a full size that exceeds the addressable range can still be built down to some level.
        var missing = 0
        var reachable: TilePyramid?
        while reachable == nil {
            do {
                reachable = try make(extraLevels: -missing)
            } catch .pyramid(.tooLarge) where options.maxLevel != nil {
                missing += 1
            }
        }
        var pyramid = reachable!
        let full = layout.deepestLevel(of: pyramid) + missing
        let deepest = options.maxLevel ?? full
        guard deepest <= full || isScalable else {
            throw .option(
                name: "BuildOptions.maxLevel", value: "\(deepest)",
                reason: "an image has no detail beyond its full size, level \(full); use 0 to \(full)")
        }
        // 40 exceeds the depth of any pyramid, without risk of overflow in shifts.
        guard (0...40).contains(deepest) else {
            throw .option(
                name: "BuildOptions.maxLevel", value: "\(deepest)", reason: "use 0 to 40")
        }
        if deepest != full - missing {
            pyramid = try make(extraLevels: deepest - full)
        }
        self.pyramid = pyramid
        bounds = options.bounds
        // Computed again, because a pyramid that fits in one tile keeps its levels when its scale decreases.
        let last = layout.deepestLevel(of: pyramid)
        let first = options.minLevel ?? 0
        guard (0...last).contains(first) else {
            throw .option(
                name: "BuildOptions.minLevel", value: "\(first)",
                reason: "the deepest level is \(last); use 0 to \(last)")
        }
        // Tile numbers have 64 bits.
        guard last <= PMTilesTile.deepestLevel else {
            throw .option(
                name: "BuildOptions.maxLevel", value: "\(last)",
                reason: "use 0 to \(PMTilesTile.deepestLevel)")
        }
        let box = try options.bounds.map { bounds throws(BuildFailure) in
            try Self.box(bounds, in: contentSize)
        }
        levels = (first...last).map { number in
            let level = layout.level(ofNumber: number, in: pyramid)
            let size = pyramid.pixelSize(ofLevel: level)
            let (columns, rows) = (pyramid.columns(ofLevel: level), pyramid.rows(ofLevel: level))
            let side = Double(pyramid.tileSize) / pyramid.scale(ofLevel: level)
            func range(from low: Double, to high: Double, of count: Int) -> Range<Int> {
                let first = min(count - 1, max(0, Int((low / side).rounded(.down))))
                return first..<min(count, max(first + 1, Int((high / side).rounded(.up))))
            }
            let part = Part(
                columns: box.map { range(from: $0.minX, to: $0.maxX, of: columns) } ?? 0..<columns,
                rows: box.map { range(from: $0.minY, to: $0.maxY, of: rows) } ?? 0..<rows)
            return Level(
                number: number, level: level, width: size.width, height: size.height, columns: columns, rows: rows,
                part: part)
        }
    }

    /// Returns bounds as text: "0,0,512,256".
    static func text(_ bounds: CGRect) -> String {
        [bounds.minX, bounds.minY, bounds.width, bounds.height].map { GroupedNumber.typed(Double($0)) }
            .joined(separator: ",")
    }

    /// Returns the part of the bounds within the content.
    private static func box(_ bounds: CGRect, in size: CGSize) throws(BuildFailure) -> Box {
        let box = Box(bounds).intersection(
            Box(minX: 0, minY: 0, maxX: Double(size.width), maxY: Double(size.height)))
        guard box.width > 0, box.height > 0 else {
            throw .option(
                name: "BuildOptions.bounds",
                value: Self.text(bounds),
                reason: "outside the content "
                    + "(\(GroupedNumber.text(Double(size.width))) × \(GroupedNumber.text(Double(size.height))))")
        }
        return box
    }

    /// Returns the level with this number in the layout, if it is made.
    func level(number: Int) -> Level? {
        guard let first = levels.first, (0..<levels.count).contains(number - first.number) else { return nil }
        return levels[number - first.number]
    }
}
