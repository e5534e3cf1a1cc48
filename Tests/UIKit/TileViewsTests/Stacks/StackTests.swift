import Foundation
import Testing
import TileDrawing

@testable import TileViews

/// The behavior of stacks, according to the tests of Arranged (Alexander Grebenyuk, MIT license), which compare with
/// UIKit.
@Suite("Stacks")
struct StackTests {
    private let top = stage()

    /// Returns a stack at the top left of a page with views of the given sizes.
    private func stack(
        _ axis: NSLayoutConstraint.Axis = .horizontal, _ sizes: [(CGFloat, CGFloat)] = [(30, 10), (50, 20), (20, 40)],
        size: CGSize? = nil
    ) -> (stack: UIStackView, views: [SizedView]) {
        let views = sizes.map { SizedView($0.0, $0.1) }
        let stack = UIStackView(arrangedSubviews: views)
        stack.axis = axis
        stack.translatesAutoresizingMaskIntoConstraints = false
        top.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leftAnchor.constraint(equalTo: top.leftAnchor), stack.topAnchor.constraint(equalTo: top.topAnchor),
        ])
        if let size {
            NSLayoutConstraint.activate([
                stack.widthAnchor.constraint(equalToConstant: size.width),
                stack.heightAnchor.constraint(equalToConstant: size.height),
            ])
        }
        return (stack, views)
    }

    private func frames(_ stack: UIStackView) -> [CGRect] {
        #expect(logged { top.layoutIfNeeded() } == [])
        return stack.arrangedSubviews.map(\.frame)
    }

    @Test("A row is as large as its views, which fill it across")
    func row() {
        let (stack, _) = stack()
        stack.spacing = 5
        #expect(
            frames(stack) == [
                CGRect(x: 0, y: 0, width: 30, height: 40), CGRect(x: 35, y: 0, width: 50, height: 40),
                CGRect(x: 90, y: 0, width: 20, height: 40),
            ])
        #expect(stack.frame == CGRect(x: 0, y: 0, width: 110, height: 40))
    }

    @Test("Alignments of a row")
    func alignments() {
        let (stack, views) = stack(size: CGSize(width: 100, height: 60))
        stack.alignment = .top
        #expect(frames(stack).map(\.minY) == [0, 0, 0])
        #expect(views.map(\.frame.height) == [10, 20, 40])
        stack.alignment = .bottom
        #expect(frames(stack).map(\.maxY) == [60, 60, 60])
        stack.alignment = .center
        #expect(frames(stack).map(\.midY) == [30, 30, 30])
        stack.alignment = .lastBaseline
        #expect(Set(frames(stack).map(\.maxY)) == [40])
    }

    @Test("A centred row without a height is as high as its highest view")
    func fits() {
        let (stack, _) = stack()
        for alignment in [UIStackView.Alignment.center, .top, .bottom, .firstBaseline] {
            stack.alignment = alignment
            _ = frames(stack)
            #expect(stack.frame.size == CGSize(width: 100, height: 40), "\(alignment)")
        }
    }

    @Test("Distributions of a row that is too long for its views")
    func distributions() {
        let (stack, _) = stack(size: CGSize(width: 200, height: 40))
        stack.spacing = 10
        stack.distribution = .fillEqually
        #expect(frames(stack).map(\.width) == [60, 60, 60])
        #expect(frames(stack).map(\.minX) == [0, 70, 140])
        stack.distribution = .equalSpacing
        #expect(frames(stack).map(\.minX) == [0, 80, 180])
        stack.distribution = .equalCentering
        #expect(frames(stack).map(\.minX) == [0, 77.5, 180])
        stack.distribution = .fillProportionally
        // 30, 50 and 20 of 120, including the spacing. The view with the lowest priority gets the remainder.
        #expect(frames(stack).map(\.width) == [50, 83.5, 46.5])
    }

    @Test("The one that hugs its content least fills a row, and the one that resists least gives")
    func fill() {
        let (stack, views) = stack(size: CGSize(width: 200, height: 40))
        views[1].setContentHuggingPriority(UILayoutPriority(249), for: .horizontal)
        views[2].setContentCompressionResistancePriority(UILayoutPriority(749), for: .horizontal)
        #expect(frames(stack).map(\.width) == [30, 150, 20])
        stack.superview?.layoutIfNeeded()
        stack.constraints.first { $0.firstAttribute == .width && $0.secondItem == nil }?.constant = 90
        #expect(frames(stack).map(\.width) == [30, 50, 10])
    }

    @Test("Spacings of one's own")
    func spacings() {
        let (stack, views) = stack()
        stack.spacing = 5
        stack.setCustomSpacing(20, after: views[0])
        #expect(frames(stack).map(\.minX) == [0, 50, 105])
        #expect(stack.customSpacing(after: views[0]) == 20)
        #expect(stack.customSpacing(after: views[1]) == UIStackView.spacingUseDefault)
        stack.removeArrangedSubview(views[0])
        #expect(views[0].superview === stack)
        stack.insertArrangedSubview(views[0], at: 0)
        #expect(frames(stack).map(\.minX) == [0, 35, 90])
        stack.setCustomSpacing(UIStackView.spacingUseSystem, after: views[1])
        #expect(frames(stack).map(\.minX) == [0, 35, 93])
        stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[1])
        #expect(frames(stack).map(\.minX) == [0, 35, 90])
    }

    @Test("Hidden views take no room, and lie where they would come in")
    func hidden() {
        let (stack, views) = stack()
        stack.spacing = 10
        views[1].isHidden = true
        #expect(frames(stack).map(\.minX) == [0, 35, 40])
        #expect(views[1].frame.size == .zero)
        #expect(stack.frame.width == 60)
        views[0].isHidden = true
        #expect(frames(stack)[2] == CGRect(x: 0, y: 0, width: 20, height: 40))
        views[2].isHidden = true
        _ = frames(stack)
        #expect(stack.frame.size == .zero)
        for view in views { view.isHidden = false }
        #expect(frames(stack).map(\.minX) == [0, 40, 100])
    }

    @Test("Columns, margins, and rows from right to left")
    func columns() {
        let (stack, _) = stack(.vertical)
        stack.spacing = 1
        stack.alignment = .trailing
        #expect(frames(stack).map(\.minY) == [0, 11, 32])
        #expect(frames(stack).map(\.maxX) == [50, 50, 50])
        stack.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        stack.isLayoutMarginsRelativeArrangement = true
        #expect(frames(stack).map(\.maxX) == [52, 52, 52])
        #expect(stack.frame.size == CGSize(width: 56, height: 76))
        stack.semanticContentAttribute = .forceRightToLeft
        #expect(frames(stack).map(\.minX) == [2, 2, 2])
    }

    @Test("A view that leaves takes its constraints with it")
    func leaves() {
        let (stack, views) = stack()
        _ = frames(stack)
        views[1].removeFromSuperview()
        #expect(stack.arrangedSubviews == [views[0], views[2]])
        #expect(frames(stack).map(\.minX) == [0, 30])
    }

    @Test("Stacks in stacks")
    func nested() {
        let (outer, views) = stack(.vertical)
        let inner = UIStackView(arrangedSubviews: [SizedView(10, 10), SizedView(15, 15)])
        outer.addArrangedSubview(inner)
        outer.alignment = .leading
        #expect(frames(outer).last == CGRect(x: 0, y: 70, width: 25, height: 15))
        #expect(inner.arrangedSubviews.map(\.frame.minX) == [0, 10])
        views[0].isHidden = true
        #expect(frames(outer).last?.minY == 60)
    }

    @Test("The constraints have UIKit's names")
    func names() {
        let (stack, _) = stack()
        _ = frames(stack)
        #expect(
            Set(stack.constraints.compactMap(\.identifier)) == [
                "UISV-canvas-connection", "UISV-spacing", "UISV-alignment",
            ])
    }
}
