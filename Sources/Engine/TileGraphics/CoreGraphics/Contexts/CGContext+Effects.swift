public import Foundation
import TileGeometry

/// A transparency layer under way: what it will be laid on, and how.
struct TransparencyLayer {
    var section: CGContext.Section
    var outer: [CGContext.Section]
    var state: GraphicsState
    var savedCount: Int
    /// The clip that it began with.
    var clip: ClipNode?
    var clipBox: Box
}

extension CGContext {
    // MARK: Blending

    /// How what is drawn from now on meets what is there; see `CGBlendMode`.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode.mode }

    /// Makes a rect clear, whatever the state's alpha, shadow and blend mode are.
    public func clear(_ rect: CGRect) {
        guard let box = Self.drawable(rect) else { return checkIsOpen() }
        // Nothing is there yet.
        if isBlank { return checkIsOpen() }
        let old = state
        state.blendMode = .clear
        state.shadow = nil
        record(Picture(covering: box, state.toPicture), .ink)
        state.blendMode = old.blendMode
        state.shadow = old.shadow
    }

    /// Whether nothing was drawn so far.
    private var isBlank: Bool {
        isClearAtStart && layers.isEmpty && outer.isEmpty && section.recorder.operationCount == 0
    }

    // MARK: Shadows

    /// Everything drawn from now on casts a shadow.
    ///
    /// - Parameters:
    ///   - offset: in base space, whatever the CTM is: in the points of the context, y up, but down in UIKit's
    ///     contexts.
    ///   - blur: in base space; the shadow is blurred by a Gaussian whose standard deviation is half of it. Core
    ///     Graphics does not say what its number means; this is what the HTML canvas, which is modelled on it, says.
    ///   - color: nil for no shadow.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        guard let color, color.output.alpha > 0, offset.isFinite, blur.isFinite else {
            state.shadow = nil
            return
        }
        state.shadow = PictureShadow(
            offsetX: Double(offset.width), offsetY: Double(offset.height) * baseToPicture.d,
            deviation: max(0, Double(blur)) / 2,
            color: color.output)
    }

    /// As above, in black of a third of full opacity.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    // MARK: Transparency layers

    /// Draws what follows, until the layer ends, apart, as one thing that has the alpha, shadow and blend mode in force
    /// now. In the layer alpha is 1, there is no shadow, and the blend mode is normal.
    ///
    /// - Parameter auxiliaryInfo: not used, as in Core Graphics.
    public func beginTransparencyLayer(auxiliaryInfo: [String: Any]?) {
        checkIsOpen()
        layers.append(
            TransparencyLayer(
                section: section, outer: outer, state: state, savedCount: saved.count, clip: state.clip,
                clipBox: state.clipBox))
        section = Section(clip: state.clip)
        outer = []
        state.alpha = 1
        state.shadow = nil
        state.blendMode = .normal
    }

    /// As above, cut to a rect.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) {
        beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
        clip(to: rect)
        layers[layers.count - 1].clip = state.clip
        layers[layers.count - 1].clipBox = state.clipBox
    }

    /// Ends the layer begun last; nothing when there is none.
    public func endTransparencyLayer() {
        checkIsOpen()
        guard let layer = layers.last else { return }
        let content = takePicture()
        layers.removeLast()
        saved.removeSubrange(min(layer.savedCount, saved.count)...)
        section = layer.section
        outer = layer.outer
        state = layer.state
        let group = PictureGroup(
            content: content, opacity: state.alpha, blendMode: state.blendMode, isIsolated: true,
            shadow: state.shadow, shape: state.blendMode.needsShape ? .box(layer.clipBox) : .ink)
        recordApart(group)
    }
}

extension PictureGroup.Mask {
    /// What all of several masks let through; nil for none. Those of contexts are all by alpha.
    static func combining(_ masks: [PictureGroup.Mask]) -> PictureGroup.Mask? {
        guard var result = masks.first else { return nil }
        for mask in masks.dropFirst() {
            // The content is mapped already, so that both masks are of one plane.
            var placed = PictureRecorder()
            placed.draw(PictureGroup(content: result.content), transform: result.transform)
            var elements = PathElements()
            elements.rect(result.region.rect)
            let region = PictureGroup.Clip(
                parts: [(elements.outline, result.regionTransform)], rule: .nonZero)
            var masked = PictureRecorder()
            masked.draw(PictureGroup(content: placed.finish(), clips: [region], mask: mask))
            result = PictureGroup.Mask(
                content: masked.finish(), kind: .alpha, transform: .identity, region: mask.region,
                regionTransform: mask.regionTransform)
        }
        return result
    }
}

extension CGBlendMode {
    /// As pictures name it.
    package var mode: BlendMode {
        switch self {
        case .normal: .normal
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .clear: .clear
        case .copy: .copy
        case .sourceIn: .sourceIn
        case .sourceOut: .sourceOut
        case .sourceAtop: .sourceAtop
        case .destinationOver: .destinationOver
        case .destinationIn: .destinationIn
        case .destinationOut: .destinationOut
        case .destinationAtop: .destinationAtop
        case .xor: .xor
        case .plusDarker: .plusDarker
        case .plusLighter: .plusLighter
        }
    }
}
