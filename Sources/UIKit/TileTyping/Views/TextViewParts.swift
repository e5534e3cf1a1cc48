import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The subviews of a text view: one for each visible piece of text.
final class TextViewParts {
    private unowned let view: UITextView
    let interaction: TextInteraction
    private let canvas = PassiveView()
    private var shown: [ObjectIdentifier: PieceView] = [:]
    private var spare: [PieceView] = []
    /// Whether marked text is underlined.
    var showsMark = false
    /// The number of pieces drawn, for tests.
    private(set) var drawCount = 0

    init(_ view: UITextView) {
        self.view = view
        interaction = TextInteraction(view)
        for part in [interaction.backdrop, canvas, interaction.front] { view.addSubview(part) }
    }

    func layOut(in rect: CGRect) {
        for part in [interaction.backdrop, canvas, interaction.front] where part.frame != rect { part.frame = rect }
    }

    /// Shows exactly the given pieces of text.
    func show(_ pieces: [(found: PieceList.Found, layout: PieceLayout)]) {
        let (origin, width) = (view.textOrigin, view.layoutManager.flow.shape.width)
        var kept: [ObjectIdentifier: PieceView] = [:]
        let names = Set(pieces.map { ObjectIdentifier($0.layout) })
        for (name, piece) in shown where !names.contains(name) {
            spare.append(piece)
            shown[name] = nil
        }
        for (found, layout) in pieces {
            let name = ObjectIdentifier(layout)
            let piece = shown[name] ?? spare.popLast() ?? PieceView(self)
            if shown[name] == nil { piece.show(layout) }
            kept[name] = piece
            piece.start = found.start
            if piece.superview !== canvas { canvas.addSubview(piece) }
            // Glyphs may extend beyond their lines.
            let overhang = PieceView.overhang
            piece.frame = CGRect(
                x: origin.x - overhang, y: origin.y + found.top - overhang,
                width: (width.isFinite ? width : layout.width) + 2 * overhang,
                height: layout.height + 2 * overhang)
        }
        shown = kept
        for piece in spare { piece.removeFromSuperview() }
        if spare.count > 8 { spare.removeLast(spare.count - 8) }
    }

    func redraw() { for piece in shown.values { piece.setNeedsDisplay() } }

    fileprivate func draw(_ piece: PieceView, _ layout: PieceLayout) {
        drawCount += 1
        let manager = view.layoutManager
        let top = manager.flow.pieces.piece(at: piece.start).top
        let overhang = PieceView.overhang
        let origin = CGPoint(x: overhang, y: overhang - top)
        let range = NSRange(location: piece.start, length: max(1, layout.lines.last?.range.upperBound ?? 0))
        manager.drawBackground(forGlyphRange: range, at: origin)
        manager.drawGlyphs(forGlyphRange: range, at: origin)
        guard let marked = view.core.marked else { return }
        // Underline the marked text.
        let length = layout.lines.last?.range.upperBound ?? 0
        (view.textColor ?? .label).setFill()
        for part in manager.flow.rects(of: marked.clamped(to: piece.start..<piece.start + length)) {
            let rect = part.rect.offsetBy(dx: origin.x, dy: origin.y)
            UIBezierPath(rect: CGRect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1)).fill()
        }
    }
}

/// A view that draws a piece of text.
final class PieceView: UIView, ViewPart {
    static let overhang: CGFloat = 4

    private unowned let parts: TextViewParts
    private var layout: PieceLayout?
    /// The offset of the piece in the text.
    var start = 0

    init(_ parts: TextViewParts) {
        self.parts = parts
        super.init(frame: .zero)
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ layout: PieceLayout) {
        self.layout = layout
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) { if let layout { parts.draw(self, layout) } }
}
