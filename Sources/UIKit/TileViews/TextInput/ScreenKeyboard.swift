public import Foundation
import TileDrawing

/// The area at the bottom of the screen during text input: the input view and the accessory view of the first
/// responder, and the space that a keyboard covers.
///
/// There is no on-screen keyboard here; the host of the screen has one. If it covers part of the screen, set `height`.
/// Programs are then notified with `UIResponder.keyboardWillShowNotification` and the related notifications, and
/// `keyboardLayoutGuide` makes room, as on a device. The initial height is 0, as for a hardware keyboard. Input views
/// and accessory views are always shown, and count as the keyboard.
public final class ScreenKeyboard {
    private weak var stage: UIScreen?
    private var window: UIWindow?
    private var shown: [UIView] = []

    init(of screen: UIScreen) { stage = screen }

    /// The height in points of the keyboard at the bottom of the screen while a `UIKeyInput` without an input view is
    /// first responder. NaN, infinite and negative values count as 0.
    public var height: CGFloat = 0 { didSet { if height != oldValue { update() } } }

    /// The duration of showing and hiding in seconds. UIKit's is about a quarter of a second.
    public var duration: TimeInterval = 0.25

    /// The period of the blinking caret in seconds on the screen's clock. A caret with a period of 0 does not blink and
    /// needs no frames.
    public var caretBlinkPeriod: TimeInterval = 1.06

    /// The frame of the keyboard with the accessory view, in points of the screen. It is below the screen while hidden.
    public private(set) var frame = CGRect.zero
    public private(set) var isShown = false

    /// Updates the keyboard after the first responder or its input views have changed.
    func update() {
        guard let stage else { return }
        let responder = stage.keyWindow?.firstResponder
        let chain = responder?.chain
        let input = chain?.lazy.compactMap(\.inputView).first
        let accessory = chain?.lazy.compactMap(\.inputAccessoryView).first
        let isTyping = responder is any UIKeyInput
        guard isShown || input != nil || accessory != nil || isTyping && height > 0 else {
            return
        }
        let views = [accessory, input].compactMap { $0 }
        let room = height.isFinite ? min(max(0, height), stage.bounds.height) : 0
        let bottom = input == nil && isTyping ? room : 0
        let safe = bottom > 0 || views.isEmpty ? 0 : stage.safeAreaInsets.bottom
        let heights = views.map { Self.height(of: $0, in: stage) }
        let total = min(heights.reduce(bottom + safe, +), stage.bounds.height)
        layOut(views, heights: heights, total: total, on: stage)
    }

    private static func height(of view: UIView, in stage: UIScreen) -> CGFloat {
        if view.bounds.height > 0 { return min(view.bounds.height, stage.bounds.height) }
        let size = view.systemLayoutSizeFitting(CGSize(width: stage.bounds.width, height: 0))
        let fitting = size.height > 0 ? size.height : view.sizeThatFits(stage.bounds.size).height
        return fitting.isFinite ? min(max(0, fitting), stage.bounds.height) : 0
    }

    private func layOut(_ views: [UIView], heights: [CGFloat], total: CGFloat, on stage: UIScreen) {
        let screen = stage.bounds
        let hidden = CGRect(x: screen.minX, y: screen.maxY, width: screen.width, height: isShown ? frame.height : total)
        let before = isShown ? frame : hidden
        let willShow = total > 0
        let after =
            willShow
            ? CGRect(x: screen.minX, y: screen.maxY - total, width: screen.width, height: total)
            : hidden
        let isSame = views.count == shown.count && zip(views, shown).allSatisfy { $0 === $1 }
        guard after != before || willShow != isShown || !isSame else { return }
        let wasShown = isShown
        show(views, heights, in: before)
        isShown = willShow
        frame = after
        let info: [AnyHashable: Any] = [
            UIResponder.keyboardFrameBeginUserInfoKey: before, UIResponder.keyboardFrameEndUserInfoKey: after,
            UIResponder.keyboardAnimationDurationUserInfoKey: duration,
            UIResponder.keyboardAnimationCurveUserInfoKey: UIView.AnimationCurve.easeInOut.rawValue,
            UIResponder.keyboardIsLocalUserInfoKey: true,
        ]
        let kinds = Kinds(wasShown: wasShown, isShown: willShow, moves: before != after)
        func post(_ names: [Notification.Name]) {
            for name in names { NotificationCenter.default.post(name: name, object: stage, userInfo: info) }
        }
        post(kinds.before)
        for window in stage.windows { window.layOutForSafeArea() }
        UIView.animate(
            withDuration: duration, delay: 0, options: .allowUserInteraction,
            animations: { [window] in window?.frame = after },
            completion: { [weak self] _ in
                post(kinds.after)
                if let self, !self.isShown { self.putAway() }
            })
    }

    /// The notifications for a change.
    private struct Kinds {
        var before: [Notification.Name] = []
        var after: [Notification.Name] = []

        init(wasShown: Bool, isShown: Bool, moves: Bool) {
            guard moves else { return }
            before = [UIResponder.keyboardWillChangeFrameNotification]
            after = [UIResponder.keyboardDidChangeFrameNotification]
            if isShown {
                before.insert(UIResponder.keyboardWillShowNotification, at: 0)
                after.insert(UIResponder.keyboardDidShowNotification, at: 0)
            } else if wasShown {
                before.insert(UIResponder.keyboardWillHideNotification, at: 0)
                after.insert(UIResponder.keyboardDidHideNotification, at: 0)
            }
        }
    }

    /// Shows views, one below the other, in a separate window in front of the program's windows.
    private func show(_ views: [UIView], _ heights: [CGFloat], in frame: CGRect) {
        guard let stage else { return }
        for view in shown where !views.contains(where: { $0 === view }) { view.removeFromSuperview() }
        shown = views
        guard !views.isEmpty else { return }
        let window = self.window ?? KeyboardWindow(frame: frame, screen: stage)
        self.window = window
        window.frame = frame
        var y: CGFloat = 0
        for (view, height) in zip(views, heights) {
            view.translatesAutoresizingMaskIntoConstraints = true
            view.frame = CGRect(x: 0, y: y, width: frame.width, height: height)
            if view.superview !== window { window.addSubview(view) }
            y += height
        }
        window.isHidden = false
    }

    private func putAway() {
        for view in shown { view.removeFromSuperview() }
        shown = []
        window?.isHidden = true
        window = nil
    }
}

/// A window in front of the program's windows that never becomes key.
private final class KeyboardWindow: UIWindow {
    override init(frame: CGRect, screen: UIScreen, scene: UIWindowScene? = nil) {
        super.init(frame: frame, screen: screen, scene: scene)
        windowLevel = Level(Level.statusBar.rawValue - 1)
        backgroundColor = .systemBackground
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeKey: Bool { false }
}
