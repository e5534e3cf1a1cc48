import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Pages that scroll")
struct ScrolledPageTests {
    private let rig = PageRig()
    private let middle = CGPoint(x: 195, y: 400)

    @Test("a page fills the view, and its neighbors are asked for once it shows")
    func first() {
        let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
        pages.dataSource = rig
        pages.setViewControllers([rig.all[4]], direction: .forward, animated: false)
        #expect(rig.asked.isEmpty && pages.children.count == 1 && rig.all[4].parent === pages)
        rig.rig.show(pages)
        rig.rig.settle()
        #expect(rig.asked == ["4-", "4+"])
        #expect(rig.all[4].view.convert(rig.all[4].view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 390, height: 844))
        // The neighbors are known, but neither loaded nor children.
        #expect(!rig.all[3].isViewLoaded && rig.all[5].parent == nil && pages.spineLocation == .none)
    }

    @Test("a drag turns a page, in the order of the table")
    func turning() {
        let pages = rig.make(.scroll)
        rig.swipe(from: middle, by: CGSize(width: -250, height: 0))
        #expect(rig.rig.diary.drain() == "will(5) 5Wa 4Wd 5Da 4Dd did(4,turned)")
        #expect(rig.names(pages.viewControllers) == "5" && rig.names(pages.children) == "5")
        #expect(rig.all[4].view.window == nil && rig.asked == ["5-", "5+"])
        #expect(rig.all[5].view.convert(CGPoint.zero, to: nil) == .zero)
        rig.swipe(from: middle, by: CGSize(width: 250, height: 0))
        #expect(rig.rig.diary.drain() == "will(4) 4Wa 5Wd 4Da 5Dd did(5,turned)")
    }

    @Test("let go of before the middle it falls back: what came goes, what went is back")
    func cancelled() {
        let pages = rig.make(.scroll)
        rig.swipe(from: middle, by: CGSize(width: -120, height: 0))
        #expect(rig.rig.diary.drain() == "will(5) 5Wa 4Wd 4Wa 4Da 5Wd 5Dd did(4,back)")
        #expect(rig.names(pages.viewControllers) == "4" && rig.names(pages.children) == "4" && rig.all[5].parent == nil)
    }

    @Test("a flick turns a page, however short it is")
    func flick() {
        let pages = rig.make(.scroll)
        rig.swipe(from: middle, by: CGSize(width: -90, height: 0), resting: false)
        #expect(rig.names(pages.viewControllers) == "5")
    }

    @Test("a second flick on the way goes on to the page after the neighbor, and a third to the one after that")
    func flickedOn() {
        for (isForward, isMirrored, orientation) in [
            (true, false, UIPageViewController.NavigationOrientation.horizontal), (false, false, .horizontal),
            (true, true, .horizontal), (false, true, .horizontal), (true, false, .vertical), (false, false, .vertical),
        ] {
            let rig = PageRig()
            let pages = rig.make(.scroll, orientation)
            if isMirrored {
                pages.view.semanticContentAttribute = .forceRightToLeft
                pages.setViewControllers([rig.all[4]], direction: .forward, animated: false)
                rig.rig.settle()
                _ = rig.rig.diary.drain()
            }
            let sign: CGFloat = isForward != isMirrored ? -1 : 1
            let way =
                orientation == .vertical ? CGSize(width: 0, height: sign * 90) : CGSize(width: sign * 90, height: 0)
            let finger = TouchSequence(on: rig.rig.screen)
            for _ in 0..<3 {
                rig.drag(finger, from: middle, by: way)
                finger.send(
                    TouchSample(
                        .ended, at: CGPoint(x: middle.x + way.width, y: middle.y + way.height),
                        timestamp: rig.rig.clock.now))
                // More than half of the way, but not complete.
                for _ in 0..<8 { rig.rig.frame(after: 1 / 60) }
                #expect(pages.children.count == 2)
            }
            rig.rig.settle()
            let names = (1...3).map { "\(4 + (isForward ? $0 : -$0))" }
            #expect(rig.names(pages.viewControllers) == names[2] && rig.names(pages.children) == names[2])
            let page = pages.viewControllers![0]
            #expect(page.view.convert(CGPoint.zero, to: nil) == .zero)
            let diary = rig.rig.diary.drain()
            var old = "4"
            let expected = names.map { name in
                defer { old = name }
                return "will(\(name)) \(name)Wa \(old)Wd \(name)Da \(old)Dd did(\(old),turned)"
            }
            #expect(diary == expected.joined(separator: " "))
        }
    }

