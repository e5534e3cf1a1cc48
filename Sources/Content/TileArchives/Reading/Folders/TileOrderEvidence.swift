import TileFormats
import TileGeometry
import TileGraphics

/// Determines the order of a folder's tiles from their pixels: a tile shows one quarter of its parent, and which one
/// depends on the row order.
///
/// About sixteen tiles of the shallowest levels are decoded. There is no evidence in folders with one level, or in
/// pictures that look the same upside down.
struct TileOrderEvidence {
    /// The relation between file names and coordinates.
    struct Order: Hashable {
        /// Whether the outer folders are rows instead of columns.
        var isByRows: Bool
        var isFromBottom: Bool
    }

    private let folder: TileFolder
    private let levels: [Int]
    private let fileExtension: String
    private var parents: [String: Bitmap?] = [:]

    private static let mostTiles = 16
    private static let mostTilesOfLevel = 8
    /// The mean difference of a channel, out of 255, below which two tiles are considered equal, to allow for
    /// resampling and JPEG.
    private static let leastDifference = 2.0

    /// - Parameter levels: The folders of the levels, in ascending order.
    init(_ folder: TileFolder, levels: [Int], fileExtension: String) {
        (self.folder, self.levels, self.fileExtension) = (folder, levels, fileExtension)
    }

    /// Returns the order among `candidates` that matches the tiles; nil if there is no evidence.
    mutating func order(among candidates: [Order]) -> Order? {
        var differences = [Double](repeating: 0, count: candidates.count)
        var count = 0
        for level in levels where levels.contains(level - 1) && count < Self.mostTiles {
            for (outer, inner) in sample(level) where count < Self.mostTiles {
                guard let parent = parent("\(level - 1)/\(outer / 2)/\(inner / 2)"),
                    let tile = bitmap("\(level)/\(outer)/\(inner)"), tile.width == parent.width,
                    tile.height == parent.height, tile.width == tile.height, tile.width % 2 == 0, tile.width > 0
                else { continue }
                let half = Bitmap(width: tile.width / 2, height: tile.height / 2)
                BoxShrink.shrink(tile, into: half)
                for (index, candidate) in candidates.enumerated() {
                    let (column, row) = candidate.isByRows ? (inner % 2, outer % 2) : (outer % 2, inner % 2)
                    differences[index] += Self.difference(
                        half, parent, column: column, row: candidate.isFromBottom ? 1 - row : row)
                }
                count += 1
            }
        }
        guard count > 0 else { return nil }
        let ranked = candidates.indices.sorted { differences[$0] < differences[$1] }
        let (best, second) = (differences[ranked[0]] / Double(count), differences[ranked[1]] / Double(count))
        return second > Self.leastDifference && best * 2 < second ? candidates[ranked[0]] : nil
    }

    /// Returns the numbers of some tiles that are spread over a level.
    private func sample(_ level: Int) -> [(outer: Int, inner: Int)] {
        func spread(_ numbers: [Int], _ count: Int) -> [Int] {
            let sorted = numbers.sorted()
            guard sorted.count > count else { return sorted }
            return (0..<count).map { sorted[$0 * (sorted.count - 1) / (count - 1)] }
        }
        guard let names = try? folder.names(in: "\(level)") else { return [] }
        let outers = spread(names.compactMap { FolderNumber.read($0) }, Self.mostTilesOfLevel / 2)
        return outers.flatMap { outer in
            let names = (try? folder.names(in: "\(level)/\(outer)")) ?? []
            let inners = names.compactMap { name -> Int? in
                guard let (stem, ending) = FolderName.split(name), ending == fileExtension else { return nil }
                return FolderNumber.read(stem)
            }
            return spread(inners, Self.mostTilesOfLevel / max(1, outers.count)).map { (outer, $0) }
        }
    }

    private mutating func parent(_ name: String) -> Bitmap? {
        if let known = parents[name] { return known }
        let parent = bitmap(name)
        parents[name] = .some(parent)
        return parent
    }

    private func bitmap(_ name: String) -> Bitmap? {
        guard let bytes = try? folder.read("\(name).\(fileExtension)") else { return nil }
        switch StoredTileFormat(recognizing: bytes) {
        case .png, .jpeg, .webp: return try? TileDecoding.decode(bytes).get()
        default: return nil
        }
    }

    /// Returns the mean channel difference between a shrunk tile and a quarter of its parent.
    private static func difference(_ half: Bitmap, _ parent: Bitmap, column: Int, row: Int) -> Double {
        var sum = 0
        for y in 0..<half.height {
            let (own, other) = (half.row(y), parent.row(row * half.height + y))
            for x in 0..<half.width {
                let (a, b) = (own[x], other[column * half.width + x])
                if a == b { continue }
                for shift in stride(from: 0, to: 32, by: 8) {
                    sum += abs(Int(a >> UInt32(shift) & 0xFF) - Int(b >> UInt32(shift) & 0xFF))
                }
            }
        }
        return Double(sum) / Double(4 * half.width * half.height)
    }
}
