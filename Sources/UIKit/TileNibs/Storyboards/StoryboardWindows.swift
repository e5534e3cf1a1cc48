import Foundation
import TileControllers
import TileLayers
import TileViews

/// Creates the windows for main storyboards. Lower modules find this class by its name.
final class StoryboardWindows: MainStoryboardLoading {
    static func makeWindow(
        showing name: String, of bundle: Bundle, on screen: UIScreen, in scene: UIWindowScene?
    ) -> UIWindow? {
        let controller: UIViewController
        do {
            controller = try UIStoryboard(name: name, bundle: bundle).controller(creator: nil)
        } catch {
            FrameLog.write("\(error)")
            return nil
        }
        let window = scene.map { UIWindow(windowScene: $0) } ?? UIWindow(screen: screen)
        window.rootViewController = controller
        return window
    }
}