    @Test("caught on the way and brought back, it is where it was, and the page after is asked for anew")
    func caughtAndBroughtBack() {
        let pages = rig.make(.scroll)
        let finger = TouchSequence(on: rig.rig.screen)
        rig.drag(finger, from: middle, by: CGSize(width: -90, height: 0))
        finger.send(TouchSample(.ended, at: CGPoint(x: 105, y: 400), timestamp: rig.rig.clock.now))
        for _ in 0..<8 { rig.rig.frame(after: 1 / 60) }
        rig.asked = []
        rig.swipe(from: CGPoint(x: 20, y: 400), by: CGSize(width: 350, height: 0), resting: false)
        #expect(rig.names(pages.viewControllers) == "4" && rig.names(pages.children) == "4")
        #expect(rig.all[4].view.convert(CGPoint.zero, to: nil) == .zero)
        rig.swipe(from: middle, by: CGSize(width: -250, height: 0))
        #expect(rig.names(pages.viewControllers) == "5")
        rig.swipe(from: middle, by: CGSize(width: -250, height: 0))
        #expect(rig.names(pages.viewControllers) == "6")
    }

    @Test("where no page follows the neighbor, a second flick stops there")
    func flickedToEnd() {
        let pages = rig.make(.scroll, first: [8])
        for _ in 0..<2 {
            let finger = TouchSequence(on: rig.rig.screen)
            rig.drag(finger, from: middle, by: CGSize(width: -90, height: 0))
            finger.send(TouchSample(.ended, at: CGPoint(x: 105, y: 400), timestamp: rig.rig.clock.now))
            for _ in 0..<8 { rig.rig.frame(after: 1 / 60) }
        }
        rig.rig.settle()
        #expect(rig.names(pages.children) == "9" && rig.all[9].view.convert(CGPoint.zero, to: nil) == .zero)
    }

    @Test("drawn past the page that shows, the other neighbor comes")
    func bothWays() {
        let pages = rig.make(.scroll)
        let finger = TouchSequence(on: rig.rig.screen)
        rig.drag(finger, from: middle, by: CGSize(width: -100, height: 0))
        #expect(rig.rig.diary.drain() == "will(5) 5Wa 4Wd")
        for step in 1...20 {
            rig.rig.frame(after: 1 / 60)
            finger.send(
                TouchSample(.moved, at: CGPoint(x: 95 + 15 * step, y: 400), timestamp: rig.rig.clock.now))
        }
        #expect(rig.rig.diary.drain() == "4Wa 4Da 5Wd 5Dd did(4,back) will(3) 3Wa 4Wd")
        rig.lift(finger, at: CGPoint(x: 395, y: 400))
        #expect(rig.names(pages.viewControllers) == "3")
    }

    @Test("at the last page nothing comes, and the scroll view bounces")
    func atEnd() {
        let pages = rig.make(.scroll, first: [9])
        rig.swipe(from: middle, by: CGSize(width: -250, height: 0))
        #expect(rig.rig.diary.drain().isEmpty && rig.names(pages.viewControllers) == "9")
        #expect(rig.all[9].view.convert(CGPoint.zero, to: nil) == .zero)
    }

