package import Foundation

/// The heights of the parts of a navigation bar, from top to bottom, in points.
package struct NavigationBarHeights: Equatable {
    /// The height of the prompt; 0 without one.
    package var prompt: CGFloat
    /// The height of the row of buttons and title.
    package var row: CGFloat
    /// The full height of the large title; 0 if there is none.
    package var largeTitle: CGFloat
    /// The full height of the search bar; 0 if there is none.
    package var search: CGFloat = 0
    /// Whether the search bar is scrolled away, before the large title.
    package var collapsesSearch = true

    /// The height above the large title.
    package var top: CGFloat { prompt + row }
    /// The total height with the large title and the search bar scrolled away.
    package var collapsed: CGFloat { top + (collapsesSearch ? 0 : search) }
    package var expanded: CGFloat { top + largeTitle + search }

    /// Returns the height of the visible part of the search bar in a bar of a total height.
    package func visibleSearch(in height: CGFloat) -> CGFloat {
        collapsesSearch ? min(search, max(0, height - top - largeTitle)) : search
    }

    /// Returns the height of the visible part of the large title; more than its full height in a bar that is pulled
    /// down.
    package func visibleLargeTitle(in height: CGFloat) -> CGFloat {
        max(0, height - top - visibleSearch(in: height))
    }
}
