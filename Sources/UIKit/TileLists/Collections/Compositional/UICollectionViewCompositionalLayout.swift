public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics

/// A closure that returns the section with a given index for an environment, or nil if there is none.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
    (_ section: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

/// The settings of a compositional layout as a whole.
open class UICollectionViewCompositionalLayoutConfiguration: NSObject, NSCopying {
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// The space between sections, in points.
    open var interSectionSpacing: CGFloat = 0
    /// The supplementary views before the first and after the last section.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// The boundary for the insets of sections with an automatic reference. `automatic` means the safe area.
    open var contentInsetsReference = UIContentInsetsReference.automatic

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UICollectionViewCompositionalLayoutConfiguration()
        copy.scrollDirection = scrollDirection
        copy.interSectionSpacing = interSectionSpacing
        copy.boundarySupplementaryItems = boundarySupplementaryItems
        copy.contentInsetsReference = contentInsetsReference
        return copy
    }
}

/// A layout composed of sections with groups of items. A section may scroll orthogonally to the others.
///
/// The first group of a section is solved and used for all groups until views report other sizes. Finding the m visible
/// of n groups therefore takes O(log n + m). A view that reports its size costs O(n) additions.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout, OrthogonalLayout {
    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    final var composition = CompositionState()

    public convenience init(section: NSCollectionLayoutSection) {
        self.init(section: section, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }

    public convenience init(
        section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration
    ) { self.init(sectionProvider: { _, _ in section }, configuration: configuration) }

    public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        self.init(
            sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }

    /// Creates a layout that calls the provider for each section whenever the environment may have changed.
    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        (provider, self.configuration) = (sectionProvider, configuration)
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }

    override var sizesItself: Bool { composition.followsContent }
    override var followsOffset: Bool { composition.followsOffset }
    /// A layout that scrolls horizontally is mirrored by the collection.
    override var mirrorsItself: Bool { configuration.scrollDirection != .horizontal }

    /// The leading edge follows the interface's direction.
    open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

    final func section(_ number: Int, _ environment: LayoutEnvironment) -> NSCollectionLayoutSection? {
        provider(number, environment)
    }

    /// Asks for sections within `body`, and tracks what the provider reads.
    final func trackingSections<Result>(_ body: () -> Result) -> Result {
        tracking(.sections) {
            $0.invalidateLayout()
        } _: {
            body()
        }
    }

    open override func prepare() {
        super.prepare()
        trackingSections { prepareComposition() }
    }

    open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        noteComposition(context)
        super.invalidateLayout(with: context)
    }

    open override var collectionViewContentSize: CGSize { compositionSize }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        composedElements(in: rect)
    }

    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        composedItem(at: indexPath)
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { composedSupplementary(elementKind, at: indexPath) }

    open override func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { composedDecoration(elementKind, at: indexPath) }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let old = collectionView?.bounds.size else { return false }
        return newBounds.size != old
    }

    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
        guard originalAttributes.isEstimated else { return false }
        let (new, old, free) = (preferredAttributes.size, originalAttributes.size, originalAttributes.sizingAxes)
        return free.contains(.width) && abs(new.width - old.width) > 0.01
            || free.contains(.height) && abs(new.height - old.height) > 0.01
    }

    open override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        noteSize(preferredAttributes, originalAttributes)
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
        composition.onlySizes = true
        return context
    }

    final func orthogonalSections(in rect: CGRect) -> [OrthogonalSection] { composedOrthogonals(in: rect) }
    final func sectionDidScroll(_ section: Int) {}
}
