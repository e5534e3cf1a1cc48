package import Foundation

/// What shows a program's main storyboard: the room of nibs.
package protocol MainStoryboardLoading: SendableMetatype {
    /// A window, which does not show yet, with the first scene of a storyboard in it; nil, and a line in the log, where
    /// there is none.
    static func makeWindow(showing name: String, of bundle: Bundle, on screen: UIScreen, in scene: UIWindowScene?)
        -> UIWindow?
}

/// The main storyboard of a program, as its `Info.plist` names it.
enum MainStoryboard {
    // The mangled name of TileNibs.StoryboardWindows, of a room above this one: it is found where the program has it.
    private static let loader = _typeByName("8TileNibs17StoryboardWindowsC") as? any MainStoryboardLoading.Type

    /// Of a program without scenes.
    static func makeWindow(of bundle: Bundle, on screen: UIScreen) -> UIWindow? {
        makeWindow(named: bundle.infoDictionary?["UIMainStoryboardFile"], bundle, screen, nil)
    }

    /// Of a scene, by what the program's `Info.plist` says of it.
    static func makeWindow(_ configuration: [String: Any]?, of bundle: Bundle, in scene: UIWindowScene) -> UIWindow? {
        makeWindow(named: configuration?["UISceneStoryboardFile"], bundle, scene.screen, scene)
    }

    private static func makeWindow(
        named name: Any?, _ bundle: Bundle, _ screen: UIScreen, _ scene: UIWindowScene?
    ) -> UIWindow? {
        guard let name = name as? String, !name.isEmpty else { return nil }
        return loader?.makeWindow(showing: name, of: bundle, on: screen, in: scene)
    }
}
