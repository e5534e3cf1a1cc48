import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A Deep Zoom archive: `name.dzi`, and `name_files` with the tiles.
struct DeepZoomFiles: ArchiveKind {
    var fileExtension: String? { DeepZoom.fileExtension }
    var title: String { "Deep Zoom" }
    var cropsTiles: Bool { true }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.deepZoomMaxLevel }

    func check(_ contents: ArchiveContents) throws(BuildFailure) {
        guard contents.plan.isWhole else {
            throw .cannotHold(kind: title, what: "a part of the content: leave out `BuildOptions.bounds`")
        }
    }

    private static let stagedTiles = "files"
    private static let stagedDescription = "description"

    /// The description is the last product, because an archive exists when its description does.
    func products(_ name: PathName) -> [ArchiveProduct] {
        [
            ArchiveProduct(
                staged: Self.stagedTiles, target: name.sibling("\(name.stem)\(DeepZoom.filesSuffix)")
            ) { path, _ in holdsLevels(path, and: [PreviewPage.name]) },
            .file(Self.stagedDescription, as: name.path),
        ]
    }

    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws {
        let (contents, folder) = (work.contents, work.folder)
        try folder.makeFolder(Self.stagedTiles)
        for level in contents.plan.levels { try folder.makeFolder("\(Self.stagedTiles)/\(level.number)") }
        let prefix = Array("\(Self.stagedTiles)/".utf8)
        let ending = contents.format.fileExtension
        let fileExtension = Array(".\(ending)".utf8)
        try work.crew.run(
            FolderTiles(tiles, work) { tile, name in
                name.append(prefix)
                DeepZoomName.write(
                    level: tile.level, column: tile.column, row: tile.row, fileExtension: fileExtension, to: &name)
            })
        if contents.hasPreview {
            let page = PreviewPage.html(contents, template: DeepZoomName.template(fileExtension: ending))
            try folder.write(page, to: "\(Self.stagedTiles)/\(PreviewPage.name)")
        }
        let descriptor = DeepZoom.descriptor(of: contents.plan.pyramid, fileExtension: ending)
        try folder.write(Data(descriptor.utf8), to: Self.stagedDescription)
    }
}
