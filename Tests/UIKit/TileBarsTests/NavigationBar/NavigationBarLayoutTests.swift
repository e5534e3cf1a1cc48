import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Layout of a navigation bar")
struct NavigationBarLayoutTests {
    private func rig(_ titles: String..., width: CGFloat = 375, change: (UINavigationBar) -> Void = { _ in })
        -> BarRig<UINavigationBar>
    {
        let bar = UINavigationBar(frame: .zero)
        bar.items = titles.map { UINavigationItem(title: $0) }
        change(bar)
        return BarRig(bar, width: width)
    }

    @Test("a bar is 44 points high, 30 more with a prompt, 52 more with a large title, and 32 where there is no height")
    func heights() {
        let bar = UINavigationBar(frame: .zero)
        let size = CGSize(width: 375, height: 900)
        #expect(bar.sizeThatFits(size) == CGSize(width: 375, height: 44))
        bar.items = [UINavigationItem(title: "A")]
        bar.prefersLargeTitles = true
        #expect(bar.sizeThatFits(size).height == 96 && bar.intrinsicContentSize.height == 96)
        bar.topItem?.prompt = "P"
        #expect(bar.heights(for: bar.topItem) == NavigationBarHeights(prompt: 30, row: 44, largeTitle: 52))
        bar.traitOverrides.verticalSizeClass = .compact
        #expect(bar.sizeThatFits(size).height == 62)
        bar.topItem?.prompt = ""
        #expect(bar.sizeThatFits(size).height == 32)
    }

    @Test("who gives the bar its height is told when it wants another")
    func heightsHandler() {
        let rig = rig("A")
        var told: [CGFloat] = []
        rig.bar.heightsHandler = { told.append($0.heights(for: $0.topItem).expanded) }
        rig.bar.topItem?.title = "B"
        #expect(told.isEmpty)
        rig.bar.prefersLargeTitles = true
        rig.bar.topItem?.prompt = "P"
        let item = UINavigationItem(title: "C")
        item.largeTitleDisplayMode = .never
        rig.bar.pushItem(item, animated: false)
        rig.bar.popItem(animated: false)
        rig.window.traitOverrides.verticalSizeClass = .compact
        #expect(told == [96, 126, 44, 126, 62])
    }

    @Test("whether a title is large is the item's to say, or that of the one below")
    func largeModes() {
        let bar = UINavigationBar(frame: .zero)
        let items = ["A", "B", "C"].map { UINavigationItem(title: $0) }
        bar.items = items
        #expect(!bar.showsLargeTitle(for: items[0]))
        bar.prefersLargeTitles = true
        #expect(items.allSatisfy { bar.showsLargeTitle(for: $0) })
        items[1].largeTitleDisplayMode = .never
        #expect(items.map { bar.showsLargeTitle(for: $0) } == [true, false, false])
        items[2].largeTitleDisplayMode = .always
        #expect(bar.showsLargeTitle(for: items[2]))
        items[2].largeTitleDisplayMode = .inline
        #expect(!bar.showsLargeTitle(for: items[2]))
        #expect(!bar.showsLargeTitle(for: UINavigationItem()))
    }

    @Test("title, back button and buttons have their places, mirrored from right to left")
    func places() throws {
        let rig = rig("Mail", "Letter") {
            $0.topItem?.rightBarButtonItems = [UIBarButtonItem(systemItem: .add), UIBarButtonItem(systemItem: .trash)]
        }
        let content = try #require(rig.bar.content)
        let title = try #require(rig.frame(of: content.titleHolder))
        #expect(abs(title.midX - 187.5) < 0.5 && title.minY == 0 && title.height == 44)
        #expect(content.buttons.map { rig.frame(of: $0)?.maxX } == [359, 319])
        #expect(rig.frame(of: content.back)?.minX == 8)
        let back = try #require(rig.frame(of: content.back))
        rig.window.traitOverrides.layoutDirection = .rightToLeft
        rig.frame()
        #expect(content.buttons.map { rig.frame(of: $0)?.minX } == [16, 56])
        #expect(rig.frame(of: content.back) == back.mirrored(in: 375))
        #expect(abs((rig.frame(of: content.titleHolder)?.midX ?? 0) - 187.5) < 0.5)
    }

