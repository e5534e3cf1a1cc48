import Foundation
import Testing
import TileControllers
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import TileViews

@testable import ViewContent

/// A page with a square that stands for the progress of a program: its left edge is the number of steps.
private final class Page: UIViewController {
    let square = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

    override func loadView() {
        view = UIView()
        view.backgroundColor = .white
        square.backgroundColor = .black
        view.addSubview(square)
    }

    func step() { square.frame.origin.x += 1 }
}

/// A reference to a page, for the test that plays the main thread.
///
/// `@unchecked Sendable`: the executor of the test runs in one thread at a time.
private struct Held: @unchecked Sendable {
    let page: Page
}

/// A page on an executor that the test steps.
private struct SteppedPage {
    let executor = SteppedExecutor()
    let source: ViewSource<UIView>
    private let held: Held

    init() {
        let page = Page()
        held = Held(page: page)
        let sent = Held(page: page)
        source = ViewSource(
            sent.page, size: CGSize(width: 420, height: 20), isolation: .shared(executor))
    }

    var page: Page { held.page }

    /// The left edge of the square in the tiles.
    func place() throws -> Int? {
        let area = RasterArea(scale: 1, x: 0, y: 10, width: 420, height: 1)
        guard case .bitmap(let row) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else { return nil }
        return (0..<420).first { row[$0, 0].argb == 0xFF00_0000 }
    }
}

@Suite("Trees on the main thread")
struct MainThreadTests {
    @Test("changes between updates are one commit, at the next frame time, and then nothing is scheduled")
    func coalescing() throws {
        let stepped = SteppedPage()
        let (source, executor) = (stepped.source, stepped.executor)
        let told = Lock(0)
        let subscription = source.subscribe { _ in told.withLock { $0 += 1 } }
        defer { _ = consume subscription }
        executor.advance(by: 1)
        let frames = source.counters.frames
        #expect(executor.delays.isEmpty)
        executor.here { for _ in 0..<100_000 { stepped.page.step() } }
        executor.here { stepped.page.square.frame.origin.x = 7 }
        #expect(try stepped.place() == 0 && executor.delays == [0] && source.isMoving)
        executor.advance()
        #expect(try stepped.place() == 7 && source.counters.frames == frames + 1 && told.withLock { $0 } > 0)
        // The next frame is a sixtieth of a second later.
        executor.here { stepped.page.step() }
        #expect(executor.delays.map { ($0 * 1000).rounded() } == [17])
        executor.advance(by: 0.01)
        #expect(try stepped.place() == 7)
        executor.advance(by: 0.01)
        #expect(try stepped.place() == 8 && executor.delays.isEmpty && !source.isMoving)
        executor.advance(by: 10)
        #expect(source.counters.frames == frames + 2)
    }

    @Test("an update shows its changes itself and schedules nothing")
    func updates() throws {
        let stepped = SteppedPage()
        stepped.source.updateController { ($0 as? Page)?.step() }
        #expect(try stepped.place() == 1)
        _ = stepped.source.touch([ContentTouch(ContentTouch.Finger(person: 1, number: 0), .began, at: .zero)])
        #expect(stepped.executor.delays.isEmpty)
    }

    @Test(
        "whatever a program changes between updates causes a frame",
        arguments: ["constraint", "link", "event", "layer", "subview", "animation", "trait"])
    func kinds(_ kind: String) {
        let stepped = SteppedPage()
        stepped.executor.advance(by: 1)
        let (page, screen) = (stepped.page, stepped.page.view.window!.screen)
        var link: CADisplayLink?
        stepped.executor.here {
            switch kind {
            case "constraint": page.square.widthAnchor.constraint(equalToConstant: 30).isActive = true
            case "link":
                link = screen.displayLink { _ in }
                link?.isPaused = true
            case "event": screen.post(UIEvent(type: .motion))
            case "layer": page.square.layer.cornerRadius = 4
            case "subview": page.view.addSubview(UILabel())
            case "animation": UIView.animate(withDuration: 1) { page.square.alpha = 0.5 }
            default: page.view.traitOverrides.userInterfaceStyle = .dark
            }
        }
        #expect(stepped.executor.delays.count == 1)
        stepped.executor.advance()
        // A link that goes on asks again.
        stepped.executor.advance(by: 1)
        stepped.executor.here { link?.isPaused = false }
        #expect(stepped.executor.delays.count == (link == nil ? 0 : 1))
        link?.invalidate()
    }

    @Test(
        "while time passes, a change between updates is shown at once after a pause, and otherwise with the next frame")
    func pace() async throws {
        let (stepped, clock) = (SteppedPage(), SteppedClock())
        let (source, executor) = (stepped.source, stepped.executor)
        let mover = Task { await source.move(at: FramePace(framesPerSecond: 4), clock: clock) }
        func frame(_ count: Int) async {
            while source.counters.frames < count {
                executor.advance()
                await Task.yield()
            }
        }
        let first = source.counters.frames
        await frame(first + 1)
        clock.advance(by: .seconds(10))
        executor.here { stepped.page.step() }
        await frame(first + 2)
        #expect(try stepped.place() == 1)
        executor.here { stepped.page.step() }
        #expect(await clock.nextSleep() == .milliseconds(10_250))
        #expect(try stepped.place() == 1)
        clock.advance(by: .milliseconds(250))
        await frame(first + 3)
        #expect(try stepped.place() == 2)
        mover.cancel()
        while executor.delays.isEmpty { await Task.yield() }
        executor.advance()
        await mover.value
    }

