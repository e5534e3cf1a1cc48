import CAllocationCount
import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// A view that draws: a rounded square.
final class Tile: UIView {
    override func draw(_ rect: CGRect) {
        UIColor.systemBlue.setFill()
        UIBezierPath(roundedRect: bounds, cornerRadius: 2).fill()
    }
}

/// Frames over 10,000 views, 100 in each of 100, plain or drawing; hit testing and conversion 50 deep; sizes in memory.
func measureViews(_ report: inout Report) {
    for draws in [false, true] {
        var firsts: [Cost] = []
        var moves: [Cost] = []
        var unchanged: [Cost] = []
        for _ in 0..<5 {
            let screen = UIScreen(size: CGSize(width: 1000, height: 1000), scale: 2)
            let window = UIWindow(screen: screen)
            var leaves: [UIView] = []
            for row in 0..<100 {
                let holder = UIView(frame: CGRect(x: 0, y: row * 10, width: 1000, height: 10))
                for column in 0..<100 {
                    let frame = CGRect(x: column * 10, y: 0, width: 9, height: 9)
                    let leaf = draws ? Tile(frame: frame) : UIView(frame: frame)
                    if !draws { leaf.backgroundColor = .systemBlue }
                    holder.addSubview(leaf)
                    leaves.append(leaf)
                }
                window.addSubview(holder)
            }
            window.isHidden = false
            firsts.append(Cost.of { _ = screen.frame() })
            var index = 0
            moves.append(
                Cost.median(101) {
                    index = (index + 7919) % leaves.count
                    leaves[index].center.x += 1
                    _ = screen.frame()
                })
            unchanged.append(Cost.each(1000) { _ = screen.frame() })
            withExtendedLifetime(window) {}
        }
        func middle(_ costs: [Cost]) -> Cost { costs.sorted { $0.seconds < $1.seconds }[costs.count / 2] }
        let (first, moved, same) = (middle(firsts), middle(moves), middle(unchanged))
        let name = draws ? "10,000 views that draw" : "10,000 plain views"
        report.line("\(name), first frame", "\(fixed(first.seconds * 1e3, 2)) ms, \(first.allocations) allocations")
        let share = moved.seconds / first.seconds
        report.line(
            "\(name), a frame in which one moved",
            "\(moved.microseconds), \(fixed(share * 100, 2)) % of the first, \(moved.allocations) allocations",
            bar: "≤ 2 %", met: share <= 0.02)
        report.line(
            "\(name), a frame in which nothing changed", "\(same.microseconds), \(same.allocations) allocations",
            bar: "≤ 50 µs", met: same.seconds <= 50e-6)
    }

    let screen = UIScreen(size: CGSize(width: 1000, height: 1000), scale: 2)
    let window = UIWindow(screen: screen)
    var views: [UIView] = [window]
    for _ in 0..<50 {
        let view = UIView(frame: CGRect(x: 1, y: 1, width: 1000, height: 1000))
        view.transform = CGAffineTransform(rotationAngle: 0.01)
        views[views.count - 1].addSubview(view)
        views.append(view)
    }
    window.isHidden = false
    _ = screen.frame()
    let bottom = views[50]
    let point = CGPoint(x: 500, y: 500)
    var sum = CGFloat(0)
    let hit = Cost.each(2000) { if window.hitTest(point, with: nil) === bottom { sum += 1 } }
    precondition(sum > 0, "the point is in the deepest view")
    let up = Cost.each(2000) { sum += bottom.convert(point, to: window).x }
    let rect = Cost.each(2000) { sum += bottom.convert(bottom.bounds, to: nil).minX }
    for (work, cost) in [("hit test", hit), ("point to the window", up), ("rect to the window", rect)] {
        report.line(
            "views 50 deep, each turned, \(work)", "\(cost.microseconds), \(cost.allocations) allocations",
            bar: "≤ 5 µs", met: cost.seconds <= 5e-6)
    }
    withExtendedLifetime(sum) {}

    var many: [UIView] = []
    many.reserveCapacity(1000)
    let made = Cost.of { for _ in 0..<1000 { many.append(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))) } }
    report.line(
        "a plain view with its layer", "\(made.bytes / 1000) bytes in \(Double(made.allocations) / 1000) allocations",
        bar: "≤ 1024", met: made.bytes / 1000 <= 1024)
}