    @Test("set by code, animated: the delegate hears nothing, and the completion when it is there")
    func byCode() {
        let pages = rig.make(.scroll)
        var done: [Bool] = []
        pages.setViewControllers([rig.all[8]], direction: .forward, animated: true) { done.append($0) }
        #expect(rig.names(pages.viewControllers) == "8" && rig.rig.diary.drain() == "8Wa 4Wd" && done.isEmpty)
        rig.rig.frame(after: 0.1)
        let x = rig.all[8].view.convert(CGPoint.zero, to: nil).x
        #expect(x > 0 && x < 390)
        rig.rig.settle()
        #expect(rig.rig.diary.drain() == "8Da 4Dd" && done == [true])
        #expect(rig.asked == ["8-", "8+"] && rig.all[8].view.convert(CGPoint.zero, to: nil) == .zero)
        // A reverse transition enters from the left.
        pages.setViewControllers([rig.all[1]], direction: .reverse, animated: true)
        rig.rig.frame(after: 0.1)
        #expect(rig.all[1].view.convert(CGPoint.zero, to: nil).x < 0)
        rig.rig.settle()
        #expect(rig.all[1].view.convert(CGPoint.zero, to: nil) == .zero)
    }

    @Test("set anew on the way: the one before is over, and its completion says so")
    func overtaken() {
        let pages = rig.make(.scroll)
        var done: [String] = []
        pages.setViewControllers([rig.all[5]], direction: .forward, animated: true) { done.append("5 \($0)") }
        rig.rig.frame(after: 0.1)
        pages.setViewControllers([rig.all[6]], direction: .forward, animated: true) { done.append("6 \($0)") }
        #expect(done == ["5 false"] && rig.rig.diary.drain() == "5Wa 4Wd 5Da 4Dd 6Wa 5Wd")
        rig.rig.settle()
        #expect(done == ["5 false", "6 true"] && rig.names(pages.children) == "6")
        _ = rig.rig.diary.drain()
        // Immediately, during another transition.
        pages.setViewControllers([rig.all[7]], direction: .forward, animated: true)
        pages.setViewControllers([rig.all[2]], direction: .forward, animated: false) { done.append("2 \($0)") }
        rig.rig.settle()
        #expect(done.last == "2 true" && rig.names(pages.children) == "2")
        #expect(rig.rig.diary.drain() == "7Wa 6Wd 7Da 6Dd 2Wa 7Wd 7Dd 2Da")
    }

    @Test("one below the other, with space between")
    func vertical() {
        let pages = rig.make(.scroll, .vertical, options: [.interPageSpacing: 20])
        let finger = TouchSequence(on: rig.rig.screen)
        rig.drag(finger, from: middle, by: CGSize(width: 0, height: -300))
        let (old, new) = (
            rig.all[4].view.convert(rig.all[4].view.bounds, to: nil), rig.all[5].view.convert(CGPoint.zero, to: nil)
        )
        #expect(new.y == old.maxY + 20 && old.height == 844)
        rig.lift(finger, at: CGPoint(x: 195, y: 100), resting: false)
        #expect(rig.names(pages.viewControllers) == "5" && rig.all[5].view.convert(CGPoint.zero, to: nil) == .zero)
    }

    @Test("where text runs from right to left the next page lies at the left")
    func mirrored() {
        let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
        pages.view.semanticContentAttribute = .forceRightToLeft
        pages.dataSource = rig
        pages.setViewControllers([rig.all[4]], direction: .forward, animated: false)
        rig.rig.show(pages)
        rig.rig.settle()
        rig.swipe(from: middle, by: CGSize(width: 250, height: 0))
        #expect(rig.names(pages.viewControllers) == "5")
        #expect(rig.all[5].view.convert(CGPoint.zero, to: nil) == .zero)
    }

