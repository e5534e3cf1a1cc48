import Foundation
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// Presented controllers over a screen with a navigation controller within tabs.
@Suite("Presentations as stored", .enabled(if: Font.isSystem))
struct PresentationImageTests {
    /// A list of rows under a large title.
    private final class Board: UIViewController {
        override func loadView() {
            let scroll = UIScrollView()
            scroll.backgroundColor = .systemGroupedBackground
            scroll.contentSize = CGSize(width: 300, height: 8 * 56)
            view = scroll
        }

        override func viewDidLayoutSubviews() {
            guard view.subviews.count < 8 else { return }
            for index in 0..<8 {
                let row = UIView(
                    frame: CGRect(x: 16, y: 8 + CGFloat(index) * 56, width: view.bounds.width - 32, height: 48))
                row.backgroundColor = .secondarySystemGroupedBackground
                row.layer.cornerRadius = 10
                let label = UILabel(frame: CGRect(x: 16, y: 0, width: row.bounds.width - 32, height: 48))
                label.text = "Platform \(index + 1)"
                label.autoresizingMask = .flexibleWidth
                row.addSubview(label)
                view.addSubview(row)
            }
        }
    }

    private struct Look {
        var style = UIUserInterfaceStyle.light
        var isRightToLeft = false
        var text = UIContentSizeCategory.large
        var size = CGSize(width: 375, height: 667)
        var idiom = UIUserInterfaceIdiom.phone
    }

    /// A picture of the screen once all has come to rest.
    private func picture(_ look: Look, _ present: (UIViewController) -> Void) throws -> CGImage {
        let traits = UITraitCollection(userInterfaceIdiom: look.idiom)
        let screen = traits.performAsCurrent { UIScreen(size: look.size, scale: 2) }
        screen.runsAnimations = false
        screen.statusBarHeight = 20
        screen.traitOverrides.userInterfaceStyle = look.style
        screen.traitOverrides.preferredContentSizeCategory = look.text
        screen.traitOverrides.layoutDirection = look.isRightToLeft ? .rightToLeft : .leftToRight
        return try screen.asMain {
            let window = UIWindow(screen: screen)
            let board = Board()
            board.title = "Departures"
            board.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
            let navigation = UINavigationController(rootViewController: board)
            navigation.navigationBar.prefersLargeTitles = true
            navigation.tabBarItem = UITabBarItem(tabBarSystemItem: .featured, tag: 0)
            let tabs = UITabBarController()
            let search = UIViewController()
            search.tabBarItem = UITabBarItem(tabBarSystemItem: .search, tag: 1)
            tabs.viewControllers = [navigation, search]
            window.rootViewController = tabs
            window.makeKeyAndVisible()
            _ = screen.frame()
            present(board)
            for _ in 0..<4 { _ = screen.frame() }
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
        }
    }

    private func alert(_ style: UIAlertController.Style) -> UIAlertController {
        let alert = UIAlertController(
            title: "Delete this departure?", message: "It is taken off all boards. This can't be undone.",
            preferredStyle: style)
        alert.addAction(UIAlertAction(title: "Delete", style: .destructive))
        if style == .actionSheet { alert.addAction(UIAlertAction(title: "Only on This Board", style: .default)) }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        return alert
    }

