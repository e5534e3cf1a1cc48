import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileBars
@testable import TileViews

@Suite("Glass and blurs")
struct GlassTests {
    private let screen = UIScreen(size: CGSize(width: 120, height: 120), scale: 1)
    private let window: UIWindow
    private let effectView = UIVisualEffectView(effect: nil)

    /// A red and a blue half, and an effect view over both.
    init() {
        screen.clock = VirtualClock(now: 50)
        window = UIWindow(screen: screen)
        window.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        let half = UIView(frame: CGRect(x: 60, y: 0, width: 60, height: 120))
        half.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        window.addSubview(half)
        effectView.frame = CGRect(x: 20, y: 40, width: 80, height: 40)
        window.addSubview(effectView)
        window.makeKeyAndVisible()
    }

    private func pixels() throws -> Bitmap { try screen.frame().bitmap(screen.bounds, scale: 1) }

    @Test("a blur effect blurs what is behind the view, and nothing beside it")
    func blurs() throws {
        effectView.effect = UIBlurEffect(style: .systemUltraThinMaterialLight)
        let bitmap = try pixels()
        // In the middle both halves are mixed below the tint of white at 44 %.
        let (left, right) = (bitmap[59, 60], bitmap[60, 60])
        #expect(abs(Int(left.red) - Int(right.red)) < 12 && left.red > 150 && left.blue > 150)
        #expect(bitmap[59, 39].argb == 0xFFFF_0000 && bitmap[60, 39].argb == 0xFF00_00FF)
        effectView.effect = nil
        #expect(try pixels()[59, 60].argb == 0xFFFF_0000)
    }

    @Test("glass is a capsule, or has the view's corners")
    func shapes() throws {
        effectView.effect = UIGlassEffect(style: .clear)
        var bitmap = try pixels()
        #expect(bitmap[20, 40].argb == 0xFFFF_0000 && bitmap[24, 44].argb == 0xFFFF_0000)
        #expect(bitmap[30, 60].argb != 0xFFFF_0000)
        effectView.cornerConfiguration = .corners(radius: .fixed(0))
        effectView.layoutIfNeeded()
        effectView.cornerConfiguration = .corners(radius: 4)
        bitmap = try pixels()
        #expect(bitmap[20, 40].argb == 0xFFFF_0000 && bitmap[24, 44].argb != 0xFFFF_0000)
    }

    @Test("regular glass covers more than clear glass, and a tint colors it")
    func looks() {
        func alpha(_ effect: UIGlassEffect) -> CGFloat { effect.material.color.cgColor.alpha }
        let (regular, clear) = (UIGlassEffect(style: .regular), UIGlassEffect(style: .clear))
        #expect(abs(alpha(regular) - 0.55) < 1e-6 && abs(alpha(clear) - 0.12) < 1e-6)
        #expect(regular.material.backdrop == LayerBackdrop(blurRadius: 8, saturation: 1.5))
        regular.tintColor = UIColor(red: 0, green: 1, blue: 0, alpha: 0.5)
        #expect(abs(alpha(regular) - 0.4) < 1e-6)
        #expect(regular.copy() as? UIGlassEffect == regular && regular != clear)
    }

