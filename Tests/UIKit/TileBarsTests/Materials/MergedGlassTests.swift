import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TileBars

@Suite("Glass that merges")
struct MergedGlassTests {
    private func circle(_ x: CGFloat) -> GlassContour.Shape {
        GlassContour.Shape(frame: CGRect(x: x, y: 0, width: 40, height: 40), radius: 20)
    }

    private func loops(_ contour: GlassContour) -> Int {
        var count = 0
        contour.path().cgPath.applyWithBlock { if $0.pointee.type == .moveToPoint { count += 1 } }
        return count
    }

    @Test("two circles are one outline where they are nearer than the spacing, and two elsewhere")
    func outlines() {
        for (gap, spacing, count): (CGFloat, CGFloat, Int) in [
            (10, 16, 1), (15, 16, 1), (18, 16, 2), (100, 16, 2), (0.5, 0, 2), (-1, 0, 1),
        ] {
            #expect(loops(GlassContour(shapes: [circle(0), circle(40 + gap)], spacing: spacing)) == count)
        }
        let joined = GlassContour(shapes: [circle(0), circle(50)], spacing: 16)
        let path = joined.path()
        // Between them, the distance is that of both, 5, less a quarter of twice the spacing.
        #expect(joined.distance(from: CGPoint(x: 45, y: 20)) == -3)
        #expect(path.contains(CGPoint(x: 45, y: 20)) && !path.contains(CGPoint(x: 45, y: 2)))
        #expect(abs(path.bounds.minX) < 0.1 && abs(path.bounds.maxX - 90) < 0.1)
        #expect(GlassContour(shapes: [], spacing: 16).path().isEmpty)
        // Outlines of any size have a limited number of points, and the longest ones fall between them.
        for (length, count): (CGFloat, Int) in [(4_000, 1), (1e9, 0), (1e200, 0), (.infinity, 0)] {
            let long = GlassContour.Shape(frame: CGRect(x: 0, y: 0, width: length, height: 40), radius: 20)
            #expect(loops(GlassContour(shapes: [long, circle(0)], spacing: 16)) == count)
        }
    }

    @Test("shapes at the same place have the outline of one, and thin shapes have one")
    func places() {
        let one = GlassContour(shapes: [circle(0)], spacing: 16).path().bounds
        #expect(abs(one.minX) < 0.1 && abs(one.maxX - 40) < 0.1)
        for count in [2, 6] {
            let stack = GlassContour(shapes: Array(repeating: circle(0), count: count), spacing: 16)
            #expect(stack.path().bounds == one && loops(stack) == 1)
        }
        // Each of six circles that are 2 points apart moves the outline by at most a point.
        let fan = GlassContour(shapes: (0..<6).map { circle(CGFloat($0) * 2) }, spacing: 16)
        #expect(loops(fan) == 1 && fan.path().bounds.minX >= -5 && fan.path().bounds.maxX <= 55)
        let thin = [0, 30].map { GlassContour.Shape(frame: CGRect(x: $0, y: 0, width: 60, height: 1), radius: 1) }
        let bounds = GlassContour(shapes: thin, spacing: 0).path().bounds
        #expect(abs(bounds.minX) < 0.2 && abs(bounds.maxX - 90) < 0.2 && abs(bounds.height - 1) < 0.2)
    }

    @Test("shapes within twice the spacing of each other are a group")
    func groups() {
        let shapes = [0, 200, 70, 140, 600].map { circle($0) }
        #expect(GlassContour.groups(of: shapes, spacing: 16) == [[0, 1, 2, 3], [4]])
        #expect(GlassContour.groups(of: shapes, spacing: 9) == [[0], [1], [2], [3], [4]])
    }

    /// A container with glass 40 points wide at positions.
    private func makeRig(
        _ positions: [CGFloat], spacing: CGFloat = 16
    ) -> (BarRig<UIVisualEffectView>, [UIVisualEffectView]) {
        let effect = UIGlassContainerEffect()
        effect.spacing = spacing
        let container = UIVisualEffectView(effect: effect)
        let views = positions.map { x in
            let view = UIVisualEffectView(effect: UIGlassEffect(style: .regular))
            view.frame = CGRect(x: x, y: 0, width: 40, height: 40)
            container.contentView.addSubview(view)
            return view
        }
        let rig = BarRig(container)
        container.frame = CGRect(x: 0, y: 0, width: 375, height: 60)
        rig.frame()
        return (rig, views)
    }

    private func shapes(_ rig: BarRig<UIVisualEffectView>) -> [MergedGlass] {
        rig.bar.contentView.subviews.compactMap { $0 as? MergedGlass }
    }