    private func form() -> UIViewController {
        let form = UIViewController()
        form.view.backgroundColor = .systemBackground
        form.title = "New Departure"
        form.navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .cancel)
        form.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .save)
        return UINavigationController(rootViewController: form)
    }

    private func store(_ name: String, _ pictures: [CGImage], columns: Int) throws {
        let sheet = Sheet(
            columns: columns, width: CGFloat(pictures[0].width) / 2, height: CGFloat(pictures[0].height) / 2)
        let bitmap = sheet.drawing(
            pictures.map { picture in
                { context in
                    UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero)
                }
            })
        try expectImage(name, bitmap)
    }

    @Test("alerts, and sheets of actions, in light, in dark, from right to left, and with large text")
    func alerts() throws {
        let looks: [Look] = [
            Look(), Look(style: .dark), Look(isRightToLeft: true), Look(text: .accessibilityLarge),
        ]
        let pictures = try looks.flatMap { look in
            try [UIAlertController.Style.alert, .actionSheet].map { style in
                try picture(look) { $0.present(alert(style), animated: false) }
            }
        }
        try store("alerts", pictures, columns: 4)
    }

    @Test("a bar's menu, in light, in dark, from right to left, and with large text")
    func menus() throws {
        let looks: [Look] = [
            Look(), Look(style: .dark), Look(isRightToLeft: true), Look(text: .accessibilityLarge),
        ]
        let pictures = try looks.map { look in
            try picture(look) { board in
                let symbol = UIGraphicsImageRenderer(size: CGSize(width: 22, height: 22)).image { _ in
                    UIBezierPath(roundedRect: CGRect(x: 3, y: 5, width: 16, height: 12), cornerRadius: 3).stroke()
                }
                let sorting = UIMenu(
                    title: "Sort By", options: [.displayInline, .singleSelection],
                    children: [
                        UIAction(title: "Time", state: .on) { _ in }, UIAction(title: "Platform") { _ in },
                    ])
                let menu = UIMenu(
                    children: [
                        UIAction(title: "Share", image: symbol) { _ in },
                        UIAction(title: "Print", subtitle: "No printer", image: symbol, attributes: .disabled) { _ in },
                        sorting, UIMenu(title: "More", children: [UIAction(title: "Help") { _ in }]),
                        UIMenu(
                            options: .displayInline,
                            children: [UIAction(title: "Delete", image: symbol, attributes: .destructive) { _ in }]),
                    ])
                let item = UIBarButtonItem(title: "Edit", menu: menu)
                board.navigationItem.rightBarButtonItem = item
                _ = board.view.window?.screen.frame()
                if let view = item.shownView { item.perform(from: view, for: nil) }
            }
        }
        try store("menus", pictures, columns: 4)
    }

    private final class Menus: UIContextMenuInteractionDelegate {
        let preview: UIViewController?
        init(preview: UIViewController?) { self.preview = preview }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
        ) -> UIContextMenuConfiguration? {
            UIContextMenuConfiguration(
                previewProvider: preview.map { preview in { preview } },
                actionProvider: { _ in
                    UIMenu(children: [
                        UIAction(title: "Copy") { _ in }, UIAction(title: "Share") { _ in },
                        UIMenu(
                            options: .displayInline,
                            children: [UIAction(title: "Delete", attributes: .destructive) { _ in }]),
                    ])
                })
        }
    }

    @Test("a row's context menu, over the row that is lifted, in light, and over a preview of its own, in dark")
    func contextMenus() throws {
        let page = UIViewController()
        page.preferredContentSize = CGSize(width: 240, height: 120)
        page.view.backgroundColor = .systemTeal
        let size = CGSize(width: 320, height: 440)
        let looks: [(Look, UIViewController?, Int)] = [
            (Look(size: size), nil, 4), (Look(style: .dark, size: size), page, 2),
        ]
        var kept: [Menus] = []
        let pictures = try looks.map { look, preview, row in
            try picture(look) { board in
                guard let screen = board.view.window?.screen else { return }
                let clock = VirtualClock(now: 10)
                screen.clock = clock
                _ = screen.frame()
                let menus = Menus(preview: preview)
                kept.append(menus)
                let card = board.view.subviews.filter { $0.layer.cornerRadius == 10 }[row]
                card.addInteraction(UIContextMenuInteraction(delegate: menus))
                let place = card.convert(CGPoint(x: 60, y: 20), to: nil)
                let fingers = TouchSequence(on: screen)
                fingers.send(TouchSample(finger: 0, .began, at: place, timestamp: clock.now))
                clock.advance(by: 0.6)
                _ = screen.frame()
                fingers.send(TouchSample(finger: 0, .ended, at: place, timestamp: clock.now))
                _ = screen.frame()
            }
        }
        var sheet = Sheet(columns: 2, width: size.width, height: size.height)
        sheet.scale = 1
        try expectImage(
            "context-menus",
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
        withExtendedLifetime(kept) {}
    }

    @Test("sheets at their detents, and one within the screen's tabs")
    func sheets() throws {
        let pictures = try [UIUserInterfaceStyle.light, .dark].flatMap { style in
            try [true, false].map { isMedium in
                try picture(Look(style: style)) { board in
                    let form = form()
                    form.sheetPresentationController?.detents = isMedium ? [.medium(), .large()] : [.large()]
                    form.sheetPresentationController?.prefersGrabberVisible = isMedium
                    board.present(form, animated: false)
                }
            }
        }
        try store("sheets", pictures, columns: 4)
    }

    @Test("a popover, and a form in the middle, in a wide window")
    func wide() throws {
        let look = Look(size: CGSize(width: 834, height: 640), idiom: .pad)
        let dark = Look(style: .dark, size: CGSize(width: 834, height: 640), idiom: .pad)
        let pictures = try [look, dark].flatMap { look in
            [
                try picture(look) { board in
                    let form = form()
                    form.modalPresentationStyle = .popover
                    form.preferredContentSize = CGSize(width: 300, height: 240)
                    form.popoverPresentationController?.barButtonItem = board.navigationItem.rightBarButtonItem
                    board.present(form, animated: false)
                },
                try picture(look) { board in
                    let form = form()
                    form.modalPresentationStyle = .formSheet
                    form.preferredContentSize = CGSize(width: 400, height: 300)
                    board.present(form, animated: false)
                },
            ]
        }
        try store("popovers", pictures, columns: 2)
    }
}
