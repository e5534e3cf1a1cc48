import Foundation
import TileGraphics

/// An object that opens a view's menu under a finger: immediately if that is the view's primary action, otherwise on
/// a long press. The same finger can move on to the rows and select one.
package final class MenuPress {
    private unowned let view: UIView
    private let open: (CGPoint?) -> MenuOverlay?
    private weak var overlay: MenuOverlay?
    private var longPress: UILongPressGestureRecognizer?

    /// A Boolean value that indicates whether the current or last press has opened the menu.
    package private(set) var hasOpened = false

    /// Creates an object for a view.
    ///
    /// - Parameter open: Opens the menu for a finger at a point of the window.
    package init(_ view: UIView, open: @escaping (CGPoint?) -> MenuOverlay?) {
        (self.view, self.open) = (view, open)
    }

    /// A Boolean value that indicates whether a long press opens the menu.
    package var opensByLongPress: Bool {
        get { longPress != nil }
        set {
            guard newValue != opensByLongPress else { return }
            if let longPress {
                view.removeGestureRecognizer(longPress)
                self.longPress = nil
            } else {
                let made = UILongPressGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.follow() })
                view.addGestureRecognizer(made)
                longPress = made
            }
        }
    }

    private func follow() {
        guard let longPress else { return }
        let point = longPress.location(in: nil)
        switch longPress.state {
        case .began: began(at: point)
        case .changed: moved(to: point)
        case .ended: ended(at: point)
        default: cancelled()
        }
    }

    package func began(at point: CGPoint) {
        overlay = open(point)
        hasOpened = overlay != nil
    }

    package func begin() { hasOpened = false }
    package func moved(to point: CGPoint) { overlay?.follow(point) }
    package func ended(at point: CGPoint) { overlay?.release(point) }
    package func cancelled() { overlay?.loseFinger() }
}
