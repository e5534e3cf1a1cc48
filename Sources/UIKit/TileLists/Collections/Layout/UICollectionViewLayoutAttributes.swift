public import Foundation
public import TileGeometry
public import TileLayers

/// The position and appearance of a collection's cell or other view, as determined by its layout.
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
    public required override init() {}

    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }

    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
        representedElementCategory = .supplementaryView
        representedElementKind = elementKind
    }

    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
        representedElementCategory = .decorationView
        representedElementKind = decorationViewKind
    }

    open var indexPath = IndexPath(item: 0, section: 0)
    open internal(set) var representedElementCategory = UICollectionView.ElementCategory.cell
    /// The kind of a supplementary or decoration view; nil for a cell.
    open internal(set) var representedElementKind: String?

    /// The center in the collection's content, in points.
    open var center = CGPoint.zero
    open var size = CGSize.zero
    open var alpha: CGFloat = 1
    /// The stacking order; views with higher values are in front.
    open var zIndex = 0
    /// Whether the element is hidden, so that no view is made for it.
    open var isHidden = false
    open var transform3D = CATransform3DIdentity

    open var transform: CGAffineTransform {
        get { CATransform3DGetAffineTransform(transform3D) }
        set { transform3D = CATransform3DMakeAffineTransform(newValue) }
    }

    /// A rectangle at the origin with the size `size`.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: size) }
        set { size = newValue.size }
    }

    /// The frame in the content. With a transform, it is the smallest rectangle that encloses the view. Setting it sets
    /// center and size.
    open var frame: CGRect {
        get {
            let plain = CGRect(
                x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
            guard !CATransform3DIsIdentity(transform3D) else { return plain }
            let about = CGAffineTransform(translationX: -center.x, y: -center.y)
                .concatenating(transform).concatenating(CGAffineTransform(translationX: center.x, y: center.y))
            return plain.applying(about)
        }
        set {
            center = CGPoint(x: newValue.midX, y: newValue.midY)
            size = newValue.size
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.indexPath = indexPath
        copy.representedElementCategory = representedElementCategory
        copy.representedElementKind = representedElementKind
        copy.center = center
        copy.size = size
        copy.alpha = alpha
        copy.zIndex = zIndex
        copy.isHidden = isHidden
        copy.transform3D = transform3D
        copy.isEstimated = isEstimated
        copy.sizingAxes = sizingAxes
        copy.orthogonalSection = orthogonalSection
        copy.listPlace = listPlace
        copy.collectionScroller = collectionScroller
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UICollectionViewLayoutAttributes else { return false }
        return self === other
            || (type(of: self) == type(of: other) && key == other.key && center == other.center && size == other.size
                && listPlace == other.listPlace && alpha == other.alpha && zIndex == other.zIndex
                && isHidden == other.isHidden
                && CATransform3DEqualToTransform(transform3D, other.transform3D))
    }

    open override var hash: Int { key.hashValue }

    /// Whether the view is asked for its preferred size.
    final var isEstimated = false
    /// The axes along which the view may determine its size.
    final var sizingAxes: SizingAxes = [.width, .height]
    /// Whether the view has already been asked for its size.
    final var wasSized = false
    /// The orthogonal section that the element scrolls with. The attributes have its position on screen.
    final var orthogonalSection: Int?
    /// The element's position in its list.
    final var listPlace: ListPlace?
    final weak var collectionScroller: OrthogonalScrollView?

    final var key: ElementKey {
        ElementKey(category: representedElementCategory, kind: representedElementKind, indexPath: indexPath)
    }

    /// Whether a view can be made for the attributes. Values that aren't finite and negative sizes show nothing.
    final var isSound: Bool {
        center.x.isFinite && center.y.isFinite && size.width.isFinite && size.height.isFinite && size.width >= 0
            && size.height >= 0 && alpha.isFinite && transform3D.isFinite
    }

    /// Returns a copy of the same class.
    final func copied() -> UICollectionViewLayoutAttributes {
        guard let copy = copy(with: nil) as? UICollectionViewLayoutAttributes else {
            preconditionFailure("\(type(of: self)).copy(with:) does not return layout attributes")
        }
        return copy
    }
}

/// The axes along which a view's size depends on its content.
struct SizingAxes: OptionSet {
    let rawValue: UInt8
    static let width = SizingAxes(rawValue: 1)
    static let height = SizingAxes(rawValue: 2)
}

/// The identity of a view in a collection.
struct ElementKey: Hashable {
    let category: UICollectionView.ElementCategory
    let kind: String?
    let indexPath: IndexPath

    static func cell(_ indexPath: IndexPath) -> ElementKey {
        ElementKey(category: .cell, kind: nil, indexPath: indexPath)
    }
}

extension CATransform3D {
    fileprivate var isFinite: Bool {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].allSatisfy(\.isFinite)
    }
}

extension CGRect {
    /// Whether the rectangle overlaps another one. Touching edges don't count.
    func shows(in rect: CGRect) -> Bool {
        minX < rect.maxX && maxX > rect.minX && minY < rect.maxY && maxY > rect.minY
    }
}
