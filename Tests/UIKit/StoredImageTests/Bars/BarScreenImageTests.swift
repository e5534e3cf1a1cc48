import Foundation
import Testing
import TileBars
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// Bars on a screen, at a quarter of a phone's height, with a status bar above and a safe area below.
@Suite("Bars on a screen as stored", .enabled(if: Font.isSystem))
struct BarScreenImageTests {
    final class Attached: UINavigationBarDelegate {
        func position(for bar: any UIBarPositioning) -> UIBarPosition { .topAttached }
    }

    private let delegate = Attached()

    private func screen(_ style: UIUserInterfaceStyle, scrolled: CGFloat) throws -> CGImage {
        let screen = UIScreen(size: CGSize(width: 375, height: 420), scale: 2)
        screen.safeAreaInsets = UIEdgeInsets(top: 0, left: 0, bottom: 34, right: 0)
        screen.statusBarHeight = 44
        let window = UIWindow(screen: screen)
        window.overrideUserInterfaceStyle = style
        window.backgroundColor = .systemGroupedBackground
        let bar = UINavigationBar.stack("Boards", "Departures") {
            $0.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
        }
        bar.prefersLargeTitles = true
        bar.delegate = delegate
        let tabs = UITabBar(frame: .zero)
        tabs.items = [.featured, .search, .recents, .more].enumerated().map {
            UITabBarItem(tabBarSystemItem: $1, tag: $0)
        }
        tabs.selectedItem = tabs.items?[0]
        tabs.items?[2].badgeValue = "2"
        for index in 0..<8 {
            let row = UIView(frame: CGRect(x: 16, y: 152 + CGFloat(index) * 56 - scrolled, width: 343, height: 48))
            row.backgroundColor = .secondarySystemGroupedBackground
            row.layer.cornerRadius = 10
            let label = UILabel(frame: CGRect(x: 16, y: 0, width: 280, height: 48))
            label.text = "Platform \(index + 1)"
            row.addSubview(label)
            window.addSubview(row)
        }
        window.addSubview(bar)
        window.addSubview(tabs)
        window.isHidden = false
        let height = max(bar.heights(for: bar.topItem).collapsed, 96 - scrolled)
        bar.frame = CGRect(x: 0, y: 44, width: 375, height: height)
        bar.scrollEdgeFraction = scrolled > 0 ? 0 : 1
        let tabHeight = tabs.sizeThatFits(.zero).height
        tabs.frame = CGRect(x: 0, y: 420 - tabHeight, width: 375, height: tabHeight)
        return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
    }

    @Test("at the content's edge and scrolled, in light and in dark")
    func screens() throws {
        let pictures = try [UIUserInterfaceStyle.light, .dark].flatMap { style in
            try [CGFloat(0), 90].map { try screen(style, scrolled: $0) }
        }
        try expectImage(
            "bars-on-a-screen",
            Sheet(columns: 2, width: 375, height: 420).drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    /// Returns the image at a part of a push from a large title to a small one, or of a pop, while the bar's container
    /// animates its height.
    private func change(_ part: Double, isPush: Bool) throws -> CGImage {
        let screen = UIScreen(size: CGSize(width: 375, height: 104), scale: 2)
        let clock = VirtualClock()
        screen.clock = clock
        let window = UIWindow(screen: screen)
        let bar = UINavigationBar.stack("Home", "Settings") {
            $0.rightBarButtonItem = UIBarButtonItem(systemItem: .edit)
        }
        bar.prefersLargeTitles = true
        let next = UINavigationItem(title: "General")
        next.largeTitleDisplayMode = .never
        if !isPush { bar.pushItem(next, animated: false) }
        window.addSubview(BarStage(bar, .top, size: screen.bounds.size))
        window.isHidden = false
        _ = screen.frame()
        if isPush { bar.pushItem(next, animated: true) } else { bar.popItem(animated: true) }
        UIView.animate(withDuration: 0.35) {
            bar.frame.size.height = isPush ? 44 : 96
            bar.layoutIfNeeded()
        }
        _ = screen.frame()
        clock.advance(by: part * 0.35)
        return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
    }

    @Test("a push from a large title to a small one, and a pop back")
    func pushes() throws {
        let pictures = try [0, 0.25, 0.5, 0.75, 1].flatMap { part in
            try [true, false].map { try change(part, isPush: $0) }
        }
        try expectImage(
            "navigation-bar-push-large",
            Sheet(columns: 2, width: 375, height: 104).drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }
}
