import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Pages that curl")
struct CurledPageTests {
    private let rig = PageRig()

    @Test("set by code: the turn, in the order of the table")
    func byCode() {
        let pages = rig.make(.pageCurl)
        #expect(pages.spineLocation == .min && pages.gestureRecognizers.count == 2)
        var done: [Bool] = []
        pages.setViewControllers([rig.all[5]], direction: .forward, animated: true) { done.append($0) }
        rig.rig.frame(after: 0.1)
        #expect(rig.rig.diary.drain() == "5Wa 4Wd" && pages.transitionCoordinator != nil)
        rig.rig.settle()
        #expect(rig.rig.diary.drain() == "4Dd 5Da" && done == [true] && rig.names(pages.children) == "5")
        #expect(rig.all[5].view.convert(rig.all[5].view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 390, height: 844))
        #expect(rig.all[4].view.superview == nil && pages.transitionCoordinator == nil)
    }

    @Test("on the way the sheet lies where its fold says, and uncovers the next page")
    func fold() throws {
        let pages = rig.make(.pageCurl)
        let finger = TouchSequence(on: rig.rig.screen)
        rig.drag(finger, from: CGPoint(x: 380, y: 400), by: CGSize(width: -250, height: 0))
        // The free edge follows the finger from the position at which the drag is recognized, so the fold has moved
        // half as far.
        let flat = try #require(rig.all[4].view.superview)
        let width = try #require(flat.layer.presentation()).frame.width
        #expect(width > 390 - 250 / 2 - 1 && width < 390 - 220 / 2 && flat.clipsToBounds)
        #expect(rig.all[5].view.superview === content(of: pages) && rig.all[5].view.frame == content(of: pages).bounds)
        rig.lift(finger, at: CGPoint(x: 130, y: 400))
        #expect(rig.names(pages.viewControllers) == "5")
        #expect(rig.rig.diary.drain() == "will(5) 5Wa 4Wd 4Dd 5Da did(4,turned)")
    }

    @Test("let go of early it falls back")
    func cancelled() {
        let pages = rig.make(.pageCurl)
        rig.swipe(from: CGPoint(x: 380, y: 400), by: CGSize(width: -100, height: 0))
        #expect(rig.rig.diary.drain() == "will(5) 5Wa 4Wd 4Wa 4Da 5Wd 5Dd did(4,back)")
        #expect(rig.names(pages.children) == "4" && rig.all[4].view.superview === content(of: pages))
        #expect(rig.all[4].view.frame == content(of: pages).bounds && content(of: pages).subviews.count == 1)
    }

    @Test("a drag the other way, and taps at the sides")
    func ways() {
        let pages = rig.make(.pageCurl)
        rig.swipe(from: CGPoint(x: 20, y: 400), by: CGSize(width: 250, height: 0))
        #expect(rig.names(pages.viewControllers) == "3")
        for (x, page) in [(380.0, "4"), (10.0, "3"), (195.0, "3")] {
            let finger = TouchSequence(on: rig.rig.screen)
            for phase: UITouch.Phase in [.began, .ended] {
                finger.send(TouchSample(phase, at: CGPoint(x: x, y: 300), timestamp: rig.rig.clock.now))
                rig.rig.frame(after: 0.05)
            }
            rig.rig.settle()
            #expect(rig.names(pages.viewControllers) == page)
        }
    }

    @Test("bound in the middle two pages show, and a sheet has one on each side")
    func middle() {
        let pages = rig.make(
            .pageCurl, options: [.spineLocation: UIPageViewController.SpineLocation.mid], first: [4, 5])
        #expect(pages.spineLocation == .mid && pages.isDoubleSided)
        #expect(rig.all[4].view.frame == CGRect(x: 0, y: 0, width: 195, height: 844))
        #expect(rig.all[5].view.frame == CGRect(x: 195, y: 0, width: 195, height: 844))
        rig.swipe(from: CGPoint(x: 380, y: 400), by: CGSize(width: -300, height: 0))
        #expect(rig.names(pages.viewControllers) == "6+7")
        #expect(rig.rig.diary.drain() == "will(6+7) 6Wa 7Wa 4Wd 5Wd 4Dd 5Dd 6Da 7Da did(4+5,turned)")
        #expect(rig.all[6].view.frame.minX == 0 && rig.all[7].view.frame.minX == 195)
        rig.swipe(from: CGPoint(x: 10, y: 400), by: CGSize(width: 300, height: 0))
        #expect(rig.names(pages.viewControllers) == "4+5" && content(of: pages).subviews.count == 2)
    }

