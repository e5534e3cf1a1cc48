import Foundation
import TestSupport
import Testing
import TileContent
import TileControllers
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileViews

@testable import ViewContent

/// A program with a stack of two screens.
private class Delegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let first = Screen()
        first.restorationIdentifier = "first"
        let navigation = UINavigationController(rootViewController: first)
        navigation.restorationIdentifier = "stack"
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = navigation
        window?.makeKeyAndVisible()
        return true
    }
}

private class Screen: UIViewController, UIViewControllerRestoration {
    override func viewDidLoad() {
        view.backgroundColor = .red
        restorationClass = Screen.self
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Next") { [unowned self] _ in push() })
        button.frame = CGRect(x: 20, y: 100, width: 100, height: 44)
        view.addSubview(button)
    }

    private func push() {
        let next = Screen()
        next.restorationIdentifier = "next"
        navigationController?.pushViewController(next, animated: false)
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { Screen() }
}

@Suite("Programs as content")
struct LaunchedProgramTests {
    private let size = CGSize(width: 200, height: 300)

    private func depth(_ source: ViewSource<UIView>) -> Int? {
        source.updateApplication {
            ($0.keyWindow?.rootViewController as? UINavigationController)?.viewControllers.count
        }
    }

    @Test("one is launched and active, shows its window, and takes touches")
    func launched() throws {
        let source = ViewSource(launching: Delegate.self, size: size)
        #expect(source.contentSize == size && depth(source) == 1)
        #expect(source.updateApplication { $0.applicationState == .active && UIApplication.shared === $0 })
        let pixel = try source.raster(
            RasterArea(scale: 1, x: 10, y: 200, width: 1, height: 1), in: RasterContext(pool: BitmapPool()))
        guard case .solid(let color, _, _) = pixel else { return #expect(Bool(false), "\(pixel)") }
        #expect(color.red > 230 && color.blue < 60)
        let finger = ContentTouch.Finger(person: 1, number: 0)
        let place = CGPoint(x: 60, y: 120)
        let used = source.touch([ContentTouch(finger, .began, at: place)])
        _ = source.touch([ContentTouch(finger, .ended, at: place)])
        #expect(used == [finger] && depth(source) == 2)
        // A touch that the program does not use belongs to the viewer.
        let other = ContentTouch.Finger(person: 1, number: 1)
        #expect(source.touch([ContentTouch(other, .began, at: CGPoint(x: 100, y: 280))]).isEmpty)
    }

    @Test("its state is there again in one that is launched anew")
    func restored() throws {
        let source = ViewSource(launching: Delegate.self, size: size)
        let finger = ContentTouch.Finger(person: 1, number: 0)
        for phase in [ContentTouch.Phase.began, .ended] {
            _ = source.touch([ContentTouch(finger, phase, at: CGPoint(x: 60, y: 120))])
        }
        let state = try #require(source.savedState())
        let other = ViewSource(launching: Delegate.self, size: size)
        #expect(depth(other) == 1)
        other.restore(state)
        #expect(depth(other) == 2)
    }
}
