import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// An archive that is a folder for Zoomify viewers.
struct ZoomifyFolder: ArchiveKind {
    var fileExtension: String? { nil }
    var title: String { "Zoomify" }
    var cropsTiles: Bool { true }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.maxLevel }

    func check(_ contents: ArchiveContents) throws(BuildFailure) {
        guard contents.plan.isWhole, contents.plan.levels[0].number == 0 else {
            throw .cannotHold(
                kind: title,
                what: "a part of the content or of its levels: leave out `BuildOptions.bounds`, "
                    + "`BuildOptions.minLevel` and --only-level"
            )
        }
        switch contents.format {
        case .jpeg, .png: break
        case .webp, .webpLossless:
            throw .cannotHold(kind: title, what: "WebP: choose jpg or png with `BuildOptions.format`")
        case .avif:
            throw .cannotHold(kind: title, what: "AVIF: choose jpg or png with `BuildOptions.format`")
        case .jxl, .jxlLossless:
            throw .cannotHold(kind: title, what: "JPEG XL: choose jpg or png with `BuildOptions.format`")
        }
    }

    private static let staged = "tiles"

    func products(_ name: PathName) -> [ArchiveProduct] {
        [
            ArchiveProduct(staged: Self.staged, target: name.path) { path, status in
                guard status.st_mode & S_IFMT == S_IFDIR else { return false }
                let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? ["unreadable"]
                return names.isEmpty
                    || names.contains(Zoomify.descriptionName)
                        && names.allSatisfy { $0 == Zoomify.descriptionName || $0.hasPrefix("TileGroup") }
            }
        ]
    }

    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws {
        let (contents, folder) = (work.contents, work.folder)
        let pyramid = contents.plan.pyramid
        let names = ZoomifyName(pyramid)
        try folder.makeFolder(Self.staged)
        let groups = (contents.plan.tileCount + Zoomify.tilesInGroup - 1) / Zoomify.tilesInGroup
        for group in 0..<groups { try folder.makeFolder("\(Self.staged)/\(Zoomify.groupName(group))") }
        let prefix = Array("\(Self.staged)/".utf8)
        let fileExtension = Array(".\(contents.format.fileExtension)".utf8)
        try work.crew.run(
            FolderTiles(tiles, work) { tile, name in
                name.append(prefix)
                names.write(
                    level: tile.level, column: tile.column, row: tile.row, fileExtension: fileExtension, to: &name)
            })
        try folder.write(
            Data(Zoomify.description(of: pyramid).utf8), to: "\(Self.staged)/\(Zoomify.descriptionName)")
    }
}
