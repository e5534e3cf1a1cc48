import Foundation
import TileDrawing
import TileGraphics
public import TileTyping
import TileViews

/// A view controller that asks the user to choose an action. It appears as an alert in the middle of the screen, or as
/// an action sheet at its bottom. In a wide window, an action sheet is a popover and needs a source.
///
/// An alert's first text field becomes first responder once the alert is visible. The return key moves to the next
/// field; in the last one, it chooses the preferred action.
open class UIAlertController: UIViewController {
    public enum Style: Int, Hashable, Sendable {
        case actionSheet = 0
        case alert = 1
    }

    private final var list: [UIAlertAction] = []
    private final let giver = AlertGiver()

    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
        if preferredStyle == .alert {
            modalPresentationStyle = .custom
            transitioningDelegate = giver
        } else {
            modalPresentationStyle = .popover
            modality.makeNarrow = { [unowned self] presenter in
                AlertPresentation(presentedViewController: self, presenting: presenter)
            }
        }
    }

    public private(set) final var preferredStyle = Style.alert
    /// The message below the title.
    open var message: String? { didSet { rebuild() } }
    open override var title: String? { didSet { rebuild() } }
    /// The actions in the order in which they were added.
    open var actions: [UIAlertAction] { list }
    /// The emphasized action, which the return key chooses. It must be one of `actions` and is used in alerts only.
    open var preferredAction: UIAlertAction? {
        didSet {
            precondition(
                preferredAction == nil || list.contains { $0 === preferredAction },
                "an alert's preferred action is one of its actions")
            rebuild()
        }
    }

    /// Adds an action. As in UIKit, a second action with the style `cancel` traps.
    open func addAction(_ action: UIAlertAction) {
        precondition(
            action.style != .cancel || !list.contains { $0.style == .cancel },
            "UIAlertController can only have one action with a style of UIAlertActionStyleCancel")
        action.alert = self
        list.append(action)
        rebuild()
    }

    private final var fields: [UITextField] = []
    /// The text fields in the order in which they were added; nil if there are none.
    open var textFields: [UITextField]? { fields.isEmpty ? nil : fields }

    /// Adds a text field above the actions and passes it to the closure. As in UIKit, it traps in an action sheet.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        precondition(preferredStyle == .alert, "Text fields can only be added to an alert controller of style alert")
        let field = UITextField(frame: .zero)
        field.borderStyle = .roundedRect
        field.font = .systemFont(ofSize: 15)
        field.clearButtonMode = .whileEditing
        field.addAction(
            UIAction { [weak self, weak field] _ in
                if let self, let field { self.finished(field) }
            }, for: .editingDidEndOnExit)
        configurationHandler?(field)
        fields.append(field)
        rebuild()
    }

    /// Handles the return key in a text field.
    private final func finished(_ field: UITextField) {
        guard let index = fields.firstIndex(where: { $0 === field }) else { return }
        if index + 1 < fields.count {
            fields[index + 1].becomeFirstResponder()
        } else if let preferredAction {
            choose(preferredAction)
        }
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        fields.first?.becomeFirstResponder()
        modality.active?.container?.setNeedsLayout()
    }

    open override func loadView() {
        let view = AlertView(preferredStyle)
        view.choose = { [weak self] in self?.choose($0) }
        self.view = view
        rebuild()
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        guard let view = shownView as? AlertView else { return }
        preferredContentSize = view.fittingSize(in: view.bounds.width > 0 ? view.bounds.width : 320)
    }

    /// Rebuilds the view after a change of the title, the message or the actions.
    private func rebuild() {
        (shownView as? AlertView)?.show(
            title: title, message: message, fields, list, preferred: preferredStyle == .alert ? preferredAction : nil)
        modality.active?.container?.setNeedsLayout()
    }

    func actionDidChange() { rebuild() }

    /// Dismisses the alert and then calls the action's handler.
    func choose(_ action: UIAlertAction) {
        guard action.isEnabled, modality.phase == nil else { return }
        guard let presenter = modality.presenter else {
            action.handler?(action)
            return
        }
        presenter.dismissPresented(animated: true) { action.handler?(action) }
    }

    /// Handles a touch outside the alert. It cancels an action sheet and has no effect on an alert.
    func touchedBeside() {
        guard preferredStyle == .actionSheet, let cancel = list.first(where: { $0.style == .cancel }) else { return }
        choose(cancel)
    }
}

/// The transitioning delegate that provides the presentation controller of alerts.
private final class AlertGiver: NSObject, UIViewControllerTransitioningDelegate {
    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
        AlertPresentation(presentedViewController: presented, presenting: presenting)
    }
}

/// The presentation controller of alerts. It dims the background and shows an alert in the middle, or an action sheet
/// at the bottom.
final class AlertPresentation: UIPresentationController {
    private var dimming: DimmingView?

    private var isSheet: Bool { (presented as? UIAlertController)?.preferredStyle == .actionSheet }

    override var presentationStyle: UIModalPresentationStyle { .overFullScreen }

    override var frameOfPresentedViewInContainerView: CGRect {
        guard let container, let view = presented.view as? AlertView else { return .zero }
        var room = container.bounds.inset(by: container.safeAreaInsets)
        if let window = container.window, window.screen.keyboard.isShown {
            let keyboard = window.convert(window.screen.keyboard.frame, from: nil as UIWindow?)
            room.size.height = max(0, min(room.maxY, container.convert(keyboard, from: window).minY) - room.minY)
        }
        room = room.insetBy(dx: 8, dy: min(8, room.height / 2))
        let width = isSheet ? min(room.width, 400) : min(room.width, AlertView.alertWidth)
        let height = min(view.fittingSize(in: width).height, room.height)
        let y = isSheet ? room.maxY - height : (room.midY - height / 2).rounded()
        return CGRect(x: (room.midX - width / 2).rounded(), y: y, width: width, height: height)
    }

    override func presentationTransitionWillBegin() {
        guard let container else { return }
        let dimming = DimmingView { [weak self] in (self?.presented as? UIAlertController)?.touchedBeside() }
        dimming.frame = container.bounds
        dimming.alpha = 0
        container.insertSubview(dimming, at: 0)
        self.dimming = dimming
        presented.transitionCoordinator?.animate { _ in dimming.alpha = 1 }
        known?.view.tintAdjustmentMode = .dimmed
    }

    override func dismissalTransitionWillBegin() {
        presented.transitionCoordinator?.animate { [dimming] _ in dimming?.alpha = 0 }
        known?.view.tintAdjustmentMode = .automatic
    }

    override func standardAnimator(isDismissal: Bool) -> (any UIViewControllerAnimatedTransitioning)? {
        if isSheet { return UIModalTransitionStyle.coverVertical.animator(isDismissal: isDismissal) }
        guard !isDismissal else { return UIModalTransitionStyle.crossDissolve.animator(isDismissal: true) }
        return ViewMover(
            duration: 0.3,
            prepare: { transition in
                guard let view = transition.change.toView, let to = transition.change.to else { return }
                view.frame = transition.finalFrame(for: to)
                view.alpha = 0
                view.transform = view.transform.scaledBy(x: 1.15, y: 1.15)
                transition.containerView.addSubview(view)
            },
            move: { transition in
                transition.change.toView?.alpha = 1
                transition.change.toView?.transform = .identity
            })
    }
}
