public import Foundation
import TileGeometry

extension CGContext {
    var antialiasing: Antialiasing { state.isAntialiased && allowsAntialiasing ? .normal : .off }

    // MARK: Whole shapes

    /// Fills a rect. It takes one entry in the picture's list and no further memory.
    public func fill(_ rect: CGRect) { fillUnit(.unitSquare, rect) }

    public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }

    public func fillEllipse(in rect: CGRect) { fillUnit(.unitCircle, rect) }

    /// Fills an outline of the unit square's size, stretched over a rect, so that all rects share one outline.
    private func fillUnit(_ outline: Path, _ rect: CGRect) {
        guard let box = Self.drawable(rect) else { return }
        let toRect = CGAffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
            .concatenating(state.toPicture)
        if case .color(let color) = state.fill {
            guard state.isPlain else { return fill(outline, rule: .nonZero, transform: toRect) }
            let paint = Paint.color(state.alpha < 1 ? color.withAlpha(multipliedBy: state.alpha) : color)
            let antialiasing = antialiasing
            withRecorder { $0.fill(outline, with: paint, antialiasing: antialiasing, transform: toRect) }
        } else {
            fill(outline, rule: .nonZero, transform: toRect)
        }
    }

    /// Returns a rect as a box with coordinates that can be computed with; nil for the null rect and for a rect with a
    /// NaN.
    static func drawable(_ rect: CGRect) -> Box? {
        if rect.isNull { return nil }
        let box = Box(rect)
        if farthest.contains(box) { return box }
        guard box.minX <= box.maxX, box.minY <= box.maxY else { return nil }
        return box.intersection(farthest)
    }

    /// Strokes the edges of a rect.
    public func stroke(_ rect: CGRect) {
        var elements = PathElements()
        elements.rect(rect)
        stroke(elements.outline, state.toPicture)
    }

    /// Strokes the edges of a rect with a given line width.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        let old = state.line.width
        state.line.width = Double(width)
        stroke(rect)
        state.line.width = old
    }

    public func strokeEllipse(in rect: CGRect) {
        var elements = PathElements()
        elements.ellipse(rect)
        stroke(elements.outline, state.toPicture)
    }

    /// Strokes a line between each pair of points: the first and second, the third and fourth, and so on.
    public func strokeLineSegments(between points: [CGPoint]) {
        var elements = PathElements()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            elements.move(points[index])
            elements.line(points[index + 1])
        }
        stroke(elements.outline, state.toPicture)
    }

    // MARK: The current path, which these end

    public func fillPath(using rule: CGPathFillRule = .winding) {
        fill(current.outline(in: state.toPicture), rule: rule.rule, transform: state.toPicture)
        current.clear()
    }

    public func strokePath() {
        stroke(current.outline(in: state.toPicture), state.toPicture)
        current.clear()
    }

    /// Draws the current path, and clears it. A mode that fills and strokes is one operation: the line is drawn over
    /// the area, then both are faded by the context's alpha and given its shadow as one. So neither casts a shadow on
    /// the other, and nothing shows through where they overlap.
    public func drawPath(using mode: CGPathDrawingMode) {
        let outline = current.outline(in: state.toPicture)
        current.clear()
        switch mode {
        case .fill: fill(outline, rule: .nonZero, transform: state.toPicture)
        case .eoFill: fill(outline, rule: .evenOdd, transform: state.toPicture)
        case .stroke: stroke(outline, state.toPicture)
        case .fillStroke: fillAndStroke(outline, .nonZero)
        case .eoFillStroke: fillAndStroke(outline, .evenOdd)
        }
    }

    /// Fills and strokes as one object: they fade together and cast one shadow.
    private func fillAndStroke(_ outline: Path, _ rule: FillRule) {
        let isApart = state.shadow != nil || state.alpha < 1
        if isApart { beginTransparencyLayer(auxiliaryInfo: nil) }
        fill(outline, rule: rule, transform: state.toPicture)
        stroke(outline, state.toPicture)
        if isApart { endTransparencyLayer() }
    }

    // MARK: Outlines

    /// Fills an outline in a plane that `transform` maps to base space.
    func fill(_ outline: Path, rule: FillRule, transform: CGAffineTransform) {
        let antialiasing = antialiasing
        record(paint(state.fill, transform)) {
            $0.fill(outline, rule: rule, with: $1, antialiasing: antialiasing, transform: transform)
        }
    }

    /// Strokes an outline in a plane that `transform` maps to base space.
    func stroke(_ outline: Path, _ transform: CGAffineTransform) {
        let antialiasing = antialiasing
        let style = state.line
        record(paint(state.stroke, transform)) {
            $0.stroke(outline, style: style, with: $1, antialiasing: antialiasing, transform: transform)
        }
    }

    /// Returns an ink as a paint with the state's alpha.
    func paint(_ ink: GraphicsState.Ink, _ transform: CGAffineTransform) -> Paint {
        switch ink {
        case .color(let color): .color(state.alpha < 1 ? color.withAlpha(multipliedBy: state.alpha) : color)
        case .pattern(let pattern, let color):
            pattern.paint(
                color,
                base: CGAffineTransform(
                    translationX: Double(state.patternPhase.width), y: Double(state.patternPhase.height)
                ).concatenating(baseToPicture).concatenating(transform.inverted()),
                opacity: (pattern.isColored ? color.alpha : 1) * state.alpha)
        }
    }

    /// Records a drawing with a paint, shadow and blend mode, under the current clip.
    @inline(__always)
    func record(_ paint: Paint, _ body: (inout PictureRecorder, Paint) -> Void) {
        // An opaque color replaces the backdrop in either mode.
        let isOpaqueCopy = state.blendMode == .copy && state.shadow == nil && paint.opaqueColor != nil
        if state.isPlain || isOpaqueCopy { return withRecorder { body(&$0, paint) } }
        var recorder = PictureRecorder()
        body(&recorder, paint)
        var shape = PictureGroup.Shape.ink
        if state.blendMode.needsShape, paint.opaqueColor == nil {
            var covered = PictureRecorder()
            body(&covered, .color(.black))
            shape = .picture(covered.finish())
        }
        record(recorder.finish(), shape)
    }

    /// Records a picture in base space with shadow and blend mode, under the current clip.
    func record(_ content: Picture, _ shape: @autoclosure () -> PictureGroup.Shape) {
        let group = PictureGroup(
            content: content, blendMode: state.blendMode, shadow: state.shadow,
            shape: state.blendMode.needsShape ? shape() : .ink)
        recordApart(group)
    }

    // MARK: Pictures

    /// Draws a picture in user space. It takes one entry in the list, whatever the picture holds. With a blend mode or
    /// a shadow, the picture is treated as one object.
    public func draw(_ picture: Picture) {
        guard picture.operationCount > 0 else { return checkIsOpen() }
        // Not a group: a picture that is drawn repeatedly, each time with additions, would nest without end.
        if state.isPlain, state.alpha >= 1 {
            let transform = state.toPicture
            return withRecorder { $0.append(picture, transform: transform) }
        }
        record(PictureGroup(content: picture, opacity: state.alpha))
    }

    /// Draws a group in user space, with shadow and blend mode, under the current clip.
    package func record(_ group: PictureGroup) {
        let transform = state.toPicture
        if state.isPlain { return withRecorder { $0.draw(group, transform: transform) } }
        var recorder = PictureRecorder()
        recorder.draw(group, transform: transform)
        record(recorder.finish(), .box(state.clipBox))
    }
}

extension Path {
    /// The unit square from (0, 0) to (1, 1).
    static let unitSquare = {
        var elements = PathElements()
        elements.rect(CGRect(x: 0, y: 0, width: 1, height: 1))
        return elements.outline
    }()

    /// The circle in the unit square.
    static let unitCircle = {
        var elements = PathElements()
        elements.ellipse(CGRect(x: 0, y: 0, width: 1, height: 1))
        return elements.outline
    }()
}

extension Box {
    /// The transform from the unit square to this box.
    package var fromUnitSquare: CGAffineTransform {
        CGAffineTransform(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY)
    }
}
