import CPango
import Foundation
import TestSupport
import Testing

@testable import TileGraphics

@Suite("A font that can't be opened")
struct UnopenedFontTests {
    let folder: TemporaryFolder
    private let face: FontCatalog.Face
    /// The only font of the shaper.
    private let file: String
    private let shaper = TextShaper()

    init() throws {
        folder = try TemporaryFolder()
        face = try #require(FontCatalog.installed.faces.first { $0.path.hasSuffix(".ttf") && $0.index == 0 })
        file = folder.file("only.ttf")
        try FileManager.default.copyItem(atPath: face.path, toPath: file)
        let fonts = FcConfigCreate()
        defer { FcConfigDestroy(fonts) }
        #expect(FcConfigAppFontAddFile(fonts, file) != 0)
        pango_fc_font_map_set_config(OpaquePointer(shaper.map), fonts)
    }

    private func shape(size: Double) throws -> TextLayout {
        try #require(shaper.layout("Letters", TextLayout.Attributes(family: face.family, size: size)))
    }

    @Test("is opened again when its file is sound, and the text is shaped again")
    func passing() throws {
        let aside = folder.file("aside.ttf")
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        // A file that is gone is no shortage: without it the drawing is shown with boxes, as with a damaged one.
        _ = try shape(size: 20)
        #expect(shaper.unopenedFont == nil)
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        // Pango still has the empty face, for every size.
        let layout = try shape(size: 30)
        #expect(layout.unknownCharacters == 0 && !layout.runs.isEmpty)
        #expect(shaper.unopenedFont == nil)
        #expect(shaper.incompleteCount == 0 && shaper.takeMissingFont() == nil)
    }

    @Test("is not reported when it is open")
    func sound() throws {
        #expect(try shape(size: 20).unknownCharacters == 0)
        #expect(shaper.unopenedFont == nil)
    }
}
