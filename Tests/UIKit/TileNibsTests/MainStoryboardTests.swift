import Foundation
import Testing
import TileControllers
import TileSupport
import TileViews

@testable import TileNibs

/// The calls of the delegates in a test, which the system creates. Each test is on one thread.
private let told = ThreadLocal<[String]> { [] }

private class PlainDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        told.value.append("\(window?.rootViewController?.title ?? "none"), hidden \(window?.isHidden ?? true)")
        return true
    }
}

private class OwnWindow: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UIViewController()
        window?.makeKeyAndVisible()
        return true
    }
}

private class Scenes: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneWindow.self
        return configuration
    }
}

private class SceneWindow: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        told.value.append("\(window?.rootViewController?.title ?? "none"), hidden \(window?.isHidden ?? true)")
    }
}

@Suite struct MainStoryboardTests {
    private static let storyboard = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="a">
        <scenes><scene><objects><viewController id="a" title="Departures"><view key="view" id="v">
        <rect key="frame" x="0" y="0" width="320" height="480"/></view></viewController></objects></scene></scenes>
        </document>
        """
    private static let plain = "<key>UIMainStoryboardFile</key><string>Main</string>"
    private static let scenes = """
        <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneStoryboardFile</key><string>Main</string></dict></array></dict></dict>
        """

    /// Launches a program of a bundle in a folder, and says what its delegate was told and what shows.
    private func launch(_ delegate: any UIApplicationDelegate.Type, _ info: String) throws -> ([String], [UIWindow]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        let plist = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(info)</dict></plist>"
        for (name, text) in ["Info.plist": plist, "Base.lproj/Main.storyboard": Self.storyboard] {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        told.value = []
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        let application = UIApplication.launch(delegate, on: screen, of: try #require(Bundle(path: folder.path)))
        return withExtendedLifetime(application) { (told.value, screen.windows.filter { !$0.isHidden }) }
    }

    @Test func `a program's main storyboard is in its window when it hears that it was launched, and shows then`()
        throws
    {
        let (heard, windows) = try launch(PlainDelegate.self, Self.plain)
        #expect(heard == ["Departures, hidden true"])
        #expect(windows.map(\.rootViewController?.title) == ["Departures"])
        #expect(windows.first?.isKeyWindow == true)
    }

    @Test func `one that makes its own window shows that alone`() throws {
        let (_, windows) = try launch(OwnWindow.self, Self.plain)
        #expect(windows.count == 1 && windows.first?.rootViewController?.title == nil)
    }

    @Test func `a scene has the storyboard that the list of scenes names`() throws {
        let (heard, windows) = try launch(Scenes.self, Self.scenes)
        #expect(heard == ["Departures, hidden true"])
        #expect(windows.map(\.rootViewController?.title) == ["Departures"])
    }

    @Test func `a name of no storyboard is a line in the log, and no window`() throws {
        let (heard, windows) = try launch(
            PlainDelegate.self, Self.plain.replacingOccurrences(of: "Main<", with: "Gone<"))
        #expect(heard == ["none, hidden true"])
        #expect(windows.isEmpty)
    }
}
