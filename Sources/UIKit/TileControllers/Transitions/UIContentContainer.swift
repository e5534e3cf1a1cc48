public import Foundation
public import TileDrawing

/// What has content of a size: a controller, or who manages a presentation.
public protocol UIContentContainer: NSObjectProtocol {
    /// In points; 0 where it wants nothing.
    var preferredContentSize: CGSize { get }
    /// A child's has changed.
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// What constraints make of a child has changed.
    func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// The size of a child where its parent has a size.
    func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize
    func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
    func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator)
}
