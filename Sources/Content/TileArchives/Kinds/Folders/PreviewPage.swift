import Foundation

/// The page that shows an archive's tiles, with or without a server. It is a single file with everything except the
/// tiles.
enum PreviewPage {
    /// The name of the page, beside the folders of levels.
    static let name = "index.html"

    private struct Archive: Encodable {
        struct Level: Encodable {
            var level: Int
            /// The scale relative to full size.
            var scale: Double
            var width: Int
            var height: Int
            var columns: Int
            var rows: Int
        }
        var name: String
        /// The URL template of tiles, relative to the page.
        var address: String
        var tileSize: Int
        var levels: [Level]
    }

    /// Returns the page.
    ///
    /// - Parameter template: The URL template of tiles, relative to the page.
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
        // Encoding cannot fail. `<` is escaped so that a name cannot start markup in the page.
        let json = String(decoding: try! encoder.encode(archive), as: UTF8.self)
            .replacingOccurrences(of: "<", with: "\\u003c")
        let page = String(decoding: PackageResources.preview_html, as: UTF8.self)
        return Data(page.replacingOccurrences(of: ">ARCHIVE<", with: ">\(json)<").utf8)
    }
}
