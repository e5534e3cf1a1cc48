public import Foundation
import TileGeometry

extension RenderTree {
    /// Where this tree may look different from another, an earlier one as a rule: rects in points of the tree's plane,
    /// cut to the size, that hold all differences and overlap little. Shared parts are not looked at.
    ///
    /// Of a layer that drew parts of itself anew (`setNeedsDisplay(_:)`), those parts count that were drawn since, in
    /// however many frames. Its whole extent counts when nothing is known about it: when all of it was drawn anew, when
    /// its contents were set, or are stretched.
    ///
    /// - Complexity: O(k log n) for k layers that differ of n: what two trees share is not gone through.
    public func damage(since old: RenderTree) -> [CGRect] {
        if size != old.size { return [whole.rect] }
        var damage = RenderDamage(clip: whole)
        find(&damage, since: old)
        return damage.boxes.map(\.rect)
    }

    /// The same by the layers that look different, or of which sublayers went: by their `renderNumber`. They may lie
    /// over each other, those of one layer too.
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
            damage.compare(old.root.body, root.body, origin)
        }
    }
}

/// Collects where two render trees differ.
struct RenderDamage {
    /// Boxes kept apart, because whoever asks looks up tiles for each; beyond it, those of a neighbourhood become one.
    private static let maxBoxes = 256
    /// Neighbourhoods along either side.
    private static let neighbourhoods = 8

    /// What counts, in the tree's plane.
    private var clip: Box
    private(set) var boxes: [Box] = []
    /// The layer that is compared, and what was found of each so far; nil if that is not asked for.
    private var layer: UInt = 0
    private(set) var byLayer: [UInt: [Box]]?

    init(clip: Box) { self.clip = clip }

    /// Notes whose each difference is.
    ///
    /// - Parameter layer: the top layer.
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
        func place(_ low: Double, _ high: Double, _ start: Double, _ length: Double) -> Int {
            let part = ((low / 2 + high / 2) - start) / length * Double(Self.neighbourhoods)
            return part > 0 ? Int(min(part, last)) : 0
        }
        var gathered = [Box](repeating: .empty, count: Self.neighbourhoods * Self.neighbourhoods)
        for box in boxes {
            let (x, y) = (
                place(box.minX, box.maxX, whole.minX, whole.width), place(box.minY, box.maxY, whole.minY, whole.height)
            )
            let number = y * Self.neighbourhoods + x
            gathered[number] = gathered[number].union(box)
        }
        boxes = gathered.filter { !$0.isEmpty }
    }

    /// Compares a layer's nodes, in its superlayer's plane.
    mutating func compare(_ old: RenderNode, _ new: RenderNode, _ toTree: CGAffineTransform) {
        if old === new { return }
        let outer = layer
        defer { layer = outer }
        layer = new.layer
        guard old.isPlaced(like: new), new.projected == nil else {
            add(old.extent, toTree)
            add(new.extent, toTree)
            return
        }
        compare(old.body, new.body, new.transform.concatenating(toTree))
    }

    /// Compares what a layer shows, in its own plane.
    mutating func compare(_ old: RenderBody, _ new: RenderBody, _ toTree: CGAffineTransform) {
        if old === new { return }
        guard old.looksLike(new), !new.spreadsChanges else {
            add(old.extent, toTree)
            add(new.extent, toTree)
            return
        }
        let outer = clip
        defer { clip = outer }
        if let look = new.look?.properties, look.masksToBounds { clip = clip.intersection(new.bounds.applying(toTree)) }
        compareContents(old, new, toTree)
        switch (old.children, new.children) {
        case (nil, nil): break
        case (let run?, nil), (nil, let run?): add(run.extent, toTree)
        case (let a?, let b?): compare(a, b, toTree)
        }
    }

    private mutating func compareContents(_ old: RenderBody, _ new: RenderBody, _ toTree: CGAffineTransform) {
        switch (old.contents, new.contents) {
        case (nil, nil): return
        case (let a?, let b?) where a.isSame(as: b): return
        case (.tiles(let a)?, .tiles(let b)?):
            for box in b.difference(from: a) { add(box, toTree) }
            return
        case (.drawing(let a)?, .drawing(let b)?):
            // A part of what was drawn is that part of the layer only when nothing is stretched or moved.
            if b.extent == new.bounds, new.look?.properties.contents.rect == .unit, let boxes = b.difference(from: a) {
                for box in boxes { add(box, toTree) }
                return
            }
        default: break
        }
        add(old.extent, toTree)
        add(new.extent, toTree)
    }

    private mutating func compare(_ old: RenderRun, _ new: RenderRun, _ toTree: CGAffineTransform) {
        if old === new { return }
        switch (old.parts, new.parts) {
        case (.runs(let a), .runs(let b)) where old.count == new.count && a.count == b.count:
            for (a, b) in zip(a, b) { compare(a, b, toTree) }
        case (.nodes(let a), .nodes(let b))
        where a.count == b.count && zip(a, b).allSatisfy({ $0 === $1 || $0.layer == $1.layer }):
            for (a, b) in zip(a, b) { compare(a, b, toTree) }
        default:
            match(old.allNodes, new.allNodes, toTree)
        }
    }

    /// Compares layers of which some came, went or changed places.
    private mutating func match(_ old: [RenderNode], _ new: [RenderNode], _ toTree: CGAffineTransform) {
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
                compare(old[place], node, toTree)
            } else {
                // Behind one that it was in front of.
                add(old[place].extent, toTree)
                add(node, toTree)
            }
        }
        for (place, node) in old.enumerated() where !seen.contains(place) { add(node.extent, toTree) }
    }

    /// A layer that came, or came to the front.
    private mutating func add(_ node: RenderNode, _ toTree: CGAffineTransform) {
        let outer = layer
        layer = node.layer
        add(node.extent, toTree)
        layer = outer
    }
}
