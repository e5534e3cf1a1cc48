import TileViews

/// How a controller is presented, and whom it presents.
struct ControllerModality {
    enum Phase {
        case presenting, dismissing
    }

    /// The presentation or dismissal of it that is under way.
    var phase: Phase?
    /// Who presents it; nil once it is dismissed.
    weak var presenter: UIViewController?
    /// The one that was asked to present it.
    weak var source: UIViewController?
    /// Whom it presents.
    var presented: UIViewController?
    /// Who manages its presentation, or would; see `active`.
    var controller: UIPresentationController?
    /// Who manages it as it adapts to narrow windows; nil where that is `controller` itself.
    var adapted: UIPresentationController?
    var transition: ControllerTransition?
    /// Set by the gesture that asks for its dismissal.
    var interaction: (any UIViewControllerInteractiveTransitioning)?
    var zoomDrag: ZoomDrag?
    /// Who manages it in narrow windows, where it is no sheet there.
    var makeNarrow: ((UIViewController?) -> UIPresentationController)?

    var isCurrent: Bool { presenter != nil }
    var active: UIPresentationController? { adapted ?? controller }
    /// Whether nothing of what is below shows, or is to be asked about the screen.
    var coversScreen: Bool { isCurrent && active?.coversScreen == true && phase != .dismissing }
}

extension UIViewController {
    /// Itself, and the parents from here upwards.
    private var lineage: UnfoldFirstSequence<UIViewController> { sequence(first: self, next: \.parent) }

    var knownPresented: UIViewController? {
        for each in lineage { if let presented = each.modality.presented { return presented } }
        return nil
    }

    /// Whom it, or one of its children, presents.
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

    /// Who manages presentations in the style of this controller.
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
    /// Who manages it as a sheet, if its style is one; set detents there before it is presented.
    public final var sheetPresentationController: UISheetPresentationController? {
        if modalPresentationStyle == .popover {
            return popoverPresentationController?.adaptiveSheetPresentationController
        }
        return presentationController as? UISheetPresentationController
    }

    /// Who manages it as a popover, if its style is that; set the source there before it is presented.
    public final var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }
}
