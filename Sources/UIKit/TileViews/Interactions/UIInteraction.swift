/// Behaviour that is added to a view: it is told which view that is, and does the rest itself.
///
/// A view keeps its interactions, in the order in which they came. Of UIKit's own kinds `UIContextMenuInteraction`
/// and `UIEditMenuInteraction` are here; drag and drop and a pointer's shapes are not. A program may have its own.
public protocol UIInteraction: AnyObject {
    /// The view that it belongs to; `didMove(to:)` tells it. Hold it weakly: the view keeps the interaction.
    var view: UIView? { get }

    /// It is about to be added to a view, or, for nil, to be removed from the one that it has.
    func willMove(to view: UIView?)

    /// It has been added to a view, or, for nil, removed.
    func didMove(to view: UIView?)
}
