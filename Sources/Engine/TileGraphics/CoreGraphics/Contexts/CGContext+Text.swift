public import Foundation
public import TileGeometry

extension CGContext {
    /// Sets the font for glyphs shown by number.
    public func setFont(_ font: CGFont) { state.font = font }

    /// Sets the font size: the length of the em in text space. NaN is ignored.
    public func setFontSize(_ size: CGFloat) { if size.isFinite { state.fontSize = Double(size) } }

    /// The transform from text space to user space, including the text position. Not part of the graphics state, as in
    /// Core Graphics.
    ///
    /// Text space has y up: with the identity, glyphs are upright if user space has y up too, and upside down in
    /// UIKit's contexts, where code mirrors the matrix.
    public var textMatrix: CGAffineTransform {
        get { textTransform }
        set { if newValue.isFinite { textTransform = newValue } }
    }

    /// The origin of glyph positions, in user space: the text matrix's translation.
    public var textPosition: CGPoint {
        get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
        set {
            guard newValue.isFinite else { return }
            textTransform.tx = Double(newValue.x)
            textTransform.ty = Double(newValue.y)
        }
    }

    /// Sets how text is drawn: filled, stroked, both or neither, and whether it is added to the clip.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

    /// Sets the character spacing, which has no effect on glyphs with explicit positions.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = Double(spacing) }

    /// Shows glyphs of the current font, each at a position in text space. Without a font nothing is shown.
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

    /// Shows a run of glyphs, in the fill color or according to the text drawing mode.
    ///
    /// - Parameter origin: The origin of the run's plane, in user space.
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
        // The line width applies in user space, not in text space.
        var elements = PathElements(run.outline(), toUser)
        let outline = elements.outline
        switch mode {
        case .fill, .fillClip: fill(outline, rule: .nonZero, transform: state.toPicture)
        case .stroke, .strokeClip: stroke(outline, state.toPicture)
        case .fillStroke, .fillStrokeClip:
            fill(outline, rule: .nonZero, transform: state.toPicture)
            stroke(outline, state.toPicture)
        case .invisible, .clip: break
        }
        switch mode {
        case .strokeClip, .fillStrokeClip:
            // The stroke's area is added to the clip as well.
            let stroked = strokedElements(elements)
            if mode == .strokeClip { elements = stroked } else { elements.append(stroked) }
            fallthrough
        case .clip, .fillClip: clip(elements.outline, .nonZero)
        default: break
        }
    }
}
