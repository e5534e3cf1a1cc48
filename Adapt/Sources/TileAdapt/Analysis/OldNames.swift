/// The names of UIKit and its neighbors before Swift 4.2.
enum OldNames {
    /// Returns the current name of a type or a constant, or nil if the name never changed.
    static func current(_ name: String) -> String? { types[name] ?? constants[name] ?? caseName(name, in: families) }

    /// Returns the current name of a notification, a member of `NSNotification.Name`.
    static func notification(_ name: String) -> String? {
        for (prefix, owner, stem, names) in notifications where name.hasPrefix(prefix) {
            let rest = String(name.dropFirst(prefix.count))
            guard names.contains(rest) else { continue }
            return "\(owner).\(stem.isEmpty ? rest.loweringFirst : stem + rest)Notification"
        }
        return nil
    }

    private typealias Family = (prefix: String, owner: String, names: Set<String>)

    private static func caseName(_ name: String, in families: [Family]) -> String? {
        for (prefix, owner, names) in families where name.hasPrefix(prefix) {
            let rest = String(name.dropFirst(prefix.count))
            if names.contains(rest) { return "\(owner).\(rest.loweringFirst)" }
        }
        return nil
    }

    /// Constants with a common prefix: the prefix, the type that now declares them, and the rest of each name.
    private static let families: [Family] = [
        (
            "UIFontWeight", "UIFont.Weight",
            ["UltraLight", "Thin", "Light", "Regular", "Medium", "Semibold", "Bold", "Heavy", "Black"]
        ),
        (
            "UIFontTextStyle", "UIFont.TextStyle",
            [
                "Title1", "Title2", "Title3", "Headline", "Subheadline", "Body", "Callout", "Footnote", "Caption1",
                "Caption2",
            ]
        ),
        (
            "UIAccessibilityTrait", "UIAccessibilityTraits",
            [
                "None", "Button", "Link", "Image", "Selected", "StaticText", "Header", "NotEnabled", "Adjustable",
                "SearchField", "KeyboardKey", "SummaryElement", "UpdatesFrequently", "AllowsDirectInteraction",
                "PlaysSound", "StartsMediaSession", "CausesPageTurn", "TabBar",
            ]
        ),
        ("UIWindowLevel", "UIWindow.Level", ["Normal", "Alert", "StatusBar"]),
        ("UILayoutPriority", "UILayoutPriority", ["Required", "DefaultHigh", "DefaultLow", "FittingSizeLevel"]),
        ("UIScrollViewDecelerationRate", "UIScrollView.DecelerationRate", ["Normal", "Fast"]),
        (
            "kCAGravity", "CALayerContentsGravity",
            [
                "Center", "Top", "Bottom", "Left", "Right", "TopLeft", "TopRight", "BottomLeft", "BottomRight",
                "Resize", "ResizeAspect", "ResizeAspectFill",
            ]
        ),
        ("kCAFilter", "CALayerContentsFilter", ["Nearest", "Linear", "Trilinear"]),
        ("kCAFillRule", "CAShapeLayerFillRule", ["NonZero", "EvenOdd"]),
        ("kCALineJoin", "CAShapeLayerLineJoin", ["Miter", "Round", "Bevel"]),
        ("kCALineCap", "CAShapeLayerLineCap", ["Butt", "Round", "Square"]),
        ("kCAGradientLayer", "CAGradientLayerType", ["Axial", "Radial", "Conic"]),
        ("kCATruncation", "CATextLayerTruncationMode", ["None", "Start", "End", "Middle"]),
        ("kCAAlignment", "CATextLayerAlignmentMode", ["Natural", "Left", "Right", "Center", "Justified"]),
        ("kCAFillMode", "CAMediaTimingFillMode", ["Forwards", "Backwards", "Both", "Removed"]),
        (
            "kCAMediaTimingFunction", "CAMediaTimingFunctionName",
            ["Linear", "EaseIn", "EaseOut", "EaseInEaseOut", "Default"]
        ),
        (
            "kCAAnimation", "CAAnimationCalculationMode", ["Linear", "Discrete", "Paced", "Cubic", "CubicPaced"]
        ),
        ("kCAAnimation", "CAAnimationRotationMode", ["RotateAuto", "RotateAutoReverse"]),
        ("kCATransition", "CATransitionType", ["Fade", "MoveIn", "Push", "Reveal"]),
        ("kCATransition", "CATransitionSubtype", ["FromRight", "FromLeft", "FromTop", "FromBottom"]),
        (
            "kCAValueFunction", "CAValueFunctionName",
            [
                "RotateX", "RotateY", "RotateZ", "Scale", "ScaleX", "ScaleY", "ScaleZ", "Translate", "TranslateX",
                "TranslateY", "TranslateZ",
            ]
        ),
    ]

    /// Notifications: the prefix of the old names, the type that now declares them, the start of the new names, and the
    /// rest of each name.
    private static let notifications: [(prefix: String, owner: String, stem: String, names: Set<String>)] = [
        (
            "UIKeyboard", "UIResponder", "keyboard",
            ["WillShow", "DidShow", "WillHide", "DidHide", "WillChangeFrame", "DidChangeFrame"]
        ),
        (
            "UIApplication", "UIApplication", "",
            [
                "DidEnterBackground", "WillEnterForeground", "DidFinishLaunching", "DidBecomeActive",
                "WillResignActive", "DidReceiveMemoryWarning", "WillTerminate",
            ]
        ),
        ("UITextField", "UITextField", "", ["TextDidBeginEditing", "TextDidEndEditing", "TextDidChange"]),
        ("UITextView", "UITextView", "", ["TextDidBeginEditing", "TextDidEndEditing", "TextDidChange"]),
        ("UIWindow", "UIWindow", "", ["DidBecomeVisible", "DidBecomeHidden", "DidBecomeKey", "DidResignKey"]),
        ("UIDevice", "UIDevice", "", ["OrientationDidChange"]),
        ("UIScreen", "UIScreen", "", ["DidConnect", "DidDisconnect", "ModeDidChange", "BrightnessDidChange"]),
        ("UIContentSizeCategory", "UIContentSizeCategory", "", ["DidChange"]),
        ("UIPasteboard", "UIPasteboard", "", ["Changed", "Removed"]),
        (
            "UIViewControllerShowDetailTarget", "UIViewController", "showDetailTarget", ["DidChange"]
        ),
    ]
}

extension String {
    fileprivate var loweringFirst: String { prefix(1).lowercased() + dropFirst() }
}
