import Foundation
import TestSupport
import TileFormats
import TileGeometry

@testable import TileArchives

/// A PMTiles file assembled by a test, which may be invalid.
struct HandmadePMTiles {
    var header = PMTilesHeader()
    var entries: [PMTilesEntry] = []
    var tiles: [UInt8] = []
    var metadata = Array("{}".utf8)
    /// The number of entries of a leaf; nil for only a root.
    var leafSize: Int?
    /// A change to the leaves of the root, made before compression.
    var changeRoot: (inout [PMTilesEntry]) -> Void = { _ in }

    /// Returns tiles of a level in order. The 4 bytes of each are its number.
    static func numbered(_ count: Int, fromLevel level: Int) -> HandmadePMTiles {
        var archive = HandmadePMTiles()
        let first = PMTilesTile.first(ofLevel: level)
        archive.entries.reserveCapacity(count)
        for index in 0..<count {
            archive.entries.append(
                PMTilesEntry(number: first + UInt64(index), offset: UInt64(index) * 4, length: 4, runLength: 1))
            withUnsafeBytes(of: UInt32(index).littleEndian) { archive.tiles += $0 }
        }
        archive.header.minLevel = UInt8(level)
        archive.header.maxLevel = UInt8(PMTilesTile(number: first + UInt64(count) - 1)!.level)
        return archive
    }

    var bytes: [UInt8] {
        func packed(_ bytes: [UInt8]) -> [UInt8] {
            self.header.internalCompression == .gzip ? Gzip.compressed(bytes) : bytes
        }
        var root = entries
        var leaves: [UInt8] = []
        if let leafSize {
            root = []
            for start in stride(from: 0, to: entries.count, by: leafSize) {
                let part = entries[start..<min(start + leafSize, entries.count)]
                let bytes = packed(PMTilesDirectory.bytes(part))
                root.append(
                    PMTilesEntry(
                        number: part.first!.number, offset: UInt64(leaves.count), length: UInt32(bytes.count),
                        runLength: 0))
                leaves += bytes
            }
        }
        changeRoot(&root)
        let (rootBytes, metadata) = (packed(PMTilesDirectory.bytes(root)), packed(metadata))
        var header = header
        header.root = PMTiles.Section(offset: 127, length: UInt64(rootBytes.count))
        header.metadata = PMTiles.Section(offset: header.root.end!, length: UInt64(metadata.count))
        header.leaves = PMTiles.Section(offset: header.metadata.end!, length: UInt64(leaves.count))
        header.tiles = PMTiles.Section(offset: header.leaves.end!, length: UInt64(tiles.count))
        return header.bytes + rootBytes + metadata + leaves + tiles
    }
}

extension ArchiveReader {
    /// Returns all tiles of `tiles()`.
    func everything() throws -> [(tile: TileCoordinate, bytes: [UInt8])] {
        var cursor = try tiles()
        var all: [(TileCoordinate, [UInt8])] = []
        while let tile = try cursor.next() { all.append((tile.coordinate, try bytes(of: tile))) }
        return all
    }
}

/// Returns the error of opening or reading, or nil if it succeeds.
func failure<Value>(_ work: () throws(ArchiveFailure) -> Value) -> ArchiveFailure? {
    do throws(ArchiveFailure) { _ = try work() } catch { return error }
    return nil
}

/// Returns the number of rounds of damage. TILEWORK_ROUNDS sets a larger one.
func rounds(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? usual
}

extension SeededGenerator {
    /// Returns bytes with one to three changes.
    mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0: bytes.remove(at: at)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &self), at: at)
            case 2: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &self)!
            case 3: bytes.removeLast(bytes.count - at)
            default: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            }
        }
        return bytes
    }
}
