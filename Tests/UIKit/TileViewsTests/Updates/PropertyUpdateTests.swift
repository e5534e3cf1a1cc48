import Foundation
import Observation
import TestSupport
import Testing
import TileDrawing
import TileLayers

@testable import TileViews

/// A model with two observable properties.
@Observable
final class Counter {
    var count = 0
    var other = 0
}

/// A view that records its updates, each of which reads a property of its model.
private class CountingView: UIView {
    var model: Counter?
    var log: [String] = []
    /// The updates that read `count`.
    var reading: Set<String> = []
    /// Called in each update of properties.
    var action: (() -> Void)?

    private func note(_ name: String) {
        log.append(reading.contains(name) ? "\(name) \(model?.count ?? -1)" : name)
    }

    override func updateProperties() {
        super.updateProperties()
        note("properties")
        action?()
    }

    override func updateConstraints() {
        note("constraints")
        super.updateConstraints()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        note("layout")
    }

    override func draw(_ rect: CGRect) { note("draw") }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

@Suite("Updates of views' properties")
struct PropertyUpdateTests {
    private let screen = UIScreen(size: CGSize(width: 100, height: 100), scale: 1)
    private let window: UIWindow
    private let view = CountingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))

    init() {
        Self.deliverNews()
        window = UIWindow(screen: screen)
        window.addSubview(view)
        window.makeKeyAndVisible()
    }

    /// Delivers the news of animations that ended on this thread with the trees of other tests. A frame would be
    /// pending for them.
    private static func deliverNews() { while !AnimationNews.isEmpty { AnimationNews.deliver() } }

    /// Ends all animations.
    private func endAnimations() {
        view.layer.removeAllAnimations()
        Self.deliverNews()
    }

    /// Shows the view and forgets its first updates.
    private func show() {
        _ = screen.frame()
        view.log = []
    }

    @Test("The first update comes before the first layout; later ones only on request, and cause no layout")
    func order() {
        _ = screen.frame()
        #expect(view.takeLog() == ["constraints", "properties", "layout", "draw"])
        #expect(!screen.isFramePending)
        view.setNeedsUpdateProperties()
        view.setNeedsUpdateProperties()
        #expect(screen.isFramePending)
        let work = screen.layerHost.counting { _ = screen.frame() }
        #expect(view.takeLog() == ["properties"])
        #expect(work.propertyUpdates == 1 && work.layersLaidOut == 0 && work.displays == 0)
        view.setNeedsLayout()
        _ = screen.frame()
        #expect(view.takeLog() == ["layout"])
        view.setNeedsLayout()
        view.setNeedsUpdateProperties()
        _ = screen.frame()
        #expect(view.takeLog() == ["properties", "layout"])
        #expect(!screen.isFramePending)
    }

    @Test("A request reaches the screen from a view that was added later, and a hidden one")
    func later() {
        show()
        let inner = CountingView()
        inner.setNeedsUpdateProperties()
        view.addSubview(inner)
        _ = screen.frame()
        #expect(inner.takeLog().filter { $0 == "properties" } == ["properties"])
        view.isHidden = true
        _ = screen.frame()
        inner.setNeedsUpdateProperties()
        _ = screen.frame()
        #expect(inner.takeLog() == ["properties"])
    }

    @Test("Forcing updates covers the views inside, the first update of each too, and runs no layout")
    func forced() {
        let inner = CountingView()
        view.addSubview(inner)
        view.updatePropertiesIfNeeded()
        #expect(view.takeLog() == ["properties"] && inner.takeLog() == ["properties"])
        view.updatePropertiesIfNeeded()
        #expect(view.log.isEmpty && inner.log.isEmpty)
        inner.setNeedsUpdateProperties()
        view.layoutIfNeeded()
        #expect(inner.takeLog().filter { $0 == "properties" } == ["properties"])
    }

    @Test("What an update changes is laid out in the same frame, and what layout requests is updated in it")
    func settling() {
        let label = UILabel()
        label.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(label)
        label.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
        label.topAnchor.constraint(equalTo: view.topAnchor).isActive = true
        show()
        #expect(label.frame.width == 0)
        view.action = { label.text = "Forty-two" }
        view.setNeedsUpdateProperties()
        _ = screen.frame()
        #expect(label.frame.width > 20 && label.frame.width == label.intrinsicContentSize.width)

        final class Requesting: UIView {
            weak var other: UIView?

            override func layoutSubviews() { other?.setNeedsUpdateProperties() }
        }
        let requesting = Requesting()
        requesting.other = view
        window.addSubview(requesting)
        view.log = []
        _ = screen.frame()
        #expect(view.log == ["properties"])
    }

    @Test("An update that requests itself each time is stopped in each frame, and logged once")
    func restless() {
        show()
        view.action = { [unowned view] in view.setNeedsUpdateProperties() }
        view.setNeedsUpdateProperties()
        let log = logged { _ = screen.frame() }
        #expect(view.takeLog().count == 8)
        #expect(log.count == 1 && log[0].hasPrefix("updates of properties do not settle: after 8 rounds in UIWindow"))
        #expect(screen.isFramePending && screen.isFrameDue)
        #expect(logged { _ = screen.frame() }.isEmpty)
        view.action = nil
        _ = screen.frame()
        #expect(!screen.isFramePending)
    }

    @Test("An update that requests itself and forces updates is not made within itself")
    func nested() {
        show()
        view.action = { [unowned view] in
            guard view.log.count < 100 else { return }
            view.setNeedsUpdateProperties()
            view.updatePropertiesIfNeeded()
            view.layoutIfNeeded()
        }
        view.setNeedsUpdateProperties()
        _ = logged { _ = screen.frame() }
        #expect(view.takeLog().count == 8)
        view.action = nil
    }

    // MARK: Observation

    @Test(
        "A changed property marks the view for the update that has read it",
        arguments: ["properties", "constraints", "layout", "draw"])
    func tracked(_ update: String) {
        let model = Counter()
        view.model = model
        view.reading = [update]
        _ = screen.frame()
        #expect(view.takeLog().filter { $0.hasPrefix(update) } == ["\(update) 0"])
        model.other = 1
        #expect(!screen.isFramePending)
        for count in 1...3 {
            model.count = count
            #expect(screen.isFramePending)
            _ = screen.frame()
            // A view whose constraints may have changed is laid out.
            let expected = update == "constraints" ? ["constraints \(count)", "layout"] : ["\(update) \(count)"]
            #expect(view.takeLog() == expected)
            #expect(!screen.isFramePending)
        }
    }

    @Test("An update that no longer reads a property is no longer made for it")
    func dropped() {
        let model = Counter()
        view.model = model
        view.reading = ["layout"]
        show()
        view.reading = []
        model.count = 1
        _ = screen.frame()
        #expect(view.takeLog() == ["layout"])
        model.count = 2
        #expect(!screen.isFramePending)
    }

    @Test("Updates for other reasons replace the tracking; one change causes one update")
    func repeated() {
        let model = Counter()
        view.model = model
        view.reading = ["layout"]
        show()
        for _ in 0..<1000 {
            view.setNeedsLayout()
            _ = screen.frame()
        }
        view.log = []
        model.count = 7
        _ = screen.frame()
        #expect(view.takeLog() == ["layout 7"] && !screen.isFramePending)
    }

    @Test("A change within the update that read it, and one after the view is gone, cause nothing")
    func edges() {
        let model = Counter()
        view.model = model
        view.reading = ["properties"]
        view.action = { model.count += 1 }
        show()
        #expect(!screen.isFramePending && model.count == 1)
        view.action = nil
        autoreleasing(model)
        model.count = 5
        _ = screen.frame()
        #expect(view.takeLog() == ["properties 5"])
    }

    /// Tracks the model with a view that is gone afterwards.
    private func autoreleasing(_ model: Counter) {
        let short = CountingView()
        short.model = model
        short.reading = ["properties"]
        window.addSubview(short)
        _ = screen.frame()
        #expect(short.takeLog().contains("properties 1"))
        short.removeFromSuperview()
    }

    @Test("A change on another thread waits for the view's next frame there")
    func otherThread() {
        let model = UncheckedModel()
        view.model = model.counter
        view.reading = ["properties"]
        show()
        let isDone = DispatchSemaphore(value: 0)
        Thread {
            model.counter.count = 3
            isDone.signal()
        }.start()
        isDone.wait()
        #expect(!view.hasPropertyRequests && screen.isFramePending)
        _ = screen.frame()
        #expect(view.takeLog() == ["properties 3"])
        // The frame may have run before the model had the new value, so another one follows.
        _ = screen.frame()
        #expect(view.takeLog() == ["properties 3"] && !screen.isFramePending)
    }

    /// `@unchecked Sendable`: the semaphore orders the threads' accesses.
    private struct UncheckedModel: @unchecked Sendable {
        let counter = Counter()
    }

    @Test("100,000 views that read one property are each marked once by its change")
    func many() {
        let model = Counter()
        let views = (0..<100_000).map { _ in
            let view = CountingView()
            view.model = model
            view.reading = ["properties"]
            view.updatePropertiesIfNeeded()
            view.log = []
            return view
        }
        model.count = 1
        #expect(views.allSatisfy { $0.flags.contains(.needsUpdateProperties) })
        model.count = 2
        for view in views { view.updatePropertiesIfNeeded() }
        #expect(views.allSatisfy { $0.log == ["properties 2"] })
    }

    // MARK: Traits

    @Test("A change of traits causes an update if the last one has read them")
    func traits() {
        var styles: [UIUserInterfaceStyle] = []
        show()
        screen.traitOverrides.userInterfaceStyle = .dark
        _ = screen.frame()
        #expect(!view.takeLog().contains("properties"))
        view.action = { [unowned view] in styles.append(view.traitCollection.userInterfaceStyle) }
        view.setNeedsUpdateProperties()
        _ = screen.frame()
        screen.traitOverrides.userInterfaceStyle = .light
        _ = screen.frame()
        #expect(styles == [.dark, .light])
        // The update precedes the layout for the same change.
        #expect(view.takeLog() == ["properties", "properties", "layout", "draw"])
    }

    // MARK: Animations

    @Test("Flushing updates animates what changes within the block, and not what has changed before")
    func flushing() {
        let clock = VirtualClock(now: 0)
        screen.clock = clock
        let model = Counter()
        view.action = { [unowned view] in view.center.x = CGFloat(100 * model.count) }
        show()
        model.count = 1
        screen.asMain {
            UIView.animate(withDuration: 1, delay: 0, options: [.flushUpdates, .curveLinear]) {
                #expect(view.center.x == 100)
                model.count = 2
            }
        }
        #expect(view.center.x == 200)
        _ = screen.frame()
        clock.advance(by: 0.5)
        _ = screen.frame()
        #expect(abs((view.layer.presentation()?.position.x ?? 0) - 150) < 1e-6)
        // Without the option, the block ends before the change is applied.
        model.count = 3
        UIView.animate(withDuration: 1) { model.count = 4 }
        #expect(view.center.x == 200)
        endAnimations()
    }

    @Test("Flushing applies to nested blocks, and at each switch of animation")
    func nestedFlushing() {
        let model = Counter()
        view.action = { [unowned view] in view.center.x = CGFloat(model.count) }
        show()
        var seen: [CGFloat] = []
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
            model.count = 1
            UIView.animate(withDuration: 1) {
                seen.append(view.center.x)
                model.count = 2
            }
            seen.append(view.center.x)
            model.count = 3
            UIView.performWithoutAnimation {
                seen.append(view.center.x)
                model.count = 4
            }
            seen.append(view.center.x)
        }
        animator.flushUpdates = true
        screen.asMain { animator.startAnimation() }
        #expect(seen == [1, 2, 3, 4])
        endAnimations()
    }
}
