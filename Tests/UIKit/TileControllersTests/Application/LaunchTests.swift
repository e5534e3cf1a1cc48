import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileSupport
import TileViews

/// A record of what the programs of a test are told. The system creates their delegates, which know of nothing else.
/// Each test runs on one thread from beginning to end.
private let book = ThreadLocal<Diary> { Diary() }

private class Root: UIViewController {
    override func viewDidLoad() { book.value.write("didLoad") }
    override func viewWillAppear(_ animated: Bool) { book.value.write("willAppear") }
    override func viewDidAppear(_ animated: Bool) { book.value.write("didAppear") }
    override func didReceiveMemoryWarning() { book.value.write("rootMemory") }
}

/// A delegate as older programs write it: not final, and without an initializer of its own.
private class OldDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        book.value.write("willFinish")
        return true
    }
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        book.value.write("didFinish")
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = Root()
        window?.makeKeyAndVisible()
        return true
    }
    func applicationDidBecomeActive(_ application: UIApplication) { book.value.write("active") }
    func applicationWillResignActive(_ application: UIApplication) { book.value.write("resign") }
    func applicationDidEnterBackground(_ application: UIApplication) { book.value.write("background") }
    func applicationWillEnterForeground(_ application: UIApplication) { book.value.write("foreground") }
    func applicationWillTerminate(_ application: UIApplication) { book.value.write("terminate") }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) { book.value.write("memory") }
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        url.scheme == "trams"
    }
    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .portrait }
}

private class NewDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        book.value.write("didFinish")
        return true
    }
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        book.value.write("configuration")
        let configuration = UISceneConfiguration(name: "Default", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = Scenery.self
        return configuration
    }
}

private class Scenery: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        book.value.write("willConnect")
        guard let windowScene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: windowScene)
        window?.rootViewController = Root()
        window?.makeKeyAndVisible()
    }
    func sceneDidDisconnect(_ scene: UIScene) { book.value.write("disconnect") }
    func sceneDidBecomeActive(_ scene: UIScene) { book.value.write("sceneActive") }
    func sceneWillResignActive(_ scene: UIScene) { book.value.write("sceneResign") }
    func sceneWillEnterForeground(_ scene: UIScene) { book.value.write("sceneForeground") }
    func sceneDidEnterBackground(_ scene: UIScene) { book.value.write("sceneBackground") }
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        book.value.write("open \(contexts.first?.url.absoluteString ?? "")")
    }
}

/// A delegate as the program template writes it, where the `Info.plist` names the scene delegate's class.
private class TemplateDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        UISceneConfiguration(name: "Default Configuration", sessionRole: connectingSceneSession.role)
    }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { book.value.write("template") }
}

@Suite("Programs as they are launched")
struct LaunchTests {
    private let screen: UIScreen

    init() {
        screen = UITraitCollection(userInterfaceIdiom: .phone).performAsCurrent {
            UIScreen(size: CGSize(width: 390, height: 844), scale: 2)
        }
        _ = book.value.drain()
    }

    private func frame() { _ = screen.asMain { screen.frame() } }

    @Test("one without scenes: its delegate is made, launched, and active once its window shows")
    func old() {
        let program = UIApplication.launch(OldDelegate.self, on: screen)
        #expect(
            book.value.drain() == "willFinish didFinish didLoad willAppear" && program.applicationState == .inactive)
        frame()
        #expect(book.value.drain() == "didAppear active" && program.applicationState == .active)
        screen.asMain { #expect(UIApplication.shared === program) }
        #expect(program.windows.count == 1 && program.keyWindow === program.delegate?.window)
        #expect(program.keyWindow?.next === program && program.next === program.delegate)
        #expect(program.connectedScenes.isEmpty)
    }

