import TileViews

/// The presentation state of a controller, as presented controller and as presenter.
struct ControllerModality {
    enum Phase {
        case presenting, dismissing
    }

    /// The presentation or dismissal of the controller that is in progress.
    var phase: Phase?
    /// The controller that presents this one; nil after it is dismissed.
    weak var presenter: UIViewController?
    /// The controller on which `present` was called.
    weak var source: UIViewController?
    /// The controller that this one presents.
    var presented: UIViewController?
    /// The presentation controller, current or future; see `active`.
    var controller: UIPresentationController?
    /// The presentation controller that replaces `controller` in narrow windows; nil if there is no replacement.
    var adapted: UIPresentationController?
    var transition: ControllerTransition?
    /// The interaction controller of the next dismissal, set by the gesture.
    var interaction: (any UIViewControllerInteractiveTransitioning)?
    var zoomDrag: ZoomDrag?
    /// A closure that returns the presentation controller for narrow windows, if it isn't a sheet there.
    var makeNarrow: ((UIViewController?) -> UIPresentationController)?

    var isCurrent: Bool { presenter != nil }
    var active: UIPresentationController? { adapted ?? controller }
    /// Whether the controller hides everything below it and determines the screen's appearance.
    var coversScreen: Bool { isCurrent && active?.coversScreen == true && phase != .dismissing }
}

extension UIViewController {
    /// The controller and its ancestors.
    private var lineage: UnfoldFirstSequence<UIViewController> { sequence(first: self, next: \.parent) }

    var knownPresented: UIViewController? {
        for each in lineage { if let presented = each.modality.presented { return presented } }
        return nil
    }

    /// The controller that this one or a descendant presents.
    var presentedAnywhere: UIViewController? {
        if let presented = modality.presented { return presented }
        for child in children { if let presented = child.presentedAnywhere { return presented } }
        return nil
    }

    var knownPresenter: UIViewController? {
        for each in lineage { if let presenter = each.modality.presenter { return presenter } }
        return nil
    }

    var knownActiveController: UIPresentationController? {
        for each in lineage where each.modality.isCurrent { return each.modality.active }
        return nil
    }

    var knownPresentationController: UIPresentationController? {
        for each in lineage.dropFirst() where each.modality.isCurrent { return each.modality.controller }
        if let controller = modality.controller { return controller }
        let made = makePresentationController(presenter: nil, source: self)
        modality.controller = made
        return made
    }

    /// Returns a presentation controller for the controller's presentation style.
    func makePresentationController(
        presenter: UIViewController?, source: UIViewController
    ) -> UIPresentationController {
        switch modalPresentationStyle {
        case .custom:
            transitioningDelegate?.presentationController(
                forPresented: self, presenting: presenter, source: source)
                ?? UIPresentationController(presentedViewController: self, presenting: presenter)
        case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext, .blurOverFullScreen:
            FullScreenPresentation(presentedViewController: self, presenting: presenter)
        case .popover: UIPopoverPresentationController(presentedViewController: self, presenting: presenter)
        case .automatic, .pageSheet, .formSheet, .none: makeSheet(presenter)
        }
    }

    private func makeSheet(_ presenter: UIViewController?) -> UIPresentationController {
        UISheetPresentationController(presentedViewController: self, presenting: presenter)
    }
}

extension UIViewController {
    /// The presentation controller if the style is a sheet. Set its detents before the presentation.
    public final var sheetPresentationController: UISheetPresentationController? {
        if modalPresentationStyle == .popover {
            return popoverPresentationController?.adaptiveSheetPresentationController
        }
        return presentationController as? UISheetPresentationController
    }

    /// The presentation controller if the style is a popover. Set its source before the presentation.
    public final var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }
}
