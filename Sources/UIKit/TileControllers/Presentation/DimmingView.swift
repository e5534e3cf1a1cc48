import Foundation
import TileDrawing
import TileViews

/// The view between a presented view and the content below it. It darkens the content and handles touches that dismiss
/// the presentation.
final class DimmingView: UIView {
    private let touched: () -> Void

    init(_ touched: @escaping () -> Void) {
        self.touched = touched
        super.init(frame: .zero)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        backgroundColor = UIColor { traits in
            UIColor(white: 0, alpha: traits.userInterfaceStyle == .dark ? 0.48 : 0.2)
        }
        addGestureRecognizer(UITapGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.touched() }))
        isAccessibilityElement = true
        accessibilityLabel = "Dismiss"
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }
}
