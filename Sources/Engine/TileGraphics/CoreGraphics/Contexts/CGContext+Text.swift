public import Foundation
public import TileGeometry

extension CGContext {
    /// The font of glyphs shown by number.
    public func setFont(_ font: CGFont) { state.font = font }

    /// Of the em, in text space. What is no number changes nothing.
    public func setFontSize(_ size: CGFloat) { if size.isFinite { state.fontSize = Double(size) } }

    /// From text space to user space, with the text position. No part of the state that is saved, as in Core Graphics.
    ///
    /// Text space has y up: the identity shows letters upright where user space has y up too, and upside down in
    /// UIKit's contexts, where code mirrors the matrix.
    public var textMatrix: CGAffineTransform {
        get { textTransform }
        set { if newValue.isFinite { textTransform = newValue } }
    }

    /// Where glyphs' places are counted from, in user space: the text matrix's translation.
    public var textPosition: CGPoint {
        get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
        set {
            guard newValue.isFinite else { return }
            textTransform.tx = Double(newValue.x)
            textTransform.ty = Double(newValue.y)
        }
    }

    /// What is drawn of text: its inside, its outline, both, nothing; and whether it joins the clip.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

    /// Kept for code that sets it: glyphs that are shown by their places have no spacing.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = Double(spacing) }

    /// Shows glyphs of the font set, each at its place in text space. Without a font nothing is shown.
    public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
        checkIsOpen()
        guard let font = state.font, state.fontSize != 0 else { return }
        let placed = zip(glyphs, positions).compactMap { glyph, position -> GlyphRun.Glyph? in
            let outline = font.outline(glyph)
            guard !outline.isEmpty, position.isFinite else { return nil }
            return GlyphRun.Glyph(outline: outline, x: Double(position.x), y: -Double(position.y))
        }
        guard !placed.isEmpty else { return }
        // A run's plane has y down.
        show(
            GlyphRun(glyphs: placed, size: state.fontSize),
            CGAffineTransform(scaleX: 1, y: -1).concatenating(textTransform))
    }

    /// Shows a run of glyphs, in the fill color or as the text drawing mode says.
    ///
    /// - Parameter origin: of the run's plane, in user space.
    package func show(_ run: GlyphRun, at origin: CGPoint) {
        show(run, CGAffineTransform(translationX: Double(origin.x), y: Double(origin.y)))
    }

    private func show(_ run: GlyphRun, _ toUser: CGAffineTransform) {
        let transform = toUser.concatenating(state.toPicture)
        let mode = state.textMode
        if mode == .fill, state.isAntialiased && allowsAntialiasing {
            return record(paint(state.fill, transform)) { $0.show(run, with: $1, transform: transform) }
        }
        guard mode != .invisible else { return checkIsOpen() }
        // The pen is user space's, not the text's.
        var elements = PathElements(run.outline(), toUser)
        let outline = elements.outline
        switch mode {
        case .fill, .fillClip: fill(outline, .nonZero, state.toPicture)
        case .stroke, .strokeClip: stroke(outline, state.toPicture)
        case .fillStroke, .fillStrokeClip:
            fill(outline, .nonZero, state.toPicture)
            stroke(outline, state.toPicture)
        case .invisible, .clip: break
        }
        switch mode {
        case .strokeClip, .fillStrokeClip:
            // What a line covers lets through too.
            let stroked = strokedElements(elements)
            if mode == .strokeClip { elements = stroked } else { elements.append(stroked) }
            fallthrough
        case .clip, .fillClip: clip(elements.outline, .nonZero)
        default: break
        }
    }
}
