import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Content extended beside the safe area")
struct BackgroundExtensionTests {
    private let screen = UIScreen(size: CGSize(width: 200, height: 160), scale: 1)
    private let window: UIWindow
    private let view = UIBackgroundExtensionView()
    private let content = UIView()

    /// Content with a red and a blue half.
    init() {
        screen.clock = VirtualClock(now: 10)
        window = UIWindow(screen: screen)
        view.frame = screen.bounds
        view.contentView = content
        content.clipsToBounds = true
        content.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        let half = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 160))
        half.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        content.addSubview(half)
        window.addSubview(view)
        window.makeKeyAndVisible()
    }

    private func color(_ x: Int, _ y: Int) throws -> UInt32 {
        try screen.frame().bitmap(screen.bounds, scale: 1)[x, y].argb
    }

    @Test("the content fills the safe area, and is mirrored and blurred beside it")
    func safeArea() throws {
        screen.safeAreaInsets.left = 40
        #expect(try color(20, 30) == 0xFFFF_0000)
        #expect(content.frame == CGRect(x: 40, y: 0, width: 160, height: 160))
        #expect(view.subviews.count == 2 && content.isDescendant(of: view))
        screen.safeAreaInsets.left = 0
        _ = screen.frame()
        #expect(content.superview === view && view.subviews.count == 1 && content.frame == view.bounds)
    }

    @Test("content with a frame of its own is mirrored on all sides")
    func ownFrame() throws {
        view.automaticallyPlacesContentView = false
        content.frame = CGRect(x: 50, y: 60, width: 100, height: 60)
        view.setNeedsLayout()
        // The blur mixes in a little of what is around.
        let bitmap = try screen.frame().bitmap(screen.bounds, scale: 1)
        for (x, y, isRed) in [(25, 80, true), (175, 80, false), (55, 35, true), (145, 140, false)] {
            let pixel = bitmap[x, y]
            #expect((isRed ? pixel.red : pixel.blue) > 240 && (isRed ? pixel.blue : pixel.red) < 12)
        }
        view.contentView = nil
        _ = screen.frame()
        #expect(view.subviews.isEmpty && content.superview == nil)
    }
}
