public import Foundation
public import TileGeometry

/// Which levels and tiles an archive will have. Nothing is drawn or written for it.
public struct BuildPlan: Hashable, Sendable {
    /// One level of the archive.
    public struct Level: Hashable, Sendable {
        /// As the archive's layout counts.
        public var number: Int
        /// As the pyramid counts.
        public var level: Int
        /// In pixels.
        public var width: Int
        /// In pixels.
        public var height: Int
        public var columns: Int
        public var rows: Int

        public var tileCount: Int { columns * rows }
    }

    public let layout: ArchiveLayout
    public let pyramid: TilePyramid
    /// From the shallowest to the deepest.
    public let levels: [Level]

    /// Tiles in all levels.
    public var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

    /// - Throws: `.pyramid` and `.option` for sizes, scales and levels that cannot be.
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
        // A drawing whose full size is beyond what can be addressed can still be built down to some level.
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
        // 40: beyond any pyramid, and far from where a shift would overflow.
        guard (0...40).contains(deepest) else {
            throw .option(
                name: "BuildOptions.maxLevel", value: "\(deepest)", reason: "levels are counted from 0; choose 0 to 40")
        }
        guard deepest <= full || isScalable else {
            throw .option(
                name: "BuildOptions.maxLevel", value: "\(deepest)",
                reason: "full size is level \(full), and an image has no more detail; choose at most \(full)")
        }
        if deepest != full - missing {
            pyramid = try make(extraLevels: deepest - full)
        }
        self.pyramid = pyramid
        // A pyramid of less than one tile has no fewer levels for being smaller still.
        let last = layout.deepestLevel(of: pyramid)
        let first = options.minLevel ?? 0
        guard (0...last).contains(first) else {
            throw .option(
                name: "BuildOptions.minLevel", value: "\(first)",
                reason: "the deepest level is \(last); choose from 0 to \(last)"
            )
        }
        levels = (first...last).map { number in
            let level = layout.level(ofNumber: number, in: pyramid)
            let size = pyramid.pixelSize(ofLevel: level)
            return Level(
                number: number, level: level, width: size.width, height: size.height,
                columns: pyramid.columns(ofLevel: level), rows: pyramid.rows(ofLevel: level))
        }
    }
}