    @Test("glass buttons are capsules of the two kinds of glass, prominent ones in the tint color")
    func buttons() throws {
        func look(_ configuration: UIButton.Configuration) throws -> (layer: CALayer, text: UIColor?) {
            let button = UIButton(configuration: configuration)
            button.setTitle("A", for: .normal)
            button.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
            button.frame = CGRect(x: 0, y: 0, width: 80, height: 40)
            button.layoutIfNeeded()
            return (try #require(button.subviews.first).layer, button.titleLabel?.textColor)
        }
        let (glass, clear) = (try look(.glass()), try look(.clearGlass()))
        #expect(glass.layer.backdrop?.blurRadius == 8 && clear.layer.backdrop?.blurRadius == 2)
        #expect(glass.layer.cornerRadius == 20 && glass.text == .label && glass.layer.borderWidth == 0.5)
        let prominent = try look(.prominentGlass())
        #expect(prominent.layer.backdrop?.blurRadius == 8 && prominent.text == .white)
        let color = try #require(prominent.layer.backgroundColor?.components)
        #expect(color[0] == 1 && color[1] == 0 && abs(color[3] - 0.8) < 1e-6)
        #expect(try abs((look(.prominentClearGlass()).layer.backgroundColor?.alpha ?? 0) - 0.45) < 1e-6)
        #expect(try look(.filled()).layer.backdrop == nil)
    }

    @Test("an effect is copied")
    func copies() {
        let effect = UIGlassEffect(style: .clear)
        effectView.effect = effect
        let made = UIVisualEffectView(effect: effect)
        effect.isInteractive = true
        #expect((effectView.effect as? UIGlassEffect)?.isInteractive == false)
        #expect((made.effect as? UIGlassEffect)?.isInteractive == false)
    }

    @Test("an effect that is removed in an animation fades")
    func animates() throws {
        effectView.effect = UIBlurEffect(style: .systemMaterialLight)
        _ = screen.frame()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { effectView.effect = nil }
        _ = screen.frame()
        (screen.clock as? VirtualClock)?.advance(by: 0.5)
        _ = screen.frame()
        let shown = try #require(effectView.subviews.first?.layer.presentation())
        #expect(shown.backdrop == LayerBackdrop(blurRadius: 10, saturation: 1.4))
        #expect(abs((shown.backgroundColor?.alpha ?? 0) - 0.35) < 0.01)
    }

    @Test("a change behind an effect damages the effect where it is within reach")
    func damages() {
        effectView.effect = UIGlassEffect(style: .regular)
        let dot = UIView(frame: CGRect(x: 10, y: 10, width: 4, height: 4))
        dot.backgroundColor = .white
        window.insertSubview(dot, belowSubview: effectView)
        // Enough views that their drawings are in several parts.
        for _ in 0..<40 { window.insertSubview(UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1)), at: 0) }
        let first = screen.frame()
        dot.backgroundColor = .black
        let second = screen.frame()
        // 4.5 deviations of 8 points, and two points.
        #expect(
            second.damage(since: first) == [
                CGRect(x: 10, y: 10, width: 4, height: 4), CGRect(x: 20, y: 40, width: 32, height: 12),
            ])
        dot.frame.origin = CGPoint(x: 0, y: 0)
        _ = screen.frame()
        let third = screen.frame()
        dot.backgroundColor = .white
        #expect(
            screen.frame().damage(since: third) == [
                CGRect(x: 0, y: 0, width: 4, height: 4), CGRect(x: 20, y: 40, width: 22, height: 2),
            ])
    }

    @Test("interactive glass is lit while it is touched")
    func interacts() {
        let effect = UIGlassEffect(style: .regular)
        effect.isInteractive = true
        effectView.effect = effect
        effectView.touchesBegan([], with: nil)
        #expect(abs((effectView.subviews.first?.subviews.first?.alpha ?? 0) - 0.2) < 1e-6)
        effectView.touchesEnded([], with: nil)
        #expect(effectView.subviews.first?.subviews.first?.alpha == 0)
    }

    @Test("archives keep glass")
    func archives() throws {
        let effect = UIGlassEffect(style: .clear)
        effect.tintColor = .red
        effect.isInteractive = true
        #expect(try archivedCopy(of: UIVisualEffectView(effect: effect))?.effect as? UIGlassEffect == effect)
    }

    @Test("glass over glass 100 deep, and of no size, is drawn")
    func hostile() throws {
        var parent: UIView = window
        for depth in 0..<100 {
            let glass = UIVisualEffectView(effect: UIGlassEffect(style: depth % 2 == 0 ? .regular : .clear))
            glass.frame = depth == 0 ? CGRect(x: 10, y: 10, width: 100, height: 100) : parent.bounds
            (parent as? UIVisualEffectView)?.contentView.addSubview(glass) ?? parent.addSubview(glass)
            parent = glass
        }
        effectView.effect = UIGlassEffect(style: .regular)
        effectView.frame.size = .zero
        var counters = ReplayCounters()
        _ = try screen.frame().picture.raster(
            .identity, width: 120, height: 120, pool: BitmapPool(limit: 0), counters: &counters)
        // Each once, but for the one of no size.
        #expect(counters.layers == 100)
    }
}
