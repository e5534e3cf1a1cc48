import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Lines below the titles of a navigation bar")
struct SubtitleTests {
    private func rig(isLarge: Bool = false, _ change: (UINavigationItem) -> Void) -> BarRig<UINavigationBar> {
        let bar = UINavigationBar(frame: .zero)
        bar.prefersLargeTitles = isLarge
        let item = UINavigationItem(title: "Trains")
        change(item)
        bar.items = [item]
        return BarRig(bar)
    }

    private func line(_ width: CGFloat, _ height: CGFloat) -> UIView {
        UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
    }

    private func texts(_ view: UIView) -> [String] {
        let own = (view as? UILabel).flatMap { $0.isHidden ? nil : $0.text }.map { [$0] } ?? []
        return own + view.subviews.flatMap(texts)
    }

    @Test("a view precedes an attributed text, which precedes a text; the large line falls back to the small one")
    func precedence() throws {
        let item = UINavigationItem(title: "Trains")
        #expect(item.shownSubtitle == nil && item.shownLargeSubtitle == nil && item.titles == nil)
        func shown(_ subtitle: NavigationSubtitle?) -> String? {
            switch subtitle {
            case nil: nil
            case .text(let text): text.string
            case .view(let view): "view of \(Int(view.bounds.width))"
            }
        }
        item.subtitle = "all"
        #expect(shown(item.shownSubtitle) == "all" && shown(item.shownLargeSubtitle) == "all")
        item.attributedSubtitle = AttributedString("late")
        #expect(shown(item.shownSubtitle) == "late" && item.subtitle == "late")
        item.subtitleView = line(30, 10)
        #expect(shown(item.shownSubtitle) == "view of 30" && shown(item.shownLargeSubtitle) == "late")
        item.largeSubtitle = "large"
        #expect(shown(item.shownLargeSubtitle) == "large")
        item.largeAttributedSubtitle = AttributedString("larger")
        #expect(shown(item.shownLargeSubtitle) == "larger")
        item.largeSubtitleView = line(40, 10)
        #expect(shown(item.shownLargeSubtitle) == "view of 40")
        item.titleView = line(50, 10)
        #expect(item.shownSubtitle == nil)
        (item.subtitleView, item.attributedSubtitle) = (nil, nil)
        #expect(item.subtitle == "all")
    }

