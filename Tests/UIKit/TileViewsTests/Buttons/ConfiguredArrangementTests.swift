import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("A configured button's image and text stand to each other")
struct ConfiguredArrangementTests {
    private func arrange(
        _ placement: NSDirectionalRectEdge, image: CGSize = CGSize(width: 20, height: 20),
        title: CGSize = CGSize(width: 50, height: 18), subtitle: CGSize = .zero, alignment: NSTextAlignment = .natural,
        isRightToLeft: Bool = false
    ) -> ConfiguredArrangement {
        ConfiguredArrangement(
            image: image, title: title, subtitle: subtitle, placement: placement, imagePadding: 6, titlePadding: 2,
            alignment: alignment, isRightToLeft: isRightToLeft)
    }

    @Test("a leading image is left of the text, or right of it where text runs to the left")
    func leading() {
        let left = arrange(.leading)
        #expect(left.size == CGSize(width: 76, height: 20))
        #expect(left.imageFrame == CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(left.titleFrame == CGRect(x: 26, y: 1, width: 50, height: 18))
        let right = arrange(.leading, isRightToLeft: true)
        #expect(right.imageFrame.minX == 56)
        #expect(right.titleFrame.minX == 0)
        #expect(arrange(.trailing).imageFrame == right.imageFrame)
        #expect(arrange(.trailing, isRightToLeft: true).imageFrame == left.imageFrame)
    }

    @Test("an image above or below is centred over the text")
    func vertical() {
        let top = arrange(.top)
        #expect(top.size == CGSize(width: 50, height: 44))
        #expect(top.imageFrame == CGRect(x: 15, y: 0, width: 20, height: 20))
        #expect(top.titleFrame == CGRect(x: 0, y: 26, width: 50, height: 18))
        let bottom = arrange(.bottom)
        #expect(bottom.titleFrame.minY == 0)
        #expect(bottom.imageFrame.minY == 24)
    }

    @Test("an image at all edges lies under the text")
    func all() {
        let both = arrange(.all)
        #expect(both.size == CGSize(width: 50, height: 20))
        #expect(both.imageFrame.minX == 15)
        #expect(both.titleFrame == CGRect(x: 0, y: 1, width: 50, height: 18))
    }

    @Test("paddings count only between things that are there")
    func paddings() {
        #expect(arrange(.leading, image: .zero).size == CGSize(width: 50, height: 18))
        #expect(arrange(.leading, title: .zero).size == CGSize(width: 20, height: 20))
        #expect(arrange(.leading, image: .zero, subtitle: CGSize(width: 60, height: 12)).size.height == 32)
        #expect(
            arrange(.leading, image: .zero, title: .zero, subtitle: CGSize(width: 60, height: 12)).size.height == 12)
    }

    @Test(
        "title and subtitle are aligned to each other",
        arguments: [
            (NSTextAlignment.natural, CGFloat(0)), (.center, 20), (.right, 40),
        ])
    func subtitle(alignment: NSTextAlignment, x: CGFloat) {
        let both = arrange(
            .leading, image: .zero, title: CGSize(width: 20, height: 18), subtitle: CGSize(width: 60, height: 12),
            alignment: alignment)
        #expect(both.titleFrame == CGRect(x: x, y: 0, width: 20, height: 18))
        #expect(both.subtitleFrame == CGRect(x: 0, y: 20, width: 60, height: 12))
    }

    @Test("the whole is aligned in its room")
    func origin() {
        let room = CGRect(x: 10, y: 10, width: 176, height: 40)
        let whole = arrange(.leading)
        #expect(whole.origin(in: room, .center, .center) == CGPoint(x: 60, y: 20))
        #expect(whole.origin(in: room, .left, .top) == CGPoint(x: 10, y: 10))
        #expect(whole.origin(in: room, .right, .bottom) == CGPoint(x: 110, y: 30))
        #expect(whole.origin(in: room, .fill, .fill) == CGPoint(x: 60, y: 20))
    }
}
