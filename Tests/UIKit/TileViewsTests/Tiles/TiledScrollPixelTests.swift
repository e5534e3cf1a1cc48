import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("What a tiled scroll view shows")
struct TiledScrollPixelTests {
    /// Draws rings and a grid, for all sources alike.
    private static func draw(_ rect: CGRect, _ context: CGContext) {
        context.setFillColor(CGColor(red: 0.95, green: 0.95, blue: 0.9, alpha: 1))
        context.fill(rect)
        context.setStrokeColor(CGColor(red: 0.1, green: 0.2, blue: 0.7, alpha: 1))
        context.setLineWidth(3)
        for ring in stride(from: 20.0, to: 1500, by: 37) {
            context.strokeEllipse(in: CGRect(x: 700 - ring, y: 500 - ring, width: 2 * ring, height: 2 * ring))
        }
        context.setFillColor(CGColor(red: 0.8, green: 0.2, blue: 0.1, alpha: 1))
        for place in stride(from: 0.0, to: 2000, by: 64) {
            context.fill(CGRect(x: place, y: place / 2, width: 9, height: 9))
        }
    }

    private static let size = CGSize(width: 2000, height: 1500)

    /// Returns the screen with a tiled scroll view at an offset and a scale, once it is settled.
    private func screenful(_ offset: CGPoint, zoom: CGFloat, screenScale: CGFloat) throws -> Bitmap {
        let screen = UIScreen(size: CGSize(width: 300, height: 200), scale: screenScale)
        let clock = VirtualClock()
        screen.clock = clock
        let window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        let view = TiledScrollView(frame: window.bounds, engine: TileEngine(services: EngineServices()))
        view.showsVerticalScrollIndicator = false
        view.showsHorizontalScrollIndicator = false
        try view.show(DrawnTileSource(contentSize: Self.size, draw: Self.draw), tileSize: 128, extraLevels: 1)
        window.addSubview(view)
        view.zoomScale = zoom
        view.contentOffset = offset
        var tree = screen.frame()
        // A test that fails here hangs and reports the location.
        while screen.isFramePending {
            clock.advance(by: 1.0 / 60)
            tree = screen.frame()
            sched_yield()
        }
        #expect(view.isSettled)
        return try tree.bitmap(screen.bounds, scale: screenScale)
    }

    /// Returns the same content drawn without tiles.
    private func reference(_ offset: CGPoint, zoom: CGFloat, screenScale: CGFloat) -> Bitmap {
        let format = UIGraphicsImageRendererFormat()
        format.scale = screenScale
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 300, height: 200), format: format)
        return renderer.image { context in
            context.cgContext.translateBy(x: -offset.x, y: -offset.y)
            context.cgContext.scaleBy(x: zoom, y: zoom)
            Self.draw(CGRect(origin: .zero, size: Self.size), context.cgContext)
        }.cgImage!.bitmap
    }

    @Test(
        "pixel by pixel is what the content draws, where a pixel of a tile is one of the screen",
        arguments: [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (0.5, 2.0)])
    func exact(zoom: Double, screenScale: Double) throws {
        let offset = CGPoint(x: 317 * zoom, y: 211 * zoom)
        let (shown, expected) = (
            try screenful(offset, zoom: zoom, screenScale: screenScale),
            reference(offset, zoom: zoom, screenScale: screenScale)
        )
        #expect(shown.width == expected.width && shown.height == expected.height)
        // The corners of an outline are rounded to 256ths of a pixel relative to a tile's origin, not to the screen's.
        #expect(shown.largestDifference(from: expected) <= 24)
        #expect(shown.meanDifference(from: expected) <= 0.05)
    }

    @Test("has no seams between tiles, at any offset and scale", arguments: [0.63, 0.8, 1.17, 1.5])
    func seams(zoom: Double) throws {
        let offset = CGPoint(x: 100.37, y: 71.61)
        let shown = try screenful(offset, zoom: zoom, screenScale: 1)
        for y in 0..<shown.height {
            for x in 0..<shown.width { #expect(shown[x, y].alpha == 255, "at \(x), \(y)") }
        }
        // Away from drawn edges there is only one color: a seam would show the black background.
        let expected = reference(offset, zoom: zoom, screenScale: 1)
        var seams = 0
        for y in 1..<shown.height - 1 {
            for x in 1..<shown.width - 1 where expected.isPlain(x, y) && !expected[x, y].isNear(shown[x, y], 40) {
                seams += 1
            }
        }
        #expect(seams == 0)
    }
}

extension Bitmap {
    fileprivate func largestDifference(from other: Bitmap) -> Int {
        var largest = 0
        for y in 0..<height {
            for x in 0..<width { largest = max(largest, self[x, y].distance(to: other[x, y])) }
        }
        return largest
    }

    fileprivate func meanDifference(from other: Bitmap) -> Double {
        var sum = 0
        for y in 0..<height { for x in 0..<width { sum += self[x, y].distance(to: other[x, y]) } }
        return Double(sum) / Double(width * height)
    }

    /// Returns whether all neighbors of a pixel have its color.
    fileprivate func isPlain(_ x: Int, _ y: Int) -> Bool {
        for dy in -1...1 { for dx in -1...1 where self[x + dx, y + dy] != self[x, y] { return false } }
        return true
    }
}

extension PixelColor {
    fileprivate func distance(to other: PixelColor) -> Int {
        func difference(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
        return max(
            difference(red, other.red), difference(green, other.green), difference(blue, other.blue),
            difference(alpha, other.alpha))
    }

    fileprivate func isNear(_ other: PixelColor, _ limit: Int) -> Bool { distance(to: other) <= limit }
}