    @Test("dots count the pages, and turn them")
    func dots() throws {
        (rig.dotCount, rig.dotIndex) = (10, 4)
        let pages = rig.make(.scroll)
        let control = try #require(pages.view.subviews.compactMap { $0 as? UIPageControl }.first)
        #expect(control.numberOfPages == 10 && control.currentPage == 4)
        #expect(rig.all[4].view.bounds.height == 844 - 37 && control.frame.minY == 844 - 37)
        rig.swipe(from: middle, by: CGSize(width: -250, height: 0))
        #expect(control.currentPage == 5)
        _ = rig.rig.diary.drain()
        let finger = TouchSequence(on: rig.rig.screen)
        for phase: UITouch.Phase in [.began, .ended] {
            finger.send(TouchSample(phase, at: CGPoint(x: 300, y: 826), timestamp: rig.rig.clock.now))
            rig.rig.frame(after: 0.05)
        }
        rig.rig.settle()
        #expect(rig.names(pages.viewControllers) == "6" && control.currentPage == 6)
        #expect(rig.rig.diary.drain() == "will(6) 6Wa 5Wd 6Da 5Dd did(5,turned)")
    }

    @Test("a screen that turns keeps the page, also on the way to another")
    func rotation() {
        let pages = rig.make(.scroll)
        rig.rig.screen.rotate(to: .landscapeLeft)
        rig.rig.settle()
        #expect(rig.all[4].view.convert(rig.all[4].view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 844, height: 390))
        pages.setViewControllers([rig.all[5]], direction: .forward, animated: true)
        rig.rig.frame(after: 0.1)
        rig.rig.screen.rotate(to: .portrait)
        rig.rig.settle()
        #expect(rig.names(pages.children) == "5")
        #expect(rig.all[5].view.convert(rig.all[5].view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 390, height: 844))
    }

    @Test("its scroll view has a delegate for the program, and can be stopped")
    func scrollView() throws {
        let pages = rig.make(.scroll)
        let scroll = try #require(pages.view.subviews.compactMap { $0 as? UIScrollView }.first)
        #expect(scroll.delegate == nil && scroll.isPagingEnabled)
        scroll.isScrollEnabled = false
        rig.swipe(from: middle, by: CGSize(width: -250, height: 0))
        #expect(rig.names(pages.viewControllers) == "4" && rig.rig.diary.drain().isEmpty)
        #expect(pages.gestureRecognizers.isEmpty)
    }

    @Test("a data source that gives the page itself, or the same on both sides")
    func oddSource() {
        final class Odd: NSObject, UIPageViewControllerDataSource {
            let other: UIViewController
            init(_ other: UIViewController) { self.other = other }
            func pageViewController(
                _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
            ) -> UIViewController? { other }
            func pageViewController(
                _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
            ) -> UIViewController? { other }
        }
        for other in [4, 5] {
            let pages = rig.make(.scroll)
            let odd = Odd(rig.all[other])
            pages.dataSource = odd
            rig.rig.settle()
            for way in [-250.0, 250, -250] { rig.swipe(from: middle, by: CGSize(width: way, height: 0)) }
            #expect(pages.viewControllers?.count == 1 && pages.children.count == 1)
        }
    }

    @Test("gone from the window on the way, it is where it was to be")
    func leaves() {
        let pages = rig.make(.scroll)
        pages.setViewControllers([rig.all[5]], direction: .forward, animated: true)
        rig.rig.frame(after: 0.1)
        _ = rig.rig.diary.drain()
        rig.rig.window.rootViewController = nil
        rig.rig.settle()
        #expect(rig.names(pages.children) == "5")
    }

    @Test("nobody is kept alive by pages that are gone")
    func leaks() {
        weak var gone: UIPageViewController?
        weak var page: UIViewController?
        do {
            let (pages, first) = (
                UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal), UIViewController()
            )
            pages.setViewControllers([first], direction: .forward, animated: false)
            (gone, page) = (pages, first)
            rig.rig.show(pages)
            pages.setViewControllers([UIViewController()], direction: .forward, animated: true)
            rig.rig.settle()
            #expect(page == nil || page?.parent == nil)
            rig.rig.window.rootViewController = nil
            rig.rig.settle()
        }
        #expect(gone == nil && page == nil)
    }
}
