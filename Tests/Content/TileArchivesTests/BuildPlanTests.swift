import Foundation
import Testing

@testable import TileArchives

@Suite("Plans of archives")
struct BuildPlanTests {
    private func plan(
        _ width: Double, _ height: Double, _ layout: ArchiveLayout, isScalable: Bool = true,
        _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> BuildPlan {
        var options = BuildOptions()
        change(&options)
        return try BuildPlan(
            contentSize: CGSize(width: width, height: height), isScalable: isScalable, layout: layout, options: options)
    }

    @Test("Deep Zoom counts levels from one pixel, each twice the one before, rounded up")
    func deepZoomLevels() throws {
        for (width, height) in [(1, 1), (2, 1), (255, 3), (256, 256), (257, 1), (1000, 700), (10800, 5400)] {
            let plan = try plan(Double(width), Double(height), .deepZoom)
            var expected = [(width, height)]
            while expected[0] != (1, 1) {
                expected.insert(((expected[0].0 + 1) / 2, (expected[0].1 + 1) / 2), at: 0)
            }
            #expect(plan.levels.map(\.number) == Array(0..<expected.count))
            #expect(plan.levels.map(\.width) == expected.map { $0.0 })
            #expect(plan.levels.map(\.height) == expected.map { $0.1 })
            for level in plan.levels {
                #expect(level.columns == (level.width + 255) / 256 && level.rows == (level.height + 255) / 256)
            }
        }
    }

    @Test("the worked case of the benchmark: 760 × 360 at 32 pixels a point has 5,774 Deep Zoom tiles")
    func worldmap() throws {
        #expect(try plan(760, 360, .deepZoom) { $0.scale = 32 }.tileCount == 5774)
    }

    @Test("XYZ begins where one tile holds all")
    func xyzLevels() throws {
        let plan = try plan(1000, 700, .xyz)
        #expect(plan.levels.map(\.number) == [0, 1, 2])
        #expect(plan.levels.map(\.tileCount) == [1, 4, 12])
        #expect(try self.plan(256, 256, .xyz).levels.map(\.number) == [0])
    }

    @Test("a lower maximum level leaves the deep ones out, a higher one magnifies a drawing")
    func maxLevel() throws {
        let lower = try plan(1000, 700, .xyz) { $0.maxLevel = 1 }
        #expect(lower.levels.map(\.number) == [0, 1])
        #expect(lower.levels[1].width == 500)
        let higher = try plan(1000, 700, .xyz) { $0.maxLevel = 4 }
        #expect(higher.levels.last!.width == 4000)
        #expect(higher.levels.map(\.number) == [0, 1, 2, 3, 4])
        let deepZoom = try plan(1000, 700, .deepZoom) { $0.maxLevel = 9 }
        #expect(deepZoom.levels.map(\.number) == Array(0...9))
        #expect(deepZoom.levels.last!.width == 500)
        #expect(try plan(1000, 700, .xyz) { $0.minLevel = 1 }.levels.map(\.number) == [1, 2])
    }

    @Test("a drawing too large to be addressed is built down to the level that is asked for")
    func tooLarge() throws {
        #expect(throws: BuildFailure.self) { try plan(1e9, 1e8, .xyz) }
        let capped = try plan(1e9, 1e8, .xyz) { $0.maxLevel = 3 }
        // 10⁹ pixels need 22 levels of 256 pixels: level 3 is 2⁻¹⁹ of that.
        #expect(capped.levels.map(\.number) == [0, 1, 2, 3])
        #expect(capped.levels[3].width == 1908)
        #expect(throws: BuildFailure.self) { try plan(1e9, 1e8, .xyz) { $0.maxLevel = 20 } }
        #expect(throws: BuildFailure.self) { try plan(1e300, 1, .xyz) { $0.maxLevel = 20 } }
    }

    @Test("levels, scales and sizes that cannot be are refused with the parameter's name")
    func refused() throws {
        func failure(
            isScalable: Bool = true, _ change: (inout BuildOptions) -> Void
        ) -> String? {
            do {
                _ = try plan(1000, 700, .xyz, isScalable: isScalable, change)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(failure { $0.minLevel = 3 }?.hasPrefix("`BuildOptions.minLevel` 3") == true)
        #expect(failure { $0.minLevel = -1 }?.hasPrefix("`BuildOptions.minLevel` -1") == true)
        #expect(failure { $0.maxLevel = -1 }?.hasPrefix("`BuildOptions.maxLevel` -1") == true)
        #expect(failure { $0.maxLevel = 41 }?.hasPrefix("`BuildOptions.maxLevel` 41") == true)
        #expect(failure { $0.maxLevel = 40 }?.contains("choose a lower maximum level") == true)
        #expect(failure(isScalable: false) { $0.maxLevel = 3 }?.hasPrefix("`BuildOptions.maxLevel` 3") == true)
        #expect(failure(isScalable: false) { $0.maxLevel = 99 }?.hasSuffix("level 2; use 0 to 2") == true)
        #expect(failure(isScalable: false) { $0.maxLevel = 2 } == nil)
        #expect(failure { $0.scale = 1e300 } != nil)
        #expect(failure { $0.scale = .nan } != nil)
        #expect(failure { $0.tileSize = 0 } != nil)
    }

    @Test("a Z-curve visits each cell of every small grid once, the quarters of each square one after the other")
    func zOrder() {
        for columns in 1...9 {
            for rows in 1...9 {
                var order = ZOrder(columns: 0..<columns, rows: 0..<rows)
                var cells: [[Int]] = []
                while let cell = order.next() { cells.append([cell.column, cell.row]) }
                #expect(Set(cells).count == columns * rows && cells.count == columns * rows)
                // Interleaved bits only grow along the curve.
                let codes = cells.map { cell in
                    (0..<4).reduce(0) { $0 | (cell[0] >> $1 & 1) << (2 * $1) | (cell[1] >> $1 & 1) << (2 * $1 + 1) }
                }
                #expect(codes == codes.sorted())
            }
        }
    }
}
