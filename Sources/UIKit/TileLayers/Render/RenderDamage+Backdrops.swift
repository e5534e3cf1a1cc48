import TileGeometry
import TileGraphics

extension RenderDamage {
    /// Adds the parts of backdrops that show the differences found so far, from back to front.
    ///
    /// - Parameter all: Whether every backdrop looks different.
    mutating func spreadThroughBackdrops(of root: RenderBody, toTree: CGAffineTransform, all: Bool) {
        guard root.backdropCount > 0, all || !boxes.isEmpty else { return }
        spread(through: root, toTree, all: all)
    }

    private mutating func spread(through body: RenderBody, _ toTree: CGAffineTransform, all: Bool) {
        if let look = body.look?.properties {
            if look.replication != nil {
                spread(through: body.extent, reach: .infinity, toTree, all: all)
                return
            }
            if let backdrop = look.backdrop {
                // Two points more for the pixels of a coarse blur.
                let reach = backdrop.blurRadius * PictureBackdrop.reach * toTree.meanScale + 2
                spread(through: look.bounds, reach: reach, toTree, all: all)
            }
        }
        if let children = body.children { spread(through: children, toTree, all: all) }
    }

    private mutating func spread(through run: RenderRun, _ toTree: CGAffineTransform, all: Bool) {
        guard run.group.content.backdropCount > 0 else { return }
        switch run.parts {
        case .runs(let runs): for run in runs { spread(through: run, toTree, all: all) }
        case .nodes(let nodes):
            for node in nodes where node.body.backdropCount > 0 && node.projected == nil {
                attributing(to: node.layer) {
                    $0.spread(through: node.body, node.transform.concatenating(toTree), all: all)
                }
            }
        }
    }

    private mutating func spread(through box: Box, reach: Double, _ toTree: CGAffineTransform, all: Bool) {
        if all || !reach.isFinite { return add(box, toTree) }
        let shown = box.applying(toTree)
        for changed in boxes {
            let near = changed.expanded(by: reach).intersection(shown)
            if !near.isEmpty, !changed.contains(near) { add(near, .identity) }
        }
    }
}
