import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Sizes of screens, turning, status bars")
struct RotationTests {
    /// The width and height in points, whether the device is a phone, and the classes of width and height: C for
    /// compact, R for regular. From Apple's table of devices;
    /// https://developer.apple.com/design/human-interface-guidelines/layout
    @Test(
        "size classes are those of Apple's table",
        arguments: [
            (320, 568, true, "CR"), (568, 320, true, "CC"), (375, 812, true, "CR"), (812, 375, true, "CC"),
            (393, 852, true, "CR"), (852, 393, true, "CC"), (414, 736, true, "CR"), (736, 414, true, "RC"),
            (414, 896, true, "CR"), (896, 414, true, "RC"), (932, 430, true, "RC"), (874, 402, true, "CC"),
            (768, 1024, false, "RR"), (1024, 768, false, "RR"), (744, 1133, false, "RR"), (1366, 1024, false, "RR"),
            (320, 1024, false, "CR"), (507, 768, false, "CR"), (639, 1366, false, "CR"), (678, 1024, false, "RR"),
        ])
    func sizeClasses(width: Int, height: Int, isPhone: Bool, expected: String) {
        let screen = UIScreen(size: CGSize(width: width, height: height))
        if isPhone { screen.traitOverrides.userInterfaceIdiom = .phone }
        let traits = UIWindow(screen: screen).traitCollection
        let letters = [traits.horizontalSizeClass, traits.verticalSizeClass].map { $0 == .regular ? "R" : "C" }
        #expect(letters.joined() == expected)
        #expect(traits.userInterfaceIdiom == (isPhone ? .phone : .pad))
    }

    @Test("a program's own size class stands, whatever the size says")
    func overridden() {
        let screen = UIScreen(size: CGSize(width: 1024, height: 768))
        screen.traitOverrides.horizontalSizeClass = .compact
        #expect(screen.traitCollection.horizontalSizeClass == .compact)
        screen.rotate(to: .portrait)
        #expect(screen.traitCollection.horizontalSizeClass == .compact)
        screen.traitOverrides.remove(UITraitHorizontalSizeClass.self)
        #expect(screen.traitCollection.horizontalSizeClass == .regular)
    }

    @Test("a screen of another mode has that size's classes, and tells its views")
    func mode() {
        let screen = UIScreen(size: CGSize(width: 1024, height: 768))
        let window = UIWindow(screen: screen)
        var heard: [UIUserInterfaceSizeClass] = []
        window.registerForTraitChanges([UITraitHorizontalSizeClass.self]) { (window: UIWindow, before) in
            heard += [before.horizontalSizeClass, window.traitCollection.horizontalSizeClass]
        }
        screen.currentMode = UIScreenMode(size: CGSize(width: 600, height: 800))
        #expect(heard == [.regular, .compact])
    }

    private static func phone() -> UIScreen {
        let screen = UIScreen(size: CGSize(width: 430, height: 932), scale: 3)
        screen.traitOverrides.userInterfaceIdiom = .phone
        screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
        return screen
    }

    @Test("turning a screen resizes the windows that fill it, tells traits and lays out, in UIKit's order")
    func order() {
        let screen = Self.phone()
        let (window, small) = (
            UIWindow(screen: screen), UIWindow(frame: CGRect(x: 10, y: 10, width: 50, height: 20), screen: screen)
        )
        let view = Recorder(frame: window.bounds)
        window.rootView = view
        _ = screen.frame()
        view.events = []
        screen.transitionHandler = { transition in
            #expect(screen.bounds.size == CGSize(width: 430, height: 932))
            #expect(transition.targetSize == CGSize(width: 932, height: 430))
            #expect(transition.targetTraits.verticalSizeClass == .compact)
            view.events.append("told")
            let isTaken = transition.animate { _ in
                view.events.append("alongside \(Int(view.bounds.width))")
            } completion: { transition in
                let isTakenLate = transition.animate(alongsideTransition: { _ in })
                view.events.append(isTakenLate ? "too late, and taken" : "complete")
            }
            #expect(isTaken)
        }
        screen.rotate(to: .landscapeRight)
        #expect(view.events == ["told", "traits RC at 932", "alongside 932", "layout 932 × 430", "complete"])
        #expect(window.frame == CGRect(x: 0, y: 0, width: 932, height: 430))
        #expect(small.frame == CGRect(x: 10, y: 10, width: 50, height: 20))
        view.events = []
        _ = screen.frame()
        screen.rotate(to: .landscapeRight)
        #expect(view.events.isEmpty)
    }