    @Test("the line is under the title in the row of buttons, which stays 44 points high")
    func small() throws {
        let view = line(120, 10)
        let rig = rig { $0.subtitleView = view }
        let content = try #require(rig.bar.content)
        let (title, below) = try (#require(rig.frame(of: content.title)), #require(rig.frame(of: view)))
        #expect(rig.bar.bounds.height == 44 && below.size == CGSize(width: 120, height: 10))
        #expect(abs(below.midX - 187.5) <= 0.25 && title.maxY == below.minY)
        #expect(abs(title.minY - (44 - below.maxY)) <= 0.5)
        rig.bar.topItem?.subtitleView = nil
        rig.frame()
        #expect(view.superview == nil && rig.frame(of: content.title)?.height == 44)
        rig.bar.topItem?.subtitle = "on time"
        rig.frame()
        #expect(texts(content.titleHolder) == ["Trains", "on time"])
        rig.window.traitOverrides.preferredContentSizeCategory = .accessibilityExtraExtraExtraLarge
        rig.frame()
        let parts = try content.titleHolder.subviews.map { try #require(rig.frame(of: $0)) }
        #expect(parts.allSatisfy { $0.minY >= 0 && $0.maxY <= 44 })
        rig.bar.topItem?.style = .browser
        rig.frame()
        #expect(rig.frame(of: content.title)?.minX == rig.frame(of: content.titleHolder.subviews[1])?.minX)
    }

    @Test("a large title with a line below it is as much higher, and only the visible line is told to a reader")
    func large() throws {
        let view = line(120, 10)
        let rig = rig(isLarge: true) {
            $0.largeSubtitleView = view
            $0.largeTitle = "All trains"
            $0.subtitle = "small"
        }
        let content = try #require(rig.bar.content)
        #expect(rig.bar.bounds.height == 108)
        #expect(rig.frame(of: view) == CGRect(x: 16, y: 90, width: 120, height: 10))
        #expect(texts(content.largeHolder) == ["All trains"])
        let small = try #require(content.titleHolder.subviews.last)
        #expect(small.alpha == 0 && small.accessibilityElementsHidden)
        #expect(view.superview?.accessibilityElementsHidden == false)
        rig.bar.bounds.size.height = 44
        rig.bar.layoutIfNeeded()
        #expect(small.alpha == 1 && view.superview?.accessibilityElementsHidden == true)
        rig.bar.topItem?.largeSubtitleView = nil
        rig.bar.topItem?.subtitle = ""
        #expect(rig.bar.heights(for: rig.bar.topItem).largeTitle == 52)
    }

    /// A view whose content needs more lines in a narrow room.
    private final class Wrapping: UIView {
        var length: CGFloat = 360
        override func sizeThatFits(_ size: CGSize) -> CGSize {
            let lines = size.width > 0 ? (length / size.width).rounded(.up) : 1
            return CGSize(width: length / lines, height: 10 * lines)
        }
    }

    @Test("a view is measured again in each layout, in the room between the margins; a text has one line")
    func measuring() throws {
        let view = Wrapping()
        let rig = rig(isLarge: true) { $0.largeSubtitleView = view }
        func fit() {
            rig.bar.heightsDidChange()
            let height = rig.bar.sizeThatFits(.zero).height
            rig.bar.frame = CGRect(x: 0, y: 0, width: 375, height: height)
            rig.frame()
        }
        fit()
        #expect(rig.bar.bounds.height == 118)
        #expect(rig.frame(of: view) == CGRect(x: 16, y: 90, width: 180, height: 20))
        view.length = 300
        fit()
        #expect(rig.bar.bounds.height == 108)
        #expect(rig.frame(of: view)?.size == CGSize(width: 300, height: 10))
        func height(_ text: String) -> CGFloat {
            rig.bar.topItem?.largeSubtitleView = nil
            rig.bar.topItem?.largeSubtitle = text
            return rig.bar.heights(for: rig.bar.topItem).largeTitle
        }
        let one = height("on time")
        #expect(one > 62 && ["on\ntime", "\non time", "late"].map(height) == [one, one, one])
    }

    @Test("a view without a size of its own has its first size again after a narrow layout")
    func narrowLayout() throws {
        let view = line(120, 10)
        let rig = rig { $0.subtitleView = view }
        for (width, shown): (CGFloat, CGFloat) in [(100, 68), (375, 120)] {
            rig.bar.bounds.size.width = width
            rig.bar.setNeedsLayout()
            rig.frame()
            #expect(view.bounds.size.width == shown)
        }
    }

    @Test("attributes of a title and of a line precede those of the appearance, which precede those of the bar")
    func attributes() throws {
        var title = AttributedString("Trains")
        title.foregroundColor = UIColor.systemGreen
        let rig = rig {
            $0.attributedTitle = title
            $0.subtitle = "on time"
        }
        let content = try #require(rig.bar.content)
        let appearance = UINavigationBarAppearance()
        appearance.titleTextAttributes = [.foregroundColor: UIColor.systemRed]
        appearance.subtitleTextAttributes = [.foregroundColor: UIColor.systemBlue]
        rig.bar.standardAppearance = UINavigationBarAppearance(barAppearance: appearance)
        let label = try #require(content.titleHolder.subviews[1].subviews.first as? UILabel)
        func color(_ label: UILabel) -> UIColor? {
            label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        }
        #expect(color(content.title) == .systemGreen && color(label) == .systemBlue)
    }
}
