import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("Scroll edge effects")
struct ScrollEdgeEffectTests {
    private let screen = UIScreen(size: CGSize(width: 100, height: 200), scale: 1)
    private let window: UIWindow
    private let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))

    init() {
        window = UIWindow(screen: screen)
        window.addSubview(list)
        window.makeKeyAndVisible()
        list.contentInset = UIEdgeInsets(top: 40, left: 0, bottom: 0, right: 0)
        list.contentSize = CGSize(width: 100, height: 1000)
        list.contentOffset = CGPoint(x: 0, y: -40)
    }

    private var top: CALayer? { list.edgeEffects.top.layer }
    private var bottom: CALayer? { list.edgeEffects.bottom.layer }

    @Test("the soft style covers the inset and fades, once content is there")
    func soft() {
        list.topEdgeEffect.style = .soft
        _ = screen.frame()
        #expect(top == nil)
        list.contentOffset.y = 10
        _ = screen.frame()
        #expect(top?.frame == CGRect(x: 0, y: 10, width: 100, height: 60))
        #expect(top?.backdrop == LayerBackdrop(blurRadius: 6, saturation: 1.2))
        #expect((top?.mask as? CAGradientLayer)?.locations?.map(\.doubleValue) == [0, 1 - 20.0 / 60, 1])
        list.topEdgeEffect.isHidden = true
        _ = screen.frame()
        #expect(top == nil && bottom == nil)
    }

    @Test("the hard style ends in a line")
    func hard() {
        list.topEdgeEffect.style = .hard
        list.contentOffset.y = 10
        _ = screen.frame()
        #expect(top?.frame == CGRect(x: 0, y: 10, width: 100, height: 40) && top?.mask == nil)
        #expect(top?.sublayers?.map(\.frame) == [CGRect(x: 0, y: 39.5, width: 100, height: 0.5)])
        list.topEdgeEffect.style = .soft
        _ = screen.frame()
        #expect(top?.sublayers?.isEmpty != false && top?.mask != nil)
    }

    @Test("the automatic style is visible below the views of an interaction, and no longer than they are there")
    func automatic() {
        list.contentOffset.y = 10
        _ = screen.frame()
        #expect(top == nil)
        let buttons = UIView(frame: CGRect(x: 10, y: 150, width: 80, height: 30))
        window.addSubview(buttons)
        let interaction = UIScrollEdgeElementContainerInteraction()
        interaction.scrollView = list
        interaction.edge = .bottom
        buttons.addInteraction(interaction)
        _ = screen.frame()
        #expect(bottom?.frame == CGRect(x: 0, y: 140, width: 100, height: 70) && top == nil)
        #expect((bottom?.mask as? CAGradientLayer)?.startPoint == CGPoint(x: 0.5, y: 1))
        buttons.frame.origin.y = 140
        _ = screen.frame()
        #expect(bottom?.frame == CGRect(x: 0, y: 130, width: 100, height: 80))
        buttons.transform = CGAffineTransform(translationX: 0, y: 10)
        _ = screen.frame()
        #expect(bottom?.frame == CGRect(x: 0, y: 140, width: 100, height: 70))
        buttons.isHidden = true
        _ = screen.frame()
        #expect(bottom == nil)
        buttons.isHidden = false
        _ = screen.frame()
        #expect(bottom != nil)
        buttons.removeFromSuperview()
        _ = screen.frame()
        #expect(bottom == nil)
        window.addSubview(buttons)
        _ = screen.frame()
        #expect(bottom != nil)
        buttons.removeInteraction(interaction)
        _ = screen.frame()
        #expect(bottom == nil && !buttons.flags.contains(.liesOverEdge))
    }

    @Test("edges of scroll views without content or size have no effect")
    func hostile() {
        list.contentSize = .zero
        for effect in [list.topEdgeEffect, list.leftEdgeEffect, list.bottomEdgeEffect, list.rightEdgeEffect] {
            effect.style = .hard
        }
        list.contentOffset.y = -40
        _ = screen.frame()
        #expect(top == nil && bottom == nil)
        list.frame.size = .zero
        _ = screen.frame()
        #expect(list.subviews.isEmpty)
    }
}
