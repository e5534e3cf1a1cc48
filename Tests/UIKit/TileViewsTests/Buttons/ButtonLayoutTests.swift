import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("A button lays out image and title")
struct ButtonLayoutTests {
    /// Returns a button of 200 by 60 points with an image of 20 by 10 and a title.
    private func button() -> UIButton {
        let button = UIButton(type: .custom)
        button.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
        button.setImage(Letters.image(Array(repeating: String(repeating: "R", count: 20), count: 10)), for: .normal)
        button.setTitle("Title", for: .normal)
        return button
    }

    private func frames(_ button: UIButton) -> (image: CGRect, title: CGRect) {
        button.layoutIfNeeded()
        return (button.imageView!.frame, button.titleLabel!.frame)
    }

    @Test("image and title stand side by side in the middle")
    func centered() {
        let button = button()
        let (image, title) = frames(button)
        #expect(image.size == CGSize(width: 20, height: 10))
        #expect(abs(title.minX - image.maxX) <= 1)
        #expect(abs((image.minX + title.maxX) / 2 - 100) <= 1)
        #expect(abs(image.midY - 30) <= 0.5 && abs(title.midY - 30) <= 0.5)
    }

    @Test("content is aligned to each side")
    func alignment() {
        let button = button()
        button.contentHorizontalAlignment = .left
        button.contentVerticalAlignment = .top
        var (image, title) = frames(button)
        #expect(image.origin == .zero && title.origin == CGPoint(x: 20, y: 0))
        button.contentHorizontalAlignment = .right
        button.contentVerticalAlignment = .bottom
        (image, title) = frames(button)
        #expect(title.maxX == 200 && title.maxY == 60)
        #expect(image.maxX == title.minX && image.maxY == 60)
        button.contentVerticalAlignment = .fill
        (image, title) = frames(button)
        #expect(image.height == 60 && title.height == 60)
    }

    @Test("where text runs to the left the image stands on the right")
    func rightToLeft() {
        let button = button()
        button.semanticContentAttribute = .forceRightToLeft
        let (image, title) = frames(button)
        #expect(abs(image.minX - title.maxX) <= 1)
        button.contentHorizontalAlignment = .leading
        #expect(frames(button).image.maxX == 200)
    }

