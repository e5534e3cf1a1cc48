import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("What else a scroll view has of UIKit's")
struct ScrollViewMemberTests {
    let rig = ScrollRig()
    var scrollView: UIScrollView { rig.scrollView }

    /// Returns the indicators with their frames in the view.
    private func bars() -> (vertical: CALayer?, horizontal: CALayer?) {
        _ = rig.screen.frame()
        let bars = (scrollView.layer.sublayers ?? []).filter { $0 !== rig.content.layer }
        return (bars.first { $0.frame.height > $0.frame.width }, bars.first { $0.frame.width > $0.frame.height })
    }

    // MARK: Insets

    @Test("adjustedContentInsetDidChange is called, then the delegate is told, when insets change")
    func insetChanges() {
        final class Noting: UIScrollView {
            var log: [UIEdgeInsets] = []
            override func adjustedContentInsetDidChange() { log.append(adjustedContentInset) }
        }
        final class Told: UIScrollViewDelegate {
            var log: [UIEdgeInsets] = []
            func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
                #expect((scrollView as? Noting)?.log.last == scrollView.adjustedContentInset)
                log.append(scrollView.adjustedContentInset)
            }
        }
        let noting = Noting(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        let rig = ScrollRig(noting)
        let told = Told()
        noting.delegate = told
        noting.contentInset.top = 7
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 40, left: 0, bottom: 0, right: 0)
        _ = rig.screen.frame()
        noting.contentInset.top = 7
        let expected = [7.0, 47].map { UIEdgeInsets(top: $0, left: 0, bottom: 0, right: 0) }
        #expect(noting.log == expected && told.log == expected)
    }

    @Test("The safe area's insets count along the axes on which content can be moved")
    func adjustment() {
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 40, left: 10, bottom: 20, right: 10)
        scrollView.contentSize = CGSize(width: 100, height: 5000)
        for behavior in [UIScrollView.ContentInsetAdjustmentBehavior.automatic, .scrollableAxes] {
            scrollView.contentInsetAdjustmentBehavior = behavior
            #expect(scrollView.adjustedContentInset == UIEdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
        }
        scrollView.alwaysBounceHorizontal = true
        scrollView.contentInset = .zero
        scrollView.contentInsetAdjustmentBehavior = .automatic
        #expect(scrollView.adjustedContentInset.left == 10)
    }

    // MARK: Indicators

    @Test("Indicators keep to their own insets and the safe area's, which may be left out")
    func indicatorInsets() throws {
        scrollView.verticalScrollIndicatorInsets = UIEdgeInsets(top: 20, left: 0, bottom: 30, right: 5)
        scrollView.horizontalScrollIndicatorInsets = UIEdgeInsets(top: 0, left: 11, bottom: 6, right: 13)
        #expect(scrollView.scrollIndicatorInsets == scrollView.verticalScrollIndicatorInsets)
        scrollView.flashScrollIndicators()
        var found = bars()
        var (vertical, horizontal) = (try #require(found.vertical?.frame), try #require(found.horizontal?.frame))
        #expect(vertical.minY == 20 + 3 && vertical.maxX == 200 - 5 - 3)
        #expect(horizontal.minX == 11 + 3 && horizontal.maxY == 300 - 6 - 3)
        scrollView.contentOffset = CGPoint(x: 800, y: 4700)
        found = bars()
        (vertical, horizontal) = (try #require(found.vertical?.frame), try #require(found.horizontal?.frame))
        #expect(abs(vertical.maxY - (5000 - 30 - 3)) < 1e-9 && abs(horizontal.maxX - (1000 - 13 - 3)) < 1e-9)

        scrollView.contentOffset = .zero
        scrollView.scrollIndicatorInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(scrollView.horizontalScrollIndicatorInsets == scrollView.verticalScrollIndicatorInsets)
        scrollView.contentInsetAdjustmentBehavior = .never
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 0, right: 0)
        #expect(scrollView.automaticallyAdjustsScrollIndicatorInsets)
        #expect(try #require(bars().vertical?.frame).minY == 1 + 44 + 3)
        scrollView.automaticallyAdjustsScrollIndicatorInsets = false
        #expect(try #require(bars().vertical?.frame).minY == 1 + 3)
    }

    @Test("Indicators are dark, light, or what stands out from the interface's style")
    func indicatorStyle() throws {
        func white() throws -> CGFloat {
            let color = try #require(bars().vertical?.backgroundColor)
            return try #require(color.components?.first)
        }
        #expect(scrollView.indicatorStyle == .default)
        scrollView.flashScrollIndicators()
        #expect(try white() == 0)
        scrollView.indicatorStyle = .white
        #expect(try white() == 1)
        scrollView.indicatorStyle = .black
        #expect(try white() == 0)
        scrollView.indicatorStyle = .default
        rig.window.overrideUserInterfaceStyle = .dark
        scrollView.setNeedsLayout()
        #expect(try white() == 1)
    }

    @Test("Each indicator may be left out")
    func indicatorsShown() {
        scrollView.showsVerticalScrollIndicator = false
        scrollView.flashScrollIndicators()
        #expect(bars().vertical == nil && bars().horizontal != nil)
        scrollView.showsVerticalScrollIndicator = true
        scrollView.showsHorizontalScrollIndicator = false
        #expect(bars().vertical != nil && bars().horizontal == nil)
    }

    @Test("withScrollIndicatorsShown shows them when the offset is changed in it, and only then")
    func indicatorsForChanges() {
        scrollView.withScrollIndicatorsShown(forContentOffsetChanges: {})
        #expect(bars().vertical == nil)
        scrollView.contentOffset.y = 10
        #expect(bars().vertical == nil)
        scrollView.withScrollIndicatorsShown { scrollView.contentOffset.y = 100 }
        #expect(bars().vertical != nil)
    }

    // MARK: Touches

    @Test("touchesShouldCancel(in:) decides whether a drag takes a touch from a view: not from controls, by default")
    func cancelling() {
        final class Eager: UIScrollView {
            override func touchesShouldCancel(in view: UIView) -> Bool { true }
        }
        for (view, moves) in [
            (UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 300)), false),
            (Eager(frame: CGRect(x: 0, y: 0, width: 200, height: 300)), true),
        ] {
            let rig = ScrollRig(view)
            let control = UIControl(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
            rig.content.addSubview(control)
            #expect(view.touchesShouldCancel(in: control) == moves && view.touchesShouldCancel(in: rig.content))
            rig.touch(.began, x: 100, y: 200)
            rig.run(frames: 12)
            #expect(control.isTracking)
            rig.touch(.moved, x: 100, y: 100)
            #expect(control.isTracking == !moves && (view.contentOffset.y > 0) == moves)
            rig.touch(.ended, x: 100, y: 100)
        }
    }

    @Test("At its end along an axis a view hands the drag to the one that it is in, unless it is to keep it")
    func transfer() {
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        inner.contentSize = CGSize(width: 600, height: 300)
        rig.content.addSubview(inner)
        inner.contentOffset.x = 400
        rig.drag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 50, y: 100), frames: 5)
        rig.run()
        #expect(inner.contentOffset.x == 400 && scrollView.contentOffset.x > 80)
        scrollView.contentOffset = .zero
        inner.transfersHorizontalScrollingToParent = false
        rig.drag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 50, y: 100), frames: 5, lifts: false)
        #expect(inner.contentOffset.x > 410 && scrollView.contentOffset.x == 0)
        rig.touch(.ended, x: 50, y: 100)
    }

    // MARK: To the top

    @Test("To the top it goes if the delegate agrees, who is told when it is there, and not when it was stopped")
    func top() {
        final class Guard: UIScrollViewDelegate {
            var agrees = true
            var log: [String] = []
            func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
                log.append("should")
                return agrees
            }
            func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
                log.append("did at \(scrollView.contentOffset.y)")
            }
            func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { log.append("ended") }
        }
        let told = Guard()
        scrollView.delegate = told
        scrollView.contentInset.top = 20
        scrollView.contentOffset.y = 900
        scrollView.scrollToTop(animated: true)
        #expect(told.log == ["should"])
        rig.run()
        #expect(told.log == ["should", "ended", "did at -20.0"])
        scrollView.contentOffset.y = 900
        told.log = []
        scrollView.scrollToTop(animated: true)
        rig.run(frames: 3)
        scrollView.stopScrollingAndZooming()
        rig.run()
        #expect(told.log == ["should", "ended"])
        told.agrees = false
        told.log = []
        scrollView.scrollToTop(animated: false)
        #expect(told.log == ["should"] && scrollView.contentOffset.y > 0)
        told.agrees = true
        told.log = []
        scrollView.scrollToTop(animated: false)
        #expect(told.log == ["should", "did at -20.0"])
    }

    // MARK: Kept for programs that set it

    @Test("What has no meaning without keyboard and index keeps what it is set to, of UIKit's values")
    func kept() {
        #expect(scrollView.keyboardDismissMode == .none)
        let modes: [UIScrollView.KeyboardDismissMode] = [
            .none, .onDrag, .interactive, .onDragWithAccessory, .interactiveWithAccessory,
        ]
        #expect(modes.map(\.rawValue) == [0, 1, 2, 3, 4])
        scrollView.keyboardDismissMode = .onDrag
        #expect(scrollView.keyboardDismissMode == .onDrag)
        #expect(scrollView.allowsKeyboardScrolling)
        scrollView.allowsKeyboardScrolling = false
        #expect(!scrollView.allowsKeyboardScrolling)
        #expect(scrollView.indexDisplayMode == .automatic && UIScrollView.IndexDisplayMode.alwaysHidden.rawValue == 1)
        scrollView.indexDisplayMode = .alwaysHidden
        #expect(scrollView.indexDisplayMode == .alwaysHidden)
        let behaviors: [UIScrollView.ContentInsetAdjustmentBehavior] = [.automatic, .scrollableAxes, .never, .always]
        #expect(behaviors.map(\.rawValue) == [0, 1, 2, 3])
        let styles: [UIScrollView.IndicatorStyle] = [.default, .black, .white]
        #expect(styles.map(\.rawValue) == [0, 1, 2])
    }
}