    @Test("a sheet of two pages, bound at the side: its back is the page between")
    func doubleSided() {
        let pages = rig.make(.pageCurl)
        pages.isDoubleSided = true
        rig.swipe(from: CGPoint(x: 380, y: 400), by: CGSize(width: -250, height: 0))
        #expect(rig.names(pages.viewControllers) == "6" && rig.asked == ["4+", "5+"])
        #expect(rig.all[5].parent == nil && rig.all[5].view.superview == nil)
        pages.setViewControllers([rig.all[8], rig.all[7]], direction: .forward, animated: true)
        rig.rig.settle()
        #expect(rig.names(pages.viewControllers) == "8")
    }

    @Test("a turn that another overtakes is over at once; a view that is resized ends it")
    func overtaken() {
        let pages = rig.make(.pageCurl)
        var done: [String] = []
        pages.setViewControllers([rig.all[5]], direction: .forward, animated: true) { done.append("5 \($0)") }
        rig.rig.frame(after: 0.1)
        pages.setViewControllers([rig.all[3]], direction: .reverse, animated: true) { done.append("3 \($0)") }
        rig.rig.frame(after: 0.1)
        rig.rig.screen.rotate(to: .landscapeLeft)
        rig.rig.settle()
        #expect(done == ["5 false", "3 false"] && rig.names(pages.children) == "3")
        #expect(rig.all[3].view.frame == CGRect(x: 0, y: 0, width: 844, height: 390))
    }

    @Test("the delegate says where pages are bound when the screen turns")
    func rebound() {
        final class Binder: NSObject, UIPageViewControllerDelegate {
            let pair: [UIViewController]
            init(_ pair: [UIViewController]) { self.pair = pair }
            func pageViewController(
                _ pageViewController: UIPageViewController, spineLocationFor orientation: UIInterfaceOrientation
            ) -> UIPageViewController.SpineLocation {
                guard orientation.isLandscape else { return .min }
                return .mid
            }
        }
        let binder = Binder([rig.all[4], rig.all[5]])
        let pages = rig.make(.pageCurl)
        pages.delegate = binder
        rig.rig.screen.rotate(to: .landscapeLeft)
        rig.rig.settle()
        #expect(pages.spineLocation == .mid && pages.isDoubleSided)
        pages.setViewControllers(binder.pair, direction: .forward, animated: false)
        rig.rig.settle()
        #expect(rig.all[5].view.frame == CGRect(x: 422, y: 0, width: 422, height: 390))
        rig.rig.screen.rotate(to: .portrait)
        rig.rig.settle()
        #expect(rig.names(pages.viewControllers) == "4" && rig.all[4].view.frame.width == 390)
    }

    @Test("another number of pages than are needed traps, in UIKit's words; so does one page twice")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
            pages.setViewControllers([], direction: .forward, animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let pages = UIPageViewController(
                transitionStyle: .pageCurl, navigationOrientation: .horizontal,
                options: [.spineLocation: UIPageViewController.SpineLocation.mid])
            pages.setViewControllers([UIViewController()], direction: .forward, animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let pages = UIPageViewController(
                transitionStyle: .pageCurl, navigationOrientation: .horizontal,
                options: [.spineLocation: UIPageViewController.SpineLocation.mid])
            let page = UIViewController()
            pages.setViewControllers([page, page], direction: .forward, animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let pages = UIPageViewController(
                transitionStyle: .pageCurl, navigationOrientation: .horizontal,
                options: [.spineLocation: UIPageViewController.SpineLocation.mid])
            pages.isDoubleSided = false
        }
    }

    @Test("an archive keeps how pages are turned")
    func archive() throws {
        let pages = UIPageViewController(
            transitionStyle: .pageCurl, navigationOrientation: .vertical,
            options: [.spineLocation: UIPageViewController.SpineLocation.max.rawValue])
        let data = try NSKeyedArchiver.archivedData(withRootObject: pages, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let read = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UIPageViewController)
        #expect(
            read.navigationOrientation == .vertical && read.spineLocation == .max && read.transitionStyle == .pageCurl)
    }
}

/// Returns the view that contains the views of the pages.
private func content(of pages: UIPageViewController) -> UIView { pages.view.subviews[0] }
