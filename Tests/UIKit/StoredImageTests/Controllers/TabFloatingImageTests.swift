import Foundation
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews
import VirtualTime

@Suite("Accessories, minimized bars and prominent tabs as stored", .enabled(if: Font.isSystem))
struct TabFloatingImageTests {
    private static let size = CGSize(width: 375, height: 260)

    private struct Look {
        var style = UIUserInterfaceStyle.light
        var isRightToLeft = false
        var text = UIContentSizeCategory.large
    }

    /// The content of an accessory: a cover, a title and a button.
    private func player() -> UIView {
        let view = UIView()
        let cover = UIView()
        cover.backgroundColor = .systemPink
        cover.layer.cornerRadius = 6
        let title = UILabel()
        title.text = "Evening Line"
        title.font = .preferredFont(forTextStyle: .subheadline)
        title.adjustsFontForContentSizeCategory = true
        let play = UIImageView(image: UIImage(systemName: "play.fill"))
        play.tintColor = .label
        for each in [cover, title, play] {
            each.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(each)
        }
        title.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
        NSLayoutConstraint.activate([
            cover.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 12),
            cover.widthAnchor.constraint(equalToConstant: 32), cover.heightAnchor.constraint(equalToConstant: 32),
            title.leadingAnchor.constraint(equalTo: cover.trailingAnchor, constant: 10),
            play.leadingAnchor.constraint(greaterThanOrEqualTo: title.trailingAnchor, constant: 8),
            play.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -18),
            cover.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            title.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            play.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        ])
        return view
    }

    private func picture(_ look: Look, isMinimized: Bool) throws -> CGImage {
        let traits = UITraitCollection(userInterfaceIdiom: .phone)
        let screen = traits.performAsCurrent { UIScreen(size: Self.size, scale: 2) }
        screen.clock = VirtualClock(now: 10)
        screen.safeAreaInsets.bottom = 20
        screen.traitOverrides.userInterfaceStyle = look.style
        screen.traitOverrides.layoutDirection = look.isRightToLeft ? .rightToLeft : .leftToRight
        screen.traitOverrides.preferredContentSizeCategory = look.text
        screen.traitOverrides.horizontalSizeClass = .compact
        screen.traitOverrides.verticalSizeClass = .regular
        let tabs = UITabBarController(
            tabs: [("Home", "house"), ("Lines", "tram"), ("Saved", "star"), ("Search", "magnifyingglass")].map {
                UITab(title: $0.0, image: UIImage(systemName: $0.1), identifier: $0.0) { _ in RowsController() }
            })
        tabs.bottomAccessory = UITabAccessory(contentView: player())
        tabs.prominentTabIdentifier = "Search"
        let window = UIWindow(screen: screen)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        _ = screen.asMain { screen.frame() }
        tabs.tabBar.isMinimized = isMinimized
        tabs.view.setNeedsLayout()
        return CGImage(bitmap: try screen.asMain { try screen.frame().bitmap(screen.bounds, scale: 2) })
    }

    @Test("in light, in dark, from right to left and with the largest text; whole and minimized")
    func appearances() throws {
        let looks = [
            Look(), Look(style: .dark), Look(isRightToLeft: true), Look(text: .accessibilityExtraExtraExtraLarge),
        ]
        let pictures = try looks.flatMap { look in try [false, true].map { try picture(look, isMinimized: $0) } }
        try expectImage(
            "tab-accessories",
            Sheet(columns: 2, width: Self.size.width, height: Self.size.height).drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }
}

/// A scroll view with colored rows, longer than the screen.
private final class RowsController: UIViewController {
    override func loadView() {
        let scroll = UIScrollView()
        scroll.backgroundColor = .systemGroupedBackground
        scroll.contentSize = CGSize(width: 375, height: 900)
        let colors: [UIColor] = [.systemTeal, .systemOrange, .systemIndigo, .systemGreen]
        for index in 0..<16 {
            let row = UIView(frame: CGRect(x: 16, y: 12 + CGFloat(index) * 52, width: 343, height: 44))
            row.backgroundColor = .secondarySystemGroupedBackground
            row.layer.cornerRadius = 10
            let dot = UIView(frame: CGRect(x: 12, y: 10, width: 24, height: 24))
            dot.backgroundColor = colors[index % 4]
            dot.layer.cornerRadius = 12
            row.addSubview(dot)
            scroll.addSubview(row)
        }
        view = scroll
    }
}
