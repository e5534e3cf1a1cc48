import Foundation
import Testing
import TileDrawing

@testable import TileLayers
@testable import TileViews

/// A view with an intrinsic size.
final class SizedView: UIView {
    var wanted: CGSize {
        didSet { invalidateIntrinsicContentSize() }
    }

    init(_ width: CGFloat, _ height: CGFloat) {
        wanted = CGSize(width: width, height: height)
        super.init(frame: .zero)
        translatesAutoresizingMaskIntoConstraints = false
    }

    required init?(coder: NSCoder) { nil }

    override var intrinsicContentSize: CGSize { wanted }
}

/// Returns a view that constraints position.
func free(in superview: UIView) -> UIView {
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
}

func stage(_ width: CGFloat = 320, _ height: CGFloat = 480) -> UIView {
    UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
}

struct ConstraintLayoutTests {
    @Test func edgesFollowTheSuperview() {
        let top = stage()
        let view = free(in: top)
        NSLayoutConstraint.activate([
            view.leadingAnchor.constraint(equalTo: top.leadingAnchor, constant: 10),
            view.trailingAnchor.constraint(equalTo: top.trailingAnchor, constant: -20),
            view.topAnchor.constraint(equalTo: top.topAnchor, constant: 30),
            view.bottomAnchor.constraint(equalTo: top.bottomAnchor, constant: -40),
        ])
        top.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 10, y: 30, width: 290, height: 410))
        top.frame.size = CGSize(width: 200, height: 100)
        top.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 10, y: 30, width: 170, height: 30))
    }

    @Test func aConstantMovesAndAPriorityGivesWay() {
        let top = stage()
        let view = free(in: top)
        let width = view.widthAnchor.constraint(equalToConstant: 100)
        let wish = view.widthAnchor.constraint(equalToConstant: 50)
        wish.priority = .defaultHigh
        NSLayoutConstraint.activate([
            width, wish, view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5),
            view.centerXAnchor.constraint(equalTo: top.centerXAnchor),
            view.centerYAnchor.constraint(equalTo: top.centerYAnchor),
        ])
        top.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 110, y: 215, width: 100, height: 50))
        width.constant = 200
        top.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 60, y: 190, width: 200, height: 100))
        width.isActive = false
        top.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 135, y: 227.5, width: 50, height: 25))
    }

    @Test func constraintsReachThroughLevels() {
        let top = stage()
        let box = free(in: top)
        let inner = free(in: box)
        let other = free(in: top)
        NSLayoutConstraint.activate([
            box.leftAnchor.constraint(equalTo: top.leftAnchor, constant: 50),
            box.topAnchor.constraint(equalTo: top.topAnchor, constant: 60),
            box.widthAnchor.constraint(equalToConstant: 100), box.heightAnchor.constraint(equalToConstant: 100),
            inner.rightAnchor.constraint(equalTo: box.rightAnchor, constant: -5),
            inner.centerYAnchor.constraint(equalTo: box.centerYAnchor),
            inner.widthAnchor.constraint(equalToConstant: 10), inner.heightAnchor.constraint(equalToConstant: 20),
            other.leftAnchor.constraint(equalTo: inner.rightAnchor, constant: 1),
            other.topAnchor.constraint(equalTo: inner.bottomAnchor, constant: 2),
            other.widthAnchor.constraint(equalTo: inner.widthAnchor, multiplier: 2, constant: 3),
            other.heightAnchor.constraint(equalToConstant: 4),
        ])
        top.layoutIfNeeded()
        #expect(box.frame == CGRect(x: 50, y: 60, width: 100, height: 100))
        #expect(inner.frame == CGRect(x: 85, y: 40, width: 10, height: 20))
        #expect(other.frame == CGRect(x: 146, y: 122, width: 23, height: 4))
    }

    @Test func aSuperviewTakesItsSizeFromWhatIsInIt() {
        let top = stage()
        let card = free(in: top)
        let content = SizedView(70, 30)
        card.addSubview(content)
        NSLayoutConstraint.activate([
            card.centerXAnchor.constraint(equalTo: top.centerXAnchor),
            card.topAnchor.constraint(equalTo: top.topAnchor),
            content.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 10),
            content.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -10),
            content.topAnchor.constraint(equalTo: card.topAnchor, constant: 5),
            content.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -5),
        ])
        top.layoutIfNeeded()
        #expect(card.frame == CGRect(x: 115, y: 0, width: 90, height: 40))
        content.wanted.height = 100
        top.layoutIfNeeded()
        #expect(card.frame == CGRect(x: 115, y: 0, width: 90, height: 110))
        #expect(content.frame == CGRect(x: 10, y: 5, width: 70, height: 100))
    }

    @Test(arguments: [false, true]) func ofEqualViewsTheFirstNamedStretches(_ isCompressed: Bool) {
        let top = stage(isCompressed ? 100 : 300, 100)
        let (a, b) = (SizedView(80, 20), SizedView(70, 20))
        top.addSubview(b)
        top.addSubview(a)
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: top.leadingAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor),
            b.trailingAnchor.constraint(equalTo: top.trailingAnchor),
            a.topAnchor.constraint(equalTo: top.topAnchor), b.topAnchor.constraint(equalTo: top.topAnchor),
        ])
        top.layoutIfNeeded()
        #expect(a.frame.width == (isCompressed ? 80 : 230))
        #expect(b.frame == CGRect(x: a.frame.width, y: 0, width: isCompressed ? 20 : 70, height: 20))
    }

    @Test func hugsAndResistsByPriority() {
        let top = stage(300, 100)
        let (a, b) = (SizedView(80, 20), SizedView(70, 20))
        top.addSubview(a)
        top.addSubview(b)
        a.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
        b.setContentCompressionResistancePriority(UILayoutPriority(751), for: .horizontal)
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: top.leadingAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor),
            b.trailingAnchor.constraint(equalTo: top.trailingAnchor),
            a.topAnchor.constraint(equalTo: top.topAnchor), b.topAnchor.constraint(equalTo: top.topAnchor),
        ])
        top.layoutIfNeeded()
        #expect(a.frame.width == 80 && b.frame.width == 220)
        top.frame.size.width = 100
        top.layoutIfNeeded()
        #expect(a.frame.width == 30 && b.frame.width == 70)
    }

    @Test func guidesTakePartAndFollowTheirView() {
        let top = stage()
        let guide = UILayoutGuide()
        top.addLayoutGuide(guide)
        let view = free(in: top)
        NSLayoutConstraint.activate([
            guide.leadingAnchor.constraint(equalTo: top.layoutMarginsGuide.leadingAnchor),
            guide.widthAnchor.constraint(equalTo: top.widthAnchor, multiplier: 0.25),
            guide.topAnchor.constraint(equalTo: top.topAnchor), guide.heightAnchor.constraint(equalToConstant: 20),
            view.leadingAnchor.constraint(equalTo: guide.trailingAnchor),
            view.trailingAnchor.constraint(equalTo: top.layoutMarginsGuide.trailingAnchor),
            view.topAnchor.constraint(equalTo: guide.bottomAnchor), view.heightAnchor.constraint(equalToConstant: 5),
        ])
        top.layoutIfNeeded()
        #expect(guide.layoutFrame == CGRect(x: 8, y: 0, width: 80, height: 20))
        #expect(view.frame == CGRect(x: 88, y: 20, width: 224, height: 5))
        top.layoutMargins.left = 20
        top.layoutIfNeeded()
        #expect(guide.layoutFrame.minX == 20)
        #expect(view.frame == CGRect(x: 100, y: 20, width: 212, height: 5))
    }

    @Test func readsFromRightToLeft() {
        let top = stage()
        top.semanticContentAttribute = .forceRightToLeft
        let (a, b) = (free(in: top), free(in: top))
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: top.leadingAnchor, constant: 10),
            a.widthAnchor.constraint(equalToConstant: 50), a.topAnchor.constraint(equalTo: top.topAnchor),
            a.heightAnchor.constraint(equalToConstant: 10),
            b.leadingAnchor.constraint(greaterThanOrEqualTo: a.trailingAnchor, constant: 5),
            b.leadingAnchor.constraint(lessThanOrEqualTo: a.trailingAnchor, constant: 5),
            b.widthAnchor.constraint(equalToConstant: 20), b.topAnchor.constraint(equalTo: top.topAnchor),
            b.heightAnchor.constraint(equalToConstant: 10),
        ])
        top.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 260, y: 0, width: 50, height: 10))
        #expect(b.frame == CGRect(x: 235, y: 0, width: 20, height: 10))
        top.semanticContentAttribute = .forceLeftToRight
        top.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 10, y: 0, width: 50, height: 10))
        #expect(b.frame == CGRect(x: 65, y: 0, width: 20, height: 10))
    }

    @Test func roundsEachViewToPixels() {
        let screen = UIScreen(size: CGSize(width: 100, height: 100), scale: 3)
        let window = UIWindow(screen: screen)
        window.isHidden = false
        let view = free(in: window)
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 25.167),
            view.widthAnchor.constraint(equalToConstant: 10.1), view.topAnchor.constraint(equalTo: window.topAnchor),
            view.heightAnchor.constraint(equalToConstant: 1.0 / 6),
        ])
        _ = screen.frame()
        #expect(abs(view.frame.minX - 25.3333) < 1e-3)
        #expect(abs(view.frame.width - 10) < 1e-9)
        #expect(abs(view.frame.height - 1.0 / 3) < 1e-9)
    }

    @Test func fitsASize() {
        let card = UIView()
        let content = SizedView(70, 30)
        card.addSubview(content)
        NSLayoutConstraint.activate([
            content.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 10),
            content.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -10),
            content.topAnchor.constraint(equalTo: card.topAnchor, constant: 5),
            content.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -5),
        ])
        #expect(card.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 90, height: 40))
        let wide = card.systemLayoutSizeFitting(
            CGSize(width: 212, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(wide == CGSize(width: 212, height: 40))
        #expect(card.frame == .zero && content.frame == .zero)
    }

    @Test func linesOfALabelFollowItsWidth() {
        let top = stage(120, 400)
        let label = UILabel()
        label.translatesAutoresizingMaskIntoConstraints = false
        label.numberOfLines = 0
        label.text = "Row twelve, seats one to four, beside the aisle"
        top.addSubview(label)
        let below = SizedView(10, 10)
        top.addSubview(below)
        NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: top.leadingAnchor),
            label.trailingAnchor.constraint(equalTo: top.trailingAnchor),
            label.topAnchor.constraint(equalTo: top.topAnchor),
            below.topAnchor.constraint(equalTo: label.bottomAnchor),
            below.leadingAnchor.constraint(equalTo: top.leadingAnchor),
        ])
        top.layoutIfNeeded()
        let narrow = label.sizeThatFits(CGSize(width: 120, height: CGFloat.greatestFiniteMagnitude)).height
        #expect(label.frame == CGRect(x: 0, y: 0, width: 120, height: narrow))
        #expect(below.frame.minY == narrow)
        top.frame.size.width = 300
        top.layoutIfNeeded()
        let wide = label.sizeThatFits(CGSize(width: 300, height: CGFloat.greatestFiniteMagnitude)).height
        #expect(wide < narrow)
        #expect(label.frame.height == wide && below.frame.minY == wide)
    }

    @Test func contentOfAScrollViewIsAsLargeAsItsConstraintsSay() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (content, pinned) = (SizedView(300, 500), free(in: scroll))
        scroll.addSubview(content)
        NSLayoutConstraint.activate([
            content.leadingAnchor.constraint(equalTo: scroll.leadingAnchor, constant: 10),
            content.trailingAnchor.constraint(equalTo: scroll.trailingAnchor, constant: -10),
            content.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor, constant: 20),
            content.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor, constant: -20),
            pinned.rightAnchor.constraint(equalTo: scroll.frameLayoutGuide.rightAnchor),
            pinned.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor),
            pinned.widthAnchor.constraint(equalToConstant: 10), pinned.heightAnchor.constraint(equalToConstant: 10),
        ])
        scroll.layoutIfNeeded()
        #expect(scroll.contentSize == CGSize(width: 320, height: 540))
        #expect(content.frame == CGRect(x: 10, y: 20, width: 300, height: 500))
        #expect(pinned.frame == CGRect(x: 90, y: 0, width: 10, height: 10))
        scroll.contentOffset = CGPoint(x: 30, y: 50)
        scroll.layoutIfNeeded()
        #expect(pinned.frame == CGRect(x: 120, y: 50, width: 10, height: 10))
        #expect(content.frame == CGRect(x: 10, y: 20, width: 300, height: 500))
    }

    @Test func whatChangesNothingSolvesNothing() {
        let screen = UIScreen(size: CGSize(width: 320, height: 480))
        let window = UIWindow(screen: screen)
        window.isHidden = false
        var widths: [NSLayoutConstraint] = []
        for row in 0..<10 {
            let view = free(in: window)
            widths.append(view.widthAnchor.constraint(equalToConstant: 10))
            NSLayoutConstraint.activate([
                view.leftAnchor.constraint(equalTo: window.leftAnchor),
                view.topAnchor.constraint(equalTo: window.topAnchor, constant: CGFloat(20 * row)),
                view.heightAnchor.constraint(equalToConstant: 10), widths[row],
            ])
        }
        var counters = screen.layerHost.counting { _ = screen.frame() }
        #expect(counters.constraintsAdded == 40 && counters.layoutsSolved == 1)
        counters = screen.layerHost.counting { _ = screen.frame() }
        #expect(
            counters
                == {
                    var one = FrameCounters(); one.frames = 1; return one
                }())
        widths[3].constant = 50
        counters = screen.layerHost.counting { _ = screen.frame() }
        #expect(counters.layoutsSolved == 1)
        #expect(counters.constraintsChanged == 1 && counters.constraintsAdded == 0 && counters.constraintsRemoved == 0)
        #expect(window.subviews[3].frame == CGRect(x: 0, y: 60, width: 50, height: 10))
        widths[3].constant = 60
        widths[3].constant = 50
        counters = screen.layerHost.counting { _ = screen.frame() }
        #expect(counters.constraintsChanged == 0)
    }
}

