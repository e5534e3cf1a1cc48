public import Foundation
import TileGeometry
import TileGraphics

extension RenderTree {
    /// Returns where this tree may look different from another, usually an earlier one: rects in points of the tree's
    /// plane, clipped to the size, that contain all differences and overlap little. Shared parts are skipped.
    ///
    /// For a layer that redrew parts of itself (`setNeedsDisplay(_:)`), only the parts redrawn since then count, in
    /// however many frames. Its whole extent counts if nothing is known: if it was redrawn completely, or its contents
    /// were set or are stretched.
    ///
    /// - Complexity: O(k log n) for k of n layers that differ: shared parts are not visited. Each of b backdrops adds
    ///   O(log n + k).
    public func damage(since old: RenderTree) -> [CGRect] {
        if size != old.size { return [whole.rect] }
        var damage = RenderDamage(clip: whole)
        find(&damage, since: old)
        return damage.boxes.map(\.rect)
    }

    /// Returns the damage by the layers that look different or lost sublayers, by their `renderNumber`. Boxes may
    /// overlap, also those of one layer.
    package func damageByLayer(since old: RenderTree) -> [UInt: [Box]] {
        var damage = RenderDamage(clip: whole, layer: root.layer)
        find(&damage, since: old)
        return damage.byLayer ?? [:]
    }

    private var whole: Box { Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height)) }

    private func find(_ damage: inout RenderDamage, since old: RenderTree) {
        if size != old.size || origin != old.origin {
            damage.add(.infinite, .identity)
        } else {
            damage.compare(old.root.body, root.body, toTree: origin)
            // These decide how backdrops look near the edges and behind one another.
            let isAlike =
                picture.bounds == old.picture.bounds
                && (picture.backdropCount <= PictureBackdrop.maxNestedCount)
                    == (old.picture.backdropCount <= PictureBackdrop.maxNestedCount)
            damage.spreadThroughBackdrops(of: root.body, toTree: origin, all: !isAlike)
        }
    }
}

/// Collects the differences between two render trees.
struct RenderDamage {
    /// The maximum number of separate boxes, because clients look up tiles for each; beyond it, boxes of a neighborhood
    /// are joined.
    private static let maxBoxes = 256
    /// The number of neighborhoods along each side.
    private static let neighbourhoods = 8

    /// The relevant area, in the tree's plane.
    private var clip: Box
    private(set) var boxes: [Box] = []
    /// The layer being compared, and the differences found by layer; nil if those are not requested.
    private var layer: UInt = 0
    private(set) var byLayer: [UInt: [Box]]?

    init(clip: Box) { self.clip = clip }

    /// Creates a collection of differences by layer.
    ///
    /// - Parameter layer: The root layer.
    init(clip: Box, layer: UInt) {
        self.init(clip: clip)
        self.layer = layer
        byLayer = [:]
    }

    mutating func add(_ box: Box, _ toTree: CGAffineTransform) {
        let mapped = (box.isFinite ? box.applying(toTree) : box).intersection(clip)
        guard !mapped.isEmpty, mapped.width > 0, mapped.height > 0 else { return }
        if byLayer != nil { byLayer![layer, default: []].append(mapped) }
        if boxes.contains(where: { $0.contains(mapped) }) { return }
        boxes.removeAll { mapped.contains($0) }
        boxes.append(mapped)
        if boxes.count > Self.maxBoxes { gather() }
    }

    private mutating func gather() {
        let whole = boxes.reduce(Box.empty) { $0.union($1) }
        let last = Double(Self.neighbourhoods - 1)
        func neighborhood(low: Double, high: Double, start: Double, length: Double) -> Int {
            let part = ((low / 2 + high / 2) - start) / length * Double(Self.neighbourhoods)
            return part > 0 ? Int(min(part, last)) : 0
        }
        var gathered = [Box](repeating: .empty, count: Self.neighbourhoods * Self.neighbourhoods)
        for box in boxes {
            let (x, y) = (
                neighborhood(low: box.minX, high: box.maxX, start: whole.minX, length: whole.width),
                neighborhood(low: box.minY, high: box.maxY, start: whole.minY, length: whole.height)
            )
            let number = y * Self.neighbourhoods + x
            gathered[number] = gathered[number].union(box)
        }
        boxes = gathered.filter { !$0.isEmpty }
    }

