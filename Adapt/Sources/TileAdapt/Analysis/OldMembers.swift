/// UIKit's methods, functions and properties that had other names before Swift 4.2, by the old names and labels, such
/// as `bringSubview(toFront:)`.
enum OldMembers {
    /// A name with the labels of its arguments, nil for `_`.
    struct Call: Equatable {
        let name: String
        let labels: [String?]

        /// - Parameter text: `name(label:_:)`.
        init(_ text: String) {
            let parts = text.split(separator: "(", maxSplits: 1)
            name = String(parts[0])
            labels = parts[1].dropLast().split(separator: ":").map { $0 == "_" ? nil : String($0) }
        }
    }

    static func method(_ fullName: String) -> Call? { methods[fullName].map(Call.init) }
    static func function(_ fullName: String) -> Call? { functions[fullName].map(Call.init) }
    /// A function that has become a method of its first argument.
    static func methodOfFirst(_ fullName: String) -> Call? { methodsOfFirst[fullName].map(Call.init) }
    /// A function without arguments that is a property now.
    static func propertyOfFunction(_ name: String) -> String? { propertiesOfFunctions[name] }
    static func property(_ name: String) -> String? { properties[name] }
    /// A method without arguments that is a property now.
    static func propertyOfMethod(_ name: String) -> String? { propertiesOfMethods[name] }

    /// Whether a name is that of a function that has become something else.
    static func isFunction(_ name: String) -> Bool {
        propertiesOfFunctions[name] != nil
            || [functions, methodsOfFirst].contains { $0.keys.contains { $0.hasPrefix(name + "(") } }
    }

    private static let methods: [String: String] = [
        "bringSubview(toFront:)": "bringSubviewToFront(_:)",
        "sendSubview(toBack:)": "sendSubviewToBack(_:)",
        "addChildViewController(_:)": "addChild(_:)",
        "removeFromParentViewController()": "removeFromParent()",
        "willMove(toParentViewController:)": "willMove(toParent:)",
        "didMove(toParentViewController:)": "didMove(toParent:)",
        "setOverrideTraitCollection(_:forChildViewController:)": "setOverrideTraitCollection(_:forChild:)",
        "overrideTraitCollection(forChildViewController:)": "overrideTraitCollection(forChild:)",
        "allowedChildViewControllersForUnwinding(from:)": "allowedChildrenForUnwinding(from:)",
        "childViewControllerContaining(_:)": "childContaining(_:)",
    ]

    private static let functions: [String: String] = [
        "UIEdgeInsetsMake(_:_:_:_:)": "UIEdgeInsets(top:left:bottom:right:)",
        "UIOffsetMake(_:_:)": "UIOffset(horizontal:vertical:)",
        "UIAccessibilityPostNotification(_:_:)": "UIAccessibility.post(notification:argument:)",
        "NSStringFromCGPoint(_:)": "NSCoder.string(for:)",
        "NSStringFromCGSize(_:)": "NSCoder.string(for:)",
        "NSStringFromCGRect(_:)": "NSCoder.string(for:)",
        "NSStringFromCGVector(_:)": "NSCoder.string(for:)",
        "NSStringFromCGAffineTransform(_:)": "NSCoder.string(for:)",
        "NSStringFromUIEdgeInsets(_:)": "NSCoder.string(for:)",
        "NSStringFromUIOffset(_:)": "NSCoder.string(for:)",
        "CGPointFromString(_:)": "NSCoder.cgPoint(for:)",
        "CGSizeFromString(_:)": "NSCoder.cgSize(for:)",
        "CGRectFromString(_:)": "NSCoder.cgRect(for:)",
        "CGVectorFromString(_:)": "NSCoder.cgVector(for:)",
        "CGAffineTransformFromString(_:)": "NSCoder.cgAffineTransform(for:)",
        "UIEdgeInsetsFromString(_:)": "NSCoder.uiEdgeInsets(for:)",
        "UIOffsetFromString(_:)": "NSCoder.uiOffset(for:)",
    ]

    private static let methodsOfFirst: [String: String] = [
        "UIImagePNGRepresentation(_:)": "pngData()",
        "UIImageJPEGRepresentation(_:_:)": "jpegData(compressionQuality:)",
        "UIEdgeInsetsInsetRect(_:_:)": "inset(by:)",
    ]

    private static let propertiesOfFunctions: [String: String] = [
        "UIAccessibilityIsBoldTextEnabled": "UIAccessibility.isBoldTextEnabled",
        "UIAccessibilityIsReduceMotionEnabled": "UIAccessibility.isReduceMotionEnabled",
        "UIAccessibilityIsReduceTransparencyEnabled": "UIAccessibility.isReduceTransparencyEnabled",
        "UIAccessibilityIsVoiceOverRunning": "UIAccessibility.isVoiceOverRunning",
    ]

    private static let properties: [String: String] = [
        "childViewControllers": "children",
        "isMovingToParentViewController": "isMovingToParent",
        "isMovingFromParentViewController": "isMovingFromParent",
        "childViewControllerForStatusBarStyle": "childForStatusBarStyle",
        "childViewControllerForStatusBarHidden": "childForStatusBarHidden",
    ]

    private static let propertiesOfMethods: [String: String] = [
        "prefersHomeIndicatorAutoHidden": "prefersHomeIndicatorAutoHidden",
        "preferredScreenEdgesDeferringSystemGestures": "preferredScreenEdgesDeferringSystemGestures",
        "childViewControllerForHomeIndicatorAutoHidden": "childForHomeIndicatorAutoHidden",
        "childViewControllerForScreenEdgesDeferringSystemGestures": "childForScreenEdgesDeferringSystemGestures",
    ]
}
