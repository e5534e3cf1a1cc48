public import Foundation

/// A class that creates controllers from their stored state; see `UIViewController.restorationClass`.
public protocol UIViewControllerRestoration: AnyObject {
    /// Returns a new controller for a stored one.
    ///
    /// - Parameter identifierComponents: the restoration identifiers from the root to the controller.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}
