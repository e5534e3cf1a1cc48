public import Foundation
public import TileDrawing

/// An object with content of a preferred size: a controller or a presentation controller.
public protocol UIContentContainer: NSObjectProtocol {
    /// The preferred size in points; 0 for no preference.
    var preferredContentSize: CGSize { get }
    /// Called after the preferred size of a child has changed.
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// Called after the fitting size of a child's constraints has changed.
    func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// Returns the size of a child for its parent's size.
    func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize
    func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
    func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator)
}
