import Foundation
import TileFormats
import TileGeometry
import TileSupport

/// A reader of Zoomify folders.
final class ZoomifyReader: ArchiveReader {
    let path: String
    let description: ArchiveDescription
    private let folder: TileFolder
    private let names: ZoomifyName
    private let tiers: [ZoomifyTiers.Tier]
    /// The level number of tier 0. Tiers rounded down are one fewer than the pyramid's levels.
    private let firstLevel: Int

    init(_ path: String) throws(ArchiveFailure) {
        let folder = try TileFolder(path)
        let descriptionPath = "\(path)/\(Zoomify.descriptionName)"
        guard let bytes = try folder.read(Zoomify.descriptionName),
            let properties = DescriptionXML(bytes)?.element("IMAGE_PROPERTIES")
        else {
            throw .damaged(path: descriptionPath, reason: "its XML can't be read or has no IMAGE_PROPERTIES")
        }
        let width = try properties.required("WIDTH", from: 1, of: descriptionPath)
        let height = try properties.required("HEIGHT", from: 1, of: descriptionPath)
        let tileSize = try properties.required("TILESIZE", from: 1, of: descriptionPath)
        let pyramid: TilePyramid
        do {
            pyramid = try TilePyramid(contentSize: CGSize(width: width, height: height), tileSize: tileSize)
        } catch {
            throw .unsupported(path: path, what: "\(error)")
        }
        let count = properties.number("NUMTILES", from: 1)
        let rules = ZoomifyTiers.Rounding.allCases.map { rounding in
            ZoomifyTiers(width: width, height: height, tileSize: tileSize, rounding: rounding)
        }
        let rule = rules.first { $0.tileCount == count } ?? rules[0]
        tiers = rule.tiers
        names = ZoomifyName(tiers)
        firstLevel = pyramid.maxLevel - (tiers.count - 1)
        // Without an extension, JPEG is assumed.
        let first = try folder.names(in: Zoomify.groupName(0)).first { $0.hasPrefix("0-0-0.") }
        let fileExtension = first.flatMap { FolderName.split($0)?.fileExtension } ?? "jpg"
        var description = ArchiveDescription(
            layout: .zoomify, name: PathName(path).name, format: StoredTileFormat(name: fileExtension),
            fileExtension: fileExtension, levels: firstLevel...pyramid.maxLevel)
        description.undrawnFormat = UndrawnTileFormat(name: fileExtension)
        (description.pyramid, description.tileSize) = (pyramid, tileSize)
        for (tier, grid) in tiers.enumerated() {
            let grid = LevelGrid(columns: grid.columns, rows: grid.rows)
            let level = firstLevel + tier
            if grid != LevelGrid(pyramid, level: level) { description.grids[level] = grid }
        }
        if let count, count != rule.tileCount {
            description.contradictions = [
                "NUMTILES is \(GroupedNumber.text(count)), but \(GroupedNumber.text(width)) × "
                    + "\(GroupedNumber.text(height)) pixels in tiles of \(tileSize) make "
                    + GroupedNumber.counted(rule.tileCount, "tile")
            ]
        }
        self.description = description
        self.folder = folder
        self.path = path
    }

    func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        let tier = level - firstLevel
        guard contains(tier: tier, column, row) else { return nil }
        let group = Zoomify.groupName(names.group(level: tier, column: column, row: row))
        return try folder.read("\(group)/\(tier)-\(column)-\(row).\(description.fileExtension)")
    }

    private func contains(tier: Int, _ column: Int, _ row: Int) -> Bool {
        tiers.indices.contains(tier) && (0..<tiers[tier].columns).contains(column)
            && (0..<tiers[tier].rows).contains(row)
    }

    func tiles() throws(ArchiveFailure) -> any ArchiveTileCursor {
        var strays = ArchiveStrays()
        var numbers: [UInt64] = []
        for group in try folder.names() where group.hasPrefix("TileGroup") {
            for name in try folder.names(in: group) {
                guard let (stem, ending) = FolderName.split(name), ending == description.fileExtension,
                    let place = FolderName.numbers(stem, separator: "-", count: 3),
                    contains(tier: place[0], place[1], place[2]),
                    let number = PMTilesTile(level: firstLevel + place[0], column: place[1], row: place[2]).number
                else {
                    strays.add("\(group)/\(name) is not a tile of the image")
                    continue
                }
                let right = Zoomify.groupName(names.group(level: place[0], column: place[1], row: place[2]))
                guard group == right else {
                    strays.add("\(group)/\(name) belongs in \(right)")
                    continue
                }
                numbers.append(number)
            }
        }
        return TileListCursor(numbers, strays: strays)
    }
}
