import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// `name.dzi`, and `name_files` with the tiles.
struct DeepZoomFiles: ArchiveKind {
    var fileExtension: String? { DeepZoom.fileExtension }
    var title: String { "Deep Zoom" }
    var cropsTiles: Bool { true }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.deepZoomMaxLevel }

    func make(_ name: PathName, of format: TileFormat, replacesExisting: Bool) throws(BuildFailure) -> any Archive {
        let folder = "\(name.stem)\(DeepZoom.filesSuffix)"
        try StagingFolder.checkReplacingFile(name.path, replacesExisting)
        try StagingFolder.checkReplacing(name.sibling(folder), replacesExisting) { path, _ in
            StagingFolder.holdsLevels(path, and: [PreviewPage.name])
        }
        return Files(
            staging: try StagingFolder(name, replacesExisting: replacesExisting), name: name, folder: folder,
            folderBytes: Array("\(folder)/".utf8), fileExtension: Array(".\(format.fileExtension)".utf8))
    }

    private struct Files: Archive {
        let staging: StagingFolder
        let name: PathName
        /// The name of the folder with the tiles.
        let folder: String
        /// With a slash.
        let folderBytes: [UInt8]
        let fileExtension: [UInt8]

        func prepare(_ level: BuildPlan.Level) throws(BuildFailure) {
            try staging.makeFolder(folder)
            try staging.makeFolder("\(folder)/\(level.number)")
        }

        func write(_ bytes: [UInt8], to tile: ArchivedTile, solid: SolidTile?) throws(BuildFailure) {
            try staging.write(bytes, solid: solid) { name in
                name.append(folderBytes)
                DeepZoomName.write(
                    level: tile.level, column: tile.column, row: tile.row, fileExtension: fileExtension, to: &name)
            }
        }

        /// The description comes last: an archive is there when its description is.
        func finish(_ contents: ArchiveContents) throws(BuildFailure) {
            let fileExtension = contents.format.fileExtension
            let descriptor = DeepZoom.descriptor(of: contents.plan.pyramid, fileExtension: fileExtension)
            try staging.write(Data(descriptor.utf8), to: name.name)
            if contents.hasPreview {
                let template = DeepZoomName.template(fileExtension: fileExtension)
                try staging.write(
                    PreviewPage.html(contents, template: template), to: "\(folder)/\(PreviewPage.name)")
            }
            let isSwapped = try staging.publish(folder, as: name.sibling(folder))
            do {
                try staging.publish(name.name, as: name.path)
            } catch {
                staging.takeBack(folder, from: name.sibling(folder), isSwapped: isSwapped)
                throw error
            }
            discard()
        }

        func discard() { staging.discard() }
    }
}
