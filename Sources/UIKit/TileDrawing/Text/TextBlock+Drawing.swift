public import Foundation
public import TileGraphics

extension TextBlock {
    /// Draws the text into a context, whose fill color, line width and the like stay as they are.
    ///
    /// Colors are those that the current traits give. Costs about a microsecond for a plain label.
    ///
    /// - Parameter point: the container's top left, in user space.
    public func draw(in context: CGContext, at point: CGPoint) {
        guard point.x.isFinite, point.y.isFinite else { return }
        for mark in marks {
            switch mark {
            case .background(let rect, let color):
                context.saveGState()
                context.setFillColor(color.cgColor)
                context.fill(rect.offsetBy(dx: point.x, dy: point.y))
                context.restoreGState()
            case .rule(let rule, let color, let shadow):
                context.saveGState()
                if let shadow { context.set(shadow) }
                context.draw(rule, color.cgColor, at: point)
                context.restoreGState()
            case .glyphs(let glyphs): context.draw(glyphs, at: point)
            case .image(let image, let frame):
                image.draw(in: frame.offsetBy(dx: point.x, dy: point.y), of: context)
            }
        }
    }

    /// Draws the text into the current context; without one nothing happens.
    ///
    /// - Parameter point: the container's top left, in user space.
    public func draw(at point: CGPoint) {
        if let context = UIGraphicsGetCurrentContext() { draw(in: context, at: point) }
    }
}

extension CGContext {
    fileprivate func set(_ shadow: TextAttributes.Shadow) {
        setShadow(offset: shadow.offset, blur: shadow.blur, color: shadow.color.cgColor)
    }

    fileprivate func draw(_ rule: TextRule, _ color: CGColor, at point: CGPoint) {
        if rule.dashes.isEmpty {
            setFillColor(color)
            fill(
                CGRect(
                    x: point.x + rule.left, y: point.y + rule.y - rule.thickness / 2, width: rule.right - rule.left,
                    height: rule.thickness))
            return
        }
        setStrokeColor(color)
        setLineWidth(rule.thickness)
        setLineCap(.butt)
        setLineDash(phase: 0, lengths: rule.dashes)
        strokeLineSegments(between: [
            CGPoint(x: point.x + rule.left, y: point.y + rule.y),
            CGPoint(x: point.x + rule.right, y: point.y + rule.y),
        ])
    }

    fileprivate func draw(_ glyphs: TextGlyphs, at point: CGPoint) {
        if let shadow = glyphs.shadow {
            saveGState()
            set(shadow)
        }
        if let fill = glyphs.fill { show(glyphs.run, at: point, color: fill.cgColor) }
        if let stroke = glyphs.stroke {
            saveGState()
            setStrokeColor(stroke.color.cgColor)
            setLineWidth(stroke.width)
            setLineDash(phase: 0, lengths: [])
            translateBy(x: point.x, y: point.y)
            beginPath()
            addPath(CGPath(glyphs.run.outline()))
            strokePath()
            restoreGState()
        }
        if glyphs.shadow != nil { restoreGState() }
    }
}