    @Test("tiles of the last commit never wait for the main thread")
    func tiles() throws {
        let stepped = SteppedPage()
        let waits = stepped.executor.waits
        stepped.executor.here { stepped.page.step() }
        for _ in 1...3 { #expect(try stepped.place() == 0) }
        #expect(stepped.source.screenSize == CGSize(width: 420, height: 20) && stepped.executor.waits == waits)
    }

    /// A page with a square that moves across in a second once it is seen.
    private final class Arriving: UIViewController {
        let square = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

        override func viewDidLoad() {
            square.backgroundColor = .black
            view.addSubview(square)
        }

        override func viewDidAppear(_ animated: Bool) {
            UIView.animate(withDuration: 1) { self.square.frame.origin.x = 100 }
        }
    }

    @Test("the first tile of a tree that animates at launch doesn't wait for the main thread either")
    func firstTile() throws {
        let executor = SteppedExecutor()
        let source = ViewSource(
            Arriving(), size: CGSize(width: 420, height: 20), isolation: .shared(executor))
        let (waits, area) = (executor.waits, RasterArea(scale: 1, x: 0, y: 10, width: 420, height: 1))
        func isBlack(at x: Int) throws -> Bool {
            guard case .bitmap(let row) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else {
                return false
            }
            return row[x, 0].argb == 0xFF00_0000
        }
        #expect(try isBlack(at: 0))
        #expect(executor.waits == waits && !executor.delays.isEmpty)
        executor.advance()
        #expect(try isBlack(at: 100) && !isBlack(at: 0))
    }

    @Test("a change from another thread is reported with the call, once, and is shown")
    func otherThreads() throws {
        let stepped = SteppedPage()
        stepped.executor.advance(by: 1)
        let lines = Lock<[String]>([])
        for _ in 1...2 {
            FrameLog.collecting({ line in lines.withLock { $0.append(line) } }) {
                stepped.page.view.addSubview(UIView())
                stepped.page.step()
            }
            stepped.executor.advance(by: 1)
        }
        let all = lines.withLock { $0 }
        let line = try #require(all.count == 1 ? all.first : nil, "\(all)")
        #expect(line.hasPrefix("Main Thread Checker: UIView.addSubview(_:) must be used from main thread only"))
        #expect(try stepped.place() == 2)
    }

    @Test("the name of a call is that of the outermost method of UIKit")
    func callNames() {
        let stack = [
            "ViewContent.ViewSource.noteChange() -> ()",
            "closure #1 () -> () in TileLayers.LayerHost.noteChange() -> ()",
            nil, "TileLayers.CALayer.frame.setter : TileGraphics.CGRect", "TileViews.UIView.frame.setter : __C.CGRect",
            "App.Model.load() -> ()", "TileViews.UIControl.sendActions(for: TileViews.UIControl.Event) -> ()",
        ]
        #expect(MainThreadChecker.callName(in: stack) == "UIView.frame.setter")
        #expect(MainThreadChecker.callName(in: ["App.main() -> ()", nil]) == nil)
        let insert = SwiftMethod(
            "static TileViews.UIView.insert(Swift.Dictionary<Swift.Int, TileViews.UIView>, at: Swift.Int) throws -> ()")
        #expect(insert.module == "TileViews" && insert.name == "UIView.insert(_:at:)")
    }

    /// A program that counts its ends.
    private class Delegate: UIResponder, UIApplicationDelegate {
        static let ends = Lock(0)
        var window: UIWindow?

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            window = UIWindow(frame: UIScreen.main.bounds)
            window?.rootViewController = Page()
            window?.makeKeyAndVisible()
            return true
        }

        func applicationWillTerminate(_ application: UIApplication) { Self.ends.withLock { $0 += 1 } }
    }

    @Test("a program is told that it ends when its content is dropped, on the main thread")
    func end() async {
        var source: ViewSource<UIView>? = ViewSource(
            launching: Delegate.self, size: CGSize(width: 100, height: 100))
        #expect(source?.updateApplication { $0.windows.count } == 2)
        source = nil
        await MainActor.run {}
        #expect(Delegate.ends.withLock { $0 } == 1)
    }

    private final class Ends: Sendable {
        let names = Lock<[String]>([])
    }

    /// A controller that notes that it disappears.
    private final class Ending: UIViewController {
        let ends: Ends

        init(_ ends: Ends) {
            self.ends = ends
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewWillDisappear(_ animated: Bool) { ends.names.withLock { $0.append("will") } }
        override func viewDidDisappear(_ animated: Bool) { ends.names.withLock { $0.append("did") } }
    }

    @Test("a controller whose content is dropped disappears, so that it can end its timers")
    func dropped() {
        let executor = SteppedExecutor()
        let ends = Ends()
        do {
            let source = ViewSource(
                Ending(ends), size: CGSize(width: 40, height: 20), isolation: .shared(executor))
            executor.advance(by: 1)
            _ = consume source
        }
        executor.advance()
        #expect(ends.names.withLock { $0 } == ["will", "did"])
    }
}