    @Test("a direction that is set on the bar itself mirrors all of it")
    func ownDirection() throws {
        let rig = rig("Mail", "Letter") { $0.topItem?.rightBarButtonItem = UIBarButtonItem(systemItem: .reply) }
        rig.bar.semanticContentAttribute = .forceRightToLeft
        rig.frame()
        let content = try #require(rig.bar.content)
        #expect(rig.frame(of: content.buttons.first)?.minX == 16 && rig.frame(of: content.back)?.maxX == 367)
        let symbols = content.buttons[0].subviews.flatMap(\.subviews).compactMap { $0 as? BarSymbolView }
        #expect(symbols.map(\.isRightToLeft) == [true])
    }

    @Test("the back button shows less the less room there is")
    func crowding() throws {
        let rig = rig("Mailboxes", "Title")
        let content = try #require(rig.bar.content)
        #expect(content.back?.text == .title && content.back?.label.attributedText?.string == "Mailboxes")
        rig.bar.topItem?.title = "A long title that takes up"
        rig.frame()
        #expect(content.back?.text == .generic && content.back?.label.attributedText?.string == "Back")
        rig.bar.topItem?.title = "A long title that takes all the room there is in it"
        rig.frame()
        #expect(content.back?.text == NavigationBarArrangement.BackText.none)
        #expect(content.back?.accessibilityLabel == "Mailboxes")
        let title = try #require(rig.frame(of: content.titleHolder))
        #expect(title.maxX <= 375 - 16 && title.minX >= (rig.frame(of: content.back)?.maxX ?? 999))
    }

    @Test("display modes of the back button")
    func backModes() throws {
        let rig = rig("Mailboxes", "Title")
        let content = try #require(rig.bar.content)
        rig.bar.backItem?.backButtonDisplayMode = .generic
        rig.frame()
        #expect(content.back?.text == .generic)
        rig.bar.backItem?.backButtonDisplayMode = .minimal
        rig.frame()
        #expect(content.back?.text == NavigationBarArrangement.BackText.none)
        rig.bar.backItem?.backButtonDisplayMode = .default
        rig.bar.backItem?.backButtonTitle = ""
        rig.frame()
        #expect(content.back?.text == NavigationBarArrangement.BackText.none)
    }

    @Test("left items take the back button's place, unless they supplement it or are hidden")
    func leftItems() throws {
        let rig = rig("A", "B")
        let content = try #require(rig.bar.content)
        let item = UIBarButtonItem(systemItem: .edit)
        rig.bar.topItem?.leftBarButtonItem = item
        rig.frame()
        #expect(content.back == nil && rig.frame(of: content.buttons.first)?.minX == 16)
        rig.bar.topItem?.leftItemsSupplementBackButton = true
        rig.frame()
        #expect(content.back != nil && rig.frame(of: content.buttons.first)?.minX ?? 0 > 30)
        rig.bar.topItem?.leftItemsSupplementBackButton = false
        item.isHidden = true
        rig.frame()
        #expect(content.back != nil && content.buttons.isEmpty)
        item.isHidden = false
        rig.frame()
        #expect(content.back == nil && content.buttons.count == 1)
        rig.bar.topItem?.leftBarButtonItem = nil
        rig.bar.topItem?.hidesBackButton = true
        rig.frame()
        #expect(content.back == nil)
    }

