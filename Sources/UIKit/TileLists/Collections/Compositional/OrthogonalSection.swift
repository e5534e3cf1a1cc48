import Foundation
import TileGeometry

/// A section that scrolls orthogonally, as described by the layout.
struct OrthogonalSection {
    let section: Int
    /// The frame in the collection's content.
    let frame: CGRect
    let contentSize: CGSize
    let behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior
    /// The length of a group with the space after it, used to stop at groups.
    let groupLength: CGFloat
    let bounces: Bool
    /// Whether the section scrolls vertically, in a layout that scrolls horizontally.
    let isVertical: Bool
    /// Whether the section starts at its right end.
    let isMirrored: Bool
}

/// A layout that supports sections with orthogonal scrolling.
protocol OrthogonalLayout: UICollectionViewLayout {
    func orthogonalSections(in rect: CGRect) -> [OrthogonalSection]
    /// Informs the layout that a section has scrolled.
    func sectionDidScroll(_ section: Int)
}

/// The orthogonal scrolling behavior of a section.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    case none = 0
    /// The section stops anywhere.
    case continuous = 1
    /// The section stops at the leading edge of a group.
    case continuousGroupLeadingBoundary = 2
    /// The section scrolls by pages of the visible width or height.
    case paging = 3
    /// The section scrolls by one group.
    case groupPaging = 4
    /// The section scrolls by one group and centers it.
    case groupPagingCentered = 5
}

extension OrthogonalSection {
    /// Returns the offset at which the section comes to rest after a drag.
    func restingPlace(_ proposed: CGFloat, from start: CGFloat, velocity: CGFloat, visible: CGFloat) -> CGFloat {
        let most = max(0, (isVertical ? contentSize.height : contentSize.width) - visible)
        guard groupLength > 0 else { return proposed }
        guard !isMirrored else {
            return most - restingOffset(for: most - proposed, from: most - start, velocity: -velocity, most: most)
        }
        return restingOffset(for: proposed, from: start, velocity: velocity, most: most)
    }

    private func restingOffset(for proposed: CGFloat, from start: CGFloat, velocity: CGFloat, most: CGFloat) -> CGFloat
    {
        var place: CGFloat
        switch behavior {
        case .continuousGroupLeadingBoundary:
            place = (proposed / groupLength).rounded() * groupLength
        case .groupPaging, .groupPagingCentered:
            let first = (start / groupLength).rounded()
            var group = (proposed / groupLength).rounded()
            // A flick scrolls by one group, regardless of its speed.
            if abs(velocity) > 0.3 { group = first + (velocity > 0 ? 1 : -1) }
            place = min(max(group, first - 1), first + 1) * groupLength
        case .none, .continuous, .paging: return proposed
        }
        place = min(max(place, 0), most)
        return place.isFinite ? place : proposed
    }
}
