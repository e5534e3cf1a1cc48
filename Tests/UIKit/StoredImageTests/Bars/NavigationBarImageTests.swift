import Foundation
import Testing
import TileBars
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

@Suite("Navigation bars as stored", .enabled(if: Font.isSystem))
struct NavigationBarImageTests {
    private func bars() -> [UINavigationBar] {
        let large = UINavigationBar.stack("Departures") {
            $0.rightBarButtonItems = [UIBarButtonItem(systemItem: .add), UIBarButtonItem(systemItem: .search)]
        }
        let below = UINavigationBar.stack("Settings", "Sounds & Haptics") {
            $0.rightBarButtonItem = UIBarButtonItem(systemItem: .done)
        }
        for bar in [large, below] { bar.prefersLargeTitles = true }
        return [
            .stack("Inbox") {
                $0.leftBarButtonItem = UIBarButtonItem(systemItem: .edit)
                $0.rightBarButtonItem = UIBarButtonItem(systemItem: .compose)
            },
            .stack("Inbox", "Message") {
                $0.rightBarButtonItems = [
                    UIBarButtonItem(systemItem: .action), UIBarButtonItem(systemItem: .trash),
                ]
            },
            .stack("Mailboxes", "A longer title than most") {
                $0.rightBarButtonItem = UIBarButtonItem(systemItem: .edit)
            },
            .stack("Mailboxes of mine", "A title that is longer than there is room for") {
                $0.rightBarButtonItem = UIBarButtonItem(title: "Select", primaryAction: UIAction { _ in })
            },
            .stack("New Message") {
                $0.prompt = "Your answer goes to three people"
                $0.leftBarButtonItem = UIBarButtonItem(systemItem: .cancel)
                let send = UIBarButtonItem(title: "Send", style: .done, target: nil, action: nil)
                send.isEnabled = false
                $0.rightBarButtonItem = send
            },
            .stack("Filter") {
                let filter = UIBarButtonItem(systemItem: .bookmarks)
                filter.isSelected = true
                $0.rightBarButtonItems = [UIBarButtonItem(systemItem: .close), filter]
                let delete = UIBarButtonItem(title: "Delete", primaryAction: UIAction { _ in })
                delete.tintColor = .systemRed
                $0.leftBarButtonItem = delete
            },
            large, below,
        ]
    }

    private func stages(_ bars: [UINavigationBar], isRightToLeft: Bool = false, text: UIContentSizeCategory = .large)
        -> [UIView]
    {
        bars.map {
            BarStage(
                $0, .top, size: CGSize(width: 375, height: 112), isRightToLeft: isRightToLeft, text: text)
        }
    }

    @Test("in light and in dark")
    func styles() throws {
        let size = CGSize(width: 375, height: 112)
        let (light, dark) = (bars(), bars())
        let cells = zip(light, dark).flatMap { light, dark in
            [BarStage(light, .top, size: size), BarStage(dark, .top, size: size, style: .dark)]
        }
        try expectImage("navigation-bars", Sheet(columns: 2, width: 375, height: 112).views(cells))
    }

    @Test("from right to left")
    func rightToLeft() throws {
        try expectImage(
            "navigation-bars-right-to-left",
            Sheet(columns: 2, width: 375, height: 112).views(stages(bars(), isRightToLeft: true)))
    }

    @Test("with the largest text")
    func text() throws {
        try expectImage(
            "navigation-bars-largest-text",
            Sheet(columns: 2, width: 375, height: 112).views(stages(bars(), text: .accessibilityExtraExtraExtraLarge)))
    }
}

