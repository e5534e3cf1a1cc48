import Foundation
import Testing
import TileDrawing
import TileGeometry

@testable import TileViews

@Suite("A scroll view's offset")
struct ScrollViewOffsetTests {
    let rig = ScrollRig()
    var scrollView: UIScrollView { rig.scrollView }

    @Test("The offset is the origin of the bounds, and may lie beyond the content")
    func bounds() {
        scrollView.contentOffset = CGPoint(x: 10, y: -50)
        #expect(scrollView.bounds == CGRect(x: 10, y: -50, width: 200, height: 300))
        scrollView.bounds.origin = CGPoint(x: 30, y: 40)
        #expect(scrollView.contentOffset == CGPoint(x: 30, y: 40))
        #expect(rig.told == ["didScroll"])
        #expect(scrollView.contentLayoutGuide.layoutFrame == CGRect(x: 0, y: 0, width: 1000, height: 5000))
        #expect(scrollView.frameLayoutGuide.layoutFrame == scrollView.bounds)
    }

    @Test("Animated, it takes 0.3 s, arrives exactly, and the delegate is told once")
    func animated() {
        scrollView.setContentOffset(CGPoint(x: 33.3, y: 444.4), animated: true)
        #expect(scrollView.isScrollAnimating && scrollView.contentOffset == .zero)
        rig.run(frames: 9)
        #expect(scrollView.contentOffset.y > 150 && scrollView.contentOffset.y < 300)
        rig.run()
        #expect(rig.offsets.count <= 20)
        #expect(scrollView.contentOffset == CGPoint(x: 33.3, y: 444.4))
        #expect(rig.told == ["didScroll", "didEndScrollingAnimation"])
        #expect(!scrollView.isScrollAnimating)
        for (earlier, later) in zip(rig.offsets, rig.offsets.dropFirst()) {
            // Offsets are on pixels during the motion, and at the requested value in the end.
            #expect(later.y >= earlier.y - 0.5)
            let pixel = later.y * rig.screen.scale
            #expect(abs(pixel - pixel.rounded()) < 1e-9 || later == CGPoint(x: 33.3, y: 444.4))
        }
    }

    @Test("Setting it stops what moves")
    func stopped() {
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
        scrollView.setContentOffset(CGPoint(x: 0, y: 7), animated: false)
        #expect(rig.told.contains("didEndDecelerating") && !scrollView.isDecelerating)
        rig.run(frames: 20)
        #expect(scrollView.contentOffset.y == 7)
        scrollView.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
        rig.run(frames: 5)
        scrollView.stopScrollingAndZooming()
        let offset = scrollView.contentOffset
        rig.run(frames: 20)
        #expect(scrollView.contentOffset == offset && offset.y > 7 && offset.y < 900)
    }

    @Test("In no window an animated change is made at once")
    func windowless() {
        let alone = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        alone.contentSize = CGSize(width: 10, height: 100)
        alone.setContentOffset(CGPoint(x: 0, y: 50), animated: true)
        #expect(alone.contentOffset.y == 50)
    }

    @Test("Content that shrinks, or a view that grows, leaves nothing beyond the content visible")
    func extent() {
        scrollView.contentOffset = CGPoint(x: 800, y: 4700)
        scrollView.contentSize = CGSize(width: 500, height: 5000)
        #expect(scrollView.contentOffset == CGPoint(x: 300, y: 4700))
        scrollView.frame.size = CGSize(width: 300, height: 400)
        #expect(scrollView.contentOffset == CGPoint(x: 200, y: 4600))
        scrollView.contentSize = .zero
        #expect(scrollView.contentOffset == .zero)
        scrollView.contentSize = CGSize(width: -5, height: -5)
        #expect(scrollView.contentOffset == .zero)
    }

    @Test("A deceleration whose content shrinks under way ends in the new extent")
    func shrinking() {
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
        rig.run(frames: 5)
        scrollView.contentSize = CGSize(width: 1000, height: 600)
        rig.run()
        #expect(scrollView.contentOffset.y == 300)
    }

    @Test("Insets widen the range, and small content lies where the alignment says")
    func insets() {
        scrollView.contentInset = UIEdgeInsets(top: 20, left: 10, bottom: 30, right: 40)
        scrollView.setContentOffset(CGPoint(x: -500, y: -500), animated: false)
        scrollView.stopScrollingAndZooming()
        #expect(scrollView.contentOffset == CGPoint(x: -10, y: -20))
        scrollView.contentOffset = CGPoint(x: 9000, y: 9000)
        scrollView.stopScrollingAndZooming()
        #expect(scrollView.contentOffset == CGPoint(x: 840, y: 4730))
        scrollView.contentInset = .zero
        scrollView.contentSize = CGSize(width: 100, height: 100)
        scrollView.contentAlignmentPoint = CGPoint(x: 0.5, y: 1)
        #expect(scrollView.contentOffset == CGPoint(x: -50, y: -200))
    }

