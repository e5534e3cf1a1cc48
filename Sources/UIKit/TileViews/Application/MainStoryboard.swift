package import Foundation

/// A loader of a program's main storyboard, implemented in the module for nibs.
package protocol MainStoryboardLoading: SendableMetatype {
    /// Returns a hidden window with the initial scene of a storyboard. Logs a message and returns nil if there is none.
    static func makeWindow(showing name: String, of bundle: Bundle, on screen: UIScreen, in scene: UIWindowScene?)
        -> UIWindow?
}

/// The main storyboard of a program, as its `Info.plist` names it.
enum MainStoryboard {
    // The mangled name of TileNibs.StoryboardWindows. That module depends on this one, so the class is looked up at run
    // time in programs that link it.
    private static let loader = _typeByName("8TileNibs17StoryboardWindowsC") as? any MainStoryboardLoading.Type

    /// Returns the window for a program without scenes.
    static func makeWindow(of bundle: Bundle, on screen: UIScreen) -> UIWindow? {
        makeWindow(named: bundle.infoDictionary?["UIMainStoryboardFile"], bundle, screen, scene: nil)
    }

    /// Returns the window for a scene with a configuration from the program's `Info.plist`.
    static func makeWindow(_ configuration: [String: Any]?, of bundle: Bundle, in scene: UIWindowScene) -> UIWindow? {
        makeWindow(named: configuration?["UISceneStoryboardFile"], bundle, scene.screen, scene: scene)
    }

    private static func makeWindow(
        named name: Any?, _ bundle: Bundle, _ screen: UIScreen, scene: UIWindowScene?
    ) -> UIWindow? {
        guard let name = name as? String, !name.isEmpty else { return nil }
        return loader?.makeWindow(showing: name, of: bundle, on: screen, in: scene)
    }
}
