import Foundation
import TestSupport
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews
import VirtualTime

/// A record of the callbacks of controllers in order. Each line has the name and an abbreviation used in the table of
/// facts: `Wa Da Wd Dd` for will and did, appear and disappear.
final class Diary {
    private(set) var lines: [String] = []
    /// A Boolean value that indicates whether layout and loading are recorded too.
    var isWhole = false

    func write(_ line: String, isDetail: Bool = false) { if !isDetail || isWhole { lines.append(line) } }

    /// Returns the lines since the last call as one line.
    func drain() -> String {
        defer { lines = [] }
        return lines.joined(separator: " ")
    }
}

/// A controller that records its callbacks.
class Teller: UIViewController {
    let name: String
    let diary: Diary
    var make: (() -> UIView)?

    init(_ name: String, _ diary: Diary) {
        self.name = name
        self.diary = diary
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override var description: String { name }

    override func loadView() {
        diary.write("\(name).load", isDetail: true)
        if let make { view = make() } else { super.loadView() }
    }
    override func viewDidLoad() { diary.write("\(name).didLoad", isDetail: true) }
    override func viewWillAppear(_ animated: Bool) { diary.write("\(name)Wa") }
    override func viewIsAppearing(_ animated: Bool) { diary.write("\(name).is", isDetail: true) }
    override func viewDidAppear(_ animated: Bool) { diary.write("\(name)Da") }
    override func viewWillDisappear(_ animated: Bool) { diary.write("\(name)Wd") }
    override func viewDidDisappear(_ animated: Bool) { diary.write("\(name)Dd") }
    override func viewWillLayoutSubviews() { diary.write("\(name).willLayout", isDetail: true) }
    override func viewDidLayoutSubviews() { diary.write("\(name).didLayout", isDetail: true) }
    override func viewSafeAreaInsetsDidChange() { diary.write("\(name).safeArea", isDetail: true) }
    override func willMove(toParent parent: UIViewController?) {
        diary.write("\(name).willMove(\(parent.map { "\($0)" } ?? "nil"))", isDetail: true)
        super.willMove(toParent: parent)
    }
    override func didMove(toParent parent: UIViewController?) {
        diary.write("\(name).didMove(\(parent.map { "\($0)" } ?? "nil"))", isDetail: true)
        super.didMove(toParent: parent)
    }
}

/// A window on a screen whose time is controlled by the test.
final class ControllerRig {
    let clock = VirtualClock(now: 50)
    let screen: UIScreen
    let window: UIWindow
    let diary = Diary()

    /// Creates a window, by default on the screen of a phone.
    init(_ size: CGSize = CGSize(width: 390, height: 844), idiom: UIUserInterfaceIdiom = .phone) {
        screen = UITraitCollection(userInterfaceIdiom: idiom).performAsCurrent { UIScreen(size: size, scale: 1) }
        screen.clock = clock
        window = UIWindow(screen: screen)
    }

    func teller(_ name: String) -> Teller { Teller(name, diary) }

    /// Shows a controller in the window and waits until it has appeared.
    func show(_ root: UIViewController) {
        window.rootViewController = root
        window.makeKeyAndVisible()
        frame()
        _ = diary.drain()
    }

    @discardableResult
    func frame(after seconds: Double = 0) -> RenderTree {
        clock.advance(by: seconds)
        return screen.asMain { screen.frame() }
    }

    /// Runs frames until none is pending.
    func settle(most seconds: Double = 5) {
        for _ in 0..<Int(seconds * 60) where screen.isFramePending { frame(after: 1 / 60) }
    }
}
