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
        let container = try #require(content.superview)
        #expect(visibleParts == 2 && content.isDescendant(of: view))
        screen.safeAreaInsets.left = 0
        _ = screen.frame()
        #expect(content.superview === container && visibleParts == 1 && content.frame == view.bounds)
    }

    /// The number of visible subviews: the outermost container, and a blur for each edge beside which there is room.
    private var visibleParts: Int { view.subviews.filter { !$0.isHidden }.count }

    @Test("constraints and touches of the content last while edges come and go")
    func constraints() throws {
        view.automaticallyPlacesContentView = false
        content.translatesAutoresizingMaskIntoConstraints = false
        let leading = content.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 40)
        let all = [
            leading, content.topAnchor.constraint(equalTo: view.topAnchor),
            content.rightAnchor.constraint(equalTo: view.rightAnchor),
            content.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ]
        NSLayoutConstraint.activate(all)
        #expect(try color(20, 80) == 0xFFFF_0000)
        #expect(content.frame == CGRect(x: 40, y: 0, width: 160, height: 160) && visibleParts == 2)
        leading.constant = 0
        _ = screen.frame()
        #expect(content.frame == view.bounds && visibleParts == 1)
        leading.constant = 40
        #expect(try color(10, 80) == 0xFFFF_0000)
        #expect(all.allSatisfy(\.isActive) && content.frame.minX == 40 && visibleParts == 2)
        // Beside the content, touches are those of the view.
        #expect(window.hitTest(CGPoint(x: 10, y: 80), with: nil) === view)
        #expect(window.hitTest(CGPoint(x: 150, y: 80), with: nil) === content)
    }

    @Test("archives keep the content and how it is placed, and no parts")
    func archives() throws {
        view.automaticallyPlacesContentView = false
        content.tag = 7
        content.frame = CGRect(x: 50, y: 0, width: 150, height: 160)
        view.addSubview(UIView())
        let copy = try #require(try archivedCopy(of: view))
        #expect(!copy.automaticallyPlacesContentView && copy.subviews.count == 6)
        #expect(copy.contentView?.tag == 7 && copy.contentView?.frame == content.frame)
        #expect(copy.contentView?.isDescendant(of: copy) == true)
        copy.contentView = nil
        #expect(copy.subviews.count == 1)
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
