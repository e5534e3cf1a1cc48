import Foundation
import Testing
import TileDrawing
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
        // Outlines of any size have a limited number of points.
        for length: CGFloat in [1e9, 1e200, .infinity] {
            let long = GlassContour.Shape(frame: CGRect(x: 0, y: 0, width: length, height: 40), radius: 20)
            #expect(loops(GlassContour(shapes: [long, circle(0)], spacing: 16)) <= 1)
        }
    }

    @Test("shapes within twice the spacing of each other are a group")
    func groups() {
        let shapes = [0, 200, 70, 140, 600].map { circle($0) }
        #expect(GlassContour.groups(of: shapes, spacing: 16) == [[0, 1, 2, 3], [4]])
        #expect(GlassContour.groups(of: shapes, spacing: 9) == [[0], [1], [2], [3], [4]])
    }

    @Test("a container shows one glass for equal views that are near, which follows them")
    func container() throws {
        let effect = UIGlassContainerEffect()
        effect.spacing = 16
        let container = UIVisualEffectView(effect: effect)
        let views = [0.0, 50, 300].map { x in
            let view = UIVisualEffectView(effect: UIGlassEffect(style: .regular))
            view.frame = CGRect(x: x, y: 0, width: 40, height: 40)
            container.contentView.addSubview(view)
            return view
        }
        let rig = BarRig(container)
        container.frame = CGRect(x: 0, y: 0, width: 375, height: 60)
        rig.frame()
        func shapes() -> [MergedGlass] { container.contentView.subviews.compactMap { $0 as? MergedGlass } }
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

    @Test("archives and copies keep the spacing; spacings that are no distance count as 0")
    func values() throws {
        let effect = UIGlassContainerEffect()
        effect.spacing = 12
        let view = UIVisualEffectView(effect: effect)
        effect.spacing = .infinity
        #expect((view.effect as? UIGlassContainerEffect)?.spacing == 12 && effect.reach == 0)
        #expect((try archivedCopy(of: view)?.effect as? UIGlassContainerEffect)?.spacing == 12)
    }
}
