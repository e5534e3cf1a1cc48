/// A behavior that can be added to a view. It receives the view and handles events itself.
///
/// A view retains its interactions in the order of their addition. Of UIKit's own types, `UIContextMenuInteraction`,
/// `UIEditMenuInteraction` and `UIScrollEdgeElementContainerInteraction` exist; those for drag and drop and for pointer
/// shapes do not. A program can define its own.
public protocol UIInteraction: AnyObject {
    /// The view that the interaction belongs to, as set by `didMove(to:)`. Hold it weakly, because the view retains the
    /// interaction.
    var view: UIView? { get }

    /// Called before the interaction is added to a view or, if the view is nil, removed.
    func willMove(to view: UIView?)

    /// Called after the interaction was added to a view or, if the view is nil, removed.
    func didMove(to view: UIView?)
}
