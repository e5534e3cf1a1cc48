public import Foundation
import TileGeometry

/// A transparency layer that has not ended, with the state to composite it.
struct TransparencyLayer {
    var section: CGContext.Section
    var outer: [CGContext.Section]
    var state: GraphicsState
    var savedCount: Int
    /// The clip when the layer began.
    var clip: ClipNode?
    var clipBox: Box
}

extension CGContext {
    // MARK: Blending

    /// Sets how drawing is composited with the existing contents; see `CGBlendMode`.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode.mode }

    /// Clears a rect, regardless of the state's alpha, shadow and blend mode.
    public func clear(_ rect: CGRect) {
        guard let box = Self.drawable(rect) else { return checkIsOpen() }
        // Nothing has been drawn yet.
        if isBlank { return checkIsOpen() }
        let old = state
        state.blendMode = .clear
        state.shadow = nil
        record(Picture(covering: box, state.toPicture), .ink)
        state.blendMode = old.blendMode
        state.shadow = old.shadow
    }

    /// Whether nothing has been drawn so far.
    private var isBlank: Bool {
        isClearAtStart && layers.isEmpty && outer.isEmpty && section.recorder.operationCount == 0
    }

    // MARK: Shadows

    /// Sets the shadow of subsequent drawing.
    ///
    /// - Parameters:
    ///   - offset: The offset in base space, unaffected by the CTM: in the context's points, y up, but y down in
    ///     UIKit's contexts.
    ///   - blur: The blur in base space. The standard deviation of the Gaussian is half of it. Core Graphics does not
    ///     define its value; this is the definition of the HTML canvas, which is modeled on it.
    ///   - color: The color; nil for no shadow.
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

    /// Sets a shadow in black of a third of full opacity.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    // MARK: Transparency layers

    /// Begins a transparency layer: drawing until it ends is composited as one object, with the current alpha, shadow
    /// and blend mode. Within the layer alpha is 1, there is no shadow, and the blend mode is normal.
    ///
    /// - Parameter auxiliaryInfo: Ignored, as in Core Graphics.
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

    /// Begins a transparency layer that is clipped to a rect.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) {
        beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
        clip(to: rect)
        layers[layers.count - 1].clip = state.clip
        layers[layers.count - 1].clipBox = state.clipBox
    }

    /// Ends the innermost transparency layer; does nothing if there is none.
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
    /// Returns the intersection of several masks; nil for none. The masks of contexts all use alpha.
    static func combining(_ masks: [PictureGroup.Mask]) -> PictureGroup.Mask? {
        guard var result = masks.first else { return nil }
        for mask in masks.dropFirst() {
            // The content is already transformed, so both masks are in one plane.
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
    /// The equivalent mode of pictures.
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
