import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileLists
import TileViews
import VirtualTime

/// Images of tables as phones show them.
@Suite("Tables as stored", .enabled(if: Font.isSystem))
struct TableImageTests {
    private static let size = CGSize(width: 300, height: 390)

    private func picture(
        _ table: UITableView, _ style: UIUserInterfaceStyle, isRightToLeft: Bool = false,
        change: (UITableView) -> Void = { _ in }
    ) throws -> CGImage {
        let screen = UITraitCollection(userInterfaceIdiom: .phone).performAsCurrent {
            UIScreen(size: Self.size, scale: 2)
        }
        screen.traitOverrides.userInterfaceStyle = style
        screen.traitOverrides.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
        let clock = VirtualClock(now: 10)
        screen.clock = clock
        return try screen.asMain {
            let window = UIWindow(screen: screen)
            table.frame = screen.bounds
            window.addSubview(table)
            window.makeKeyAndVisible()
            _ = screen.frame()
            change(table)
            for _ in 0..<60 {
                clock.advance(by: 1.0 / 30)
                _ = screen.frame()
            }
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 1))
        }
    }

    private func store(_ name: String, _ pictures: [CGImage]) throws {
        let sheet = Sheet(columns: pictures.count, width: Self.size.width / 2, height: Self.size.height / 2)
        try expectImage(
            name,
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    /// Settings: rows with images, values, switches and marks, in boxes.
    private final class Settings: UITableViewDataSource, UITableViewDelegate {
        func numberOfSections(in tableView: UITableView) -> Int { 3 }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { [3, 3, 1][section] }
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
            section == 1 ? "Departures" : nil
        }
        func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
            section == 1 ? "Trams that leave within the hour are shown with their platform." : nil
        }

        private func tile(_ color: UIColor) -> UIImage {
            UIGraphicsImageRenderer(size: CGSize(width: 29, height: 29)).image { _ in
                color.setFill()
                UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 29, height: 29), cornerRadius: 6.5).fill()
            }
        }

        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
            switch (indexPath.section, indexPath.row) {
            case (0, let row):
                cell.textLabel?.text = ["Stops", "Lines", "Night network"][row]
                cell.imageView?.image = tile([.systemBlue, .systemGreen, .systemIndigo][row])
                cell.accessoryType = .disclosureIndicator
                if row == 0 { cell.detailTextLabel?.text = "12" }
                if row == 2 {
                    let toggle = UISwitch()
                    toggle.isOn = true
                    cell.accessoryView = toggle
                }
            case (1, let row):
                var content = UIListContentConfiguration.subtitleCell()
                content.text = ["Harbour", "Market square", "Old depot"][row]
                content.secondaryText = ["Line 4, every 10 minutes", "Lines 1, 4 and 9", "Line 9, by night"][row]
                cell.contentConfiguration = content
                cell.accessoryType = [.checkmark, .none, .detailButton][row]
            default:
                cell.textLabel?.text = "Remove all"
                cell.textLabel?.textColor = .systemRed
            }
            return cell
        }
    }

    @Test("a page of settings in boxes: light, dark, from right to left")
    func settings() throws {
        let settings = Settings()
        func table() -> UITableView {
            let table = UITableView(frame: .zero, style: .insetGrouped)
            table.dataSource = settings
            table.delegate = settings
            return table
        }
        try store(
            "table-settings",
            [
                try picture(table(), .light) {
                    $0.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
                },
                try picture(table(), .dark),
                try picture(table(), .light, isRightToLeft: true),
            ])
    }

    /// People, grouped by their first letters.
    private final class Contacts: UITableViewDataSource, UITableViewDelegate {
        private let names = [
            ["Ada", "Alan", "Anneli"], ["Barbara", "Bjarne"], ["Chris", "Claude", "Cynthia"], ["Dana", "Dennis"],
            ["Edsger", "Emmy", "Evelyn"],
        ]

        func numberOfSections(in tableView: UITableView) -> Int { names.count }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names[section].count }
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
            String(names[section][0].prefix(1))
        }
        func sectionIndexTitles(for tableView: UITableView) -> [String]? {
            (65...90).map { String(UnicodeScalar(UInt8($0))) }
        }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = names[indexPath.section][indexPath.row]
            cell.showsReorderControl = true
            return cell
        }
        func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle { indexPath.section == 1 ? .insert : .delete }
        func tableView(
            _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {}
        func tableView(
            _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
        ) -> UISwipeActionsConfiguration? {
            let delete = UIContextualAction(style: .destructive, title: "Delete") { _, _, done in done(true) }
            let flag = UIContextualAction(style: .normal, title: "Flag") { _, _, done in done(true) }
            flag.backgroundColor = .systemOrange
            return UISwipeActionsConfiguration(actions: [delete, flag])
        }
    }

    @Test("people with an index: scrolled under a floating header, edited, one swiped aside, in dark")
    func contacts() throws {
        let contacts = Contacts()
        func table() -> UITableView {
            let table = UITableView(frame: .zero, style: .plain)
            table.dataSource = contacts
            table.delegate = contacts
            return table
        }
        try store(
            "table-contacts",
            [
                try picture(table(), .light) { $0.contentOffset.y = 60 },
                try picture(table(), .light) {
                    $0.setEditing(true, animated: false)
                    $0.layoutIfNeeded()
                    // The second tap of a deletion is on what lies bare.
                    guard let cell = $0.cellForRow(at: IndexPath(row: 1, section: 0)) else { return }
                    let control = cell.subviews.compactMap { $0 as? UIControl }.first
                    control?.sendActions(for: .touchUpInside)
                },
                try picture(table(), .dark),
            ])
    }
}
