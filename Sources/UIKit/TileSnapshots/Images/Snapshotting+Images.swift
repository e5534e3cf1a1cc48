import Foundation
public import TileControllers
public import TileDrawing
public import TileLayers
public import TileViews

extension Diffing where Format == UIImage {
    public static var image: Diffing { .image() }

    /// Compares images.
    ///
    /// - Parameters:
    ///   - precision: The fraction of pixels that must match, from 0 to 1.
    ///   - perceptualPrecision: The similarity at which a pixel matches, from 0 to 1; 0.98 is about the limit of human
    ///     perception.
    ///   - scale: The scale of the file, in pixels per point.
    public static func image(precision: Float = 1, perceptualPrecision: Float = 1, scale: CGFloat = 1) -> Diffing {
        Diffing(
            toData: { image in
                guard let data = image.pngData() else { throw SnapshotFailure("the image can't be written as PNG") }
                return data
            },
            fromData: { data in
                guard let image = UIImage(data: data, scale: scale) else { throw SnapshotFailure("it is no image") }
                return image
            },
            diff: { old, new in
                let attachments: (UIImage?) throws -> [Attachment] = { difference in
                    try [("reference", old), ("failure", new), ("difference", difference)].compactMap { name, image in
                        guard let image else { return nil }
                        guard let data = image.pngData() else { throw SnapshotFailure("the image can't be written") }
                        return Attachment(name: name, data: data)
                    }
                }
                guard
                    let comparison = ImageComparison(old, new, perceptualPrecision: Double(perceptualPrecision))
                else {
                    let (before, now) = (old.cgImage, new.cgImage)
                    let text =
                        "the image is \(now?.width ?? 0) by \(now?.height ?? 0) pixels, and was \(before?.width ?? 0) by "
                        + "\(before?.height ?? 0)"
                    return (text, try attachments(nil))
                }
                guard comparison.matching < Double(precision) else { return nil }
                let text =
                    "\(percent(comparison.matching)) of the pixels match, less than \(percent(Double(precision))); the "
                    + "greatest difference is \(percent(comparison.greatest))"
                return (text, try attachments(comparison.difference))
            })
    }

    private static func percent(_ part: Double) -> String {
        // Rounded down, so that 100 % means all pixels.
        "\((part * 1e5).rounded(.down) / 1e3) %"
    }
}

extension Snapshotting where Value == UIImage, Format == UIImage {
    public static var image: Snapshotting { .image() }

    public static func image(precision: Float = 1, perceptualPrecision: Float = 1, scale: CGFloat? = nil)
        -> Snapshotting
    {
        Snapshotting(
            pathExtension: "png",
            diffing: .image(precision: precision, perceptualPrecision: perceptualPrecision, scale: scale ?? 1))
    }
}

extension Snapshotting where Value: UIView, Format == UIImage {
    public static var image: Snapshotting { .image() }

    /// Takes an image of the view on a screen of its own.
    ///
    /// - Parameters:
    ///   - size: The size in points; nil for the view's own or, if that is empty, the size that satisfies its
    ///     constraints.
    ///   - traits: The traits, such as style, content size, or scale; the default scale is 2 pixels per point.
    public static func image(
        precision: Float = 1, perceptualPrecision: Float = 1, size: CGSize? = nil,
        traits: UITraitCollection = UITraitCollection()
    ) -> Snapshotting {
        Snapshotting<UIImage, UIImage>.image(precision: precision, perceptualPrecision: perceptualPrecision)
            .pullback { view in
                let own =
                    view.frame.size.width > 0 && view.frame.size.height > 0
                    ? view.frame.size : view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
                let stage = try SnapshotStage(ViewImageConfig(), traits, size: size ?? own)
                return try stage.show(view) { try stage.image($0) }
            }
    }
}

extension Snapshotting where Value: UIViewController, Format == UIImage {
    public static var image: Snapshotting { .image() }

    /// Takes an image of the controller as the root of a window, on a device.
    ///
    /// - Parameter size: The size in points, instead of the device's.
    public static func image(
        on config: ViewImageConfig = .iPhone13, precision: Float = 1, perceptualPrecision: Float = 1,
        size: CGSize? = nil, traits: UITraitCollection = UITraitCollection()
    ) -> Snapshotting {
        Snapshotting<UIImage, UIImage>.image(precision: precision, perceptualPrecision: perceptualPrecision)
            .pullback { controller in
                let stage = try SnapshotStage(config, traits, size: size)
                return try stage.show(controller) { try stage.image($0) }
            }
    }
}

extension Snapshotting where Value: CALayer, Format == UIImage {
    public static var image: Snapshotting { .image() }

    public static func image(
        precision: Float = 1, perceptualPrecision: Float = 1, traits: UITraitCollection = UITraitCollection()
    ) -> Snapshotting {
        Snapshotting<UIView, UIImage>.image(
            precision: precision, perceptualPrecision: perceptualPrecision, traits: traits
        )
        .pullback { layer in
            let view = UIView(frame: CGRect(origin: .zero, size: layer.bounds.size))
            layer.position = CGPoint(
                x: layer.bounds.width * layer.anchorPoint.x, y: layer.bounds.height * layer.anchorPoint.y)
            view.layer.addSublayer(layer)
            return view
        }
    }
}
