import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("Overviews of a large image in the cache folder")
struct CachedOverviewsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let (width, height) = (1300, 900)

    /// Returns levels in which each pixel encodes its position.
    private func levels() throws -> (KeptLevels, [(width: Int, height: Int)]) {
        let sizes = ImageLevels.sizes(width: Self.width, height: Self.height)
        let levels = try KeptLevels(sizes, isInMemory: true) { $0 >= ImageStore.firstOverview }
        for level in ImageStore.firstOverview..<sizes.count {
            for row in 0..<sizes[level].height {
                let pixels = (0..<sizes[level].width).map { UInt32(level << 24 | row << 12 | $0) }
                try levels.write(pixels, row: row, ofLevel: level)
            }
        }
        return (levels, sizes)
    }

    private func written() throws -> [UInt8] {
        let (levels, sizes) = try levels()
        let path = folder.file("overviews")
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        try OverviewArchive.write(levels, sizes: sizes, to: file)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func opened(_ bytes: [UInt8], width: Int = width) throws -> OverviewArchive {
        try OverviewArchive(
            MappedFile(copying: bytes.withUnsafeBytes { $0 }),
            sizes: ImageLevels.sizes(width: width, height: Self.height))
    }

    @Test("are read as they were written, each rect of each level")
    func rects() throws {
        let archive = try opened(written())
        let sizes = ImageLevels.sizes(width: Self.width, height: Self.height)
        #expect(sizes.indices.map(archive.keeps) == sizes.indices.map { $0 >= 2 })
        for level in 2..<sizes.count {
            let (width, height) = sizes[level]
            for (x, y) in [(0, 0), (width / 3, height / 2), (width - 1, height - 1), (min(250, width - 1), 0)] {
                for (wide, high) in [(1, 1), (width - x, height - y), (min(10, width - x), min(300, height - y))] {
                    let bitmap = Bitmap(width: wide, height: high)
                    try archive.read(
                        ImageLevels.Rect(x: x, y: y, width: wide, height: high), ofLevel: level, into: bitmap)
                    for row in 0..<high {
                        for column in 0..<wide
                        where bitmap.row(row)[column] != UInt32(level << 24 | (y + row) << 12 | (x + column)) {
                            Issue.record("level \(level), \(x + column), \(y + row)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test("are damaged when cut off, changed, or another image's")
    func damage() throws {
        let bytes = try written()
        #expect(throws: ArchiveDamage.self) { try opened(bytes, width: 1301) }
        for length in stride(from: 0, to: bytes.count, by: 997) {
            #expect(throws: ArchiveDamage.self) { try opened(Array(bytes[..<length])) }
        }
        var changed = bytes
        changed[100] ^= 1
        let archive = try opened(changed)
        let bitmap = Bitmap(width: 4, height: 4)
        #expect(throws: ArchiveDamage.checksum) {
            try archive.read(ImageLevels.Rect(x: 0, y: 0, width: 4, height: 4), ofLevel: 2, into: bitmap)
        }
        try archive.read(ImageLevels.Rect(x: 0, y: 0, width: 4, height: 4), ofLevel: 3, into: bitmap)
    }

    @Test("an image is known by its place, size, times and some of its bytes, once it has rested")
    func identity() throws {
        let cache = try ContentCache(folder: folder.file("cache"), limit: 1 << 30)
        let path = try folder.write("scan.tif", (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(ContentIdentity.ofImage(path, in: cache) == nil)
        let later = Date().addingTimeInterval(10)
        let first = try #require(ContentIdentity.ofImage(path, in: cache, now: later))
        #expect(ContentIdentity.ofImage(path, in: cache, now: later) == first)
        #expect(ContentIdentity.ofImage(folder.file("none"), in: cache, now: later) == nil)
        #expect(ContentIdentity.ofImage(folder.path, in: cache, now: later) == nil)
        // One byte that is read, and one that only the time of the change reveals.
        for place in [10, 70_000] {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: [0x55])
            try file.close()
            #expect(ContentIdentity.ofImage(path, in: cache, now: Date().addingTimeInterval(10)) != first)
        }
    }
}
