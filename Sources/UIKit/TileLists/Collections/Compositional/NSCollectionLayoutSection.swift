public import Foundation
public import TileDrawing
public import TileGeometry
public import TileLayers

/// One section of a compositional layout: a repeated group with insets, headers, footers and decorations.
open class NSCollectionLayoutSection: NSObject, NSCopying {
    final let group: NSCollectionLayoutGroup

    public init(group: NSCollectionLayoutGroup) { self.group = group }

    /// The insets around the groups, in points.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The space between groups, in points.
    open var interGroupSpacing: CGFloat = 0
    /// The boundary that the content insets are relative to.
    open var contentInsetsReference = UIContentInsetsReference.automatic
    /// The boundary that headers and footers are positioned relative to.
    open var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
    open var supplementariesFollowContentInsets = true
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    open var decorationItems: [NSCollectionLayoutDecorationItem] = []
    open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    open var orthogonalScrollingProperties: UICollectionLayoutSectionOrthogonalScrollingProperties {
        orthogonalProperties
    }
    final let orthogonalProperties = UICollectionLayoutSectionOrthogonalScrollingProperties()
    /// A closure that receives the section's visible items on each layout. It may change their appearance.
    open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?

    /// The list behavior of the section's cells.
    final var list: ListSection?
    /// The space before the section's header, in points.
    final var spaceBefore: CGFloat = 0

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSCollectionLayoutSection(group: group)
        copy.contentInsets = contentInsets
        copy.interGroupSpacing = interGroupSpacing
        copy.contentInsetsReference = contentInsetsReference
        copy.supplementaryContentInsetsReference = supplementaryContentInsetsReference
        copy.supplementariesFollowContentInsets = supplementariesFollowContentInsets
        copy.boundarySupplementaryItems = boundarySupplementaryItems
        copy.decorationItems = decorationItems
        copy.orthogonalScrollingBehavior = orthogonalScrollingBehavior
        copy.orthogonalProperties.copyProperties(from: orthogonalProperties)
        copy.visibleItemsInvalidationHandler = visibleItemsInvalidationHandler
        copy.list = list
        copy.spaceBefore = spaceBefore
        return copy
    }
}

/// The boundary that insets are relative to.
public enum UIContentInsetsReference: Int, Sendable {
    case automatic = 0
    case none = 1
    case safeArea = 2
    case layoutMargins = 3
    case readableContent = 4
}

/// The details of a section's orthogonal scrolling.
open class UICollectionLayoutSectionOrthogonalScrollingProperties: NSObject {
    public enum Bounce: Int, Sendable {
        case automatic = 0
        case always = 1
        case never = 2
    }

    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let automatic = DecelerationRate(rawValue: 0)
        public static let normal = DecelerationRate(rawValue: 1)
        public static let fast = DecelerationRate(rawValue: 2)
    }

    open var decelerationRate = DecelerationRate.automatic
    open var bounce = Bounce.automatic

    final func copyProperties(from other: UICollectionLayoutSectionOrthogonalScrollingProperties) {
        (decelerationRate, bounce) = (other.decelerationRate, other.bounce)
    }
}

public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler = (
    _ visibleItems: [any NSCollectionLayoutVisibleItem], _ scrollOffset: CGPoint,
    _ layoutEnvironment: any NSCollectionLayoutEnvironment
) -> Void

/// A visible item of a section, and its appearance.
public protocol NSCollectionLayoutVisibleItem: AnyObject {
    var name: String { get }
    var indexPath: IndexPath { get }
    var frame: CGRect { get }
    var bounds: CGRect { get }
    var representedElementCategory: UICollectionView.ElementCategory { get }
    var representedElementKind: String? { get }
    var alpha: CGFloat { get set }
    var zIndex: Int { get set }
    var isHidden: Bool { get set }
    var center: CGPoint { get set }
    var transform: CGAffineTransform { get set }
    var transform3D: CATransform3D { get set }
}

extension UICollectionViewLayoutAttributes: NSCollectionLayoutVisibleItem {
    public var name: String { representedElementKind ?? "UICollectionElementKindCell" }
}