    /// Attributes the differences that a closure adds to a layer.
    mutating func attributing(to other: UInt, _ body: (inout RenderDamage) -> Void) {
        let outer = layer
        layer = other
        body(&self)
        layer = outer
    }

    /// Compares a layer's nodes, in its superlayer's plane.
    mutating func compare(_ old: RenderNode, _ new: RenderNode, toTree: CGAffineTransform) {
        if old === new { return }
        let outer = layer
        defer { layer = outer }
        layer = new.layer
        guard old.isPlaced(like: new), new.projected == nil else {
            add(old.extent, toTree)
            add(new.extent, toTree)
            return
        }
        compare(old.body, new.body, toTree: new.transform.concatenating(toTree))
    }

    /// Compares a layer's bodies, in its own plane.
    mutating func compare(_ old: RenderBody, _ new: RenderBody, toTree: CGAffineTransform) {
        if old === new { return }
        guard old.looksLike(new), !new.spreadsChanges else {
            add(old.extent, toTree)
            add(new.extent, toTree)
            return
        }
        let outer = clip
        defer { clip = outer }
        if let look = new.look?.properties, look.masksToBounds { clip = clip.intersection(new.bounds.applying(toTree)) }
        compareContents(old, new, toTree: toTree)
        switch (old.children, new.children) {
        case (nil, nil): break
        case (let run?, nil), (nil, let run?): add(run.extent, toTree)
        case (let a?, let b?): compare(a, b, toTree: toTree)
        }
    }

    private mutating func compareContents(_ old: RenderBody, _ new: RenderBody, toTree: CGAffineTransform) {
        switch (old.contents, new.contents) {
        case (nil, nil): return
        case (let a?, let b?) where a.isSame(as: b): return
        case (.tiles(let a)?, .tiles(let b)?):
            for box in b.difference(from: a) { add(box, toTree) }
            return
        case (.drawing(let a)?, .drawing(let b)?):
            // A part of the drawing is that part of the layer only if nothing is stretched or moved.
            if b.extent == new.bounds, new.look?.properties.contents.rect == .unit, let boxes = b.difference(from: a) {
                for box in boxes { add(box, toTree) }
                return
            }
        default: break
        }
        add(old.extent, toTree)
        add(new.extent, toTree)
    }

    private mutating func compare(_ old: RenderRun, _ new: RenderRun, toTree: CGAffineTransform) {
        if old === new { return }
        switch (old.parts, new.parts) {
        case (.runs(let a), .runs(let b)) where old.count == new.count && a.count == b.count:
            for (a, b) in zip(a, b) { compare(a, b, toTree: toTree) }
        case (.nodes(let a), .nodes(let b))
        where a.count == b.count && zip(a, b).allSatisfy({ $0 === $1 || $0.layer == $1.layer }):
            for (a, b) in zip(a, b) { compare(a, b, toTree: toTree) }
        default:
            match(old.allNodes, new.allNodes, toTree: toTree)
        }
    }

    /// Compares layers of which some were added, removed or reordered.
    private mutating func match(_ old: [RenderNode], _ new: [RenderNode], toTree: CGAffineTransform) {
        var places: [UInt: Int] = [:]
        for (place, node) in old.enumerated() { places[node.layer] = place }
        var last = -1
        var seen = Set<Int>()
        for node in new {
            guard let place = places[node.layer], seen.insert(place).inserted else {
                add(node, toTree)
                continue
            }
            if place > last {
                last = place
                compare(old[place], node, toTree: toTree)
            } else {
                // It is now behind a layer that it was in front of.
                add(old[place].extent, toTree)
                add(node, toTree)
            }
        }
        for (place, node) in old.enumerated() where !seen.contains(place) { add(node.extent, toTree) }
    }

    /// Adds a layer that is new, or was moved to the front.
    private mutating func add(_ node: RenderNode, _ toTree: CGAffineTransform) {
        let outer = layer
        layer = node.layer
        add(node.extent, toTree)
        layer = outer
    }
}
