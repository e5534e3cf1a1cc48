public import Foundation

extension UIImage {
    /// An image among the main bundle's resources: an image set of its asset catalogues, or a file.
    ///
    /// Asset catalogues are the folders `….xcassets` that Xcode writes, not what it compiles of them; in a package on
    /// Linux they are resources by `.copy("Assets.xcassets")`. Of a set's files those for light and dark, contrast,
    /// scales, devices, size classes, directions and languages are told apart, and image views change to the one that
    /// fits. In a program that serves, PDF, SVG and other formats that it reads are drawn, three pixels a point; else
    /// they are not there.
    ///
    /// - Parameter name: of the set, or of the file; without an extension, ".png", ".jpg", ".jpeg" and ".webp" are
    ///   tried. Of "name@2x" and its like the one whose scale is nearest to that of the current traits is taken, a
    ///   finer one before a coarser.
    /// - Returns: nil when there is none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// An image among a bundle's resources, in the scale that fits the traits.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let traits = traitCollection ?? UITraitCollection.current
        if let asset = ImageSet.asset(named: name, in: bundle ?? .main), let image = asset.known(for: traits) {
            self.init(image.traits, asset: asset)
            return
        }
        guard let file = ImageFiles.find(name, in: bundle ?? .main, traits: traits) else { return nil }
        self.init(contentsOfFile: file)
    }

    /// An image among a bundle's resources, in the scale that fits the configuration's traits.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        guard let image = UIImage(named: name, in: bundle, compatibleWith: configuration?.traitCollection) else {
            return nil
        }
        var traits = image.traits
        traits.configuration = configuration
        self.init(traits, asset: image.extras.withLock { $0.asset })
    }

    /// The image that an image literal names. Traps when the main bundle has none: the literal was checked when it was
    /// written.
    public convenience init(imageLiteralResourceName name: String) {
        guard let image = UIImage(named: name) else {
            preconditionFailure("the main bundle has no image named \(name)")
        }
        self.init(image.traits)
    }

    /// An animation of the images `name0`, `name1` and so on of the main bundle, up to the first that is missing.
    ///
    /// - Parameter duration: of one run, in seconds.
    /// - Returns: nil when there is no `name0`; at most 1024 images, as in UIKit.
    public static func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
        let images = (0..<1024).lazy.map { UIImage(named: "\(name)\($0)") }.prefix { $0 != nil }.compactMap { $0 }
        return animatedImage(with: Array(images), duration: duration)
    }

    /// As `animatedImageNamed(_:duration:)`, of images that tile between caps.
    public static func animatedResizableImageNamed(
        _ name: String, capInsets: UIEdgeInsets, duration: TimeInterval
    ) -> UIImage? {
        animatedResizableImageNamed(name, capInsets: capInsets, resizingMode: .tile, duration: duration)
    }

    /// As `animatedImageNamed(_:duration:)`, of resizable images.
    public static func animatedResizableImageNamed(
        _ name: String, capInsets: UIEdgeInsets, resizingMode: ResizingMode, duration: TimeInterval
    ) -> UIImage? {
        guard let animation = animatedImageNamed(name, duration: duration) else { return nil }
        return animatedImage(
            with: (animation.images ?? []).map {
                $0.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode)
            }, duration: duration)
    }

    /// An image that shows others in turn; it draws as the first of them.
    ///
    /// - Parameter duration: of one run, in seconds; 0 for a thirtieth of a second an image.
    /// - Returns: nil when there are no images.
    public static func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        return UIImage(first.traits, images: images, duration: duration > 0 ? duration : Double(images.count) / 30)
    }
}

/// Finds an image's file among a bundle's resources.
enum ImageFiles {
    static func find(_ name: String, in bundle: Bundle, traits: UITraitCollection) -> String? {
        let wanted = ImageFileName(name)
        let scale = traits.displayScale > 0 ? traits.displayScale : 1
        let extensions = wanted.fileExtension.isEmpty ? ["png", "jpg", "jpeg", "webp"] : [wanted.fileExtension]
        // Finer images before coarser ones, the nearest first.
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
