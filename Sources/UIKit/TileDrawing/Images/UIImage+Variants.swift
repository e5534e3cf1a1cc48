public import Foundation
import TileGraphics

// The same pixels, shown in another way. Each costs no more than an object.

extension UIImage {
    func changed(_ change: (inout ImageTraits) -> Void) -> UIImage {
        var traits = traits
        change(&traits)
        let images = images?.map { image in
            var traits = image.traits
            change(&traits)
            return UIImage(traits)
        }
        return UIImage(traits, images: images, duration: duration)
    }

    /// The image with caps that keep their size; what is between them is tiled.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }

    /// The image with caps that keep their size.
    ///
    /// - Parameter capInsets: in points; 0 or more, and together no more than the image.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        changed {
            $0.capInsets = capInsets
            $0.resizingMode = resizingMode
            $0.isStretchable = false
        }
    }

    /// The image with a left and a top cap, and one point after each that is stretched.
    public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
        changed {
            let left = CGFloat(leftCapWidth)
            let top = CGFloat(topCapHeight)
            $0.capInsets = UIEdgeInsets(
                top: top, left: left, bottom: top > 0 ? max(0, $0.size.height - top - 1) : 0,
                right: left > 0 ? max(0, $0.size.width - left - 1) : 0)
            $0.resizingMode = .stretch
            $0.isStretchable = true
        }
    }

    public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
        changed { $0.alignmentRectInsets = alignmentInsets }
    }

    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        changed { $0.renderingMode = renderingMode }
    }

    /// The image's shape in a color.
    public func withTintColor(_ color: UIColor) -> UIImage { changed { $0.tint = color } }

    /// The image's shape in a color, with another rendering mode.
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        changed {
            $0.tint = color
            $0.renderingMode = renderingMode
        }
    }

    /// The image, to be mirrored where text runs from right to left.
    public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { changed { $0.flipsForRightToLeft = true } }

    /// The image with the mirrored kind of its orientation: `left` becomes `leftMirrored`, and the other way round. So
    /// an upright image has left and right exchanged, one that is turned by a quarter top and bottom.
    public func withHorizontallyFlippedOrientation() -> UIImage {
        changed { $0.orientation = $0.orientation.mirrored }
    }

    /// - Parameter fromBottom: in points.
    public func withBaselineOffset(fromBottom baselineOffset: CGFloat) -> UIImage {
        changed { $0.baselineOffset = baselineOffset }
    }

    public func imageWithoutBaseline() -> UIImage { changed { $0.baselineOffset = nil } }

    /// The image with a configuration. A symbol's size, weight and colors are replaced if it has any, and kept
    /// otherwise.
    public func withConfiguration(_ configuration: Configuration) -> UIImage {
        if isSymbolImage {
            let own = configuration is SymbolConfiguration ? nil : symbolConfiguration
            return withSymbolConfiguration((own ?? .unspecified).applying(configuration))
        }
        return changed { $0.configuration = configuration.applying(nil) }
    }

    /// This image: it has no other range.
    public func imageRestrictedToStandardDynamicRange() -> UIImage { self }
}
