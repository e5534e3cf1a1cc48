package import Foundation
package import TileViews

/// The search bar of a navigation item, and the state of its search.
package struct NavigationSearch {
    package enum State: Equatable {
        case idle
        /// A search is active; the row of title and buttons is hidden or stays.
        case active(hidesRow: Bool)
    }

    /// The controller of the search, which the item retains.
    package var owner: AnyObject
    package var view: UIView
    package var height: CGFloat
    package var state = State.idle

    package init(owner: AnyObject, view: UIView, height: CGFloat) {
        (self.owner, self.view, self.height) = (owner, view, height)
    }

    var hidesRow: Bool { state == .active(hidesRow: true) }
}

extension UINavigationItem {
    /// The place of a search bar.
    public enum SearchBarPlacement: Int, Hashable, Sendable {
        /// The place that fits: below the title.
        case automatic = 0
        /// In the row of buttons. Here the same as `stacked`.
        case inline = 1
        /// Below the title.
        case stacked = 2
    }

    /// The actual place of the search bar: below the title.
    public var searchBarPlacement: SearchBarPlacement { .stacked }
}
