import Foundation

/// Where a controller of a storyboard comes from: what it asks for its view and its segues. The room of nibs has the
/// class behind it.
package protocol ControllerScene: AnyObject {
    /// Makes the controller's view with all that is in it, and sets it; false when the scene has none.
    func loadView(of controller: UIViewController) -> Bool
    /// Performs a segue of the scene; false when there is none of the name.
    func performSegue(withIdentifier identifier: String, of controller: UIViewController, sender: Any?) -> Bool
}

/// What makes controllers' views of nibs by their names.
package protocol ViewNibLoading: SendableMetatype {
    /// Makes the controller's view of its nib, and sets it.
    ///
    /// - Parameter name: nil for the names that its class stands for.
    /// - Returns: false when there is no such nib.
    static func loadView(of controller: UIViewController, name: String?, in bundle: Bundle?) -> Bool
}

/// The room of nibs, above this one: it is found by its name where the program has it.
enum NibRoom {
    // The mangled name of TileNibs.ControllerNibs.
    static let loader = _typeByName("8TileNibs14ControllerNibsC") as? any ViewNibLoading.Type
}