    @Test("one with scenes, in the order that was measured")
    func scenes() {
        let program = UIApplication.launch(NewDelegate.self, on: screen)
        #expect(
            book.value.drain() == "didFinish configuration willConnect didLoad willAppear sceneForeground")
        frame()
        #expect(book.value.drain() == "didAppear sceneActive")
        let scene = program.connectedScenes.first
        #expect(scene?.activationState == .foregroundActive && (scene as? UIWindowScene)?.windows.count == 1)
        #expect(scene?.session.configuration.name == "Default" && scene?.next === program)
        program.enterBackground()
        program.enterBackground()
        #expect(book.value.drain() == "sceneResign sceneBackground" && scene?.activationState == .background)
        program.enterForeground()
        frame()
        #expect(book.value.drain() == "sceneForeground sceneActive" && program.applicationState == .active)
        #expect(program.deliver(URL(string: "trams:4")!) && book.value.drain() == "open trams:4")
        program.terminate()
        program.terminate()
        #expect(book.value.drain() == "disconnect" && program.connectedScenes.isEmpty)
    }

    @Test("where nothing names the class of scene delegates it is the one called SceneDelegate")
    func template() {
        let program = UIApplication.launch(TemplateDelegate.self, on: screen)
        #expect(book.value.drain() == "template" && program.connectedScenes.first?.delegate is SceneDelegate)
    }

    @Test("to the background and back, short of memory, an address, the end")
    func life() {
        let program = UIApplication.launch(OldDelegate.self, on: screen)
        frame()
        _ = book.value.drain()
        program.enterBackground()
        #expect(book.value.drain() == "resign background" && program.applicationState == .background)
        program.enterForeground()
        frame()
        #expect(book.value.drain() == "foreground active")
        program.receiveMemoryWarning()
        #expect(book.value.drain() == "memory rootMemory")
        #expect(program.deliver(URL(string: "trams:4")!) && !program.deliver(URL(string: "buses:4")!))
        program.terminate()
        program.enterForeground()
        frame()
        #expect(book.value.drain() == "terminate")
    }

    @Test("what is posted of it")
    func notifications() {
        let posted = Lock<[String]>([])
        let names = [
            UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
            UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
            UIScene.willConnectNotification, UIScene.didActivateNotification, UIScene.didEnterBackgroundNotification,
        ]
        let own = ObjectIdentifier(screen)
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let screen =
                    (note.object as? UIApplication)?.windows.first?.screen ?? (note.object as? UIWindowScene)?.screen
                guard let screen, ObjectIdentifier(screen) == own else { return }
                posted.withLock { $0.append(name.rawValue) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        let program = UIApplication.launch(NewDelegate.self, on: screen)
        frame()
        program.enterBackground()
        #expect(
            posted.withLock { $0 } == [
                "UISceneWillConnectNotification", "UISceneDidActivateNotification",
                "UIApplicationDidBecomeActiveNotification", "UIApplicationWillResignActiveNotification",
                "UISceneDidEnterBackgroundNotification", "UIApplicationDidEnterBackgroundNotification",
            ])
    }

    @Test("the delegate has a say in how the screen is turned")
    func orientation() {
        let program = UIApplication.launch(OldDelegate.self, on: screen)
        frame()
        screen.rotate(to: .landscapeLeft)
        program.keyWindow?.rootViewController?.setNeedsUpdateOfSupportedInterfaceOrientations()
        #expect(screen.interfaceOrientation == .portrait)
    }

    @Test("a program that nobody keeps is gone, with its windows and its screen")
    func leaks() {
        weak var screen: UIScreen?
        weak var window: UIWindow?
        do {
            let own = UIScreen(size: CGSize(width: 390, height: 844), scale: 1)
            let program = UIApplication.launch(NewDelegate.self, on: own)
            _ = own.asMain { own.frame() }
            (screen, window) = (own, program.windows.first)
            #expect(window != nil)
        }
        #expect(screen == nil && window == nil)
    }

    @Test("a second program on a screen traps, and a delegate that nothing can make")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            let screen = UIScreen(size: CGSize(width: 390, height: 844), scale: 1)
            let first = UIApplication.launch(OldDelegate.self, on: screen)
            withExtendedLifetime(first) { _ = UIApplication.launch(OldDelegate.self, on: screen) }
        }
        await #expect(processExitsWith: .failure) {
            final class Odd: NSObject, UIApplicationDelegate {
                init(_ name: String) { super.init() }
            }
            let screen = UIScreen(size: CGSize(width: 390, height: 844), scale: 1)
            _ = UIApplication.launch(Odd.self, on: screen)
        }
    }
}
