import TileGeometry

extension Picture {
    /// Returns the positions of the pens of all glyphs, in paint order and in the picture's plane. Glyphs in patterns,
    /// masks and external parts are left out, and so are those on planes in perspective.
    ///
    /// - Complexity: O(n) for all operations and glyphs.
    package func pens() -> [(x: Double, y: Double)] {
        var pens: [(x: Double, y: Double)] = []
        addPens(at: .identity, to: &pens)
        return pens
    }

    private func addPens(at transform: CGAffineTransform, to pens: inout [(x: Double, y: Double)]) {
        for operation in operations {
            let whole = operation.transform.concatenating(transform)
            switch operation.kind {
            case .glyphs(let run, _):
                for glyph in run.glyphs where !glyph.outline.isEmpty {
                    pens.append(whole.apply(x: glyph.x, y: glyph.y))
                }
            case .group(let group): group.content.addPens(at: whole, to: &pens)
            case .filtered(let filtered): filtered.content.addPens(at: whole, to: &pens)
            case .fill, .stroke, .projected, .image, .external, .backdrop: break
            }
        }
    }
}
