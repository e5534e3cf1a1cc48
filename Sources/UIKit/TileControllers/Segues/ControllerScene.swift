import Foundation

/// The storyboard scene of a controller, which provides its view and its segues. TileNibs implements it.
package protocol ControllerScene: AnyObject {
    /// Creates and sets the controller's view with everything in it; false if the scene has none.
    func loadView(of controller: UIViewController) -> Bool
    /// Performs a segue of the scene; false if there is none with the name.
    func performSegue(withIdentifier identifier: String, of controller: UIViewController, sender: Any?) -> Bool
}

/// A loader of controllers' views from nibs, by name.
package protocol ViewNibLoading: SendableMetatype {
    /// Creates the controller's view from its nib and sets it.
    ///
    /// - Parameter name: the name of the nib; nil for those derived from the class name.
    /// - Returns: false if there is no such nib.
    static func loadView(of controller: UIViewController, name: String?, in bundle: Bundle?) -> Bool
}

/// Access to TileNibs, which depends on this module. Its loader is found by name if the program links it.
enum NibRoom {
    // The mangled name of TileNibs.ControllerNibs.
    static let loader = _typeByName("8TileNibs14ControllerNibsC") as? any ViewNibLoading.Type
}
