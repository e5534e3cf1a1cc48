import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("A table that reaches under a navigation bar")
struct TableBelowBarTests {
    @Test("keeps its first row below the bar when constraints change its height")
    func resized() {
        let screen = UIScreen(size: CGSize(width: 390, height: 844), scale: 1)
        let (window, page, table) = (UIWindow(screen: screen), UIViewController(), UITableView())
        window.rootViewController = UINavigationController(rootViewController: page)
        window.makeKeyAndVisible()
        let source = NameSource(rows: 3)
        table.dataSource = source
        table.translatesAutoresizingMaskIntoConstraints = false
        page.view.addSubview(table)
        let bottom = page.view.bottomAnchor.constraint(equalTo: table.bottomAnchor)
        NSLayoutConstraint.activate([
            table.topAnchor.constraint(equalTo: page.view.topAnchor), bottom,
            table.leadingAnchor.constraint(equalTo: page.view.leadingAnchor),
            table.trailingAnchor.constraint(equalTo: page.view.trailingAnchor),
        ])
        _ = screen.frame()
        #expect(table.contentOffset.y == -44 && table.frame.height == 844)
        for height in [744, 844, 300, 700] as [CGFloat] {
            bottom.constant = 844 - height
            page.view.layoutIfNeeded()
            _ = screen.frame()
            #expect(table.contentOffset.y == -44 && table.adjustedContentInset.top == 44)
            #expect(table.frame == CGRect(x: 0, y: 0, width: 390, height: height))
        }
    }

    private final class Lines: UITableViewController {
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 60 }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell =
                tableView.dequeueReusableCell(withIdentifier: "line")
                ?? UITableViewCell(style: .default, reuseIdentifier: "line")
            var content = cell.defaultContentConfiguration()
            (content.text, content.secondaryText) = ("Line \(indexPath.row)", "To the harbour")
            cell.contentConfiguration = content
            return cell
        }
    }

    @Test("gives rows with a content configuration under a tab bar the height of the others")
    func rowsUnderTabBar() {
        let screen = UIScreen(size: CGSize(width: 390, height: 844), scale: 1)
        let (window, tabs, lines) = (UIWindow(screen: screen), UITabBarController(), Lines(style: .plain))
        tabs.viewControllers = [lines]
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        for offset in [0, 30, 100, 400] as [CGFloat] {
            lines.tableView.contentOffset.y = offset
            _ = screen.frame()
            #expect(lines.view.safeAreaInsets.bottom == 49)
            #expect(Set(lines.tableView.visibleCells.map(\.frame.height)).count == 1)
        }
    }
}
