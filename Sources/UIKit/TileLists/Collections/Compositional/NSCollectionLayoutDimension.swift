public import Foundation

/// A length of an item or a group, in points or as a fraction of its container.
open class NSCollectionLayoutDimension: NSObject, NSCopying {
    enum Kind: Equatable {
        case fractionalWidth, fractionalHeight, absolute, estimated, uniformAcrossSiblings
    }

    let kind: Kind
    /// The fraction, or the length in points.
    public final let dimension: CGFloat

    init(_ kind: Kind, _ dimension: CGFloat) {
        self.kind = kind
        self.dimension = dimension.isFinite ? max(0, dimension) : 0
    }

    /// Creates a dimension that is a fraction of the container's width.
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> Self { make(.fractionalWidth, fractionalWidth) }
    /// Creates a dimension that is a fraction of the container's height.
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> Self { make(.fractionalHeight, fractionalHeight) }
    /// Creates a dimension in points.
    open class func absolute(_ absoluteDimension: CGFloat) -> Self { make(.absolute, absoluteDimension) }
    /// Creates an estimated dimension in points, used until the view reports its preferred size.
    open class func estimated(_ estimatedDimension: CGFloat) -> Self { make(.estimated, estimatedDimension) }
    /// Creates an estimated dimension in points, used until the views report their preferred sizes. Then each is as
    /// long as the longest in the group.
    open class func uniformAcrossSiblings(estimate: CGFloat) -> Self { make(.uniformAcrossSiblings, estimate) }

    private class func make(_ kind: Kind, _ dimension: CGFloat) -> Self {
        guard let made = NSCollectionLayoutDimension(kind, dimension) as? Self else {
            ListInconsistency("\(self) can't be made by NSCollectionLayoutDimension's own methods").raise()
        }
        return made
    }

    open var isFractionalWidth: Bool { kind == .fractionalWidth }
    open var isFractionalHeight: Bool { kind == .fractionalHeight }
    open var isAbsolute: Bool { kind == .absolute }
    open var isEstimated: Bool { kind == .estimated }
    open var isUniformAcrossSiblings: Bool { kind == .uniformAcrossSiblings }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    final var followsContent: Bool { kind == .estimated || kind == .uniformAcrossSiblings }

    final func length(in container: CGSize) -> CGFloat {
        switch kind {
        case .fractionalWidth: container.width * dimension
        case .fractionalHeight: container.height * dimension
        case .absolute, .estimated, .uniformAcrossSiblings: dimension
        }
    }
}

/// The size of an item or a group.
open class NSCollectionLayoutSize: NSObject, NSCopying {
    public final let widthDimension: NSCollectionLayoutDimension
    public final let heightDimension: NSCollectionLayoutDimension

    public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension)
    {
        (widthDimension, heightDimension) = (width, height)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    final func size(in container: CGSize) -> CGSize {
        CGSize(width: widthDimension.length(in: container), height: heightDimension.length(in: container))
    }

    /// The axes along which views determine their own size.
    final var sizingAxes: SizingAxes {
        var axes: SizingAxes = []
        if widthDimension.followsContent { axes.insert(.width) }
        if heightDimension.followsContent { axes.insert(.height) }
        return axes
    }
}

/// The space between items or at an edge, either fixed or with a minimum.
open class NSCollectionLayoutSpacing: NSObject, NSCopying {
    public final let spacing: CGFloat
    public final let isFlexibleSpacing: Bool
    open var isFixedSpacing: Bool { !isFlexibleSpacing }

    init(_ spacing: CGFloat, isFlexible: Bool) {
        self.spacing = spacing.isFinite ? spacing : 0
        isFlexibleSpacing = isFlexible
    }

    /// Creates a fixed space in points.
    open class func fixed(_ fixedSpacing: CGFloat) -> Self { make(fixedSpacing, false) }
    /// Creates a space with a minimum in points that grows into the remaining length.
    open class func flexible(_ flexibleSpacing: CGFloat) -> Self { make(flexibleSpacing, true) }

    private class func make(_ spacing: CGFloat, _ isFlexible: Bool) -> Self {
        guard let made = NSCollectionLayoutSpacing(spacing, isFlexible: isFlexible) as? Self else {
            ListInconsistency("\(self) can't be made by NSCollectionLayoutSpacing's own methods").raise()
        }
        return made
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The space around the outside of an item.
open class NSCollectionLayoutEdgeSpacing: NSObject, NSCopying {
    public final let leading: NSCollectionLayoutSpacing?
    public final let top: NSCollectionLayoutSpacing?
    public final let trailing: NSCollectionLayoutSpacing?
    public final let bottom: NSCollectionLayoutSpacing?

    public init(
        leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
        bottom: NSCollectionLayoutSpacing?
    ) {
        (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}
