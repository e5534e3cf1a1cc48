import TileDrawing
public import TileViews

extension UIWindow {
    /// The controller whose view fills the window; nil for none. Its view is loaded and added when the window becomes
    /// visible.
    public final var rootViewController: UIViewController? {
        get { rootManager as? UIViewController }
        set { setRoot(newValue) }
    }

    private final func setRoot(_ new: UIViewController?) {
        let old = rootViewController
        guard old !== new else { return }
        if let new {
            precondition(
                new.parent == nil, "\(new) can't be a window's root: it is a child of \(String(describing: new.parent))"
            )
        }
        // Controllers presented over the old root are removed with it.
        old?.endPresentationsAtOnce()
        rootManager = new
        rootView = nil
        defer { if let old { ControllerCensus.noteLeft(old, .replaced) } }
        guard !isHidden, let new else { return }
        new.windowWillShow(self)
        new.windowDidChangeVisibility(self)
    }
}

extension UIViewController: WindowControlling {
    package func windowWillShow(_ window: UIWindow) {
        loadViewIfNeeded()
        beginAppearance(true, animated: false)
        if window.rootView !== shownView { window.rootView = shownView }
    }

    package func windowDidChangeVisibility(_ window: UIWindow) {
        if window.isHidden {
            beginAppearance(false, animated: false)
            endAppearance()
        } else {
            sayIsAppearing()
            endAppearanceAfterCommit()
        }
        window.screen.changingStatusBar {}
        window.screen.conformOrientation()
    }

    package func windowWillChange(with transition: ScreenTransition) {
        let coordinator = ScreenCoordinator(transition, of: self)
        if traitCollection != transition.targetTraits.with(ownTraits) {
            willTransition(to: transition.targetTraits.with(ownTraits), with: coordinator)
        }
        viewWillTransition(to: transition.targetSize, with: coordinator)
    }

    package func receiveMemoryWarning() {
        didReceiveMemoryWarning()
        for child in children { child.receiveMemoryWarning() }
        modality.presented?.receiveMemoryWarning()
    }

    package var allowedOrientations: UIInterfaceOrientationMask {
        let front = frontmost
        guard front.shouldAutorotate else { return UIInterfaceOrientationMask(front.interfaceOrientation) }
        return front.supportedInterfaceOrientations
    }

    package var statusBarLook: (style: UIStatusBarStyle, isHidden: Bool)? {
        let top = barDecider
        let style = Array(sequence(first: top, next: \.childForStatusBarStyle)).last ?? top
        let hider = Array(sequence(first: top, next: \.childForStatusBarHidden)).last ?? top
        return (style.preferredStatusBarStyle, hider.prefersStatusBarHidden)
    }

    /// The topmost controller that covers the screen or captures the status bar's appearance.
    private var barDecider: UIViewController {
        var decider = self
        var each = presentedAnywhere
        while let next = each {
            if next.modality.coversScreen || next.modalPresentationCapturesStatusBarAppearance { decider = next }
            each = next.presentedAnywhere
        }
        return decider
    }

    /// The topmost presented controller that covers the screen; the controller itself if there is none.
    private var frontmost: UIViewController {
        var front = self
        var each = presentedAnywhere
        while let next = each {
            if next.modality.coversScreen { front = next }
            each = next.presentedAnywhere
        }
        return front
    }

    func updateStatusBar() { screen?.changingStatusBar {} }
}

extension UITraitCollection {
    fileprivate func with(_ overrides: TraitOverrides) -> UITraitCollection { overrides.applied(to: self) }
}
