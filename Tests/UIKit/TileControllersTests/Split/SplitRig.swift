import Foundation
import TestSupport
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

/// Columns on a tablet that can be made narrow.
struct SplitRig {
    let rig = ControllerRig(CGSize(width: 1180, height: 820), idiom: .pad)
    let split: UISplitViewController
    let (p, s, d, c): (Teller, Teller, Teller, Teller)

    init(_ style: UISplitViewController.Style, compact: Bool = false) {
        split = UISplitViewController(style: style)
        (p, s, d, c) = (rig.teller("p"), rig.teller("s"), rig.teller("d"), rig.teller("c"))
        split.setViewController(p, for: .primary)
        if style == .tripleColumn { split.setViewController(s, for: .supplementary) }
        split.setViewController(d, for: .secondary)
        if compact { split.setViewController(c, for: .compact) }
    }

    func show() {
        rig.show(split)
        rig.settle()
        _ = rig.diary.drain()
    }

    func narrow() { resize(CGSize(width: 390, height: 820)) }
    func widen() { resize(CGSize(width: 1180, height: 820)) }

    func resize(_ size: CGSize) {
        rig.screen.resize(to: size)
        rig.settle()
    }

    /// Returns the frame of a column's view in the window, or `nil` if it isn't in a window.
    func frame(of controller: UIViewController) -> CGRect? {
        guard let view = (controller.navigationController ?? controller).viewIfLoaded, view.window != nil else {
            return nil
        }
        return view.convert(view.bounds, to: nil)
    }

    func stack(_ controller: UIViewController?) -> String {
        ((controller as? UINavigationController)?.viewControllers ?? []).map { "\($0)" }.joined(separator: "+")
    }
}
