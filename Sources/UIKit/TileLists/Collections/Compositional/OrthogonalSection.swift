import Foundation
import TileGeometry

/// A section that scrolls across the rest, as its layout says.
struct OrthogonalSection {
    let section: Int
    /// In the collection's content.
    let frame: CGRect
    let contentSize: CGSize
    let behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior
    /// Where groups start, with the space after each, for those that stop at groups.
    let groupLength: CGFloat
    let bounces: Bool
    /// Whether it scrolls down, in a layout that scrolls from left to right.
    let isVertical: Bool
    /// Whether it starts at its right end.
    let isMirrored: Bool
}

/// A layout that has such sections.
protocol OrthogonalLayout: UICollectionViewLayout {
    func orthogonalSections(in rect: CGRect) -> [OrthogonalSection]
    /// A section has scrolled.
    func sectionDidScroll(_ section: Int)
}

/// How a section scrolls across the rest.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    case none = 0
    /// As far as it comes.
    case continuous = 1
    /// As far as it comes, to the start of a group.
    case continuousGroupLeadingBoundary = 2
    /// By what is visible.
    case paging = 3
    /// By a group.
    case groupPaging = 4
    /// By a group, which comes to the middle.
    case groupPagingCentered = 5
}

extension OrthogonalSection {
    /// Where content comes to rest that would do so somewhere, after a drag from an offset.
    func restingPlace(_ proposed: CGFloat, from start: CGFloat, velocity: CGFloat, visible: CGFloat) -> CGFloat {
        let most = max(0, (isVertical ? contentSize.height : contentSize.width) - visible)
        guard groupLength > 0 else { return proposed }
        guard !isMirrored else {
            return most - place(most - proposed, from: most - start, velocity: -velocity, most: most)
        }
        return place(proposed, from: start, velocity: velocity, most: most)
    }

    private func place(_ proposed: CGFloat, from start: CGFloat, velocity: CGFloat, most: CGFloat) -> CGFloat {
        var place: CGFloat
        switch behavior {
        case .continuousGroupLeadingBoundary:
            place = (proposed / groupLength).rounded() * groupLength
        case .groupPaging, .groupPagingCentered:
            let first = (start / groupLength).rounded()
            var group = (proposed / groupLength).rounded()
            // A flick turns one group, however fast it is.
            if abs(velocity) > 0.3 { group = first + (velocity > 0 ? 1 : -1) }
            place = min(max(group, first - 1), first + 1) * groupLength
        case .none, .continuous, .paging: return proposed
        }
        place = min(max(place, 0), most)
        return place.isFinite ? place : proposed
    }
}
