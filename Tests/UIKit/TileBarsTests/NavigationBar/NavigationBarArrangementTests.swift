import Foundation
import Testing

@testable import TileBars

/// Numbers are points from the leading edge, independent of fonts.
@Suite("Arrangement of a navigation bar's row")
struct NavigationBarArrangementTests {
    private func arrangement(
        title: CGFloat, back: NavigationBarArrangement.Back? = nil,
        leading: [NavigationBarArrangement.Item] = [], trailing: [NavigationBarArrangement.Item] = []
    ) -> NavigationBarArrangement.Result {
        NavigationBarArrangement(
            width: 320, height: 44, leadingMargin: 16, trailingMargin: 16, chevronMargin: 8, scale: 2, back: back,
            leading: leading, trailing: trailing, title: title
        ).result()
    }

    private let back = NavigationBarArrangement.Back(chevron: 12, gap: 6, title: 70, generic: 40)

    private func text(_ width: CGFloat) -> NavigationBarArrangement.Item { .init(width: width, isSqueezable: true) }
    private func image(_ width: CGFloat) -> NavigationBarArrangement.Item { .init(width: width, isSqueezable: false) }

    private func span(_ rect: CGRect?) -> [CGFloat]? { rect.map { [$0.minX, $0.maxX] } }

    @Test("a title stands in the middle of the bar, not of what the items leave")
    func centered() {
        let result = arrangement(title: 100, trailing: [image(24), image(24)])
        #expect(span(result.title) == [110, 210])
        #expect(result.trailing.map(span) == [[280, 304], [240, 264]])
    }

    @Test("a side that takes room moves it, and no further than needed")
    func moved() {
        let result = arrangement(title: 180, trailing: [image(24), image(24)])
        #expect(span(result.title) == [50, 230])
    }

    @Test("the back button gives up its title for Back, and that for the chevron, before the title is cut off")
    func backTexts() {
        // 8 + 12 + 6 + 70 and 10 between leave 198 to the margin at 304.
        let wide = arrangement(title: 198, back: back)
        #expect(wide.backText == .title && span(wide.back) == [8, 96] && span(wide.title) == [106, 304])
        let wider = arrangement(title: 199, back: back)
        #expect(wider.backText == .generic && span(wider.back) == [8, 66])
        let none = arrangement(title: 240, back: back)
        #expect(none.backText == .none && span(none.back) == [8, 20])
        let cut = arrangement(title: 400, back: back)
        #expect(cut.backText == .none && span(cut.title) == [30, 304])
    }

    @Test("a back title of more than half the bar is too long whatever the title; without one there is no Back")
    func longBackTitles() {
        let long = NavigationBarArrangement.Back(chevron: 12, gap: 6, title: 170, generic: 40)
        #expect(arrangement(title: 30, back: long).backText == .generic)
        let minimal = NavigationBarArrangement.Back(chevron: 12, gap: 6)
        #expect(arrangement(title: 30, back: minimal).backText == .none)
        // Back would need more room than the title that does not fit.
        let short = NavigationBarArrangement.Back(chevron: 12, gap: 6, title: 30, generic: 40)
        #expect(arrangement(title: 246, back: short).backText == .none)
    }

    @Test("a title for which hardly any room is left is left out")
    func noTitle() {
        let result = arrangement(title: 100, leading: [image(130)], trailing: [image(130)])
        #expect(result.title == nil)
        #expect(span(result.leading[0]) == [16, 146] && span(result.trailing[0]) == [174, 304])
    }

    @Test("texts are squeezed in proportion, and images are not")
    func squeezed() {
        let result = arrangement(title: 0, leading: [text(100), image(24)], trailing: [text(200)])
        // 16 + 100 + 16 + 24 + 10 + 200 + 16 are 62 too many.
        let part: CGFloat = 1 - 62.0 / 300
        #expect(result.leading[0]?.width == 100 * part && result.leading[1]?.width == 24)
        #expect(result.trailing[0]?.width == 200 * part)
        #expect((result.leading[1]?.maxX ?? 999) + 9 < result.trailing[0]?.minX ?? 0)
    }

    @Test("where that is not enough the innermost items are left out, and one stays")
    func leftOut() {
        let items = Array(repeating: image(60), count: 4)
        let result = arrangement(title: 50, leading: items, trailing: items)
        #expect(result.leading.map { $0 != nil } == [true, true, false, false])
        #expect(result.trailing.map { $0 != nil } == [true, true, false, false] || result.trailing[2] == nil)
        let one = arrangement(title: 0, leading: [image(900)])
        #expect(one.leading[0] != nil)
    }

    @Test("no numbers lead to rects that are none", arguments: [0, 1, 20, 100] as [CGFloat])
    func narrow(width: CGFloat) {
        let result = NavigationBarArrangement(
            width: width, height: 44, leadingMargin: 16, trailingMargin: 16, chevronMargin: 8, scale: 2, back: back,
            leading: [text(80)], trailing: [image(24), text(90)], title: 120
        ).result()
        for rect in [result.back, result.title] + result.leading + result.trailing {
            if let rect { #expect(rect.width >= 0 && rect.minX.isFinite) }
        }
    }
}
