import Foundation

/// The page beside built tiles that shows them, without a server as well: one file, which has all that it needs but the
/// tiles.
enum PreviewPage {
    /// Beside the levels' folders.
    static let name = "index.html"

    private struct Archive: Encodable {
        struct Level: Encodable {
            var level: Int
            /// Pixels for each pixel at full size.
            var scale: Double
            var width: Int
            var height: Int
            var columns: Int
            var rows: Int
        }
        var name: String
        /// Of a tile, from the page.
        var address: String
        var tileSize: Int
        var levels: [Level]
    }

    /// - Parameter template: A tile's address, from the page.
    static func html(_ contents: ArchiveContents, template: String) -> Data {
        let plan = contents.plan
        let full = plan.pyramid.scale(ofLevel: plan.levels[plan.levels.count - 1].level)
        let archive = Archive(
            name: contents.name, address: template, tileSize: plan.pyramid.tileSize,
            levels: plan.levels.map {
                Archive.Level(
                    level: $0.number, scale: plan.pyramid.scale(ofLevel: $0.level) / full, width: $0.width,
                    height: $0.height, columns: $0.columns, rows: $0.rows)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Names and numbers that JSON has; within a page, a name may not begin markup.
        let json = String(decoding: try! encoder.encode(archive), as: UTF8.self)
            .replacingOccurrences(of: "<", with: "\\u003c")
        let page = String(decoding: PackageResources.preview_html, as: UTF8.self)
        return Data(page.replacingOccurrences(of: ">ARCHIVE<", with: ">\(json)<").utf8)
    }
}