    @Test("animated, a window turns from how it lay on the glass, with its bounds on the way to the new size")
    func animated() {
        let screen = Self.phone()
        let clock = VirtualClock(now: 10)
        screen.clock = clock
        let window = UIWindow(screen: screen)
        let view = UIView(frame: window.bounds)
        window.rootView = view
        window.isHidden = false
        _ = screen.frame()
        var events: [String] = []
        let moved = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.addSubview(moved)
        screen.transitionHandler = { transition in
            #expect(transition.duration == 0.4)
            transition.animate { _ in
                moved.alpha = 0
                events.append("alongside")
            } completion: { _ in
                events.append("complete")
            }
        }
        screen.rotate(to: .landscapeRight, animated: true)
        // The model values change immediately.
        #expect(window.frame == CGRect(x: 0, y: 0, width: 932, height: 430) && window.transform == .identity)
        #expect(view.frame == window.bounds && events == ["alongside"])
        func shown() -> (turn: Double, size: CGSize, corner: CGPoint) {
            let layer = window.layer.presentation() ?? window.layer
            let transform = layer.affineTransform()
            let size = layer.bounds.size
            let corner = CGPoint(x: -size.width / 2, y: -size.height / 2).applying(transform)
            return (
                atan2(transform.b, transform.a), size,
                CGPoint(x: layer.position.x + corner.x, y: layer.position.y + corner.y)
            )
        }
        _ = screen.frame()
        let first = shown()
        // Rotated back by a quarter turn around the center: the content at the top left of the panel stays there.
        #expect(abs(abs(first.turn) - .pi / 2) < 1e-6 && first.size == CGSize(width: 430, height: 932))
        #expect(
            [CGPoint(x: 0, y: 430), CGPoint(x: 932, y: 0)].contains {
                hypot($0.x - first.corner.x, $0.y - first.corner.y) < 1e-6
            })
        clock.advance(by: 0.2)
        _ = screen.frame()
        let middle = shown()
        #expect(abs(abs(middle.turn) - .pi / 4) < 0.01 && abs(middle.size.width - 681) < 1)
        #expect(events == ["alongside"] && (moved.layer.presentation()?.opacity ?? 0) > 0.3)
        for _ in 0..<3 {
            clock.advance(by: 0.2)
            _ = screen.frame()
        }
        #expect(events == ["alongside", "complete"] && window.layer.affineTransform() == .identity)
    }

    @Test("half a turn takes twice as long; turned again on the way, it comes to where it was turned last")
    func animatedAgain() {
        let screen = Self.phone()
        let clock = VirtualClock(now: 10)
        screen.clock = clock
        let window = UIWindow(screen: screen)
        window.isHidden = false
        _ = screen.frame()
        var ends = 0
        var durations: [Double] = []
        screen.transitionHandler = { transition in
            durations.append(transition.duration)
            transition.animate(alongsideTransition: nil) { _ in ends += 1 }
        }
        screen.rotate(to: .portraitUpsideDown, animated: true)
        for _ in 0..<10 {
            clock.advance(by: 0.02)
            _ = screen.frame()
        }
        screen.rotate(to: .landscapeLeft, animated: true)
        #expect(window.frame == screen.bounds && screen.bounds.width == 932)
        for _ in 0..<80 {
            clock.advance(by: 0.02)
            _ = screen.frame()
        }
        #expect(durations == [0.8, 0.4] && ends == 2 && !screen.isFramePending)
        #expect(window.layer.presentation()?.affineTransform() ?? .identity == .identity)
        screen.runsAnimations = false
        screen.rotate(to: .portrait, animated: true)
        _ = screen.frame()
        #expect(ends == 3 && window.frame == screen.bounds)
    }

    @Test("upside down the size is the same; only the orientation changes")
    func upsideDown() {
        let screen = Self.phone()
        let view = Recorder(frame: screen.bounds)
        let window = UIWindow(screen: screen)
        window.rootView = view
        _ = screen.frame()
        view.events = []
        screen.rotate(to: .portraitUpsideDown)
        #expect(screen.bounds.size == CGSize(width: 430, height: 932) && view.events.isEmpty)
        #expect(screen.interfaceOrientation == .portraitUpsideDown)
    }

    @Test("a notch is at both sides when the screen is turned; each way keeps its own insets")
    func safeArea() {
        let screen = Self.phone()
        let window = UIWindow(screen: screen)
        screen.rotate(to: .landscapeLeft)
        #expect(window.safeAreaInsets == UIEdgeInsets(top: 0, left: 59, bottom: 34, right: 59))
        screen.safeAreaInsets.bottom = 21
        screen.rotate(to: .portrait)
        #expect(window.safeAreaInsets == UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0))
        screen.rotate(to: .landscapeRight)
        #expect(window.safeAreaInsets == UIEdgeInsets(top: 0, left: 59, bottom: 21, right: 59))
    }

    @Test("a status bar is part of the safe area, and gone where the height is compact or the program hides it")
    func statusBar() throws {
        let screen = UIScreen(size: CGSize(width: 375, height: 667))
        screen.traitOverrides.userInterfaceIdiom = .phone
        let scene = UIWindowScene(screen: screen)
        let window = UIWindow(windowScene: scene)
        let bar = try #require(scene.statusBarManager)
        #expect(bar.isStatusBarHidden && bar.statusBarFrame == .zero)
        screen.statusBarHeight = 20
        #expect(bar.statusBarFrame == CGRect(x: 0, y: 0, width: 375, height: 20) && !bar.isStatusBarHidden)
        #expect(window.safeAreaInsets.top == 20)
        #expect(screen.applicationFrame == CGRect(x: 0, y: 20, width: 375, height: 647))
        screen.rotate(to: .landscapeLeft)
        #expect(bar.isStatusBarHidden && window.safeAreaInsets == .zero)
        screen.rotate(to: .portrait)
        screen.asMain {
            #expect(UIApplication.shared.statusBarFrame.height == 20)
            UIApplication.shared.isStatusBarHidden = true
        }
        #expect(window.safeAreaInsets.top == 0)
        screen.safeAreaInsets.top = 44
        screen.asMain { UIApplication.shared.isStatusBarHidden = false }
        #expect(window.safeAreaInsets.top == 44)
    }

    @Test("a view laid out to the safe area follows when a status bar comes")
    func layoutBelowTheBar() {
        let screen = UIScreen(size: CGSize(width: 300, height: 500))
        let window = UIWindow(screen: screen)
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(view)
        let area = window.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: area.topAnchor),
            view.bottomAnchor.constraint(equalTo: area.bottomAnchor),
            view.leftAnchor.constraint(equalTo: area.leftAnchor),
            view.rightAnchor.constraint(equalTo: area.rightAnchor),
        ])
        window.isHidden = false
        _ = screen.frame()
        #expect(view.frame == CGRect(x: 0, y: 0, width: 300, height: 500))
        screen.statusBarHeight = 20
        _ = screen.frame()
        #expect(view.frame == CGRect(x: 0, y: 20, width: 300, height: 480))
        screen.rotate(to: .landscapeRight)
        #expect(view.frame == CGRect(x: 0, y: 20, width: 500, height: 280))
    }

    @Test("the glass keeps its coordinates, and comes back to them from each orientation")
    func fixedSpace() {
        let screen = Self.phone()
        let corner = CGPoint(x: 10, y: 20)
        let expected: [(UIInterfaceOrientation, CGPoint)] = [
            (.portrait, corner), (.landscapeRight, CGPoint(x: 20, y: 420)),
            (.portraitUpsideDown, CGPoint(x: 420, y: 912)), (.landscapeLeft, CGPoint(x: 912, y: 10)),
        ]
        let fixed = screen.fixedCoordinateSpace
        for (orientation, point) in expected {
            screen.rotate(to: orientation)
            #expect(fixed.bounds.size == CGSize(width: 430, height: 932))
            #expect(fixed.convert(corner, to: screen) == point)
            #expect(screen.convert(point, to: fixed) == corner && screen.convert(corner, from: fixed) == point)
            let rect = CGRect(x: 10, y: 20, width: 30, height: 40)
            #expect(fixed.convert(fixed.convert(rect, to: screen), from: screen) == rect)
            #expect(fixed.convert(corner, to: screen.fixedCoordinateSpace) == corner)
        }
        #expect(screen.nativeBounds.size == CGSize(width: 1290, height: 2796))
    }

    @Test("a scene turns its screen to an orientation that is asked for, and says where none is")
    func geometryRequests() {
        let scene = UIWindowScene(screen: Self.phone())
        var errors = 0
        scene.requestGeometryUpdate(.iOS(interfaceOrientations: .landscape)) { _ in errors += 1 }
        #expect(scene.interfaceOrientation == .landscapeRight && errors == 0)
        scene.requestGeometryUpdate(.iOS(interfaceOrientations: [.landscapeRight, .portrait])) { _ in errors += 1 }
        #expect(scene.effectiveGeometry.interfaceOrientation == .landscapeRight)
        scene.requestGeometryUpdate(.iOS(interfaceOrientations: [])) { _ in errors += 1 }
        #expect(errors == 1)
        scene.requestGeometryUpdate(.iOS(interfaceOrientations: .allButUpsideDown.subtracting(.landscape)))
        #expect(scene.interfaceOrientation == .portrait)
    }

    @Test("the program and the device say how the main screen is held, and post that it was turned")
    func notifications() {
        let screen = Self.phone()
        screen.asMain {
            var heard: [String] = []
            let names = [
                UIApplication.willChangeStatusBarOrientationNotification,
                UIApplication.didChangeStatusBarOrientationNotification,
            ]
            let observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: screen, queue: nil) { note in
                    let value = note.userInfo?[UIApplication.statusBarOrientationUserInfoKey] as? Int ?? -1
                    HeardNotes.add("\(name.rawValue.contains("Will") ? "will" : "did") \(value)")
                }
            }
            HeardNotes.drain()
            screen.rotate(to: .landscapeRight)
            heard = HeardNotes.drain()
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            #expect(heard == ["will 3", "did 1"])
            #expect(UIApplication.shared.statusBarOrientation.isLandscape)
            #expect(UIDevice.current.orientation == .landscapeLeft)
        }
    }
}

/// A store for the notifications of a thread's observers, because their blocks must be sendable.
private enum HeardNotes {
    private static let key = "tilework.tests.heard"
    static func add(_ note: String) {
        var notes = Thread.current.threadDictionary[key] as? [String] ?? []
        notes.append(note)
        Thread.current.threadDictionary[key] = notes
    }
    @discardableResult
    static func drain() -> [String] {
        defer { Thread.current.threadDictionary[key] = nil }
        return Thread.current.threadDictionary[key] as? [String] ?? []
    }
}

private final class Recorder: UIView {
    var events: [String] = []

    override func layoutSubviews() { events.append("layout \(Int(bounds.width)) × \(Int(bounds.height))") }

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        let classes = [traitCollection.horizontalSizeClass, traitCollection.verticalSizeClass]
        events.append("traits \(classes.map { $0 == .regular ? "R" : "C" }.joined()) at \(Int(bounds.width))")
    }
}
