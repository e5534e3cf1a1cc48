import Foundation
import TestSupport
import Testing
import TileContent
import TileGraphics

@testable import TileArchives

/// Tests of the page beside built tiles. The viewer's tests cover its appearance in a browser.
@Suite("The page beside built tiles")
struct PreviewPageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func build(_ name: String, _ change: (inout BuildOptions) -> Void = { _ in }) throws {
        let document = ContentDocument(
            path: "dir/Floor <!--<b>.svg", kind: .svg, source: PatternSource(width: 100, height: 70),
            isScalable: true, facts: [], notes: [])
        var options = BuildOptions()
        options.tileSize = 32
        change(&options)
        _ = try TileBuild(document, output: folder.file(name), options: options).run()
    }

    /// Returns the description of the archive in the page.
    private func archive(_ page: String) throws -> [String: Any] {
        let text = try String(contentsOfFile: folder.file(page), encoding: .utf8)
        let json = try #require(
            text.components(separatedBy: "id=\"archive\">").last?.components(separatedBy: "</script>").first)
        // No name can start markup.
        #expect(!json.contains("<"))
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test("names the tiles from where it is, in both layouts, and its levels from the shallowest")
    func archives() throws {
        try build("out") { ($0.format, $0.minLevel) = (.jpeg(quality: 80), 1) }
        let folder = try archive("out/index.html")
        #expect(folder["address"] as? String == "{z}/{x}/{y}.jpg" && folder["tileSize"] as? Int == 32)
        #expect(folder["name"] as? String == "Floor <!--<b>")
        let levels = try #require(folder["levels"] as? [[String: Double]])
        #expect(levels.map { $0["level"] } == [1, 2] && levels.map { $0["scale"] } == [0.5, 1])
        #expect(levels.map { $0["columns"] } == [2, 4] && levels.map { $0["height"] } == [35, 70])

        try build("out.dzi")
        let zoom = try archive("out_files/index.html")
        #expect(zoom["address"] as? String == "{z}/{x}_{y}.png")
        #expect((zoom["levels"] as? [[String: Double]])?.map { $0["level"] } == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test("is left out when it is not wanted, and does not keep an archive from being replaced")
    func optional() throws {
        try build("out") { $0.hasPreview = false }
        #expect(!folder.exists("out/index.html") && folder.exists("out/tiles.json"))
        for name in ["out", "out.dzi"] {
            try build(name) { $0.replacesExisting = true }
            try build(name) { $0.replacesExisting = true }
        }
        #expect(folder.exists("out/index.html") && folder.exists("out_files/index.html"))
    }
}
