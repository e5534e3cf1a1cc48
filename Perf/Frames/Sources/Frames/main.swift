import CAllocationCount
import Foundation
import Measuring
import TileGraphics
import TileLayers

// Frames over trees of 10,000 layers, in three shapes; hit testing and conversion in a tree 50 deep; sizes in memory.
// Prints what it measured, and fails when a bar is missed.

var report = Report()

// `Frames motion` measures animations alone.
if CommandLine.arguments.contains("motion") {
    measureMotion(&report)
    exit(report.missed > 0 ? 1 : 0)
}

func makeLayer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
}

/// A tree of about 10,000 layers with a color each, and its leaves.
func makeTree(_ shape: String) -> (root: CALayer, leaves: [CALayer]) {
    let color = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    let root = makeLayer(CGRect(x: 0, y: 0, width: 1000, height: 1000), color)
    var leaves: [CALayer] = []
    switch shape {
    case "flat":
        for index in 0..<10_000 {
            leaves.append(makeLayer(CGRect(x: index % 100 * 10, y: index / 100 * 10, width: 9, height: 9), color))
            root.addSublayer(leaves[index])
        }
    case "100 × 100":
        for row in 0..<100 {
            let holder = makeLayer(CGRect(x: 0, y: row * 10, width: 1000, height: 10), color)
            for column in 0..<100 {
                leaves.append(makeLayer(CGRect(x: column * 10, y: 0, width: 9, height: 9), color))
                holder.addSublayer(leaves[leaves.count - 1])
            }
            root.addSublayer(holder)
        }
    default:
        // Four in each, six deep and more.
        var level = [root]
        var count = 1
        while count < 10_000 {
            var next: [CALayer] = []
            for parent in level {
                for index in 0..<4 where count < 10_000 {
                    let size = parent.bounds.width / 2
                    let frame = CGRect(
                        x: CGFloat(index % 2) * size, y: CGFloat(index / 2) * size, width: size * 0.9,
                        height: size * 0.9)
                    let layer = makeLayer(frame, color)
                    parent.addSublayer(layer)
                    next.append(layer)
                    count += 1
                }
            }
            level = next
        }
        leaves = level
    }
    return (root, leaves)
}

for shape in ["flat", "100 × 100", "four in each"] {
    let costs = FrameCosts {
        let (root, leaves) = makeTree(shape)
        let host = LayerHost(root)
        return (leaves.count, { leaves[$0].position.x += 1 }, { host.frame() })
    }
    costs.report(shape, to: &report)
}

// Hit testing and conversion in a tree 50 deep.
for turned in [false, true] {
    var layers = [makeLayer(CGRect(x: 0, y: 0, width: 1000, height: 1000))]
    for _ in 1..<50 {
        let layer = makeLayer(CGRect(x: 1, y: 1, width: 1000, height: 1000))
        if turned { layer.setAffineTransform(.init(rotationAngle: 0.01)) }
        layers[layers.count - 1].addSublayer(layer)
        layers.append(layer)
    }
    let (top, bottom) = (layers[0], layers[49])
    let name = turned ? ", each layer turned" : ""
    let point = CGPoint(x: 500, y: 500)
    var sum = CGFloat(0)
    let hit = Cost.each(2000) { if top.hitTest(point) === bottom { sum += 1 } }
    let up = Cost.each(2000) { sum += bottom.convert(point, to: top).x }
    let down = Cost.each(2000) { sum += bottom.convert(point, from: top).x }
    let rect = Cost.each(2000) { sum += bottom.convert(CGRect(x: 0, y: 0, width: 10, height: 10), to: top).minX }
    for (work, cost) in [("hit test", hit), ("point up", up), ("point down", down), ("rect up", rect)] {
        report.line(
            "50 deep\(name), \(work)", "\(cost.microseconds), \(cost.allocations) allocations", bar: "≤ 5 µs",
            met: cost.seconds <= 5e-6)
    }
    withExtendedLifetime(sum) {}
}

// Memory.
let plain = CALayer()
let size = allocation_size(Unmanaged.passUnretained(plain).toOpaque())
report.line("a plain layer's object", "\(size) bytes", bar: "≤ 500", met: size <= 500)
var many: [CALayer] = []
many.reserveCapacity(1000)
let made = Cost.of { for _ in 0..<1000 { many.append(CALayer()) } }
report.line("a plain layer in all", "\(made.bytes / 1000) bytes in \(Double(made.allocations) / 1000) allocations")
let holder = CALayer()
for layer in many { holder.addSublayer(layer) }
let before = held_bytes()
LayerHost(holder).frame()
report.line("its render node, kept", "\((held_bytes() - before) / 1000) bytes")

measureViews(&report)
measureLabels(&report)
measureMotion(&report)

if report.missed > 0 {
    print("bench-views: \(report.missed) bars were missed")
    exit(1)
}
