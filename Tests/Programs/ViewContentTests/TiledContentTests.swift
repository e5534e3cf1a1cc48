import Foundation
import TestSupport
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews
import ViewContent

@testable import TileContent

@Suite("In a tiled scroll view, content")
final class TiledContentTests {
    private let folder = try! TemporaryFolder()
    private let clock = VirtualClock()
    private let screen = UIScreen(size: CGSize(width: 300, height: 200), scale: 1)
    private let window: UIWindow
    private let view: TiledScrollView

    init() {
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        view = TiledScrollView(frame: window.bounds, engine: TileEngine(services: EngineServices()))
        view.showsVerticalScrollIndicator = false
        view.showsHorizontalScrollIndicator = false
        window.addSubview(view)
    }

    /// Returns the picture on the screen after all tiles are ready.
    private func shown(sourceLocation: SourceLocation = #_sourceLocation) throws -> Bitmap {
        var tree = screen.frame()
        // If the test fails here, it hangs and shows where.
        while screen.isFramePending {
            clock.advance(by: 1.0 / 60)
            tree = screen.frame()
            // The engine's own workers draw.
            sched_yield()
        }
        #expect(view.isSettled && !view.tileViews.isEmpty, sourceLocation: sourceLocation)
        return try tree.bitmap(screen.bounds, scale: 1)
    }

    /// Compares the shown pixels with the source's own drawing of the same area.
    private func expectSame(
        as source: any TileSource, at offset: CGPoint, zoom: CGFloat, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        view.zoomScale = zoom
        view.contentOffset = offset
        let found = try shown(sourceLocation: sourceLocation)
        let area = RasterArea(scale: Double(zoom), x: Int(offset.x), y: Int(offset.y), width: 300, height: 200)
        let expected: (Int, Int) -> PixelColor =
            switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
            case .bitmap(let bitmap): { bitmap[$0, $1] }
            case .solid(let color, _, _): { _, _ in color }
            }
        var (sum, largest) = (0, 0)
        var colors: Set<PixelColor> = []
        for y in 0..<200 {
            for x in 0..<300 {
                let (a, b) = (found[x, y], expected(x, y))
                let difference = max(
                    abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)),
                    abs(Int(a.alpha) - Int(b.alpha)))
                sum += difference
                largest = max(largest, difference)
                colors.insert(b)
            }
        }
        #expect(colors.count > 1, "a picture of one color says little", sourceLocation: sourceLocation)
        // Outlines are rounded to 256ths of a pixel from where a tile begins.
        #expect(largest <= 24 && sum <= 60_000 / 20, "\(largest), \(sum)", sourceLocation: sourceLocation)
    }

    @Test("of a drawing is what the drawing is, at each of its scales and beyond")
    func drawing() throws {
        let shapes = (0..<200).map {
            "<circle cx='\($0 * 37 % 1000)' cy='\($0 * 53 % 800)' r='\($0 % 40 + 5)' fill='#\($0 % 9)\($0 % 7)8'/>"
        }
        let path = try folder.write(
            "plan.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='1000' height='800'>\(shapes.joined())</svg>")
        let document = try ContentReader.open(path)
        try view.show(document.source, tileSize: 64, extraLevels: 2)
        #expect(view.contentSize == CGSize(width: 1000, height: 800))
        for (offset, zoom) in [(CGPoint(x: 211, y: 97), 1.0), (CGPoint(x: 800, y: 611), 2), (.zero, 0.5)] {
            try expectSame(as: document.source, at: offset, zoom: zoom)
        }
    }

    @Test("of an image is its pixels, and those of its levels")
    func image() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 1000, height: 700), format: format)
        let png = renderer.pngData { context in
            for square in 0..<400 {
                UIColor(red: Double(square % 7) / 6, green: Double(square % 5) / 4, blue: 0.5, alpha: 1).setFill()
                context.fill(CGRect(x: square % 25 * 40, y: square / 25 * 44, width: 40, height: 44))
            }
        }
        let document = try ContentReader.open(folder.write("squares.png", png))
        try view.show(document.source, tileSize: 128)
        for (offset, zoom) in [(CGPoint(x: 333, y: 222), 1.0), (CGPoint(x: 100, y: 60), 0.5)] {
            try expectSame(as: document.source, at: offset, zoom: zoom)
        }
    }

    @Test("of a tree of views is what the views show, and what they come to show")
    func views() throws {
        let source = ViewSource(Squares(frame: CGRect(x: 0, y: 0, width: 400, height: 400)))
        source.update { squares in
            for square in 0..<16 {
                squares.paint(square, UIColor(red: Double(square) / 15, green: 0.3, blue: 0.6, alpha: 1))
            }
        }
        try view.show(source, tileSize: 64, extraLevels: 1)
        try expectSame(as: source, at: CGPoint(x: 70, y: 33), zoom: 1)
        source.update { $0.paint(5, .black) }
        #expect(screen.isFramePending)
        #expect(try shown()[80, 100].argb == 0xFF00_0000)
        try expectSame(as: source, at: CGPoint(x: 450, y: 333), zoom: 2)
    }
}
