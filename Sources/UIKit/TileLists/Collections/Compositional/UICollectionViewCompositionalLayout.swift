public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics

/// Says what a section of a number is made of, for an environment; nil for no section.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
    (_ section: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

/// What holds for a compositional layout as a whole.
open class UICollectionViewCompositionalLayoutConfiguration: NSObject, NSCopying {
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// Between sections, in points.
    open var interSectionSpacing: CGFloat = 0
    /// Before the first and after the last section.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// What insets of sections start from that leave it to this one; automatic for the safe area.
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

/// Sections of groups of items; a section may scroll across the rest.
///
/// The first group of a section is laid out, and stands for all until views say that they are of other sizes: so it
/// takes O(log n + m) to find what shows of n groups, m of them. A view that says its size costs O(n) additions.
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

    /// The provider is asked for each section whenever what it depends on may have changed.
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
    /// One that scrolls across is mirrored by the collection.
    override var mirrorsItself: Bool { configuration.scrollDirection != .horizontal }

    /// Leading is where the interface's direction begins.
    open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

    final func section(_ number: Int, _ environment: LayoutEnvironment) -> NSCollectionLayoutSection? {
        provider(number, environment)
    }

    open override func prepare() {
        super.prepare()
        prepareComposition()
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
