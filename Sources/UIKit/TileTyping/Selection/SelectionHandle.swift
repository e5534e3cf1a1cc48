import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The handle at an end of a selection, for dragging that end.
final class SelectionHandle: UIView, ViewPart {
    /// The diameter of the knob, followed by the distance at which a touch reaches it.
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

    /// Positions the handle.
    ///
    /// - Parameter caret: the frame of the selection's end, in the superview.
    func position(at caret: CGRect) {
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

    /// Only the side outside the selection reacts to touches; taps inside belong to the text.
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        super.point(inside: point, with: event) && (isStart ? point.x <= bounds.midX + 2 : point.x >= bounds.midX - 2)
    }

    /// Keeps a surrounding scroll view from scrolling while the handle is dragged.
    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
    }
}