    @Test("a container shows one glass for equal views that are near, which follows them")
    func container() throws {
        let (rig, views) = makeRig([0, 50, 300])
        let container = rig.bar
        func shapes() -> [MergedGlass] { self.shapes(rig) }
        #expect(views.map(\.isMerged) == [true, true, false] && shapes().count == 1)
        let shape = try #require(shapes().first)
        #expect(container.contentView.subviews.first === shape && shape.layer.backdrop?.blurRadius == 8)
        #expect(shape.frame.minX < 0 && abs(shape.frame.maxX - 91) < 0.2)
        #expect(views[0].subviews.first?.layer.backdrop == nil && views[2].subviews.first?.layer.backdrop != nil)
        views[2].center.x = 120
        rig.frame()
        #expect(views.allSatisfy(\.isMerged) && abs(shape.frame.maxX - 141) < 0.2)
        let tinted = UIGlassEffect(style: .regular)
        tinted.tintColor = .systemRed
        views[1].effect = tinted
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes().isEmpty)
        views[1].effect = UIGlassEffect(style: .regular)
        views[0].removeFromSuperview()
        rig.frame()
        #expect(views.map(\.isMerged) == [false, true, true] && shapes().count == 1)
        container.effect = nil
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes().isEmpty)
    }

    @Test("glass without a visible outline is not merged")
    func degenerate() throws {
        let (rig, views) = makeRig([10, 10], spacing: 0)
        #expect(views.allSatisfy(\.isMerged) && shapes(rig).count == 1)
        for view in views { view.frame.size = .zero }
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes(rig).isEmpty)
        for view in views { view.frame.size = CGSize(width: 1e9, height: 40) }
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes(rig).map(\.isHidden) == [true])
        for view in views { view.frame.size = CGSize(width: 40, height: 1) }
        rig.frame()
        let shape = try #require(shapes(rig).first)
        #expect(views.allSatisfy(\.isMerged) && !shape.isHidden)
        #expect(abs(shape.frame.minX - 9) < 0.2 && abs(shape.frame.maxX - 51) < 0.2)
        let effect = UIGlassContainerEffect()
        effect.spacing = 1e308
        rig.bar.effect = effect
        rig.frame()
        #expect(views.allSatisfy { $0.isMerged })
    }

    @Test("the glass of groups keeps its order, and has its final frame at once")
    func order() throws {
        let (rig, views) = makeRig([0, 50, 200, 250])
        let pieces = shapes(rig)
        #expect(pieces.map { $0.frame.midX.rounded() } == [45, 245])
        let before = rig.screen.frame()
        rig.bar.setNeedsLayout()
        #expect(rig.screen.frame().damage(since: before).isEmpty)
        #expect(shapes(rig).elementsEqual(pieces) { $0 === $1 })
        UIView.animate(withDuration: 1) {
            views[3].frame.origin.x += 6
            rig.bar.layoutIfNeeded()
        }
        rig.frame()
        #expect(pieces[1].layer.animationKeys()?.isEmpty ?? true)
        #expect(abs(pieces[1].frame.maxX - 297) < 0.2)
    }

    @Test("glass follows its transform, and the views between it and its container")
    func wrappers() throws {
        let (rig, views) = makeRig([0, 50])
        let shape = try #require(shapes(rig).first)
        views[1].transform = CGAffineTransform(translationX: 8, y: 0)
        rig.frame()
        #expect(abs(shape.frame.maxX - 99) < 0.2)
        views[1].transform = .identity
        views[1].alpha = 0
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes(rig).isEmpty)
        views[1].alpha = 1
        let (outer, inner) = (UIView(frame: rig.bar.bounds), UIView(frame: rig.bar.bounds))
        rig.bar.contentView.addSubview(outer)
        outer.addSubview(inner)
        inner.addSubview(views[1])
        rig.frame()
        #expect(views.allSatisfy { $0.isMerged })
        inner.frame.origin.x = 4
        rig.frame()
        #expect(abs((shapes(rig).first?.frame.maxX ?? 0) - 95) < 0.2)
        inner.isHidden = true
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes(rig).isEmpty)
        inner.isHidden = false
        rig.frame()
        #expect(views.allSatisfy { $0.isMerged })
        rig.window.addSubview(inner)
        rig.frame()
        #expect(views.allSatisfy { !$0.isMerged } && shapes(rig).isEmpty && views[1].superview === inner)
    }

    @Test("archives and copies keep the spacing; spacings that are no distance count as 0")
    func values() throws {
        let effect = UIGlassContainerEffect()
        effect.spacing = 12
        let view = UIVisualEffectView(effect: effect)
        effect.spacing = .infinity
        #expect((view.effect as? UIGlassContainerEffect)?.spacing == 12 && effect.reach == 0)
        effect.spacing = 1e308
        #expect(effect.reach == 1_000)
        #expect((try archivedCopy(of: view)?.effect as? UIGlassContainerEffect)?.spacing == 12)
    }
}
