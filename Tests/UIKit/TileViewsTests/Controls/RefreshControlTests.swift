import Foundation
import Testing
import TileDrawing
import TileLayers

@testable import TileViews

@Suite("Refresh control")
struct RefreshControlTests {
    private let rig = ScrollRig()
    private let control = UIRefreshControl()
    private let changes = Changes()

    private final class Changes {
        var count = 0
    }

    init() {
        let changes = changes
        control.addAction(UIAction { _ in changes.count += 1 }, for: .valueChanged)
        rig.scrollView.refreshControl = control
        _ = rig.screen.frame()
    }

    private var scrollView: UIScrollView { rig.scrollView }
    /// Returns the movement of a finger that pulls the content by a distance: past the threshold and against the
    /// resistance.
    private func finger(for pull: Double) -> Double { 10 + RubberBand(length: 300).pull(pull) }

    private func pull(to offset: Double, lifts: Bool = false) {
        rig.drag(
            from: CGPoint(x: 100, y: 10), to: CGPoint(x: 100, y: 10 + finger(for: offset)), frames: 20, lifts: lifts)
    }

    @Test("content that is pulled far enough refreshes, once; nearer, or thrown, it doesn't")
    func pulls() {
        #expect(control.isHidden && scrollView.subviews.first === control)
        pull(to: 88, lifts: true)
        #expect(!control.isRefreshing && changes.count == 0 && !control.isHidden)
        rig.run()
        #expect(control.isHidden)
        pull(to: 92)
        #expect(control.isRefreshing && changes.count == 1)
        #expect(scrollView.adjustedContentInset.top == 0, "the finger holds it yet")
        rig.touch(.moved, x: 100, y: 250)
        #expect(changes.count == 1)
        rig.touch(.ended, x: 100, y: 250)
        #expect(scrollView.adjustedContentInset.top == 60 && scrollView.contentInset.top == 0)
        rig.run()
        #expect(scrollView.contentOffset.y == -60 && control.frame == CGRect(x: 0, y: -60, width: 200, height: 60))
    }

    @Test("refreshing ends: the content goes back to its top, in time, told once")
    func ends() {
        pull(to: 120, lifts: true)
        rig.run()
        rig.told = []
        control.endRefreshing()
        #expect(!control.isRefreshing && scrollView.contentOffset.y == 0 && scrollView.adjustedContentInset.top == 0)
        _ = rig.screen.frame()
        rig.clock.advance(by: 0.15)
        _ = rig.screen.frame()
        let shown = scrollView.layer.presentation()!.bounds.minY
        #expect(shown < -1 && shown > -59 && rig.told == ["didScroll"])
        control.endRefreshing()
        pull(to: 92, lifts: true)
        #expect(changes.count == 2)
    }

    @Test("ended while the finger is down it does not refresh again before it went back")
    func endsInAction() {
        control.addAction(UIAction { ($0.sender as! UIRefreshControl).endRefreshing() }, for: .valueChanged)
        pull(to: 92)
        rig.touch(.moved, x: 100, y: 280)
        #expect(changes.count == 1 && !control.isRefreshing)
        rig.touch(.ended, x: 100, y: 280)
        rig.run()
        #expect(scrollView.contentOffset.y == 0)
        pull(to: 92, lifts: true)
        #expect(changes.count == 2)
    }

    @Test("a finger that holds the content when refreshing ends goes on from where it is")
    func endsUnderFinger() {
        pull(to: 100, lifts: true)
        rig.run()
        rig.touch(.began, x: 100, y: 10)
        rig.touch(.moved, x: 100, y: 40)
        let before = scrollView.contentOffset.y
        control.endRefreshing()
        #expect(scrollView.contentOffset.y == before)
        rig.touch(.moved, x: 100, y: 41)
        #expect(abs(scrollView.contentOffset.y - before) < 1)
        rig.touch(.ended, x: 100, y: 41)
        rig.run()
        #expect(scrollView.contentOffset.y == 0)
    }

    @Test("begun by code it tells nobody, and the content stays where it is")
    func code() {
        control.beginRefreshing()
        control.beginRefreshing()
        #expect(control.isRefreshing && changes.count == 0 && scrollView.contentOffset.y == 0)
        #expect(scrollView.adjustedContentInset.top == 60)
        scrollView.setContentOffset(CGPoint(x: 0, y: -60), animated: false)
        scrollView.contentInset.top = 20
        control.endRefreshing()
        #expect(scrollView.adjustedContentInset.top == 20 && scrollView.contentOffset.y == -20)
        rig.run(frames: 30)
        scrollView.refreshControl = nil
        #expect(control.superview == nil)
    }

    @Test("disabled it refreshes nothing; another scroll view takes it over; what refreshes leaves no room behind")
    func owners() {
        control.isEnabled = false
        pull(to: 92, lifts: true)
        rig.run()
        #expect(changes.count == 0)
        control.beginRefreshing()
        let other = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        other.refreshControl = control
        #expect(scrollView.refreshControl == nil && scrollView.adjustedContentInset.top == 0)
        #expect(!control.isRefreshing && control.superview === other)
    }

    @Test("title, tint and archive")
    func appearance() throws {
        control.attributedTitle = NSAttributedString(string: "Pull")
        control.tintColor = .systemRed
        #expect(control.accessibilityLabel == "Pull" && control.tintColor == .systemRed)
        let flag = NSTextAttachment()
        flag.accessibilityLabel = "flag"
        control.attributedTitle = NSAttributedString(attachment: flag)
        #expect(control.accessibilityLabel == "flag")
        control.attributedTitle = NSAttributedString(string: "Pull")
        scrollView.contentInset.top = 30
        let again = try #require(try archived(scrollView).refreshControl)
        #expect(again.attributedTitle?.string == "Pull" && again.tintColor == .systemRed && !again.isRefreshing)
        #expect(again.subviews.count == 2)
    }
}