    @Test("The safe area counts along the axes on which the content moves, as the behaviour says")
    func safeArea() {
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 5, bottom: 34, right: 5)
        _ = rig.screen.frame()
        #expect(scrollView.adjustedContentInset == UIEdgeInsets(top: 44, left: 5, bottom: 34, right: 5))
        scrollView.contentSize = CGSize(width: 100, height: 5000)
        #expect(scrollView.adjustedContentInset == UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 0))
        scrollView.contentInsetAdjustmentBehavior = .never
        #expect(scrollView.adjustedContentInset == .zero)
        scrollView.contentInsetAdjustmentBehavior = .always
        #expect(scrollView.adjustedContentInset.left == 5)
    }

    @Test("A rect is made visible by the shortest way, and one that is visible moves nothing")
    func reveal() {
        scrollView.contentOffset = CGPoint(x: 100, y: 100)
        scrollView.scrollRectToVisible(CGRect(x: 150, y: 150, width: 20, height: 20), animated: false)
        #expect(scrollView.contentOffset == CGPoint(x: 100, y: 100))
        scrollView.scrollRectToVisible(CGRect(x: 350, y: 50, width: 20, height: 20), animated: false)
        #expect(scrollView.contentOffset == CGPoint(x: 170, y: 50))
        scrollView.scrollRectToVisible(CGRect(x: 990, y: 4990, width: 500, height: 500), animated: false)
        #expect(scrollView.contentOffset == CGPoint(x: 800, y: 4700))
        scrollView.scrollRectToVisible(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), animated: true)
        #expect(scrollView.contentOffset == CGPoint(x: 800, y: 4700))
        scrollView.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10), animated: true)
        rig.run()
        #expect(scrollView.contentOffset == .zero)
    }

    @Test("Scrolling to the top asks the delegate, and tells it")
    func top() {
        scrollView.contentOffset = CGPoint(x: 50, y: 2000)
        scrollView.scrollToTop(animated: false)
        #expect(scrollView.contentOffset == CGPoint(x: 50, y: 0))
        scrollView.contentOffset.y = 2000
        scrollView.scrollsToTop = false
        scrollView.scrollToTop(animated: false)
        #expect(scrollView.contentOffset.y == 2000)
    }

    @Test("Offsets and sizes that are no numbers are the programmer's mistake")
    func hostile() async {
        await #expect(processExitsWith: .failure) {
            UIScrollView(frame: .zero).contentOffset = CGPoint(x: CGFloat.nan, y: 0)
        }
        await #expect(processExitsWith: .failure) {
            UIScrollView(frame: .zero).contentSize = CGSize(width: CGFloat.infinity, height: 0)
        }
        // 2⁵³ points and a view without size are valid, although useless.
        let huge = ScrollRig(UIScrollView(frame: .zero))
        huge.scrollView.contentSize = CGSize(width: 9_007_199_254_740_992, height: 9_007_199_254_740_992)
        huge.scrollView.setContentOffset(CGPoint(x: 9e15, y: 9e15), animated: true)
        huge.run()
        #expect(huge.scrollView.contentOffset == CGPoint(x: 9e15, y: 9e15))
    }

    @Test("Content of no extent, or of a negative one, stays at the top left, and bounces like any other")
    func noExtent() {
        for size in [CGSize.zero, CGSize(width: -100, height: -1e9), CGSize(width: 0, height: -0.0)] {
            let rig = ScrollRig()
            rig.scrollView.contentSize = size
            rig.scrollView.contentOffset = CGPoint(x: 5, y: 5)
            rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 50, y: 50), frames: 5)
            rig.run()
            #expect(rig.scrollView.contentOffset == .zero, "a finger does not drag it, and brings it back")
            #expect(rig.told.filter { $0.hasSuffix("Dragging") }.isEmpty)
            rig.scrollView.alwaysBounceVertical = true
            rig.drag(from: CGPoint(x: 100, y: 50), to: CGPoint(x: 100, y: 250), frames: 5)
            #expect(rig.scrollView.contentOffset.y < -40)
            rig.run()
            #expect(rig.scrollView.contentOffset.y == 0)
            rig.scrollView.zoom(to: CGRect(x: 0, y: 0, width: 10, height: 10), animated: true)
            rig.scrollView.scrollRectToVisible(CGRect(x: 500, y: 500, width: 10, height: 10), animated: true)
            rig.run()
            #expect(rig.scrollView.contentOffset == .zero)
        }
    }

    @Test("An archive keeps the offset, the extent and what fingers may do")
    func archived() throws {
        scrollView.contentOffset = CGPoint(x: 40, y: 700)
        scrollView.contentInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        scrollView.isPagingEnabled = true
        scrollView.maximumZoomScale = 4
        scrollView.decelerationRate = .fast
        scrollView.alwaysBounceHorizontal = true
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(scrollView, forKey: NSKeyedArchiveRootObjectKey)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.requiresSecureCoding = false
        let copy = try #require(unarchiver.decodeObject(of: UIScrollView.self, forKey: NSKeyedArchiveRootObjectKey))
        #expect(copy.contentOffset == scrollView.contentOffset && copy.contentSize == scrollView.contentSize)
        #expect(copy.contentInset == scrollView.contentInset && copy.isPagingEnabled && copy.maximumZoomScale == 4)
        #expect(copy.decelerationRate == .fast && copy.alwaysBounceHorizontal && copy.clipsToBounds)
        #expect(copy.subviews.count == 1)
    }

    @Test("Indicators show while content moves, lie in proportion, fade, and are gone; then no frame is asked for")
    func indicators() {
        let bars = { [layer = scrollView.layer, content = rig.content] in
            (layer.sublayers ?? []).filter { $0 !== content.layer }
        }
        #expect(bars().isEmpty)
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 40, y: 90), frames: 10)
        rig.run(frames: 2)
        #expect(bars().count == 2)
        rig.run()
        scrollView.contentOffset = CGPoint(x: 0, y: 2350)
        scrollView.flashScrollIndicators()
        _ = rig.screen.frame()
        // Half way down, the indicator is in the middle of the view.
        let vertical = bars().map(\.frame).first { $0.height > $0.width }!
        #expect(abs(vertical.midY - (2350 + 150)) < 0.6)
        #expect(vertical.height == ScrollIndicators.leastLength)
        rig.run(frames: 36)
        #expect(bars().allSatisfy { $0.opacity < 1 && $0.opacity > 0 })
        rig.run(frames: 20)
        #expect(bars().isEmpty)
        #expect(!rig.screen.isFramePending)
    }
}
