public import Foundation

extension UIImage {
    /// Creates an image from the main bundle's resources: an image set of its asset catalogs, or a file.
    ///
    /// Asset catalogs are read as the folders `….xcassets` that Xcode writes, not in their compiled form. In a package
    /// on Linux they are resources declared by `.copy("Assets.xcassets")`. The files of a set are distinguished by
    /// light and dark, contrast, scale, device, size class, direction and language, and image views switch to the one
    /// that fits. A program that serves content also draws PDF, SVG and the other formats that it reads, at three
    /// pixels per point; other programs don't find them.
    ///
    /// - Parameter name: the name of the set, or of the file. If it has no extension, ".png", ".jpg", ".jpeg" and
    ///   ".webp" are tried. Among "name@2x" and its siblings the scale nearest to that of the current traits is used,
    ///   preferring finer images to coarser ones. "name.jpg" is also the set "name" if there is no such file.
    /// - Returns: nil if no image has that name.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// Creates an image from a bundle's resources, in the scale that fits the traits.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let traits = traitCollection ?? UITraitCollection.current
        if let asset = ImageSet.asset(named: name, in: bundle ?? .main), let image = asset.known(for: traits) {
            self.init(image.traits, asset: asset)
            return
        }
        if let file = ImageFiles.find(name, in: bundle ?? .main, traits: traits) {
            self.init(contentsOfFile: file)
            return
        }
        // The name of a file that is in a catalog now.
        let (stem, ending) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        guard Self.endings.contains(ending.lowercased()), let asset = ImageSet.asset(named: stem, in: bundle ?? .main),
            let image = asset.known(for: traits)
        else { return nil }
        self.init(image.traits, asset: asset)
    }

    private static let endings: Set = ["png", "jpg", "jpeg", "webp"]

    /// Creates an image from a bundle's resources, in the scale that fits the configuration's traits.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        guard let image = UIImage(named: name, in: bundle, compatibleWith: configuration?.traitCollection) else {
            return nil
        }
        var traits = image.traits
        traits.configuration = configuration
        self.init(traits, asset: image.extras.withLock { $0.asset })
    }

    /// Creates the image named by an image literal. Traps if the main bundle lacks it: the literal was checked when it
    /// was written.
    public convenience init(imageLiteralResourceName name: String) {
        guard let image = UIImage(named: name) else {
            preconditionFailure("the main bundle has no image named \(name)")
        }
        self.init(image.traits)
    }

    /// Returns an animation of the images `name0`, `name1` and so on of the main bundle, up to the first that is
    /// missing.
    ///
    /// - Parameter duration: the duration of one cycle, in seconds.
    /// - Returns: nil if `name0` does not exist. An animation has at most 1024 images, as in UIKit.
    public static func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
        let images = (0..<1024).lazy.map { UIImage(named: "\(name)\($0)") }.prefix { $0 != nil }.compactMap { $0 }
        return animatedImage(with: Array(images), duration: duration)
    }

    /// Returns the same animation as `animatedImageNamed(_:duration:)`, with images that tile between caps.
    public static func animatedResizableImageNamed(
        _ name: String, capInsets: UIEdgeInsets, duration: TimeInterval
    ) -> UIImage? {
        animatedResizableImageNamed(name, capInsets: capInsets, resizingMode: .tile, duration: duration)
    }

    /// Returns the same animation as `animatedImageNamed(_:duration:)`, with resizable images.
    public static func animatedResizableImageNamed(
        _ name: String, capInsets: UIEdgeInsets, resizingMode: ResizingMode, duration: TimeInterval
    ) -> UIImage? {
        guard let animation = animatedImageNamed(name, duration: duration) else { return nil }
        return animatedImage(
            with: (animation.images ?? []).map {
                $0.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode)
            }, duration: duration)
    }

    /// Returns an image that shows others in turn. It draws as the first of them.
    ///
    /// - Parameter duration: the duration of one cycle, in seconds; 0 for a thirtieth of a second per image.
    /// - Returns: nil if `images` is empty.
    public static func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        return UIImage(first.traits, images: images, duration: duration > 0 ? duration : Double(images.count) / 30)
    }
}

/// A lookup of image files among a bundle's resources.
enum ImageFiles {
    static func find(_ name: String, in bundle: Bundle, traits: UITraitCollection) -> String? {
        let wanted = ImageFileName(name)
        let scale = traits.displayScale > 0 ? traits.displayScale : 1
        let extensions = wanted.fileExtension.isEmpty ? ["png", "jpg", "jpeg", "webp"] : [wanted.fileExtension]
        // Finer images come before coarser ones, the nearest scale first.
        let scales = (1...3).map { CGFloat($0) }.sorted { a, b in
            let (isFineA, isFineB) = (a >= scale, b >= scale)
            if isFineA != isFineB { return isFineA }
            return abs(a - scale) < abs(b - scale)
        }
        let folder = String(name.prefix(name.count - (name.split(separator: "/").last?.count ?? 0)))
        for factor in scales {
            let suffix = factor == 1 ? "" : "@\(Int(factor))x"
            for fileExtension in extensions {
                if let path = bundle.path(forResource: folder + wanted.stem + suffix, ofType: fileExtension) {
                    return path
                }
            }
        }
        return nil
    }
}

extension UIImage: _ExpressibleByImageLiteral {}
