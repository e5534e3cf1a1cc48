import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The knob at an end of a selection: a finger that drags it takes that end along.
final class SelectionHandle: UIView, ViewPart {
    /// Of the knob, and how far a finger may be from it.
    static let knob: CGFloat = 11
    static let reach: CGFloat = 16

    let isStart: Bool
    private let stem = UIView()
    private let disc = UIView()

    init(isStart: Bool) {
        self.isStart = isStart
        super.init(frame: .zero)
        for view in [stem, disc] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
    }

    required init?(coder: NSCoder) { nil }

    /// - Parameter caret: where the selection's end is, in the superview.
    func place(at caret: CGRect) {
        let reach = Self.reach
        frame = caret.insetBy(dx: -reach, dy: -reach)
        let middle = bounds.midX
        let knob = Self.knob
        stem.frame = CGRect(x: middle - 1, y: reach, width: 2, height: caret.height)
        disc.frame = CGRect(
            x: middle - knob / 2, y: isStart ? reach - knob : reach + caret.height, width: knob, height: knob)
        disc.layer.cornerRadius = knob / 2
        for view in [stem, disc] { view.backgroundColor = tintColor }
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        for view in [stem, disc] { view.backgroundColor = tintColor }
    }

    /// Beside the selection alone: what is selected is for taps on the text.
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        super.point(inside: point, with: event) && (isStart ? point.x <= bounds.midX + 2 : point.x >= bounds.midX - 2)
    }

    /// A view around it does not scroll by the finger that drags it.
    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
    }
}