@Suite("Boards of many small layouts")
struct ManyLayoutTests {
    private final class Cell: UIView {
        let (a, guide) = (UIView(), UILayoutGuide())
        let width: NSLayoutConstraint

        init(_ number: Int) {
            a.translatesAutoresizingMaskIntoConstraints = false
            width = a.widthAnchor.constraint(equalToConstant: CGFloat(number % 50))
            super.init(frame: CGRect(x: 0, y: 10 * number, width: 100, height: 10))
            addSubview(a)
            addLayoutGuide(guide)
            NSLayoutConstraint.activate([
                width, a.leftAnchor.constraint(equalTo: leftAnchor, constant: 3),
                a.topAnchor.constraint(equalTo: topAnchor), a.heightAnchor.constraint(equalTo: heightAnchor),
                guide.leftAnchor.constraint(equalTo: a.rightAnchor), guide.rightAnchor.constraint(equalTo: rightAnchor),
                guide.topAnchor.constraint(equalTo: topAnchor), guide.heightAnchor.constraint(equalToConstant: 5),
            ])
        }

        required init?(coder: NSCoder) { nil }

        var isCold: Bool { rare?.layout?.engine?.isCold ?? true }
    }

    @Test("keep the solutions of those that were solved last; the others are found again when they change")
    func cooling() throws {
        let board = stage(100, 100)
        let cells = (0..<(2 * WarmLayouts.most + 10)).map { Cell($0) }
        let narrow = cells[0].a.widthAnchor.constraint(equalToConstant: 7)
        narrow.isActive = true
        for cell in cells { board.addSubview(cell) }
        #expect(logged { board.layoutIfNeeded() }.count == 1)
        #expect(cells.filter(\.isCold).count == WarmLayouts.most + 1)
        #expect(cells[0].isCold && !cells[cells.count - 1].isCold)
        func check(_ number: Int, _ width: CGFloat) {
            #expect(cells[number].a.frame == CGRect(x: 3, y: 0, width: width, height: 10))
            #expect(cells[number].guide.layoutFrame == CGRect(x: 3 + width, y: 0, width: 97 - width, height: 5))
        }
        for number in stride(from: 1, to: cells.count, by: 97) { check(number, CGFloat(number % 50)) }
        // A broken constraint stays broken and is not reported again.
        let first = cells[0].a.frame.width
        cells[0].frame.size.height = 12
        cells[7].width.constant = 33
        cells[8].frame.size.width = 120
        #expect(logged { board.layoutIfNeeded() }.isEmpty)
        #expect(!cells[0].isCold && cells[0].a.frame == CGRect(x: 3, y: 0, width: first, height: 12))
        check(7, 33)
        #expect(cells[8].guide.layoutFrame.width == 109)
        #expect(cells[9].constraintsAffectingLayout(for: .horizontal).count == 1)
        #expect(cells[9].a.constraintsAffectingLayout(for: .horizontal).contains { $0 === cells[9].width })
        cells[10].removeFromSuperview()
        board.addSubview(cells[10])
        cells[10].width.constant = 44
        board.layoutIfNeeded()
        check(10, 44)
    }
}

