import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGraphics
import TileTyping
import TileViews

@testable import TileControllers

@Suite("What stands where there is no content")
struct ContentUnavailableTests {
    /// Counts how often it is asked, and sets the configuration it was given.
    private final class Asked: UIViewController {
        var states: [UIContentUnavailableConfigurationState] = []
        var make: (UIContentUnavailableConfigurationState) -> (any UIContentConfiguration)? = { _ in nil }

        override func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {
            states.append(state)
            contentUnavailableConfiguration = make(state)
        }
    }

    private func shown(_ controller: UIViewController) -> UIContentUnavailableView? {
        controller.view.subviews.lazy.compactMap { $0 as? UIContentUnavailableView }.first
    }

    private func texts(_ view: UIView) -> [String] {
        if view.isHidden { return [] }
        if let label = view as? UILabel { return label.text.map { [$0] } ?? [] }
        return view.subviews.flatMap(texts)
    }

    private func configuration(_ text: String) -> UIContentUnavailableConfiguration {
        var made = UIContentUnavailableConfiguration.empty()
        made.text = text
        return made
    }

    @Test("it fills the view, in front, and goes with nil")
    func fills() throws {
        let rig = ControllerRig()
        let controller = UIViewController()
        rig.show(controller)
        #expect(controller.contentUnavailableConfiguration == nil && shown(controller) == nil)
        controller.contentUnavailableConfiguration = configuration("No Trams")
        let other = UIView()
        controller.view.addSubview(other)
        rig.frame()
        let view = try #require(shown(controller))
        #expect(view.frame == controller.view.bounds)
        #expect(controller.view.subviews.last === view)
        #expect(texts(view) == ["No Trams"])
        // The view behind it shows through.
        #expect(UIContentUnavailableConfiguration.empty().background.resolvedBackgroundColor(for: .red) == .clear)
        controller.contentUnavailableConfiguration = nil
        rig.frame()
        #expect(shown(controller) == nil && controller.view.subviews == [other])
    }

    @Test("another configuration of the kind has the view stay")
    func keepsView() throws {
        let rig = ControllerRig()
        let controller = UIViewController()
        rig.show(controller)
        controller.contentUnavailableConfiguration = UIContentUnavailableConfiguration.loading()
        rig.frame()
        let view = try #require(shown(controller))
        #expect(texts(view) == ["Loading…"])
        controller.contentUnavailableConfiguration = configuration("Empty")
        rig.frame()
        #expect(shown(controller) === view && texts(view) == ["Empty"])
    }

    @Test("it is asked before the first layout, once for several askings, and when traits change")
    func isAsked() {
        let rig = ControllerRig()
        let controller = Asked()
        rig.show(controller)
        #expect(controller.states.count == 1)
        rig.frame()
        #expect(controller.states.count == 1)
        for _ in 0..<3 { controller.setNeedsUpdateContentUnavailableConfiguration() }
        #expect(controller.states.count == 1)
        rig.frame()
        #expect(controller.states.count == 2)
        controller.overrideUserInterfaceStyle = .dark
        rig.frame()
        #expect(controller.states.count == 3)
        #expect(controller.states.last?.traitCollection.userInterfaceStyle == .dark)
        #expect(controller.states.last?.searchText == nil)
    }

    @Test("a search that finds nothing says what it looked for, unless the program has said something else")
    func search() throws {
        let rig = ControllerRig()
        let controller = Asked()
        controller.make = { state in
            state.searchText.map { _ in UIContentUnavailableConfiguration.search() }
        }
        rig.show(controller)
        let search = UISearchController(searchResultsController: nil)
        search.searchBar.frame = CGRect(x: 0, y: 60, width: 390, height: 56)
        controller.view.addSubview(search.searchBar)
        search.isActive = true
        rig.frame()
        let view = try #require(shown(controller))
        #expect(texts(view) == ["No Results", "Check the spelling or try a new search."])
        search.searchBar.text = "Funicular"
        search.searchBar.stepHandler?(.changed)
        rig.frame()
        #expect(controller.states.last?.searchText == "Funicular")
        #expect(texts(view) == ["No Results for “Funicular”", "Check the spelling or try a new search."])
        search.isActive = false
        rig.frame()
        #expect(shown(controller) == nil && controller.states.last?.searchText == nil)

        var own = UIContentUnavailableConfiguration.search()
        own.text = nil
        var state = UIContentUnavailableConfigurationState(traitCollection: controller.traitCollection)
        state.searchText = "Ferry"
        #expect(own.updated(for: state) == own && own.updated(for: state).text == nil)
    }

