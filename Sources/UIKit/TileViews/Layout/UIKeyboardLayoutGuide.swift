public import Foundation

/// A layout guide that follows an object moving over the view.
open class UITrackingLayoutGuide: UILayoutGuide {}

/// A layout guide for the keyboard or the input views that replace it. Without them it is at the bottom of the view.
/// See `ScreenKeyboard`.
open class UIKeyboardLayoutGuide: UITrackingLayoutGuide {
    init(of view: UIView) { super.init(.keyboard, of: view) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A Boolean value that indicates whether the guide is as high as the bottom safe area inset when there is no
    /// keyboard. If it is false, the guide has no height then.
    open var usesBottomSafeArea = true {
        didSet { if usesBottomSafeArea != oldValue { owningView?.layOutForSafeArea() } }
    }

    /// A stored value without effect, because keyboards do not float here.
    open var followsUndockedKeyboard = false
    /// A stored value without effect, because keyboards cannot be dismissed by dragging here.
    open var keyboardDismissPadding: CGFloat = 0
}
