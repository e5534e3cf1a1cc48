import Foundation
import Testing

@testable import TileViews

@Suite("Constraints by the visual format")
struct VisualConstraintTests {
    private func views(_ names: String..., in top: UIView) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, free(in: top)) })
    }

    private func error(
        _ format: String, _ options: NSLayoutConstraint.FormatOptions = [], metrics: [String: Any] = [:],
        views: [String: Any]
    ) -> String {
        do {
            _ = try VisualConstraints(format, options, metrics: metrics, views: views).made()
            return "none"
        } catch { return error.description }
    }

    @Test("A row is laid out")
    func row() {
        let top = stage(300, 100)
        let views = views("a", "b", "c", in: top)
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "|-[a(50)]-[b(==a)]-gap-[c]-5-|", options: [.alignAllTop, .alignAllBottom],
                metrics: ["gap": 12], views: views)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|[a(20)]", views: views))
        top.layoutIfNeeded()
        #expect((views["a"] as! UIView).frame == CGRect(x: 8, y: 0, width: 50, height: 20))
        #expect((views["b"] as! UIView).frame == CGRect(x: 66, y: 0, width: 50, height: 20))
        #expect((views["c"] as! UIView).frame == CGRect(x: 128, y: 0, width: 167, height: 20))
    }

    @Test("A row from right to left, and a column")
    func directions() {
        let top = stage(300, 100)
        let views = views("a", "b", in: top)
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "|-10-[a(50)]-[b(20)]", options: .directionRightToLeft, views: views)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|-(2)-[a(20)]-(>=3)-[b(10)]|", views: views))
        top.layoutIfNeeded()
        #expect((views["a"] as! UIView).frame == CGRect(x: 240, y: 2, width: 50, height: 20))
        #expect((views["b"] as! UIView).frame == CGRect(x: 212, y: 90, width: 20, height: 10))
    }

    @Test("The constraints are UIKit's: which item is first, and what the constant is")
    func forms() {
        let top = stage()
        let views = views("a", "b", in: top)
        let made = NSLayoutConstraint.constraints(withVisualFormat: "|-3-[a(>=7@20)]-4-[b]-|", views: views)
        let (a, b) = (views["a"] as AnyObject, views["b"] as AnyObject)
        #expect(made.count == 4)
        #expect(made[0].firstItem === a && made[0].firstAttribute == .leading && made[0].secondItem === top)
        #expect(made[0].secondAttribute == .leading && made[0].constant == 3)
        #expect(made[1].firstAttribute == .width && made[1].relation == .greaterThanOrEqual && made[1].constant == 7)
        #expect(made[1].priority == UILayoutPriority(20) && made[1].secondItem == nil)
        #expect(made[2].firstItem === b && made[2].secondItem === a && made[2].secondAttribute == .trailing)
        #expect(made[2].constant == 4)
        #expect(made[3].firstItem === top && made[3].firstAttribute == .trailingMargin && made[3].secondItem === b)
        #expect(made[3].constant == 0 && made.allSatisfy { !$0.isActive })
    }

    @Test("What names nothing is said, with a caret")
    func mistakes() {
        let top = stage()
        let views = views("a", in: top)
        #expect(
            error("|-[a]-[b]", views)
                == "Unable to parse constraint format:\nb is not a key in the views dictionary.\n|-[a]-[b]\n       ^")
        #expect(
            error("[a(x)]", views)
                == "Unable to parse constraint format:\nx is not a key in the metrics dictionary.\n[a(x)]\n   ^")
        #expect(error("[a(x)]", [], metrics: ["x": "wide"], views: views).contains("no finite number"))
        #expect(error("[a(x)]", [], metrics: ["x": Double.nan], views: views).contains("no finite number"))
        #expect(error("[a(5@2000)]", views).contains("Priorities must be greater than 0"))
        #expect(
            error("[a]-5-[a]", .alignAllLeft, metrics: [:], views: views).contains(
                "Options mask required views to be aligned"))
        #expect(error("|[a]", ["a": UIView()]).contains("Unable to interpret '|' character"))
    }

    private func error(_ format: String, _ views: [String: Any]) -> String {
        error(format, [], metrics: [:], views: views)
    }
}