    @Test("of a large title as much is seen as the height leaves, and the small one comes when it goes")
    func collapsing() throws {
        let rig = rig("Library") { $0.prefersLargeTitles = true }
        let content = try #require(rig.bar.content)
        let large = try #require(content.largeHolder.superview)
        #expect(rig.frame(of: large) == CGRect(x: 0, y: 44, width: 375, height: 52))
        #expect(content.title.alpha == 0 && rig.bar.largeTitleFraction == 1)
        rig.bar.frame.size.height = 70
        rig.frame()
        #expect(rig.frame(of: large)?.height == 26 && content.title.alpha == 0 && rig.bar.largeTitleFraction == 0.5)
        rig.bar.frame.size.height = 55
        rig.frame()
        #expect(content.title.alpha == 0.5)
        rig.bar.frame.size.height = 44
        rig.frame()
        #expect(large.isHidden && content.title.alpha == 1 && rig.bar.largeTitleFraction == 0)
        rig.bar.frame.size.height = 200
        rig.frame()
        let label = try #require(content.largeHolder.subviews.first)
        #expect(label.transform.a > 1 && label.transform.a <= 1.1 && abs((rig.frame(of: label)?.minX ?? 0) - 16) < 0.01)
    }

    @Test("a title view keeps its size, as far as there is room")
    func titleView() throws {
        let view = UIView(frame: CGRect(x: 3, y: 4, width: 120, height: 30))
        let rig = rig("A", "B") { $0.topItem?.titleView = view }
        #expect(rig.frame(of: view) == CGRect(x: 127.5, y: 7, width: 120, height: 30))
        view.bounds.size.width = 60
        rig.bar.content?.setNeedsLayout()
        rig.frame()
        #expect(rig.frame(of: view) == CGRect(x: 157.5, y: 7, width: 60, height: 30))
        view.removeFromSuperview()
        let wide = UIView(frame: CGRect(x: 0, y: 0, width: 900, height: 90))
        rig.bar.topItem?.titleView = wide
        rig.frame()
        let place = try #require(rig.frame(of: wide))
        #expect(place.maxX == 359 && place.height == 44 && place.minX >= 20)
        rig.bar.topItem?.titleView = nil
        rig.frame()
        #expect(wide.superview == nil && rig.bar.content?.title.isHidden == false)
    }

    @Test("a custom view is as large as it is, and gets its touches")
    func customView() throws {
        let button = UIButton(type: .custom)
        button.frame.size = CGSize(width: 60, height: 30)
        var taps = 0
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        let rig = rig("A") { $0.topItem?.rightBarButtonItem = UIBarButtonItem(customView: button) }
        #expect(rig.frame(of: button) == CGRect(x: 299, y: 7, width: 60, height: 30))
        rig.tap(320)
        #expect(taps == 1)
    }

    @Test("text grows with the reader's size up to XXXL, and not further")
    func textSizes() throws {
        let rig = rig("A")
        func size(_ category: UIContentSizeCategory) -> CGFloat {
            rig.window.traitOverrides.preferredContentSizeCategory = category
            rig.frame()
            let font = rig.bar.content?.title.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
            return font?.pointSize ?? 0
        }
        #expect(size(.extraSmall) == 17 && size(.large) == 17 && size(.extraLarge) == 19)
        #expect(size(.extraExtraExtraLarge) == 23 && size(.accessibilityExtraExtraExtraLarge) == 23)
    }

    @Test("readers who prefer bold text get it")
    func boldText() throws {
        let rig = rig("A", "B")
        func weight() -> UIFont? {
            rig.bar.content?.back?.label.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
        }
        #expect(weight() == .systemFont(ofSize: 17))
        rig.window.traitOverrides.legibilityWeight = .bold
        rig.frame()
        #expect(weight() == .systemFont(ofSize: 17, weight: .semibold))
    }

    @Test("a bar attached to the top has its background behind the status bar")
    func attached() {
        final class Attached: UINavigationBarDelegate {
            func position(for bar: any UIBarPositioning) -> UIBarPosition { .topAttached }
        }
        let bar = UINavigationBar(frame: .zero)
        let delegate = Attached()
        bar.items = [UINavigationItem(title: "A")]
        #expect(bar.barPosition == .top)
        let rig = BarRig(bar, y: 20)
        rig.screen.statusBarHeight = 20
        rig.frame()
        #expect(bar.backdrop.frame == CGRect(x: 0, y: 0, width: 375, height: 44))
        bar.delegate = delegate
        rig.frame()
        #expect(bar.barPosition == .topAttached)
        #expect(bar.backdrop.frame == CGRect(x: 0, y: -20, width: 375, height: 64))
    }
}
