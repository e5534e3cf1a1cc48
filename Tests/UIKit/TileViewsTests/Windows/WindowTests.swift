import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("Windows and screens")
struct WindowTests {
    let screen = UIScreen(size: CGSize(width: 60, height: 40), scale: 2, maximumFramesPerSecond: 120)

    @Test("A screen has its size in points and in pixels")
    func sizes() {
        #expect(screen.bounds == CGRect(x: 0, y: 0, width: 60, height: 40))
        #expect(screen.nativeBounds == CGRect(x: 0, y: 0, width: 120, height: 80))
        #expect(screen.scale == 2 && screen.nativeScale == 2 && screen.maximumFramesPerSecond == 120)
        #expect(screen.traitCollection.displayScale == 2)
    }

    @Test("Another mode is another size, at the same scale")
    func modes() {
        let heard = Heard()
        let token = NotificationCenter.default.addObserver(
            forName: UIScreen.modeDidChangeNotification, object: screen, queue: nil
        ) { heard.names.append($0.name) }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(screen.currentMode === screen.preferredMode && screen.availableModes.count == 1)
        screen.currentMode = UIScreenMode(size: CGSize(width: 400, height: 200))
        #expect(screen.bounds == CGRect(x: 0, y: 0, width: 200, height: 100) && heard.names.count == 1)
        #expect(screen.frame().size == CGSize(width: 200, height: 100))
        #expect(screen.applicationFrame == screen.bounds)
    }

    @Test("Windows lie by level, and within one by who was shown last", arguments: [0, 1])
    func levels(seed: Int) {
        let (a, b, alert, status) = (
            UIWindow(screen: screen), UIWindow(screen: screen), UIWindow(screen: screen), UIWindow(screen: screen)
        )
        alert.windowLevel = .alert
        status.windowLevel = .statusBar
        #expect(screen.windows == [a, b, status, alert])
        a.makeKeyAndVisible()
        #expect(screen.windows == [b, a, status, alert])
        b.isHidden = false
        #expect(screen.windows == [a, b, status, alert])
        alert.windowLevel = UIWindow.Level(rawValue: -1)
        #expect(screen.windows == [alert, a, b, status])
        #expect(screen.layer.sublayers == screen.windows.map(\.layer))
        #expect(UIWindow.Level.normal < .statusBar && UIWindow.Level.statusBar < .alert)
    }

    @Test("A window begins hidden, and shows what is in it once it is shown")
    func visibility() throws {
        let window = UIWindow(screen: screen)
        window.backgroundColor = .red
        #expect(window.isHidden)
        #expect(try pixels(screen).solidColor == .clear)
        window.makeKeyAndVisible()
        #expect(try pixels(screen).solidColor == PixelColor(argb: 0xFFFF_0000))
    }

    @Test("One window of a screen is key; it is told, and so is the one before")
    func keyWindow() {
        let (first, second) = (KeyWindow(screen: screen), KeyWindow(screen: screen))
        let plain = Timid(screen: screen)
        first.makeKeyAndVisible()
        second.makeKeyAndVisible()
        #expect(first.log == ["become", "resign"] && second.log == ["become"])
        #expect(second.isKeyWindow && !first.isKeyWindow && screen.keyWindow === second)
        plain.makeKey()
        #expect(second.isKeyWindow)
        second.isHidden = true
        #expect(screen.keyWindow == nil && second.log == ["become", "resign"])
        let other = UIScreen(size: CGSize(width: 10, height: 10))
        first.makeKey()
        first.screen = other
        #expect(screen.keyWindow == nil && !first.isKeyWindow && other.windows == [first])
    }

