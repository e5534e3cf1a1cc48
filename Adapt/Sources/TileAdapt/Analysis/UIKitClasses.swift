/// Facts about UIKit's classes.
enum UIKitClasses {
    /// Whether a class of UIKit or another module is a responder. Responders have a table of actions that can be
    /// extended. Unknown classes are recognized by the ending of their names.
    static func isResponder(_ name: String) -> Bool {
        if responders.contains(name) { return true }
        if others.contains(where: name.hasSuffix) { return false }
        return endings.contains(where: name.hasSuffix)
    }

    private static let responders: Set<String> = [
        "UIResponder", "UIApplication", "UIScene", "UIWindowScene", "UIAccessibilityElement", "UIDocument",
    ]

    private static let others = [
        "PresentationController", "InteractionController", "FetchedResultsController", "DocumentInteractionController",
        "PrintInteractionController", "SearchDisplayController", "NSTextField",
    ]

    private static let endings = [
        "View", "Controller", "Cell", "Control", "Button", "Label", "Bar", "Field", "Switch", "Slider", "Stepper",
        "Window", "Toolbar", "Picker", "Indicator",
    ]

    /// Methods of responders that can be sent to a target without a declaration in the program, with their selectors.
    static let selectors: [String: String] = [
        "endEditing": "endEditing:", "copy": "copy:", "paste": "paste:", "cut": "cut:", "select": "select:",
        "selectAll": "selectAll:", "delete": "delete:", "setEditing": "setEditing:animated:",
    ]

    /// Returns the superclasses of a UIKit class, limited to those that libraries extend.
    static func ancestors(of name: String) -> [String] {
        if name.hasSuffix("Controller"), name != "UIViewController" {
            return ["UIViewController", "UIResponder", "NSObject"]
        }
        if name == "UIViewController" || name == "UIView" { return ["UIResponder", "NSObject"] }
        return isResponder(name) ? ["UIView", "UIResponder", "NSObject"] : ["NSObject"]
    }
}
