import Foundation
import Testing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("A scroll view under a finger")
struct ScrollViewDraggingTests {
    let rig = ScrollRig()
    var scrollView: UIScrollView { rig.scrollView }

    @Test("A finger moves content one to one, after 10 points that move nothing")
    func slop() {
        scrollView.contentOffset = CGPoint(x: 100, y: 500)
        rig.touch(.began, x: 100, y: 200)
        rig.touch(.moved, x: 100, y: 191)
        #expect(scrollView.contentOffset == CGPoint(x: 100, y: 500))
        #expect(scrollView.isTracking && !scrollView.isDragging)
        rig.touch(.moved, x: 100, y: 189)
        #expect(scrollView.isDragging)
        #expect(abs(scrollView.contentOffset.y - 501) < 1e-9)
        rig.touch(.moved, x: 70, y: 150)
        #expect(abs(scrollView.contentOffset.x - 130) < 1e-9)
        #expect(abs(scrollView.contentOffset.y - 540) < 1e-9)
        rig.touch(.moved, x: 100, y: 200)
        #expect(abs(scrollView.contentOffset.x - 100) < 1e-9)
        #expect(abs(scrollView.contentOffset.y - 490) < 1e-9)
    }

    @Test("The delegate is told in UIKit's order, and each beginning has its end")
    func order() {
        rig.drag(from: CGPoint(x: 100, y: 280), to: CGPoint(x: 100, y: 80), frames: 10)
        #expect(scrollView.isDecelerating && !scrollView.isDragging && !scrollView.isTracking)
        rig.run()
        #expect(
            rig.told == [
                "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating",
                "didScroll", "didEndDecelerating",
            ])
        #expect(!scrollView.isDecelerating)
        rig.told = []
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150), frames: 10, lifts: false)
        rig.clock.advance(by: 0.3)
        rig.touch(.ended, x: 100, y: 150)
        #expect(rig.told == ["willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(false)"])
    }

    @Test("A flick lands where the published curve does, and each frame lies on it, within 0.5 points")
    func flick() {
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
        let (start, from) = (rig.clock.now, scrollView.contentOffset.y)
        let speed = 1200.0
        #expect(abs(rig.velocity.y - 1.2) < 1e-9)
        #expect(abs(rig.projected.y - (from + (speed - 10) * 0.499)) <= 0.5)
        rig.offsets = []
        rig.run()
        for (index, offset) in rig.offsets.enumerated() where index < rig.offsets.count - 1 {
            let time = Double(index + 1) / 60
            let published = from + speed * 0.499 * (1 - pow(0.998, 1000 * time))
            #expect(abs(offset.y - published) < 0.5)
        }
        #expect(scrollView.contentOffset == rig.projected)
        // On a pixel of the screen, which has two per point.
        #expect((scrollView.contentOffset.y * 2).rounded() == scrollView.contentOffset.y * 2)
        #expect(abs(rig.clock.now - start - log(10 / speed) / (1000 * log(0.998))) < 0.03)
    }

    @Test("At the fast rate, 0.99 a millisecond, a flick lands 0.099 s times its speed less 10 away")
    func fast() {
        #expect(scrollView.decelerationRate == .normal)
        #expect(UIScrollView.DecelerationRate.normal.rawValue == 0.998)
        #expect(UIScrollView.DecelerationRate.fast.rawValue == 0.99)
        scrollView.decelerationRate = .fast
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
        let from = scrollView.contentOffset.y
        rig.run()
        #expect(abs(scrollView.contentOffset.y - (from + (1200 - 10) * 0.099)) <= 0.5)
    }

    @Test("The same input gives the same offsets, to the bit")
    func repeatable() {
        func play() -> [UInt64] {
            let rig = ScrollRig()
            rig.drag(from: CGPoint(x: 150, y: 290), to: CGPoint(x: 60.7, y: 77.3), frames: 13)
            rig.run(frames: 50)
            rig.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 55, y: 290), frames: 5)
            rig.run()
            return rig.offsets.flatMap { [Double($0.x).bitPattern, Double($0.y).bitPattern] }
        }
        let first = play()
        #expect(first.count > 200)
        for _ in 0..<5 { #expect(play() == first) }
    }

    @Test("Past an edge content follows as the rubber band lets it, and comes back when let go")
    func rubberBand() {
        rig.drag(from: CGPoint(x: 100, y: 50), to: CGPoint(x: 100, y: 160), frames: 20, lifts: false)
        let stretch: CGFloat = (1 - 1 / (0.55 * 100 / 300 + 1)) * 300
        #expect(abs(scrollView.contentOffset.y + stretch) < 0.1)
        rig.clock.advance(by: 0.2)
        rig.touch(.ended, x: 100, y: 160)
        #expect(rig.told.suffix(2) == ["didEndDragging(true)", "willBeginDecelerating"])
        rig.run()
        #expect(scrollView.contentOffset == .zero)
        scrollView.bounces = false
        rig.drag(from: CGPoint(x: 100, y: 50), to: CGPoint(x: 100, y: 160), frames: 20)
        #expect(scrollView.contentOffset == .zero)
    }

    @Test("The rubber band's length is the view's along each axis, and each axis may do without")
    func bands() {
        rig.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50 + 110, y: 50), frames: 20, lifts: false)
        let stretch: CGFloat = (1 - 1 / (0.55 * 100 / 200 + 1)) * 200
        #expect(abs(scrollView.contentOffset.x + stretch) < 0.1)
        rig.touch(.ended, x: 160, y: 50)
        rig.run()
        scrollView.bouncesHorizontally = false
        #expect(scrollView.bounces, "it does up and down")
        rig.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 150, y: 150), frames: 20, lifts: false)
        #expect(scrollView.contentOffset.x == 0 && scrollView.contentOffset.y < -40)
        rig.touch(.ended, x: 150, y: 150)
        rig.run()
        (scrollView.bouncesHorizontally, scrollView.bouncesVertically) = (true, false)
        rig.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 150, y: 150), frames: 20, lifts: false)
        #expect(scrollView.contentOffset.y == 0 && scrollView.contentOffset.x < -40)
        rig.touch(.ended, x: 150, y: 150)
        scrollView.bouncesHorizontally = false
        #expect(!scrollView.bounces)
    }

    @Test("A finger catches content beyond the edge where it is, and it moves on without a jump")
    func caughtBeyond() {
        rig.drag(from: CGPoint(x: 100, y: 50), to: CGPoint(x: 100, y: 250), frames: 20)
        rig.run(frames: 3)
        let caught = scrollView.contentOffset.y
        #expect(caught < -20)
        rig.touch(.began, x: 100, y: 100)
        rig.run(frames: 5)
        #expect(scrollView.contentOffset.y == caught)
        rig.touch(.moved, x: 100, y: 111)
        #expect(abs(scrollView.contentOffset.y - caught) < 1)
        rig.touch(.ended, x: 100, y: 111)
        rig.run()
        #expect(scrollView.contentOffset.y == 0)
    }

    @Test("A finger stops content that moves, and what it stops is no touch of the view under it")
    func caught() {
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
        rig.run(frames: 10)
        rig.content.log = []
        rig.touch(.began, x: 100, y: 100)
        #expect(!scrollView.isDecelerating)
        #expect(rig.told.last == "didEndDecelerating")
        let offset = scrollView.contentOffset
        rig.run(frames: 30)
        rig.touch(.ended, x: 100, y: 100)
        rig.run()
        #expect(scrollView.contentOffset == offset)
        #expect(!rig.content.log.contains("touchesBegan"))
    }

    @Test("The delegate may choose where content comes to rest, ahead or behind")
    func target() {
        for target in [CGPoint(x: 0, y: 3000), CGPoint(x: 0, y: 40)] {
            rig.newTarget = target
            rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
            rig.run()
            #expect(scrollView.contentOffset == target)
        }
        rig.newTarget = CGPoint(x: CGFloat.nan, y: .infinity)
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
        rig.run()
        #expect(scrollView.contentOffset == rig.projected)
    }

    @Test("Pages: a drag turns at most one, by its speed or by being past the middle, and rests on a multiple")
    func pages() {
        scrollView.isPagingEnabled = true
        rig.drag(from: CGPoint(x: 190, y: 100), to: CGPoint(x: 60, y: 100), frames: 60)
        rig.run()
        #expect(scrollView.contentOffset.x == 200)
        rig.drag(from: CGPoint(x: 190, y: 100), to: CGPoint(x: 120, y: 100), frames: 60)
        rig.run()
        #expect(scrollView.contentOffset.x == 200)
        rig.drag(from: CGPoint(x: 190, y: 100), to: CGPoint(x: 20, y: 100), frames: 3)
        rig.run()
        #expect(scrollView.contentOffset.x == 400)
        rig.drag(from: CGPoint(x: 20, y: 100), to: CGPoint(x: 50, y: 100), frames: 2)
        rig.run()
        #expect(scrollView.contentOffset.x == 200)
    }

    @Test("A locked drag keeps to the axis along which it began; one that began between both goes anywhere")
    func lock() {
        scrollView.contentOffset = CGPoint(x: 300, y: 300)
        scrollView.isDirectionalLockEnabled = true
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 105, y: 180), frames: 5, lifts: false)
        rig.touch(.moved, x: 20, y: 100)
        #expect(scrollView.contentOffset.x == 300)
        #expect(scrollView.contentOffset.y > 380)
        rig.touch(.cancelled, x: 20, y: 100)
        rig.run()
        let before = scrollView.contentOffset
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 80, y: 180), frames: 5, lifts: false)
        rig.touch(.moved, x: 20, y: 100)
        #expect(scrollView.contentOffset.x > before.x + 50)
        #expect(scrollView.contentOffset.y > before.y + 50)
    }

    @Test("Content no larger than the view stays, unless it always bounces")
    func small() {
        scrollView.contentSize = CGSize(width: 100, height: 100)
        rig.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 200), frames: 5)
        #expect(rig.told.isEmpty)
        scrollView.alwaysBounceVertical = true
        rig.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 160, y: 200), frames: 5, lifts: false)
        #expect(scrollView.contentOffset.y < -20)
        #expect(scrollView.contentOffset.x == 0)
        rig.touch(.ended, x: 160, y: 200)
        rig.run()
        #expect(scrollView.contentOffset == .zero)
    }

    @Test("A second finger moves nothing by coming down or by being lifted")
    func fingers() {
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 10, lifts: false)
        let offset = scrollView.contentOffset
        rig.touch(.began, x: 20, y: 20, finger: 1)
        #expect(scrollView.contentOffset == offset)
        rig.touch(.moved, x: 20, y: 0, finger: 1)
        #expect(abs(scrollView.contentOffset.y - offset.y - 10) < 1e-9)
        rig.touch(.ended, x: 100, y: 150)
        #expect(abs(scrollView.contentOffset.y - offset.y - 10) < 1e-9)
        #expect(scrollView.isDragging)
        rig.touch(.ended, x: 20, y: 0, finger: 1)
        #expect(!scrollView.isDragging)
    }

    @Test("A program that moves the content under a finger moves it from where the finger has it")
    func moved() {
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 10, lifts: false)
        scrollView.contentOffset.y += 1000
        rig.touch(.moved, x: 100, y: 140)
        #expect(abs(scrollView.contentOffset.y - 1100) < 1e-6)
    }

    @Test("A cancelled drag ends without speed")
    func cancelled() {
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 3, lifts: false)
        let offset = scrollView.contentOffset
        rig.touch(.cancelled, x: 100, y: 150)
        #expect(rig.told.last == "didEndDragging(false)")
        rig.run(frames: 10)
        #expect(abs(scrollView.contentOffset.y - offset.y) <= 0.25)
    }

    @Test("A scroll view that leaves its window under a finger lets go, and can be used on")
    func leaving() {
        rig.drag(from: CGPoint(x: 100, y: 50), to: CGPoint(x: 100, y: 150), frames: 5, lifts: false)
        scrollView.removeFromSuperview()
        #expect(!scrollView.isTracking && scrollView.contentOffset == .zero)
        rig.touch(.moved, x: 100, y: 100)
        rig.touch(.ended, x: 100, y: 100)
        rig.window.addSubview(scrollView)
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 5, lifts: false)
        #expect(scrollView.isDragging && scrollView.contentOffset.y > 80)
    }

    @Test("The view under the finger may go, as recycled tiles do: the drag goes on")
    func recycled() {
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 200), frames: 5, lifts: false)
        rig.content.removeFromSuperview()
        rig.touch(.moved, x: 100, y: 150)
        #expect(scrollView.isDragging)
        #expect(abs(scrollView.contentOffset.y - 90) < 1e-9)
    }
}
