package import Foundation

/// How high the parts of a navigation bar are, from the top, in points.
package struct NavigationBarHeights: Equatable {
    /// The line above; 0 without one.
    package var prompt: CGFloat
    /// The row of buttons and title.
    package var row: CGFloat
    /// The large title where all of it is seen; 0 where there is none.
    package var largeTitle: CGFloat

    /// With the large title scrolled away.
    package var collapsed: CGFloat { prompt + row }
    package var expanded: CGFloat { prompt + row + largeTitle }
}
