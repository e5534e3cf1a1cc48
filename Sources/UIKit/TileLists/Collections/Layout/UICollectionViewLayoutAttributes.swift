public import Foundation
public import TileGeometry
public import TileLayers

/// Where a cell or another view of a collection is, and how it looks, as its layout says.
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
    /// Nil for a cell.
    open internal(set) var representedElementKind: String?

    /// The middle, in the collection's content, in points.
    open var center = CGPoint.zero
    open var size = CGSize.zero
    open var alpha: CGFloat = 1
    /// What is higher lies in front.
    open var zIndex = 0
    /// Whether there is no view for it.
    open var isHidden = false
    open var transform3D = CATransform3DIdentity

    open var transform: CGAffineTransform {
        get { CATransform3DGetAffineTransform(transform3D) }
        set { transform3D = CATransform3DMakeAffineTransform(newValue) }
    }

    /// From the origin; its size is `size`.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: size) }
        set { size = newValue.size }
    }

    /// What it covers of the content; with a transform, the smallest rect around it. Setting it sets centre and size.
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

    /// Whether views are asked for the size that they prefer.
    final var isEstimated = false
    /// Along which of its sides the view may choose.
    final var sizingAxes: SizingAxes = [.width, .height]
    /// Whether the view was asked for its size already.
    final var wasSized = false
    /// The section that it scrolls with by itself; its places are those that show.
    final var orthogonalSection: Int?
    /// Where it is in its list.
    final var listPlace: ListPlace?
    final weak var collectionScroller: OrthogonalScrollView?

    final var key: ElementKey {
        ElementKey(category: representedElementCategory, kind: representedElementKind, indexPath: indexPath)
    }

    /// Whether there can be a view of it: numbers that are none, and sizes below zero, show nothing.
    final var isSound: Bool {
        center.x.isFinite && center.y.isFinite && size.width.isFinite && size.height.isFinite && size.width >= 0
            && size.height >= 0 && alpha.isFinite && transform3D.isFinite
    }

    /// A copy, as whose kind it is.
    final func copied() -> UICollectionViewLayoutAttributes {
        guard let copy = copy(with: nil) as? UICollectionViewLayoutAttributes else {
            preconditionFailure("\(type(of: self)).copy(with:) does not return layout attributes")
        }
        return copy
    }
}

/// Which of a view's sides follow its content.
struct SizingAxes: OptionSet {
    let rawValue: UInt8
    static let width = SizingAxes(rawValue: 1)
    static let height = SizingAxes(rawValue: 2)
}

/// Which view of a collection.
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
    /// Whether some of it is in a rect: one that only touches it shows nothing.
    func shows(in rect: CGRect) -> Bool {
        minX < rect.maxX && maxX > rect.minX && minY < rect.maxY && maxY > rect.minY
    }
}
