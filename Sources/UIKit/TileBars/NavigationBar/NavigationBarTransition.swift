import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// A push or a pop under way: two contents over each other. The title below moves to where the back button's text
/// appears, and the title above comes from the trailing side; a pop is the same the other way round.
final class NavigationBarTransition {
    let under: NavigationBarContent
    let over: NavigationBarContent
    let isPush: Bool
    /// Whether a finger has it: the stack is still as before.
    var isHeld = false
    /// Called once when it has ended, whether it came to its end or was cut short.
    var completion: (() -> Void)?

    init(under: NavigationBarContent, over: NavigationBarContent, isPush: Bool) {
        (self.under, self.over, self.isPush) = (under, over, isPush)
    }

    var incoming: NavigationBarContent { isPush ? over : under }
    var outgoing: NavigationBarContent { isPush ? under : over }

    /// - Parameter part: how far the content above has come in, 0…1.
    func apply(_ part: CGFloat) {
        applyMoves(part)
        applyEarly(part)
        applyLate(part)
    }

    /// Runs from where it is to an end, over the time of the block of keyframes that it is called in.
    func addKeyframes(to part: CGFloat) {
        let isForward = part > 0
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { self.applyMoves(part) }
        UIView.addKeyframe(withRelativeStartTime: isForward ? 0 : 0.5, relativeDuration: 0.5) { self.applyEarly(part) }
        UIView.addKeyframe(withRelativeStartTime: isForward ? 0.5 : 0, relativeDuration: 0.5) { self.applyLate(part) }
    }

    /// Titles, which move all the time.
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
            // One chevron stands still where both have one.
            back.chevron.alpha = over.back == nil ? gone : 0
        }
    }

    /// What is below goes in the first half of the way: the large title before the bar is too low for it.
    private func applyEarly(_ part: CGFloat) {
        let alpha = max(0, 1 - 2 * part)
        under.prompt.alpha = alpha
        under.largeHolder.alpha = alpha
        under.back?.label.alpha = alpha
        for button in under.buttons { button.alpha = alpha }
    }

    /// What is above comes in the second half.
    private func applyLate(_ part: CGFloat) {
        let alpha = max(0, 2 * part - 1)
        over.prompt.alpha = alpha
        over.largeHolder.alpha = alpha
        for button in over.buttons { button.alpha = alpha }
    }

    private func move(_ view: UIView, by distance: CGFloat) {
        view.transform = distance == 0 ? .identity : CGAffineTransform(translationX: distance, y: 0)
    }

    /// Leaves a content as one that stands alone.
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
