import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGeometry
import TileGraphics

@testable import ViewContent

@Suite("Images of catalogues that are files of contents")
struct ContentImagesTests {
    private let folder: TemporaryFolder
    private let bundle: Bundle

    init() throws {
        folder = try TemporaryFolder()
        bundle = try #require(Bundle(path: folder.path))
        ContentImages.begin()
    }

    private func store(_ name: String, _ file: String, _ data: Data) throws {
        let path = "Assets.xcassets/\(name).imageset"
        try FileManager.default.createDirectory(atPath: folder.file(path), withIntermediateDirectories: true)
        try folder.write("\(path)/Contents.json", #"{"images": [{"filename": "\#(file)", "idiom": "universal"}]}"#)
        try data.write(to: URL(fileURLWithPath: folder.file("\(path)/\(file)")))
    }

    private func named(_ name: String) -> UIImage? { UIImage(named: name, in: bundle, compatibleWith: nil) }

    @Test("a drawing is as large as it says in points, with three pixels to each")
    func drawings() throws {
        try store(
            "leaf", "leaf.svg",
            Data("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='20'><path d='M2 0h8v20H2z'/></svg>".utf8))
        let page = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 10, height: 20)).pdfData { context in
            context.beginPage()
            UIColor.black.setFill()
            UIRectFill(CGRect(x: 2, y: 0, width: 8, height: 20))
        }
        try store("page", "page.pdf", page)
        for name in ["leaf", "page"] {
            let image = try #require(named(name), "\(name)")
            #expect(image.size == CGSize(width: 10, height: 20) && image.scale == 3, "\(name)")
            let pixels = try #require(image.cgImage)
            #expect(pixels.width == 30 && pixels.height == 60)
            #expect(pixels.bitmap[15, 30] == PixelColor(argb: 0xFF00_0000), "\(name)")
            #expect(pixels.bitmap[3, 30] == PixelColor(argb: 0), "\(name) is clear where nothing is drawn")
        }
    }

    @Test("one that is very large has fewer pixels a point")
    func large() throws {
        try store(
            "plan", "plan.svg", Data("<svg xmlns='http://www.w3.org/2000/svg' width='20000' height='2'/>".utf8))
        let plan = try #require(named("plan"))
        #expect(plan.cgImage?.width == CGImage.longestSide && abs(plan.size.width - 20_000) < 1)
    }

    @Test("what is damaged is no image")
    func damaged() throws {
        try store("cut", "cut.svg", Data("<svg xmlns='http://www.w3.org/2000/svg' width='10'".utf8))
        try store("text", "text.pdf", Data("%PDF-1.4 and no more".utf8))
        try store("empty", "empty.heic", Data())
        for name in ["cut", "text", "empty"] { #expect(named(name) == nil, "\(name)") }
    }
}
