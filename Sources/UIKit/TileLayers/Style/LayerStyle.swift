import Foundation
import TileGraphics

/// The rarely used part of a layer's appearance: the storage of `CALayer`'s properties of these names.
final class LayerStyle {
    var cornerRadius = 0.0
    var maskedCorners = CACornerMask.all
    /// The radius of each corner; nil if the two properties above apply.
    var cornerRadii: CornerRadii?
    var cornerCurve = CALayerCornerCurve.circular
    var borderWidth = 0.0
    /// The border's color; opaque black by default.
    var borderColor: CGColor? = .layerBlack
    var shadowColor: CGColor? = .layerBlack
    var shadowOpacity: Float = 0
    var shadowOffset = CGSize(width: 0, height: -3)
    var shadowRadius = 3.0
    var shadowPath: CGPath?
    var contentsGravity = CALayerContentsGravity.resize
    var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    var magnificationFilter = CALayerContentsFilter.linear
    var minificationFilter = CALayerContentsFilter.linear
    var minificationFilterBias: Float = 0
    var contentsFormat = CALayerContentsFormat.RGBA8Uint
    var rasterizationScale = 1.0
    var edgeAntialiasingMask = CAEdgeAntialiasingMask.all
    var compositingFilter: Any?
    var backdrop: LayerBackdrop?
    var filters: [Any]?
    var backgroundFilters: [Any]?

    init() {}

    init(_ other: LayerStyle) {
        cornerRadius = other.cornerRadius
        maskedCorners = other.maskedCorners
        cornerRadii = other.cornerRadii
        cornerCurve = other.cornerCurve
        borderWidth = other.borderWidth
        borderColor = other.borderColor
        shadowColor = other.shadowColor
        shadowOpacity = other.shadowOpacity
        shadowOffset = other.shadowOffset
        shadowRadius = other.shadowRadius
        shadowPath = other.shadowPath
        contentsGravity = other.contentsGravity
        contentsRect = other.contentsRect
        contentsCenter = other.contentsCenter
        magnificationFilter = other.magnificationFilter
        minificationFilter = other.minificationFilter
        minificationFilterBias = other.minificationFilterBias
        contentsFormat = other.contentsFormat
        rasterizationScale = other.rasterizationScale
        edgeAntialiasingMask = other.edgeAntialiasingMask
        compositingFilter = other.compositingFilter
        backdrop = other.backdrop
        filters = other.filters
        backgroundFilters = other.backgroundFilters
    }
}

extension CGColor {
    static let layerBlack = CGColor(gray: 0, alpha: 1)
}