    @Test("insets of title and image move them by half where content is centred")
    func componentInsets() {
        let button = button()
        let before = frames(button)
        button.titleEdgeInsets = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 0)
        button.imageEdgeInsets = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 10)
        let after = frames(button)
        #expect(abs(after.title.minX - before.title.minX - 5) <= 1)
        #expect(abs(after.image.minX - before.image.minX + 5) <= 1)
    }

    @Test("the content's insets make its room smaller and the button larger")
    func contentInsets() {
        let button = button()
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(button.contentRect(forBounds: button.bounds) == CGRect(x: 2, y: 1, width: 194, height: 56))
        let size = button.intrinsicContentSize
        let title = button.titleLabel!.intrinsicContentSize
        #expect(size == CGSize(width: 20 + title.width + 6, height: max(10, title.height) + 4))
        button.sizeToFit()
        let (image, shown) = frames(button)
        #expect(image.minX == 2 && shown.maxX == button.bounds.width - 4)
    }

    @Test("a title that has too little room is cut, not laid over the edge")
    func narrow() {
        let button = button()
        button.frame.size.width = 40
        let (image, title) = frames(button)
        #expect(image.minX >= 0 && title.maxX <= 40 && title.width <= 20)
    }

    @Test("a system button with a title is as high as UIKit's: its line and 6 points above and below")
    func customaryHeight() {
        let button = UIButton(type: .system)
        button.setTitle("Button", for: .normal)
        let label = button.titleLabel!.intrinsicContentSize
        #expect(button.intrinsicContentSize == CGSize(width: label.width, height: label.height + 12))
    }

    @Test("a background image is behind everything, over the whole button, and the least size")
    func background() throws {
        let button = UIButton(type: .custom)
        button.setBackgroundImage(Letters.image(["RRR", "RRR"]), for: .normal)
        #expect(button.intrinsicContentSize == CGSize(width: 3, height: 2))
        button.frame = CGRect(x: 0, y: 0, width: 4, height: 3)
        button.setImage(Letters.image(["G"]), for: .normal)
        button.contentHorizontalAlignment = .left
        button.contentVerticalAlignment = .top
        #expect(try Letters.shown(by: button) == ["GRRR", "RRRR", "RRRR"])
    }

    @Test("the light of a touch is brightest in the middle, and only while pressed")
    func touchLight() throws {
        let button = UIButton(type: .custom)
        button.frame = CGRect(x: 0, y: 0, width: 21, height: 21)
        button.showsTouchWhenHighlighted = true
        #expect(try Letters.bitmap(of: button).solidColor == .clear)
        button.isHighlighted = true
        let lit = try Letters.bitmap(of: button)
        #expect(lit[10, 10].alpha > 150 && lit[10, 10].alpha > lit[5, 10].alpha && lit[5, 10].alpha > lit[0, 0].alpha)
        button.isHighlighted = false
        #expect(try Letters.bitmap(of: button).solidColor == .clear)
    }

    @Test("an archive has type, title, colors and images, and no view twice")
    func archive() throws {
        let button = button()
        button.setTitleColor(.red, for: .normal)
        button.setBackgroundImage(Letters.image(["B"]), for: .normal)
        button.layoutIfNeeded()
        let copy = try #require(try archivedCopy(of: button))
        copy.layoutIfNeeded()
        #expect(copy.buttonType == .custom && copy.currentTitle == "Title" && copy.currentTitleColor == .red)
        #expect(copy.subviews.count == button.subviews.count)
        #expect(copy.titleLabel?.superview === copy && copy.imageView?.superview === copy)
        #expect(copy.titleLabel?.frame == button.titleLabel?.frame)
    }

    /// A button with the image above the title, and an additional state.
    final class Badge: UIButton {
        static let alarmed = UIControl.State(rawValue: 1 << 16)
        var isAlarmed = false {
            didSet { setNeedsLayout() }
        }
        override var state: UIControl.State { isAlarmed ? super.state.union(Self.alarmed) : super.state }
        override func imageRect(forContentRect contentRect: CGRect) -> CGRect {
            CGRect(x: contentRect.minX, y: contentRect.minY, width: contentRect.width, height: 20)
        }
        override func titleRect(forContentRect contentRect: CGRect) -> CGRect {
            CGRect(x: contentRect.minX, y: contentRect.minY + 20, width: contentRect.width, height: 20)
        }
    }

    @Test("baselines are those of the title in a button of any height, before the title has its frame")
    func baselines() throws {
        let top = stage(300, 200)
        let (lap, start, plain, label) = (
            UIButton(type: .system), UIButton(type: .system), UIButton(configuration: .plain()), UILabel()
        )
        lap.setTitle("Lap", for: .normal)
        start.setTitle("Start", for: .normal)
        plain.configuration?.title = "Plain"
        label.text = "label"
        label.font = .systemFont(ofSize: 30)
        for view in [lap, start, plain, label] {
            view.translatesAutoresizingMaskIntoConstraints = false
            top.addSubview(view)
        }
        NSLayoutConstraint.activate([
            lap.topAnchor.constraint(equalTo: top.topAnchor, constant: 10),
            lap.heightAnchor.constraint(equalToConstant: 60),
            start.topAnchor.constraint(equalTo: lap.topAnchor),
            start.lastBaselineAnchor.constraint(equalTo: lap.firstBaselineAnchor),
            plain.firstBaselineAnchor.constraint(equalTo: lap.lastBaselineAnchor),
            label.firstBaselineAnchor.constraint(equalTo: lap.firstBaselineAnchor),
        ])
        func checkBaselines() throws {
            top.layoutIfNeeded()
            for button in [lap, start, plain] {
                let title = try #require(button.titleLabel)
                let line = button.frame.minY + title.frame.minY + (title.font.ascender + 0.5).rounded(.down)
                #expect(abs(line - label.frame.minY - (label.font.ascender + 0.5).rounded(.down)) <= 1)
            }
            #expect(plain.frame.height == plain.intrinsicContentSize.height)
        }
        try checkBaselines()
        // The buttons have one font, and both their titles are in the middle.
        #expect(start.frame.height == 60)
        let middle = label.frame.minY
        lap.contentVerticalAlignment = .top
        start.contentVerticalAlignment = .top
        try checkBaselines()
        #expect(label.frame.minY < middle - 10)
        let above = label.frame.minY
        for button in [lap, start] { button.titleEdgeInsets = UIEdgeInsets(top: 6, left: 0, bottom: 0, right: 0) }
        try checkBaselines()
        #expect(label.frame.minY == above + 6)
    }

    @Test("a button with an action alone is a system button with its title")
    func primaryAction() {
        let button = UIButton(primaryAction: UIAction(title: "Menu") { _ in })
        #expect(button.buttonType == .system && button.currentTitle == "Menu")
    }

    @Test("a subclass places image and title, and has states of its own")
    func subclass() {
        let badge = Badge(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        badge.contentEdgeInsets = UIEdgeInsets(top: 5, left: 5, bottom: 5, right: 5)
        badge.setTitle("calm", for: .normal)
        badge.setTitle("alarmed", for: Badge.alarmed)
        badge.setImage(Letters.image(["R"]), for: .normal)
        let (image, title) = frames(badge)
        #expect(image == CGRect(x: 5, y: 5, width: 40, height: 20))
        #expect(title == CGRect(x: 5, y: 25, width: 40, height: 20))
        badge.isAlarmed = true
        #expect(badge.currentTitle == "alarmed")
        badge.layoutIfNeeded()
        #expect(badge.titleLabel?.text == "alarmed")
    }
}
