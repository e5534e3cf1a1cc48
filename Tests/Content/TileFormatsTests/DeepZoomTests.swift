import Foundation
import Testing
import TileGeometry

@testable import TileFormats

@Suite("Deep Zoom")
struct DeepZoomTests {
    @Test("is described by its deepest level, in XML that a parser takes")
    func descriptor() throws {
        let pyramid = try TilePyramid(
            contentSize: CGSize(width: 1000, height: 600), tileSize: 256, extraLevels: 1)
        let text = DeepZoom.descriptor(of: pyramid, fileExtension: "webp")
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Image "))
        #expect(text.contains("xmlns=\"http://schemas.microsoft.com/deepzoom/2008\" Format=\"webp\" Overlap=\"0\""))
        #expect(text.contains("TileSize=\"256\">\n  <Size Width=\"2000\" Height=\"1200\"/>\n</Image>\n"))
    }
}
