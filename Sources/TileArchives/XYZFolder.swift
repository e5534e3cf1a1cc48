import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A folder of `{z}/{x}/{y}.ext` with `tiles.json`.
struct XYZFolder: ArchiveKind {
    static let description = "tiles.json"

    var fileExtension: String? { nil }
    var title: String { "a folder of tiles" }
    var cropsTiles: Bool { false }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.maxLevel }

    func make(_ name: PathName, of format: TileFormat, replacesExisting: Bool) throws(BuildFailure) -> any Archive {
        try StagingFolder.checkReplacing(name.path, replacesExisting) { path, status in
            guard status.st_mode & S_IFMT == S_IFDIR else { return false }
            return StagingFolder.holdsLevels(path, and: [Self.description, PreviewPage.name])
                && access("\(path)/\(Self.description)", F_OK) == 0 || StagingFolder.isEmpty(path)
        }
        return Files(
            staging: try StagingFolder(name, replacesExisting: replacesExisting), path: name.path,
            fileExtension: Array(".\(format.fileExtension)".utf8))
    }

    private struct Files: Archive {
        let staging: StagingFolder
        let path: String
        let fileExtension: [UInt8]

        func prepare(_ level: BuildPlan.Level) throws(BuildFailure) {
            try staging.makeFolder("\(level.number)")
            for column in 0..<level.columns { try staging.makeFolder("\(level.number)/\(column)") }
        }

        func write(_ bytes: [UInt8], to tile: ArchivedTile, solid: SolidTile?) throws(BuildFailure) {
            try staging.write(bytes, solid: solid) { name in
                XYZName.write(
                    level: tile.level, column: tile.column, row: tile.row, fileExtension: fileExtension, to: &name)
            }
        }

        /// The tiles' addresses are relative to the document, since nobody knows yet where it will be served.
        func finish(_ contents: ArchiveContents) throws(BuildFailure) {
            let template = XYZName.template(fileExtension: contents.format.fileExtension)
            let document = TileJSON(
                name: contents.name, pyramid: contents.plan.pyramid, minLevel: contents.plan.levels[0].number,
                template: template, format: contents.format.fileExtension)
            try staging.write(document.data(forPeople: true), to: XYZFolder.description)
            if contents.hasPreview {
                try staging.write(PreviewPage.html(contents, template: template), to: PreviewPage.name)
            }
            try staging.publish(nil, as: path)
            discard()
        }

        func discard() { staging.discard() }
    }
}
