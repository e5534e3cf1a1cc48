public import Foundation

/// What follows something that moves over the view.
open class UITrackingLayoutGuide: UILayoutGuide {}

/// Where the keyboard is, or input views in its place: at the bottom of the view while there is none. See
/// `ScreenKeyboard`.
open class UIKeyboardLayoutGuide: UITrackingLayoutGuide {
    init(of view: UIView) { super.init(.keyboard, of: view) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Whether the guide is as high as the bottom of the safe area; else it has no height.
    open var usesBottomSafeArea = true {
        didSet { if usesBottomSafeArea != oldValue { owningView?.layOutForSafeArea() } }
    }

    /// Kept: there is no keyboard that could float.
    open var followsUndockedKeyboard = false
    /// Kept: there is no keyboard to be dismissed by a drag.
    open var keyboardDismissPadding: CGFloat = 0
}
