import Foundation
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import TileViews
import ViewContent

@Suite("View controllers as content")
struct ControllerContentTests {
    /// A page with a bar button that opens the next page.
    private final class Page: UIViewController {
        private let color: UIColor
        private(set) var appearances = 0

        init(_ color: UIColor) {
            self.color = color
            super.init(nibName: nil, bundle: nil)
            navigationItem.rightBarButtonItem = UIBarButtonItem(
                title: "Next",
                primaryAction: UIAction { [unowned self] _ in
                    navigationController?.pushViewController(Page(.systemGreen), animated: true)
                })
        }

        required init?(coder: NSCoder) { nil }

        override func loadView() {
            view = UIView()
            view.backgroundColor = color
        }
        override func viewDidAppear(_ animated: Bool) { appearances += 1 }
    }

    private func source() -> ViewSource<UIView> {
        ViewSource(UINavigationController(rootViewController: Page(.systemRed)), size: CGSize(width: 390, height: 844))
    }

    @Test("come as a window's root does, and have appeared when the content is there")
    func comes() {
        let source = source()
        #expect(source.contentSize == CGSize(width: 390, height: 844))
        let count = source.updateController { ($0.children.first as? Page)?.appearances }
        #expect(count == 1)
    }

    @Test("a finger on a button of a bar pushes, which changes the tiles, and the back button leads back")
    func fingers() throws {
        let source = source()
        let told = Lock<[Box]>([])
        let subscription = source.subscribe { box in told.withLock { $0.append(box) } }
        defer { _ = consume subscription }
        func tap(_ x: Double, _ y: Double) -> Bool {
            let finger = ContentTouch.Finger(person: 1, number: 0)
            let used = source.touch([ContentTouch(finger, .began, at: CGPoint(x: x, y: y))])
            _ = source.touch([ContentTouch(finger, .ended, at: CGPoint(x: x, y: y))])
            return used == [finger]
        }
        #expect(tap(360, 22))
        #expect(source.updateController { $0.children.count } == 2)
        #expect(told.withLock { !$0.isEmpty })
        #expect(tap(20, 22))
        source.update { _ in }
        #expect(source.updateController { $0.children.count } == 1)
    }

    @Test("what they present shows over them, and goes again")
    func presents() {
        let source = source()
        source.updateController { controller in
            let sheet = UIViewController()
            sheet.view.backgroundColor = .white
            controller.present(sheet, animated: true)
        }
        #expect(source.updateController { $0.presentedViewController?.view.window != nil })
        source.updateController { $0.dismiss(animated: true) }
        source.update { _ in }
        #expect(source.updateController { $0.presentedViewController == nil })
    }

    /// A page that can be created from its encoded state.
    private final class KeptPage: UIViewController, UIViewControllerRestoration {
        init() {
            super.init(nibName: nil, bundle: nil)
            (restorationIdentifier, restorationClass) = ("page", KeptPage.self)
        }

        required init?(coder: NSCoder) { nil }

        static func viewController(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> UIViewController? { KeptPage() }

        override func loadView() {
            let scrollView = UIScrollView()
            scrollView.contentSize = CGSize(width: 100, height: 3000)
            scrollView.restorationIdentifier = "scroll"
            view = scrollView
        }
    }

    private func keptSource(named name: String? = "app", followsViewer: Bool = false) -> ViewSource<UIView> {
        let navigation = UINavigationController(rootViewController: KeptPage())
        navigation.restorationIdentifier = name
        return ViewSource(navigation, size: CGSize(width: 390, height: 844), followsViewer: followsViewer)
    }

    @Test("are made anew from their state, and tell what looks different then")
    func state() throws {
        let old = keptSource()
        old.updateController { controller in
            (controller as? UINavigationController)?.pushViewController(KeptPage(), animated: false)
        }
        old.updateController { ($0.children.last?.view as? UIScrollView)?.contentOffset.y = 500 }
        let state = try #require(old.savedState())
        let new = keptSource()
        let told = Lock(0)
        let subscription = new.subscribe { _ in told.withLock { $0 += 1 } }
        defer { _ = consume subscription }
        new.restore(state)
        #expect(new.updateController { $0.children.count } == 2 && told.withLock { $0 } > 0)
        #expect(new.updateController { ($0.children.last?.view as? UIScrollView)?.contentOffset.y } == 500)
        // Invalid state changes nothing. A controller without a restoration identifier has no state, nor does a plain
        // view.
        let third = keptSource()
        third.restore([1, 2, 3])
        third.restore([])
        #expect(third.updateController { $0.children.count } == 1)
        #expect(keptSource(named: nil).savedState() == nil)
        #expect(ViewSource(UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))).savedState() == nil)
    }

    @Test("may be as large as the viewer's window, and are turned with it")
    func screen() {
        let source = keptSource(followsViewer: true)
        #expect(source.followsViewer && source.screenSize == CGSize(width: 390, height: 844))
        #expect(source.contentSize == CGSize(width: 4096, height: 4096))
        source.resize(to: CGSize(width: 700, height: 500))
        #expect(source.screenSize == CGSize(width: 700, height: 500))
        #expect(source.updateController { $0.view.frame } == CGRect(x: 0, y: 0, width: 700, height: 500))
        #expect(source.updateController { $0.interfaceOrientation.isLandscape })
        source.resize(to: CGSize(width: 500, height: 10_000))
        #expect(source.screenSize == CGSize(width: 500, height: 4096))
        #expect(source.updateController { $0.interfaceOrientation } == .portrait)
        #expect(!keptSource().followsViewer && keptSource().contentSize == CGSize(width: 390, height: 844))
    }
}
