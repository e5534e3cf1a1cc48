public import Foundation
import TileSupport

/// A set of images of one thing for different traits, such as light and dark. The matching image is chosen when it is
/// shown.
///
///     let plan = UIImage(contentsOfFile: "plan.png")!
///     plan.imageAsset?.register(
///         UIImage(contentsOfFile: "plan-dark.png")!, with: UITraitCollection(userInterfaceStyle: .dark))
///
/// An image view shows the image for its own traits. An image that is drawn directly draws itself.
// @unchecked Sendable: NSObject is not marked so; the state that an asset adds is protected by a lock.
public final class UIImageAsset: NSObject, @unchecked Sendable {
    private struct Variant {
        /// An image without its asset, to avoid a reference cycle.
        enum Content {
            case image(ImageTraits, images: [UIImage]?, duration: TimeInterval)
            case file(ImageSetFile)
        }

        let lookup: UITraitCollection
        let scale: CGFloat
        let content: Content

        init(_ image: UIImage, _ traits: UITraitCollection) {
            lookup = traits.forImageLookup
            scale = traits.displayScale > 0 ? traits.displayScale : image.scale
            content = .image(image.traits, images: image.images, duration: image.duration)
        }

        init(_ file: ImageSetFile, _ traits: UITraitCollection) {
            lookup = traits.forImageLookup
            scale = traits.displayScale > 0 ? traits.displayScale : file.scale
            content = .file(file)
        }

        /// Returns the image; nil for a file that can't be shown. The first call reads the file.
        func image(of asset: UIImageAsset) -> UIImage? {
            switch content {
            case .image(let traits, let images, let duration):
                UIImage(traits, images: images, duration: duration, asset: asset)
            case .file(let file): file.traits.map { UIImage($0, asset: asset) }
            }
        }

        /// Returns how well the variant matches, by its number of traits and then by its scale; nil if its traits
        /// differ.
        func fitness(for wanted: UITraitCollection) -> (traits: Int, scale: CGFloat)? {
            guard wanted.containsTraits(in: lookup) else { return nil }
            let wantedScale = wanted.displayScale > 0 ? wanted.displayScale : scale
            // Finer images come before coarser ones, the nearest scale first.
            return (lookup.values.count, scale >= wantedScale ? wantedScale - scale : scale - wantedScale - 1000)
        }
    }

    private let variants = Lock<[Variant]>([])

    /// Creates an asset without images.
    public override init() {}

    /// Creates an asset that contains the image itself, for all traits.
    init(of image: UIImage) {
        super.init()
        variants.withLock { $0 = [Variant(image, image.configuration?.traitCollection ?? UITraitCollection())] }
    }

    /// Whether the asset has at most one image.
    var isSingle: Bool { variants.withLock { $0.count < 2 } }

    /// Adds the image for traits, replacing one for the same traits.
    public func register(_ image: UIImage, with traitCollection: UITraitCollection) {
        register(Variant(image, traitCollection))
    }

    /// Adds a file of a set, replacing one for the same traits.
    func register(_ file: ImageSetFile, with traitCollection: UITraitCollection) {
        register(Variant(file, traitCollection))
    }

    private func register(_ variant: Variant) {
        variants.withLock { variants in
            variants.removeAll { $0.lookup == variant.lookup && $0.scale == variant.scale }
            variants.append(variant)
        }
    }

    /// The size of the files read so far, in bytes.
    var loadedByteCount: Int {
        variants.withLock { $0 }.reduce(0) { count, variant in
            if case .file(let file) = variant.content { count + file.loadedByteCount } else { count }
        }
    }

    /// Adds the image for a configuration's traits, replacing one for the same traits.
    public func register(_ image: UIImage, with configuration: UIImage.Configuration) {
        register(image, with: configuration.traitCollection ?? UITraitCollection())
    }

    /// Removes the images for exactly these traits; if no scale is specified, at all scales.
    public func unregister(with traitCollection: UITraitCollection) {
        let (lookup, scale) = (traitCollection.forImageLookup, traitCollection.displayScale)
        variants.withLock { $0.removeAll { $0.lookup == lookup && (scale == 0 || $0.scale == scale) } }
    }

    /// Removes the images for exactly a configuration's traits.
    public func unregister(with configuration: UIImage.Configuration) {
        unregister(with: configuration.traitCollection ?? UITraitCollection())
    }

    /// Returns the image whose traits all match and are the most. Falls back to the image registered first, or to an
    /// empty image.
    ///
    /// - Complexity: O(n) in the images.
    public func image(with traitCollection: UITraitCollection) -> UIImage {
        known(for: traitCollection) ?? UIImage()
    }

    /// Returns the same image as `image(with:)`, but nil if none can be shown.
    func known(for traitCollection: UITraitCollection) -> UIImage? {
        let variants = variants.withLock { $0 }
        let fitting = variants.enumerated().compactMap { place, variant in
            variant.fitness(for: traitCollection).map { (variant, fitness: ($0.traits, $0.scale, -place)) }
        }
        let best = fitting.max { $0.fitness < $1.fitness }?.0 ?? variants.first
        if let image = best?.image(of: self) { return image }
        // A damaged file is replaced by the next best image.
        let others = fitting.sorted { $0.fitness > $1.fitness }.map(\.0) + variants
        return others.lazy.compactMap { $0.image(of: self) }.first
    }

    /// Returns the image for a configuration's traits.
    public func image(with configuration: UIImage.Configuration) -> UIImage {
        image(with: configuration.traitCollection ?? UITraitCollection())
    }
}

extension UITraitCollection {
    /// The traits that select an image. They exclude the scale, because the nearest scale is used.
    fileprivate var forImageLookup: UITraitCollection {
        var values = TraitValues()
        values.merge(self.values, only: Self.systemTraitsAffectingImageLookup.filter { $0 != UITraitDisplayScale.self })
        return UITraitCollection(values)
    }
}

extension UIImage {
    /// The asset with the variants of this image for other traits. An image without one gets an asset of itself.
    public var imageAsset: UIImageAsset? {
        extras.withLock { extras in
            if let asset = extras.asset { return asset }
            let made = UIImageAsset(of: self)
            extras.asset = made
            return made
        }
    }

    /// Returns the image of its asset for traits: itself, unless others were registered. A symbol gets the size for
    /// the traits.
    package func resolved(for traitCollection: UITraitCollection) -> UIImage {
        if isSymbolImage { return displayed(preferring: nil, for: traitCollection) }
        guard let asset = extras.withLock({ $0.asset }), !asset.isSingle else { return self }
        let found = asset.image(with: traitCollection)
        return found == self ? self : found
    }
}
