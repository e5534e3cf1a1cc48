import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("What follows from a change of traits")
struct TraitRedrawTests {
    private let screen = UIScreen(size: CGSize(width: 4, height: 4), scale: 1)
    private let window: UIWindow
    private let view = Dynamic(frame: CGRect(x: 0, y: 0, width: 4, height: 4))

    init() {
        window = UIWindow(screen: screen)
        window.isHidden = false
        window.addSubview(view)
    }

    @Test("a view that draws with dynamic colors is drawn and laid out anew when light becomes dark around it")
    func appearance() throws {
        screen.traitOverrides.userInterfaceStyle = .light
        #expect(try pixels(screen).solidColor == .white)
        let layouts = view.layouts
        screen.traitOverrides.userInterfaceStyle = .dark
        #expect(try pixels(screen).solidColor == PixelColor(argb: 0xFF00_0000))
        #expect(view.layouts == layouts + 1)
        window.overrideUserInterfaceStyle = .light
        #expect(try pixels(screen).solidColor == .white)
    }

    @Test("traits that are the same after all ask for nothing")
    func unchanged() {
        screen.traitOverrides.userInterfaceStyle = .dark
        _ = screen.frame()
        let (draws, layouts) = (view.draws, view.layouts)
        window.overrideUserInterfaceStyle = .dark
        _ = screen.frame()
        #expect(view.draws == draws && view.layouts == layouts)
    }
}

private final class Dynamic: UIView {
    var draws = 0
    var layouts = 0
    override func draw(_ rect: CGRect) {
        draws += 1
        UIColor { $0.userInterfaceStyle == .dark ? .black : .white }.setFill()
        UIRectFill(bounds)
    }
    override func layoutSubviews() { layouts += 1 }
}
