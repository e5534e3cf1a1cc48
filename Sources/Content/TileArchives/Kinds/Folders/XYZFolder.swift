import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// An archive that is a folder of `{z}/{x}/{y}.ext` with `tiles.json`.
struct XYZFolder: ArchiveKind {
    static let description = "tiles.json"

    var fileExtension: String? { nil }
    var title: String { "a folder of tiles" }
    var cropsTiles: Bool { false }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.maxLevel }

    func check(_ contents: ArchiveContents) throws(BuildFailure) {}

    private static let staged = "tiles"

    func products(_ name: PathName) -> [ArchiveProduct] {
        [
            ArchiveProduct(staged: Self.staged, target: name.path) { path, status in
                guard status.st_mode & S_IFMT == S_IFDIR else { return false }
                return holdsLevels(path, and: [Self.description, PreviewPage.name])
                    && access("\(path)/\(Self.description)", F_OK) == 0 || isEmptyFolder(path)
            }
        ]
    }

    /// The URLs of tiles are relative to the document, because it is not known where the folder will be served.
    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws {
        let (contents, folder) = (work.contents, work.folder)
        try folder.makeFolder(Self.staged)
        var made = Set<PMTilesTile>()
        for tile in tiles.tiles {
            guard var place = PMTilesTile(number: tile.number) else {
                preconditionFailure("a number beyond all levels")
            }
            place.row = 0
            guard made.insert(place).inserted else { continue }
            try folder.makeFolder("\(Self.staged)/\(place.level)")
            try folder.makeFolder("\(Self.staged)/\(place.level)/\(place.column)")
        }
        let prefix = Array("\(Self.staged)/".utf8)
        let fileExtension = Array(".\(contents.format.fileExtension)".utf8)
        try work.crew.run(
            FolderTiles(tiles, work) { tile, name in
                name.append(prefix)
                XYZName.write(
                    level: tile.level, column: tile.column, row: tile.row, fileExtension: fileExtension, to: &name)
            })
        let template = XYZName.template(fileExtension: contents.format.fileExtension)
        let document = TileJSON(contents, template: template)
        try folder.write(document.data(forPeople: true), to: "\(Self.staged)/\(Self.description)")
        if contents.hasPreview {
            try folder.write(
                PreviewPage.html(contents, template: template), to: "\(Self.staged)/\(PreviewPage.name)")
        }
    }
}

extension TileJSON {
    /// Creates the description of an archive.
    ///
    /// - Parameter template: The URL template of tiles.
    init(_ contents: ArchiveContents, template: String) {
        self.init(
            name: contents.name, pyramid: contents.plan.pyramid, minLevel: contents.plan.levels[0].number,
            part: contents.plan.bounds, template: template, format: contents.format.fileExtension)
    }
}