    @Test("Notifications tell of windows shown, hidden, made key and no longer key")
    func notifications() {
        let window = UIWindow(screen: screen)
        let heard = Heard()
        let names = [
            UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeHiddenNotification,
            UIWindow.didBecomeKeyNotification, UIWindow.didResignKeyNotification,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: window, queue: nil) { note in
                heard.names.append(note.name)
            }
        }
        window.makeKeyAndVisible()
        window.isHidden = true
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        #expect(
            heard.names == [
                UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeKeyNotification,
                UIWindow.didResignKeyNotification, UIWindow.didBecomeHiddenNotification,
            ])
    }

    @Test("A root view fills the window, behind what else is in it, and grows with it")
    func rootView() {
        let window = UIWindow(screen: screen)
        let (first, second, banner) = (UIView(), UIView(), UIView())
        window.addSubview(banner)
        window.rootView = first
        #expect(window.subviews == [first, banner] && first.frame == window.bounds)
        window.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
        #expect(first.frame == CGRect(x: 0, y: 0, width: 30, height: 30))
        window.rootView = second
        #expect(window.subviews == [second, banner] && first.superview == nil)
        window.rootView = nil
        #expect(window.subviews == [banner])
    }

    @Test("A window on no screen of its own is on the thread's main one; code can be run with another for main")
    func mainScreen() {
        let main = UIScreen.main
        #expect(UIScreen.main === main && UIScreen.screens == [main])
        #expect(UIWindow(frame: main.bounds).screen === main)
        let window = screen.asMain { UIWindow(frame: UIScreen.main.bounds) }
        #expect(window.screen === screen && UIScreen.main === main)
        let other = Ask()
        let thread = Thread {
            other.main = UIScreen.main; other.done.signal()
        }
        thread.start()
        other.done.wait()
        #expect(other.main != nil && other.main !== main)
    }

    @Test("A scene gathers windows, and ends their responder chain")
    func scenes() {
        let scene = UIWindowScene(screen: screen)
        let (window, other) = (UIWindow(windowScene: scene), UIWindow(screen: screen))
        #expect(window.next === scene && scene.windows == [window] && window.frame == screen.bounds)
        other.makeKeyAndVisible()
        #expect(scene.keyWindow == nil)
        window.makeKeyAndVisible()
        #expect(scene.keyWindow === window)
        other.windowScene = scene
        #expect(scene.windows == [other, window] && scene.traitCollection == screen.traitCollection)
    }

    @Test("A window that goes leaves its screen")
    func leaving() {
        do {
            let window = UIWindow(screen: screen)
            window.makeKeyAndVisible()
        }
        #expect(screen.windows.isEmpty && screen.keyWindow == nil && screen.layer.sublayers == nil)
    }

    @Test("Screens without size, and scales that are none, trap")
    func mistakes() async {
        await #expect(processExitsWith: .failure) { _ = UIScreen(size: .zero) }
        await #expect(processExitsWith: .failure) { _ = UIScreen(size: CGSize(width: 1, height: 1), scale: 0) }
        await #expect(processExitsWith: .failure) { _ = UIScreen(size: CGSize(width: 1, height: 1), scale: .nan) }
    }

    @Test("Two trees on two threads, a screen each, make their frames at once")
    func twoThreads() {
        let done = DispatchSemaphore(value: 0)
        for index in 0..<2 {
            Thread {
                let screen = UIScreen(size: CGSize(width: 100, height: 100), scale: 1)
                let window = UIWindow(screen: screen)
                window.makeKeyAndVisible()
                let painter = Painter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
                window.addSubview(painter)
                let fingers = TouchSequence(on: screen)
                for frame in 0..<1000 {
                    painter.center.x = CGFloat(frame % 90)
                    painter.setNeedsDisplay(CGRect(x: 0, y: 0, width: frame % 10 + 1, height: 5))
                    painter.overrideUserInterfaceStyle = frame % 2 == index ? .dark : .light
                    fingers.tap(at: CGPoint(x: frame % 100, y: 5), timestamp: Double(frame))
                    _ = screen.frame()
                }
                #expect(screen.counters.frames == 1000 && painter.rects.count == 1000)
                done.signal()
            }.start()
        }
        done.wait()
        done.wait()
    }

    @Test("A window that is made without a frame fills the main screen, also that of a subclass with initializers")
    func withoutFrame() {
        final class Overlay: UIWindow {
            override init(frame: CGRect) { super.init(frame: frame) }
            override init(windowScene: UIWindowScene) { super.init(windowScene: windowScene) }
            required init?(coder: NSCoder) { super.init(coder: coder) }
        }
        screen.asMain {
            let window = UIWindow()
            #expect(window.screen === screen && window.frame == screen.bounds && window.isHidden)
            #expect(Overlay(frame: CGRect(x: 1, y: 2, width: 3, height: 4)).frame.minX == 1)
        }
    }

    @Test("Touches are ignored as often as the program began to ignore them, and those that are down are cancelled")
    func ignoredEvents() {
        final class Counter: UIView {
            var calls: [String] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("began") }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("ended") }
            override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("cancelled") }
        }
        let window = UIWindow(screen: screen)
        let view = Counter(frame: window.bounds)
        window.addSubview(view)
        window.makeKeyAndVisible()
        let application = screen.application
        let finger = TouchSequence(on: screen)
        func send(_ phase: UITouch.Phase, _ time: Double) {
            finger.send(TouchSample(phase, at: CGPoint(x: 5, y: 5), timestamp: time))
        }
        send(.began, 1)
        application.beginIgnoringInteractionEvents()
        application.beginIgnoringInteractionEvents()
        #expect(application.isIgnoringInteractionEvents)
        send(.ended, 1.1)
        #expect(view.calls == ["began", "cancelled"])
        application.endIgnoringInteractionEvents()
        send(.began, 2)
        application.endIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        #expect(!application.isIgnoringInteractionEvents)
        send(.ended, 2.1)
        #expect(view.calls == ["began", "cancelled"], "a touch that came down meanwhile stays without effect")
        send(.began, 3)
        send(.ended, 3.1)
        #expect(view.calls == ["began", "cancelled", "began", "ended"])
    }
}

private final class KeyWindow: UIWindow {
    var log: [String] = []
    override func becomeKey() { log.append("become") }
    override func resignKey() { log.append("resign") }
}

private final class Timid: UIWindow {
    override var canBecomeKey: Bool { false }
}

// @unchecked Sendable: notifications are posted on the test's thread.
private final class Heard: @unchecked Sendable {
    var names: [Notification.Name] = []
}

// @unchecked Sendable: read after the semaphore that the writer signals.
private final class Ask: @unchecked Sendable {
    var main: UIScreen?
    let done = DispatchSemaphore(value: 0)
}
