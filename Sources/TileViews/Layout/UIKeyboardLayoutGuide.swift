public import Foundation

/// What follows something that moves over the view.
open class UITrackingLayoutGuide: UILayoutGuide {}

/// Where a keyboard would be: as there is none, at the bottom of the view, as UIKit's is while none is shown.
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
