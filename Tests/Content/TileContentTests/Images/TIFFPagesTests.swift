import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("A TIFF of several pages")
struct TIFFPagesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "is a document of them, each with its own pixels",
        arguments: [
            [:], ["compression": "deflate"], ["tile": "true", "tile-width": "16", "tile-height": "16"],
            ["bigtiff": "true"],
        ])
    func pages(options: [String: String]) throws {
        let path = folder.file("a.tif")
        let all = SampleImage.pattern(width: 40, height: 90)
        try all.write(path, by: "tiffsave", options.merging(["page-height": "30"]) { $1 })
        let document = try ContentReader.open(path)
        let pages = try #require(document.pages)
        #expect(pages.count == 3 && !pages.hasText)
        let reference = folder.file("all.png")
        try all.write(reference, by: "pngsave")
        let right = try whole(try ImageSource.open(reference))
        for index in 0..<3 {
            #expect(try pages.size(of: index) == CGSize(width: 40, height: 30))
            let page = try pages.open(index)
            #expect(page.pages == nil)
            let source = try #require(page.source as? ImageSource)
            let bitmap = try whole(source)
            for y in 0..<30 { for x in 0..<40 { #expect(bitmap[x, y] == right[x, 30 * index + y]) } }
            #expect(
                try strips(source, height: 16, widths: [40])
                    == (0..<30).flatMap { Array(right.row(30 * index + $0)) })
        }
        #expect(try whole(try #require(document.source as? ImageSource))[3, 4] == right[3, 4])
    }

    @Test("is none where the others are its overviews")
    func pyramid() throws {
        let path = folder.file("a.tif")
        let layout = ["tile": "true", "tile-width": "32", "tile-height": "32", "pyramid": "true"]
        try SampleImage.pattern(width: 150, height: 130).write(path, by: "tiffsave", layout)
        #expect(try ContentReader.open(path).pages == nil)
        let single = folder.file("b.tif")
        try SampleImage.pattern(width: 15, height: 13).write(single, by: "tiffsave")
        #expect(try ContentReader.open(single).pages == nil)
    }

    @Test("of damaged directories has those that can be read, or none")
    func damaged() throws {
        let path = folder.file("a.tif")
        try SampleImage.pattern(width: 40, height: 90).write(path, by: "tiffsave", ["page-height": "30"])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var random = SeededGenerator(11)
        for _ in 0..<500 {
            var changed = bytes
            for _ in 0..<4 {
                changed[Int.random(in: 4..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let damaged = try folder.write("damaged.tif", changed)
            guard let pages = TIFFPages(damaged, limits: ContentLimits()) else { continue }
            for index in 0..<min(3, pages.count) {
                let page = try? pages.open(index)
                guard let source = page?.source as? ImageSource, source.width * source.height < 1 << 16 else {
                    continue
                }
                _ = try? whole(source)
            }
        }
    }
}
