import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// A running push or pop, with two contents on top of each other. In a push the old title moves to the position of the
/// back button's text, and the new title enters from the trailing side. A pop is the reverse.
final class NavigationBarTransition {
    let under: NavigationBarContent
    let over: NavigationBarContent
    let isPush: Bool
    /// Whether an interactive gesture controls the transition, in which case the stack is unchanged.
    var isHeld = false
    /// Called once when the transition has ended or was interrupted.
    var completion: (() -> Void)?

    init(under: NavigationBarContent, over: NavigationBarContent, isPush: Bool) {
        (self.under, self.over, self.isPush) = (under, over, isPush)
    }

    var incoming: NavigationBarContent { isPush ? over : under }
    var outgoing: NavigationBarContent { isPush ? under : over }

    /// Sets the progress of the transition.
    ///
    /// - Parameter part: The visible fraction of the upper content, 0…1.
    func apply(_ part: CGFloat) {
        applyMoves(part)
        applyEarly(part)
        applyLate(part)
    }

    /// Animates from the current progress to an end, within the enclosing keyframe animation.
    func addKeyframes(to part: CGFloat) {
        let isForward = part > 0
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { self.applyMoves(part) }
        UIView.addKeyframe(withRelativeStartTime: isForward ? 0 : 0.5, relativeDuration: 0.5) { self.applyEarly(part) }
        UIView.addKeyframe(withRelativeStartTime: isForward ? 0.5 : 0, relativeDuration: 0.5) { self.applyLate(part) }
    }

    /// Moves the titles, during the whole transition.
    private func applyMoves(_ part: CGFloat) {
        let width = (over.isRightToLeft ? -1 : 1) * over.bounds.width
        let (here, gone) = (part, 1 - part)
        let way = over.backLabelCenter.flatMap { label in under.titleCenter.map { label - $0 } }
        move(over.titleHolder, by: width / 2 * gone)
        move(under.titleHolder, by: (way ?? -width / 2) * part)
        (over.titleHolder.alpha, under.titleHolder.alpha) = (here, gone)
        move(over.largeHolder, by: width / 2 * gone)
        move(under.largeHolder, by: -width / 3 * part)
        if let back = over.back {
            move(back.label, by: -(way ?? -width / 3) * gone)
            back.label.alpha = here
            back.chevron.alpha = under.back == nil ? here : 1
        }
        if let back = under.back {
            // If both have a chevron, one of them stays in place.
            back.chevron.alpha = over.back == nil ? gone : 0
        }
    }

    /// Fades the lower content out during the first half: the large title before the bar becomes too low for it.
    private func applyEarly(_ part: CGFloat) {
        let alpha = max(0, 1 - 2 * part)
        under.prompt.alpha = alpha
        under.largeHolder.alpha = alpha
        under.back?.label.alpha = alpha
        for button in under.buttons { button.alpha = alpha }
    }

    /// Fades the upper content in during the second half.
    private func applyLate(_ part: CGFloat) {
        let alpha = max(0, 2 * part - 1)
        over.prompt.alpha = alpha
        over.largeHolder.alpha = alpha
        for button in over.buttons { button.alpha = alpha }
    }

    private func move(_ view: UIView, by distance: CGFloat) {
        view.transform = distance == 0 ? .identity : CGAffineTransform(translationX: distance, y: 0)
    }

    /// Resets a content to its state outside of transitions.
    static func reset(_ content: NavigationBarContent) {
        var views: [UIView] = [content.titleHolder, content.largeHolder, content.prompt] + content.buttons
        if let back = content.back { views += [back.label, back.chevron] }
        for view in views {
            view.layer.removeAllAnimations()
            view.transform = .identity
            view.alpha = 1
        }
        content.isUserInteractionEnabled = true
    }
}
