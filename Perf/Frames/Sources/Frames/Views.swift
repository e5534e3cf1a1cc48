import CAllocationCount
import Foundation
import Measuring
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
        let costs = FrameCosts {
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
            return (leaves.count, { leaves[$0].center.x += 1 }, { withExtendedLifetime(window) { _ = screen.frame() } })
        }
        costs.report(draws ? "10,000 views that draw" : "10,000 plain views", to: &report)
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
