import Foundation
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews
import VirtualTime

/// Images of page transitions and columns.
@Suite("Containers as stored", .enabled(if: Font.isSystem))
struct ContainerImageTests {
    /// A page of a book.
    private final class Leaf: UIViewController {
        private let number: Int
        private let color: UIColor

        init(_ number: Int, _ color: UIColor) {
            (self.number, self.color) = (number, color)
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            view.backgroundColor = .systemBackground
            let band = UIView()
            band.backgroundColor = color
            let title = UILabel()
            title.text = "Chapter \(number)"
            title.font = .systemFont(ofSize: 24, weight: .bold)
            let text = UILabel()
            text.numberOfLines = 0
            text.textColor = .secondaryLabel
            text.text = String(repeating: "The tram leaves the depot at five and comes back at midnight. ", count: 4)
            for each in [band, title, text] {
                each.translatesAutoresizingMaskIntoConstraints = false
                view.addSubview(each)
            }
            NSLayoutConstraint.activate([
                band.topAnchor.constraint(equalTo: view.topAnchor),
                band.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                band.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                band.heightAnchor.constraint(equalToConstant: 90),
                title.topAnchor.constraint(equalTo: band.bottomAnchor, constant: 20),
                title.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
                text.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 12),
                text.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
                text.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
            ])
        }
    }

    private static let colors: [UIColor] = [.systemTeal, .systemOrange, .systemIndigo, .systemGreen]

    private func leaves() -> [UIViewController] {
        Self.colors.enumerated().map { Leaf($0.offset + 1, $0.element) }
    }

    private func screen(
        _ size: CGSize, _ idiom: UIUserInterfaceIdiom, style: UIUserInterfaceStyle, isRightToLeft: Bool = false
    ) -> UIScreen {
        let traits = UITraitCollection(userInterfaceIdiom: idiom)
        let screen = traits.performAsCurrent { UIScreen(size: size, scale: 2) }
        screen.traitOverrides.userInterfaceStyle = style
        screen.traitOverrides.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
        return screen
    }

    private func store(_ name: String, _ pictures: [CGImage], columns: Int) throws {
        let sheet = Sheet(
            columns: columns, width: CGFloat(pictures[0].width) / 2, height: CGFloat(pictures[0].height) / 2)
        try expectImage(
            name,
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    // MARK: Pages

    /// Draws a page turn, a number of seconds after it began.
    private func turn(
        _ spine: UIPageViewController.SpineLocation, _ direction: UIPageViewController.NavigationDirection,
        after seconds: Double, style: UIUserInterfaceStyle = .light, isRightToLeft: Bool = false
    ) throws -> CGImage {
        let screen = screen(CGSize(width: 480, height: 360), .pad, style: style, isRightToLeft: isRightToLeft)
        let clock = VirtualClock(now: 10)
        screen.clock = clock
        return try screen.asMain {
            let window = UIWindow(screen: screen)
            let pages = UIPageViewController(
                transitionStyle: .pageCurl, navigationOrientation: .horizontal, options: [.spineLocation: spine])
            let all = leaves()
            let (old, new) = spine == .mid ? ([all[0], all[1]], [all[2], all[3]]) : ([all[0]], [all[1]])
            pages.setViewControllers(old, direction: .forward, animated: false)
            window.rootViewController = pages
            window.makeKeyAndVisible()
            for _ in 0..<3 { _ = screen.frame() }
            pages.setViewControllers(new, direction: direction, animated: true)
            _ = screen.frame()
            clock.advance(by: seconds)
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
        }
    }

    @Test("pages on their way: bound at the side, in the middle, back, in dark, from right to left")
    func pages() throws {
        let pictures = [
            try turn(.min, .forward, after: 0.2), try turn(.min, .forward, after: 0.38),
            try turn(.mid, .forward, after: 0.2), try turn(.mid, .forward, after: 0.4),
            try turn(.mid, .reverse, after: 0.25), try turn(.max, .forward, after: 0.25),
            try turn(.min, .forward, after: 0.25, style: .dark),
            try turn(.mid, .forward, after: 0.25, isRightToLeft: true),
        ]
        try store("pages", pictures, columns: 2)
    }

    // MARK: Zooms

    /// Draws a screen that grows out of a card, a number of seconds after it began.
    private func zoom(after seconds: Double) throws -> CGImage {
        let screen = screen(CGSize(width: 200, height: 300), .phone, style: .light)
        let clock = VirtualClock(now: 10)
        screen.clock = clock
        return try screen.asMain {
            let window = UIWindow(screen: screen)
            let board = UIViewController()
            board.title = "Books"
            board.view.backgroundColor = .systemGroupedBackground
            var cards: [UIView] = []
            for (index, color) in Self.colors.enumerated() {
                let card = UIView(
                    frame: CGRect(x: 12 + 92 * (index % 2), y: 60 + 92 * (index / 2), width: 84, height: 84))
                card.backgroundColor = color
                card.layer.cornerRadius = 14
                let title = UILabel(frame: CGRect(x: 10, y: 52, width: 72, height: 24))
                title.text = "Chapter \(index + 1)"
                title.font = .systemFont(ofSize: 12, weight: .bold)
                card.addSubview(title)
                board.view.addSubview(card)
                cards.append(card)
            }
            let navigation = UINavigationController(rootViewController: board)
            window.rootViewController = navigation
            window.makeKeyAndVisible()
            for _ in 0..<3 { _ = screen.frame() }
            let leaf = leaves()[3]
            leaf.title = "Chapter 4"
            leaf.preferredTransition = .zoom { _ in cards[3] }
            navigation.pushViewController(leaf, animated: true)
            _ = screen.frame()
            clock.advance(by: seconds)
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
        }
    }

    @Test("a screen that grows out of a card, in the middle of its way")
    func zooms() throws { try store("zoom", [try zoom(after: 0.08)], columns: 1) }

    // MARK: Columns

    /// Rows with one heading each.
    private final class List: UIViewController {
        private let rows: [String]

        init(_ title: String, _ rows: [String]) {
            self.rows = rows
            super.init(nibName: nil, bundle: nil)
            self.title = title
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            view.backgroundColor = title == "Line 4" ? .systemBackground : .systemGroupedBackground
            let stack = UIStackView(
                arrangedSubviews: rows.map { text in
                    let label = UILabel()
                    label.text = text
                    label.heightAnchor.constraint(equalToConstant: 44).isActive = true
                    return label
                })
            stack.axis = .vertical
            stack.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(stack)
            NSLayoutConstraint.activate([
                stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
                stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
                stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
            ])
        }
    }

    private func split(
        _ style: UISplitViewController.Style, _ size: CGSize, look: UIUserInterfaceStyle = .light,
        isRightToLeft: Bool = false, shows column: UISplitViewController.Column? = nil
    ) throws -> CGImage {
        let screen = screen(size, .pad, style: look, isRightToLeft: isRightToLeft)
        screen.runsAnimations = false
        screen.statusBarHeight = 20
        return try screen.asMain {
            let window = UIWindow(screen: screen)
            let split = UISplitViewController(style: style)
            split.setViewController(List("Lines", ["Trams", "Buses", "Ferries"]), for: .primary)
            if style == .tripleColumn {
                split.setViewController(List("Trams", ["Line 1", "Line 2", "Line 4"]), for: .supplementary)
            }
            split.setViewController(List("Line 4", ["Depot", "Market", "Harbour", "Museum"]), for: .secondary)
            window.rootViewController = split
            window.makeKeyAndVisible()
            for _ in 0..<3 { _ = screen.frame() }
            if let column { split.show(column) }
            for _ in 0..<3 { _ = screen.frame() }
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
        }
    }

    @Test("columns beside each other, over each other, in dark, from right to left, and one alone")
    func columns() throws {
        let wide = CGSize(width: 1024, height: 700)
        let pictures = [
            try split(.doubleColumn, wide), try split(.doubleColumn, wide, look: .dark),
            try split(.tripleColumn, wide, shows: .primary), try split(.doubleColumn, wide, isRightToLeft: true),
        ]
        try store("columns", pictures, columns: 2)
        let high = CGSize(width: 700, height: 760)
        try store(
            "columns-upright",
            [
                try split(.doubleColumn, high), try split(.doubleColumn, high, shows: .primary),
                try split(.tripleColumn, high, look: .dark, shows: .primary),
            ], columns: 3)
    }
}
