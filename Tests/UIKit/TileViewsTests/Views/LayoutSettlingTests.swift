import Foundation
import Testing
import TileDrawing
import TileLayers

@testable import TileViews

/// Tests of the number of layouts of views that mark others during layout.
@Suite("Layout that marks views again")
struct LayoutSettlingTests {
    private final class Count {
        var calls = 0
    }

    /// A view that marks its superview and its subviews in each layout, as a label did after its text was set.
    private final class Restless: UIView {
        var count: Count?
        var marks: (Restless) -> Void = {
            $0.superview?.setNeedsLayout()
            for view in $0.subviews { view.setNeedsLayout() }
        }

        override func layoutSubviews() {
            count?.calls += 1
            marks(self)
        }
    }

    private func chain(_ depth: Int, _ count: Count) -> (root: UIView, views: [Restless]) {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        var views: [Restless] = []
        for _ in 0..<depth {
            let view = Restless(frame: root.bounds)
            view.count = count
            (views.last ?? root).addSubview(view)
            views.append(view)
        }
        return (root, views)
    }

    @Test("A label's text set in layoutSubviews, to the same or another, lays nothing out again")
    func text() {
        final class Row: UIView {
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
            var text = { "7" }
            var calls = 0
            override func layoutSubviews() {
                calls += 1
                label.text = text()
            }
        }
        let host = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let rows = (0..<3).map { _ in Row(frame: CGRect(x: 0, y: 0, width: 50, height: 20)) }
        for (outer, row) in zip([host] + rows, rows) {
            outer.addSubview(row)
            row.addSubview(row.label)
        }
        host.layoutIfNeeded()
        #expect(rows.map(\.calls) == [1, 1, 1])
        var number = 0
        for row in rows {
            row.text = {
                number += 1
                return "\(number)"
            }
            row.setNeedsLayout()
        }
        host.layoutIfNeeded()
        #expect(rows.map(\.calls) == [2, 2, 2] && number == 3)
    }

    @Test("Equal values mark nothing")
    func equalValues() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        let button = UIButton(frame: label.frame)
        func set() {
            label.text = "Row"
            label.font = .systemFont(ofSize: 12)
            label.textColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
            label.textAlignment = .center
            label.numberOfLines = 2
            button.setTitle("Row", for: .normal)
            button.setTitleColor(UIColor(white: 0.5, alpha: 1), for: .normal)
            button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        }
        func setAttributed() {
            label.attributedText = NSAttributedString(string: "Row", attributes: [.kern: 2])
        }
        let superview = UIView(frame: label.frame)
        superview.addSubview(label)
        superview.addSubview(button)
        for set in [set, setAttributed] {
            set()
            #expect(label.layer.needsDisplay())
            superview.layoutIfNeeded()
            label.layer.displayIfNeeded()
            set()
            #expect(!label.layer.needsDisplay() && !superview.layer.needsLayout() && !button.layer.needsLayout())
        }
        label.text = "Seat"
        #expect(label.layer.needsDisplay())
    }

    @Test("Views that all mark their superviews cost 32 passes in all, however deep they lie, and are named once")
    func restless() {
        for depth in [2, 4, 8] {
            let count = Count()
            let (root, views) = chain(depth, count)
            var log: [String] = []
            func layOut() {
                FrameLog.collecting {
                    log.append($0)
                } _: {
                    root.layoutIfNeeded()
                }
            }
            layOut()
            #expect(count.calls <= 32 * depth, "\(depth) deep")
            #expect(count.calls > 1 && !log.isEmpty)
            #expect(log.allSatisfy { $0.contains("does not settle") && $0.contains("32 times") })
            #expect(log.contains { $0.contains("Restless") })
            // Views that still need layout wait for the next frame, and are not reported again.
            let named = log.count
            views[0].setNeedsLayout()
            let before = count.calls
            layOut()
            #expect(count.calls > before && count.calls - before <= 32 * depth && log.count == named)
        }
    }

    @Test("Asking within layoutSubviews for a subview's layout multiplies nothing either")
    func nested() {
        let count = Count()
        let (root, views) = chain(5, count)
        for view in views {
            view.marks = { view in
                view.setNeedsLayout()
                for child in view.subviews {
                    child.setNeedsLayout()
                    child.layoutIfNeeded()
                }
            }
        }
        FrameLog.collecting { _ in
        } _: {
            root.layoutIfNeeded()
        }
        #expect(count.calls <= 33 * 5)
    }

    @Test("A change of a subview's size lays its superview out, but not where the superview is giving it that size")
    func subviewSize() {
        final class Row: UIView {
            var calls = 0
            var arrange: (UIView) -> Void = { _ in }
            override func layoutSubviews() {
                calls += 1
                for view in subviews { arrange(view) }
            }
        }
        let row = Row(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        let child = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        row.addSubview(child)
        row.layoutIfNeeded()
        #expect(row.calls == 1)
        child.frame.origin.x = 5
        row.layoutIfNeeded()
        #expect(row.calls == 1)
        child.bounds.size.width = 12
        row.layoutIfNeeded()
        #expect(row.calls == 2)
        var width: CGFloat = 20
        row.arrange = {
            width += 1
            $0.frame.size.width = width
        }
        row.setNeedsLayout()
        row.layoutIfNeeded()
        #expect(row.calls == 3 && child.frame.width == 21)
    }
}