extension NavigationBarImageTests {
    @Test("in compact height, in a wide window, with appearances, title views and colors of their own")
    func appearance() throws {
        let size = CGSize(width: 375, height: 100)
        let colored = UINavigationBar.stack("Places", "Harbor") {
            $0.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
        }
        colored.standardAppearance.configureWithOpaqueBackground()
        colored.standardAppearance.backgroundColor = .systemTeal
        colored.standardAppearance.titleTextAttributes = [.foregroundColor: UIColor.white]
        colored.tintColor = .white
        let clear = UINavigationBar.stack("Places", "Clear")
        clear.standardAppearance.configureWithTransparentBackground()
        let older = UINavigationBar.stack("Black bar") { $0.leftBarButtonItem = UIBarButtonItem(systemItem: .stop) }
        older.barStyle = .black
        older.isTranslucent = false
        let choice = UISegmentedControl(items: ["Day", "Week"])
        choice.selectedSegmentIndex = 0
        choice.frame.size = CGSize(width: 150, height: 32)
        let titled = UINavigationBar.stack("Calendar", "") {
            $0.titleView = choice
            $0.rightBarButtonItems = [UIBarButtonItem(systemItem: .search), UIBarButtonItem(systemItem: .add)]
        }
        let compact = UINavigationBar.stack("Inbox", "Message") {
            $0.rightBarButtonItems = [UIBarButtonItem(systemItem: .trash), UIBarButtonItem(systemItem: .reply)]
        }
        let crowded = UINavigationBar.stack("Inbox", "Crowded") {
            $0.leftItemsSupplementBackButton = true
            $0.leftBarButtonItems = [
                UIBarButtonItem(title: "Rearrange", primaryAction: UIAction { _ in }),
                UIBarButtonItem(systemItem: .bookmarks),
            ]
            $0.rightBarButtonItems = [
                UIBarButtonItem(title: "Everything", primaryAction: UIAction { _ in }),
                UIBarButtonItem(systemItem: .action), UIBarButtonItem(systemItem: .trash),
            ]
        }
        let cells = [
            BarStage(colored, .top, size: size), BarStage(clear, .top, size: size), BarStage(older, .top, size: size),
            BarStage(titled, .top, size: size), BarStage(compact, .top, size: size, isCompact: true),
            BarStage(crowded, .top, size: size),
        ]
        try expectImage("navigation-bar-looks", Sheet(columns: 2, width: size.width, height: size.height).views(cells))
    }

    private func marked() -> [UINavigationBar] {
        let small = UINavigationBar.stack("Inbox", "Departures") {
            $0.subtitle = "Updated just now"
            let alerts = UIBarButtonItem(systemItem: .bookmarks)
            alerts.badge = .count(3)
            let filter = UIBarButtonItem(systemItem: .search)
            filter.badge = .indicator()
            $0.rightBarButtonItems = [alerts, filter]
        }
        let large = UINavigationBar.stack("Departures") {
            $0.subtitle = "Central Station"
            let send = UIBarButtonItem(title: "Send", style: .prominent, target: nil, action: nil)
            send.badge = .string("99+")
            $0.rightBarButtonItem = send
        }
        large.prefersLargeTitles = true
        return [small, large]
    }

    @Test("subtitles and badges, in light, in dark, from right to left, with the largest text and in compact height")
    func subtitles() throws {
        let size = CGSize(width: 375, height: 132)
        let cells =
            marked().map { BarStage($0, .top, size: size) }
            + marked().map { BarStage($0, .top, size: size, style: .dark) }
            + marked().map { BarStage($0, .top, size: size, isRightToLeft: true) }
            + marked().map { BarStage($0, .top, size: size, text: .accessibilityExtraExtraExtraLarge) }
            + marked().map { BarStage($0, .top, size: size, isCompact: true) }
        try expectImage(
            "navigation-bar-subtitles", Sheet(columns: 2, width: size.width, height: size.height).views(cells))
    }

    @Test("a large title scrolled away by steps, and pulled")
    func largeTitle() throws {
        let size = CGSize(width: 375, height: 128)
        let stages = [124, 96, 74, 62, 56, 44].map { height -> BarStage in
            let bar = UINavigationBar.stack("Library", "Recently Added") {
                $0.rightBarButtonItem = UIBarButtonItem(systemItem: .edit)
            }
            bar.prefersLargeTitles = true
            let stage = BarStage(bar, .top, size: size)
            bar.frame.size.height = CGFloat(height)
            return stage
        }
        try expectImage(
            "navigation-bar-large-title", Sheet(columns: 2, width: size.width, height: size.height).views(stages))
    }

    @Test("a push at a quarter, half and three quarters of its time, from either side")
    func push() throws {
        let pictures = try [false, true].flatMap { isRightToLeft in
            try [0, 0.25, 0.5, 0.75, 1].map { part in try picture(of: part, isRightToLeft) }
        }
        try expectImage(
            "navigation-bar-push",
            Sheet(columns: 2, width: 375, height: 52).drawing(
                (0..<5).flatMap { [pictures[$0], pictures[$0 + 5]] }.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    private func picture(of part: Double, _ isRightToLeft: Bool) throws -> CGImage {
        let screen = UIScreen(size: CGSize(width: 375, height: 52), scale: 2)
        let clock = VirtualClock()
        screen.clock = clock
        let window = UIWindow(screen: screen)
        let bar = UINavigationBar.stack("Home", "Settings") {
            $0.rightBarButtonItem = UIBarButtonItem(systemItem: .edit)
        }
        window.addSubview(BarStage(bar, .top, size: screen.bounds.size, isRightToLeft: isRightToLeft))
        window.isHidden = false
        _ = screen.frame()
        bar.pushItem(UINavigationItem(title: "General"), animated: true)
        _ = screen.frame()
        clock.advance(by: part * 0.35)
        return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
    }
}
