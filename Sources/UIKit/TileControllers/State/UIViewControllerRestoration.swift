public import Foundation

/// Makes controllers anew from what was stored of them; see `UIViewController.restorationClass`.
public protocol UIViewControllerRestoration: AnyObject {
    /// - Parameter identifierComponents: the restoration identifiers from the root to the controller.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}
