package import Foundation

/// The heights of the parts of a navigation bar, from top to bottom, in points.
package struct NavigationBarHeights: Equatable {
    /// The height of the prompt; 0 without one.
    package var prompt: CGFloat
    /// The height of the row of buttons and title.
    package var row: CGFloat
    /// The full height of the large title; 0 if there is none.
    package var largeTitle: CGFloat

    /// The total height with the large title scrolled away.
    package var collapsed: CGFloat { prompt + row }
    package var expanded: CGFloat { prompt + row + largeTitle }
}