    @Test("its buttons do what the configuration says, and no more what it said before")
    func buttons() throws {
        let rig = ControllerRig()
        let controller = UIViewController()
        rig.show(controller)
        var done: [String] = []
        var look = configuration("No Trams")
        look.button = .filled()
        look.button.title = "Reload"
        look.buttonProperties.primaryAction = UIAction { _ in done.append("first") }
        controller.contentUnavailableConfiguration = look
        rig.frame()
        let view = try #require(shown(controller))
        let button = try #require(view.everyView.lazy.compactMap { $0 as? UIButton }.first)
        button.sendActions(for: .primaryActionTriggered)
        look.buttonProperties.primaryAction = UIAction { _ in done.append("second") }
        look.secondaryButton.title = "Help"
        look.secondaryButtonProperties.isEnabled = false
        controller.contentUnavailableConfiguration = look
        rig.frame()
        button.sendActions(for: .primaryActionTriggered)
        #expect(done == ["first", "second"])
        let all = view.everyView.compactMap { $0 as? UIButton }
        #expect(all.map(\.isEnabled) == [true, false] && all[0].frame.maxY + 8 == all[1].frame.minY)
    }

    @Test("parts stand in the middle of what bars and the keyboard leave, or at the leading edge")
    func places() throws {
        let rig = ControllerRig()
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 0)
        let controller = UIViewController()
        rig.show(controller)
        var look = configuration("No Trams")
        look.secondaryText = "None today."
        controller.contentUnavailableConfiguration = look
        rig.frame()
        let view = try #require(shown(controller))
        func labels() -> [CGRect] {
            view.everyView.compactMap { $0 as? UILabel }.filter { !$0.isHidden }
                .map { view.convert($0.bounds, from: $0) }
        }
        var places = labels()
        #expect(places.count == 2 && abs(places[0].midX - 195) <= 1 && abs(places[1].midX - 195) <= 1)
        #expect(abs((places[0].minY + places[1].maxY) / 2 - (44 + 844 - 34) / 2) <= 1)
        #expect(places[1].minY - places[0].maxY == 6)

        rig.screen.keyboard.height = 300
        let field = UITextField(frame: CGRect(x: 0, y: 50, width: 200, height: 30))
        controller.view.insertSubview(field, at: 0)
        _ = field.becomeFirstResponder()
        rig.settle()
        places = labels()
        #expect(abs((places[0].minY + places[1].maxY) / 2 - (44 + 844 - 300) / 2) <= 1)

        look.alignment = .natural
        controller.contentUnavailableConfiguration = look
        rig.frame()
        #expect(labels().map(\.minX) == [16, 16])
        controller.view.semanticContentAttribute = .forceRightToLeft
        view.semanticContentAttribute = .forceRightToLeft
        view.setNeedsLayout()
        rig.frame()
        #expect(labels().allSatisfy { abs($0.maxX - 374) <= 1 })
    }

    @Test("what is higher than the view scrolls, unless it is not to")
    func scrolls() throws {
        let view = UIContentUnavailableView(configuration: configuration("No Trams"))
        view.frame = CGRect(x: 0, y: 0, width: 300, height: 30)
        view.layoutIfNeeded()
        let scroll = try #require(view.everyView.lazy.compactMap { $0 as? UIScrollView }.first)
        #expect(scroll.isScrollEnabled && scroll.contentSize.height > 30)
        view.isScrollEnabled = false
        view.layoutIfNeeded()
        #expect(!scroll.isScrollEnabled)
        view.frame.size.height = 300
        view.isScrollEnabled = true
        view.layoutIfNeeded()
        #expect(!scroll.isScrollEnabled && scroll.contentSize.height == 300)
        #expect(view.sizeThatFits(CGSize(width: 300, height: 0)).height > 50)
    }

    @Test("in a view that scrolls it stays in sight")
    func inScrollView() throws {
        let rig = ControllerRig()
        let controller = UIViewController()
        let scroll = UIScrollView()
        scroll.contentSize = CGSize(width: 390, height: 2_000)
        controller.view = scroll
        rig.show(controller)
        controller.contentUnavailableConfiguration = configuration("No Trams")
        rig.frame()
        scroll.contentOffset.y = 200
        rig.frame()
        #expect(try #require(shown(controller)).frame.minY == 200)
        #expect(!rig.screen.isFramePending)
    }

    @Test("an archive has the view without it")
    func archive() throws {
        let rig = ControllerRig()
        let controller = UIViewController()
        rig.show(controller)
        controller.contentUnavailableConfiguration = configuration("No Trams")
        rig.frame()
        let data = try NSKeyedArchiver.archivedData(withRootObject: controller, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let read = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UIViewController)
        #expect(read.view.subviews.isEmpty)
        rig.frame()
        #expect(shown(controller) != nil)
    }
}

extension UIView {
    /// The view and all of its descendants.
    fileprivate var everyView: [UIView] { [self] + subviews.flatMap(\.everyView) }
}
