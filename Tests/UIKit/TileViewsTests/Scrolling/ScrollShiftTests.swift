import Foundation
import Testing
import TileDrawing
import TileGeometry

@testable import TileViews

@Suite("Content that grows before what is seen")
struct ScrollShiftTests {
    @Test("At rest the offset goes along, and the delegate is told")
    func atRest() {
        let rig = ScrollRig()
        rig.scrollView.contentOffset = CGPoint(x: 0, y: 1000)
        rig.told = []
        rig.scrollView.shiftContent(by: CGVector(dx: 0, dy: 40))
        #expect(rig.scrollView.contentOffset.y == 1040)
        #expect(rig.told == ["didScroll"])
    }

    @Test("A finger goes on to hold what it held")
    func drag() {
        let rig = ScrollRig()
        rig.scrollView.contentOffset = CGPoint(x: 0, y: 1000)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 10, lifts: false)
        let before = rig.scrollView.contentOffset.y
        rig.scrollView.shiftContent(by: CGVector(dx: 0, dy: -30))
        rig.touch(.moved, x: 100, y: 80)
        #expect(abs(rig.scrollView.contentOffset.y - (before - 30 + 20)) < 1e-9)
    }

    @Test("A deceleration goes as far as it would have")
    func deceleration() {
        func end(shift: CGFloat) -> CGFloat {
            let rig = ScrollRig()
            rig.scrollView.contentOffset = CGPoint(x: 0, y: 1000)
            rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 100), frames: 5)
            rig.run(frames: 3)
            rig.scrollView.shiftContent(by: CGVector(dx: 0, dy: shift))
            rig.run()
            return rig.scrollView.contentOffset.y
        }
        #expect(abs(end(shift: 50) - end(shift: 0) - 50) <= 1)
    }

    @Test("An animation comes to where it was to, shifted; or to where it is led meanwhile")
    func animation() {
        let rig = ScrollRig()
        rig.scrollView.setContentOffset(CGPoint(x: 0, y: 2000), animated: true)
        rig.run(frames: 6)
        rig.scrollView.shiftContent(by: CGVector(dx: 0, dy: 25))
        #expect(rig.scrollView.animationTarget == CGPoint(x: 0, y: 2025))
        rig.scrollView.animationTarget = CGPoint(x: 0, y: 2100)
        rig.run()
        #expect(rig.scrollView.contentOffset.y == 2100)
        #expect(rig.scrollView.animationTarget == nil)
    }
}
