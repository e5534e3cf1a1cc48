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
}