@Suite("Baselines and alignment rects")
struct BaselineTests {
    @Test("Lines of text stand on one line, whatever their fonts; what has no text stands on its bottom edge")
    func baselines() throws {
        let top = stage(400, 200)
        let (small, large, box) = (UILabel(), UILabel(), SizedView(30, 30))
        small.text = "small"
        small.font = .systemFont(ofSize: 10)
        large.text = "large"
        large.font = .systemFont(ofSize: 40)
        for label in [small, large] {
            label.translatesAutoresizingMaskIntoConstraints = false
            top.addSubview(label)
        }
        top.addSubview(box)
        NSLayoutConstraint.activate([
            large.topAnchor.constraint(equalTo: top.topAnchor, constant: 20),
            large.leadingAnchor.constraint(equalTo: top.leadingAnchor),
            small.leadingAnchor.constraint(equalTo: large.trailingAnchor, constant: 8),
            small.firstBaselineAnchor.constraint(equalTo: large.firstBaselineAnchor),
            box.leadingAnchor.constraint(equalTo: small.trailingAnchor),
            box.lastBaselineAnchor.constraint(equalTo: large.lastBaselineAnchor),
        ])
        top.layoutIfNeeded()
        let line = 20 + (large.font.ascender + 0.5).rounded(.down)
        #expect(small.frame.minY + (small.font.ascender + 0.5).rounded(.down) == line)
        #expect(abs(box.frame.maxY - line) <= 1)
        large.font = .systemFont(ofSize: 60)
        top.layoutIfNeeded()
        let lower = 20 + (large.font.ascender + 0.5).rounded(.down)
        #expect(small.frame.minY + (small.font.ascender + 0.5).rounded(.down) == lower && lower > line)
    }

    @Test("Constraints place the alignment rect, and the frame is larger")
    func alignment() {
        final class Shadowed: UIView {
            override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4) }
        }
        let top = stage(100, 100)
        let (view, inner) = (Shadowed(), UIView())
        for view in [view, inner] { view.translatesAutoresizingMaskIntoConstraints = false }
        top.addSubview(view)
        view.addSubview(inner)
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: top.leftAnchor, constant: 10),
            view.topAnchor.constraint(equalTo: top.topAnchor, constant: 10),
            view.widthAnchor.constraint(equalToConstant: 50), view.heightAnchor.constraint(equalToConstant: 40),
            inner.leftAnchor.constraint(equalTo: view.leftAnchor), inner.topAnchor.constraint(equalTo: view.topAnchor),
            inner.rightAnchor.constraint(equalTo: view.rightAnchor), inner.heightAnchor.constraint(equalToConstant: 5),
        ])
        top.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 8, y: 9, width: 56, height: 44))
        #expect(inner.frame == CGRect(x: 2, y: 1, width: 50, height: 5))
        #expect(view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 56, height: 44))
    }
}
